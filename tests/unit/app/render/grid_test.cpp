// SPDX-License-Identifier: MIT
#include "app/render/grid.h"

#include <cmath>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// Whether the value is 1, 2 or 5 times a power of ten.
bool is_round(double value) {
    const double mantissa = value / std::pow(10.0, std::floor(std::log10(value) + 1e-9));
    for (const double good : {1.0, 2.0, 5.0, 10.0}) {
        if (std::abs(mantissa - good) < 1e-9) return true;
    }
    return false;
}

TEST(Grid, StepsAreRoundAndWellSpaced) {
    // From 10 points per kilometre to 1 µm per point. Lines are at least 20 points apart, and less than 50:
    // with the next smaller step (up to 2.5 times smaller), they would be too close.
    for (double scale = 1e-2; scale <= 1e6; scale *= 1.07) {
        const GridSteps steps = grid_steps(scale, 20.0);
        EXPECT_TRUE(is_round(steps.minor)) << steps.minor;
        EXPECT_GE(steps.minor * scale, 20.0 * (1.0 - 1e-12));
        EXPECT_LT(steps.minor * scale, 50.0 * (1.0 + 1e-12));
        EXPECT_DOUBLE_EQ(steps.major, 5.0 * steps.minor);
    }
}

TEST(Grid, TheScaleBarIsRoundAndFits) {
    for (double scale = 1e-2; scale <= 1e6; scale *= 1.07) {
        const double length = scale_bar_length(scale, 120.0);
        EXPECT_TRUE(is_round(length)) << length;
        EXPECT_LE(length * scale, 120.0 * (1.0 + 1e-12));
        EXPECT_GT(length * scale, 48.0 * (1.0 - 1e-12));
    }
}

TEST(Grid, WritesLengthsInASuitableUnit) {
    EXPECT_EQ(length_text(2000.0), "2 km");
    EXPECT_EQ(length_text(100.0), "100 m");
    EXPECT_EQ(length_text(1.0), "1 m");
    EXPECT_EQ(length_text(0.5), "0.5 m");
    EXPECT_EQ(length_text(0.1), "100 mm");
    EXPECT_EQ(length_text(0.02), "20 mm");
    EXPECT_EQ(length_text(0.001), "1 mm");
    EXPECT_EQ(length_text(0.0005), "500 µm");
    EXPECT_EQ(length_text(5e-6), "5 µm");
}

TEST(Grid, SkipsLinesFinerThanFloatResolution) {
    DrawBatch batch;
    batch.begin({{{1e12, 0.0}, 1e5}, {0.0f, 0.0f, 640.0f, 480.0f}, 1.0f});
    draw_grid(batch, palette_of(ThemeKind::Dark));
    EXPECT_LT(batch.boxes().size(), 200u);
}

}  // namespace
}  // namespace toibox::app
