// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/studies/distance/distance_inspector.h"

#include <string>

namespace toibox::app {

// The text beside the pictures of the GJK panel. Each function fills the current window or column.

/// "0.4316 m", "12.5 mm"; below 1e-8 m with an exponent: "3.6e-15 m".
std::string precise_length_text(double meters);
/// Result of GJK; vertices and weights of the shown iteration, its bounds and its termination test.
void gjk_numbers(DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);
/// Result of another method, or its limitation with an alternative; lengths and checks of the shown step.
void method_numbers(DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);
/// The vertices of a step's simplex.
void vertex_table(const SimplexStep& step, const Fonts& fonts, const Palette& palette);
/// The bounds of a step as a bar.
void bounds_bar(const SimplexStep& step, const Palette& palette);
/// A button that selects another method.
void method_button(DistanceInspector& gjk, DistanceMethod method);
/// The pseudocode with the current line highlighted, and a summary of the method.
void gjk_pseudocode(const DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);
/// The axes of SAT with the projections of A and B as bars; the best axis is marked.
void sat_bars(DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);
/// The result of SAT, and the numbers of the shown axis.
void sat_numbers(const DistanceInspector& gjk, const Fonts& fonts, const Palette& palette);

}  // namespace toibox::app
