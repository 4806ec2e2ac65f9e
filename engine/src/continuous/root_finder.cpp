// SPDX-License-Identifier: MIT

// The table of root finders; the search itself is a template in the header, because the function is the
// caller's.

#include "toibox/continuous/root_finder.h"

#include "toibox/core/assert.h"

namespace toibox {

namespace {

/// The figures are means on brackets of random motions (tests/unit/continuous/root_brackets_test.cpp).
constexpr RootFinderInfo root_finder_table[] = {
    {RootFinder::Bisection, "bisection", "Bisection",
     "Looks in the middle: slow, and nothing can upset it; 8 evaluations to 1.25 mm, 35 to 1e-11 m.", 1},
    {RootFinder::FalsePosition, "false-position", "False position",
     "Looks where the chord meets the target: quick on almost straight curves, but one end may stay for "
     "ever; 3.0 and 9.7, but hundreds at worst.",
     0},
    {RootFinder::Mixed, "mixed", "False position and bisection in turn",
     "The talk's: the chord is quick, the middle is safe; 3.8 and 10.6.", 2},
    {RootFinder::Illinois, "illinois", "Illinois",
     "False position that makes an end which stays count half; 2.9 and 6.0.", 0},
    {RootFinder::Itp, "itp", "ITP",
     "The chord, moved towards the middle; at worst one evaluation more than bisection; 3.9 and 7.4.", 1},
    {RootFinder::Brent, "brent", "Brent",
     "Inverse quadratic interpolation, the secant or the middle, by how far the last steps led; 2.7 and 4.9.",
     0},
    {RootFinder::Chandrupatla, "chandrupatla", "Chandrupatla",
     "Inverse quadratic interpolation where three points say it is safe, else the middle; 3.1 and 5.2.", 0},
    {RootFinder::Newton, "newton", "Newton, bracketed",
     "Down the tangent, whose slope shares the sine and cosine with s; 2.4 and 4.0.", 5},
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
