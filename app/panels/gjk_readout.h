// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/session/gjk_inspector.h"

#include <string>

namespace toibox::app {

// Of the GJK panel: what stands beside the pictures. Each fills the current window or column.

/// "0.4316 m", "12.5 mm", "3.6e-15 m": what is smaller than any length of the world keeps its power of ten.
std::string precise_length_text(double meters);
/// The answer, the shown iteration's vertices with their weights, the bounds and the inequality that decides.
void gjk_numbers(DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);
/// The same of a method that is told(): the answer, or who has it; the shown step's lengths and tests.
void method_numbers(DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);
/// The vertices of a step's simplex, and its bounds as a bar.
void vertex_table(const SimplexStep& step, const Fonts& fonts, const Palette& palette);
void bounds_bar(const SimplexStep& step, const Palette& palette);
/// Another method at a click.
void method_button(DistanceInspector& gjk, DistanceMethod method);
/// The algorithm, the deciding line marked, and what the method is about.
void gjk_pseudocode(const DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);
/// The axes of the separating axis test: what A and B cover of each as bars, the best marked.
void sat_bars(DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);
/// The answer of the separating axis test, and the shown axis in numbers.
void sat_numbers(const DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);

}  // namespace toibox::app
