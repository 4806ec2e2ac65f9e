// SPDX-License-Identifier: MIT

// The table of root finders. The search is a template in the header, because the caller provides the
// function.

#include "toibox/toi/root_finder.h"

#include "toibox/core/assert.h"

namespace toibox {

namespace {

/// The summaries quote mean numbers of evaluations on brackets of random motions, for tolerances of 1.25 mm
/// and 1e-11 m (tests/unit/toi/root_brackets_test.cpp).
constexpr RootFinderInfo root_finder_table[] = {
    {RootFinder::Bisection, "bisection", "Bisection",
     "Evaluates the midpoint: slow but robust; 8.0 evaluations to 1.25 mm, 34.8 to 1e-11 m.", 1},
    {RootFinder::FalsePosition, "false-position", "False position",
     "Evaluates where the chord crosses the target: fast on almost straight curves, but one end may never "
     "move; 3.0 evaluations to 1.25 mm, 9.7 to 1e-11 m, but hundreds in the worst case.",
     0},
    {RootFinder::Mixed, "mixed", "False position and bisection in turn",
     "Alternates chord and midpoint (Catto, GDC 2013): the chord is fast, the midpoint is safe; "
     "3.9 evaluations to 1.25 mm, 10.6 to 1e-11 m.",
     2},
    {RootFinder::Illinois, "illinois", "Illinois",
     "False position that halves the weight of an end each time the other end moves again; "
     "2.9 evaluations to 1.25 mm, 6.0 to 1e-11 m.",
     0},
    {RootFinder::Itp, "itp", "ITP",
     "The chord, moved towards the midpoint; at most one evaluation more than bisection; "
     "3.9 evaluations to 1.25 mm, 7.4 to 1e-11 m.",
     1},
    {RootFinder::Brent, "brent", "Brent",
     "Inverse quadratic interpolation, secant or midpoint, depending on the last steps; "
     "2.7 evaluations to 1.25 mm, 4.9 to 1e-11 m.",
     0},
    {RootFinder::Chandrupatla, "chandrupatla", "Chandrupatla",
     "Inverse quadratic interpolation if three points show it is safe, else the midpoint; "
     "3.1 evaluations to 1.25 mm, 5.2 to 1e-11 m.",
     0},
    {RootFinder::Newton, "newton", "Newton, bracketed",
     "Follows the tangent, whose slope shares the sine and cosine with s; "
     "2.4 evaluations to 1.25 mm, 4.0 to 1e-11 m.",
     5},
};

}  // namespace

std::span<const RootFinderInfo> root_finders() {
    return root_finder_table;
}

const RootFinderInfo& info(RootFinder finder) {
    for (const RootFinderInfo& row : root_finder_table) {
        if (row.finder == finder) return row;
    }
    TOIBOX_ASSERT(false);  // every root finder has a row
    return root_finder_table[0];
}

}  // namespace toibox
