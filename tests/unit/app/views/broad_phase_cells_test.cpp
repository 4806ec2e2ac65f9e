// SPDX-License-Identifier: MIT
#include "app/views/broad_phase_cells.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

const ConvexCell square{{0.0, 0.0}, {2.0, 0.0}, {2.0, 2.0}, {0.0, 2.0}};

double area(const ConvexCell& cell) {
    double twice_area = 0.0;
    for (std::size_t i = 0; i < cell.size(); ++i)
        twice_area += cross(cell[i], cell[(i + 1) % cell.size()]);
    return 0.5 * twice_area;
}

TEST(BroadPhaseCells, ALineDividesACellInTwo) {
    const broad::CellTree::Split split{.normal = {1.0, 0.0}, .offset = 0.5};
    EXPECT_DOUBLE_EQ(area(clip_to_side(square, split, false)), 1.0);
    EXPECT_DOUBLE_EQ(area(clip_to_side(square, split, true)), 3.0);
}

// The line x + y = 1 cuts off a corner of area 1/2 and leaves a pentagon.
TEST(BroadPhaseCells, ASlantedLineCutsOffACorner) {
    const broad::CellTree::Split slant{.normal = {1.0, 1.0}, .offset = 1.0};
    const ConvexCell corner = clip_to_side(square, slant, false);
    const ConvexCell rest = clip_to_side(square, slant, true);
    EXPECT_EQ(corner.size(), 3u);
    EXPECT_EQ(rest.size(), 5u);
    EXPECT_DOUBLE_EQ(area(corner), 0.5);
    EXPECT_DOUBLE_EQ(area(corner) + area(rest), 4.0);
}

TEST(BroadPhaseCells, ALineOutsideTheCellKeepsOrRemovesIt) {
    const broad::CellTree::Split beyond{.normal = {0.0, 1.0}, .offset = 5.0};
    EXPECT_DOUBLE_EQ(area(clip_to_side(square, beyond, false)), 4.0);
    EXPECT_TRUE(clip_to_side(square, beyond, true).empty());
    const broad::CellTree::Split edge{.normal = {0.0, 1.0}, .offset = 2.0};  // along a side
    EXPECT_DOUBLE_EQ(area(clip_to_side(square, edge, false)), 4.0);
    EXPECT_TRUE(clip_to_side(square, edge, true).empty());
    EXPECT_TRUE(clip_to_side({}, edge, true).empty());
}

}  // namespace
}  // namespace toibox::app
