// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/studies/distance/distance_inspector.h"

#include <string>

namespace toibox::app {

// The text beside the pictures of the GJK panel. Each function fills the current window or column.

/// A length in text: "0.4316 m", "12.5 mm"; below 1e-8 m with an exponent: "3.6e-15 m".
std::string precise_length_text(double meters);
/// Result of GJK, and the shown iteration: vertices, weights, bounds and termination test.
void gjk_numbers(DistanceInspector& inspector, const Fonts& fonts, const Palette& palette);
/// Result of a method other than GJK and SAT, or, if the method cannot answer, its limitation and a method
/// that can; lengths and checks of the shown step.
void method_numbers(DistanceInspector& inspector, const Fonts& fonts, const Palette& palette);
/// Table of the vertices of a simplex: kept, dropped and the new support point.
void vertex_table(const SimplexStep& step, const Fonts& fonts, const Palette& palette);
/// The lower and upper bound of the distance after a step, as a bar.
void bounds_bar(const SimplexStep& step, const Palette& palette);
/// A button that selects `method`.
void method_button(DistanceInspector& inspector, DistanceMethod method);
/// The pseudocode with the current line highlighted, and a summary of the method.
void gjk_pseudocode(const DistanceInspector& inspector, const Fonts& fonts, const Palette& palette);
/// The axes of SAT with the projections of A and B as bars; the best axis is marked.
void sat_bars(DistanceInspector& inspector, const Fonts& fonts, const Palette& palette);
/// The result of SAT, and the numbers of the shown axis.
void sat_numbers(const DistanceInspector& inspector, const Fonts& fonts, const Palette& palette);

}  // namespace toibox::app
