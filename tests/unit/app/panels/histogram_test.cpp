// SPDX-License-Identifier: MIT
#include "app/panels/widgets/histogram.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(Histogram, NamesTheValuesOfABin) {
    EXPECT_EQ(bin_text(Distribution::bin_of(0), 1.0), "0");
    EXPECT_EQ(bin_text(Distribution::bin_of(15), 1.0), "15");
    EXPECT_EQ(bin_text(Distribution::bin_of(16), 1.0), "16 – 19");
    EXPECT_EQ(bin_text(Distribution::bin_of(70), 1.0), "64 – 79");
    EXPECT_EQ(bin_text(Distribution::bin_of(1100), 1e-3), "1.02 – 1.28");  // nanoseconds as microseconds
}

}  // namespace
}  // namespace toibox::app
