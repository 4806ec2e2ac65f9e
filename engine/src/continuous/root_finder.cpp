// SPDX-License-Identifier: MIT

// The table of root finders; the search itself is a template in the header, because the function is the
// caller's.

#include "toibox/continuous/root_finder.h"

#include "toibox/core/assert.h"

namespace toibox {

namespace {

constexpr RootFinderInfo table[] = {
    {RootFinder::Bisection, "bisection", "Bisection"},
    {RootFinder::FalsePosition, "false-position", "False position"},
    {RootFinder::Mixed, "mixed", "False position and bisection in turn"},
};

}  // namespace

std::span<const RootFinderInfo> root_finders() {
    return table;
}

const RootFinderInfo& info(RootFinder finder) {
    for (const RootFinderInfo& row : table) {
        if (row.finder == finder) return row;
    }
    TOIBOX_ASSERT(false);  // every root finder has a row
    return table[0];
}

}  // namespace toibox
