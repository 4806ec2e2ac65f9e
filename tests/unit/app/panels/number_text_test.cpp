// SPDX-License-Identifier: MIT
#include "app/panels/widgets/number_text.h"

#include "app/panels/widgets/unit.h"

#include <numbers>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

double number(std::string_view text, std::string_view unit = {}) {
    const auto value = parse_number(text, unit);
    EXPECT_TRUE(value) << text << ": " << value.error();
    return value ? *value : 0.0;
}

TEST(NumberText, IsArithmetic) {
    EXPECT_EQ(number("2*60"), 120.0);
    EXPECT_EQ(number(" (1 + 2) / 4 - 1e-2 "), 0.74);
    EXPECT_EQ(number("-3"), -3.0);
}

TEST(NumberText, ConvertsUnits) {
    EXPECT_DOUBLE_EQ(number("2 cm", "m"), 0.02);
    EXPECT_DOUBLE_EQ(number("2*3 mm", "m"), 0.006);
    EXPECT_DOUBLE_EQ(number("16.7ms", "s"), 0.0167);
    EXPECT_DOUBLE_EQ(number("1/120 s", "s"), 1.0 / 120.0);
    EXPECT_DOUBLE_EQ(number("90 deg", "rad"), 0.5 * std::numbers::pi);
    EXPECT_DOUBLE_EQ(number("180°/s", "rad/s"), std::numbers::pi);
    EXPECT_DOUBLE_EQ(number("60 rpm", "rad/s"), 2.0 * std::numbers::pi);
    EXPECT_DOUBLE_EQ(number("72 km/h", "m/s"), 20.0);
    EXPECT_DOUBLE_EQ(number("5 m/s^2", "m/s²"), 5.0);
    EXPECT_DOUBLE_EQ(number("2 kN/m", "N/m"), 2000.0);
    EXPECT_DOUBLE_EQ(number("3 N*s/m", "N·s/m"), 3.0);
    EXPECT_DOUBLE_EQ(number("50 %"), 0.5);
    EXPECT_DOUBLE_EQ(number("2×", "×"), 2.0);
}

// A rate may be typed as a period.
TEST(NumberText, ConvertsToTheInverseUnit) {
    EXPECT_DOUBLE_EQ(number("1/120 s", "Hz"), 120.0);
    EXPECT_DOUBLE_EQ(number("20 ms", "Hz"), 50.0);
    EXPECT_DOUBLE_EQ(number("4 Hz", "1/s"), 4.0);
}

// The unit of a parameter is any text.
TEST(NumberText, AcceptsTheUnitOfTheFieldEvenIfItIsUnknown) {
    EXPECT_EQ(number("3 marbles", "marbles"), 3.0);
    EXPECT_FALSE(parse_number("3 m", "marbles"));
}

TEST(NumberText, ErrorsSayWhatIsWrongAndWhere) {
    EXPECT_EQ(parse_number("2**60", "Hz").error(), "at character 3: expected a number or \"(\", found \"*\"");
    EXPECT_EQ(parse_number("2 miles", "m").error(), "at character 3: unknown unit \"miles\"");
    EXPECT_EQ(parse_number("2 kg", "m").error(),
              "at character 3: the unit \"kg\" does not fit; this value is in m");
    EXPECT_EQ(parse_number("2 m", "").error(),
              "at character 3: the unit \"m\" does not fit; this value has no unit");
    EXPECT_FALSE(parse_number("0 s", "Hz"));
    EXPECT_FALSE(parse_number("2 m/", "m/s"));
    EXPECT_FALSE(parse_number("2 3", "m"));
    EXPECT_FALSE(parse_number("", "m"));
}

TEST(NumberText, TheUnitFollowsTheNumberOfAFormat) {
    EXPECT_EQ(unit_of_format("%.2f m/s"), "m/s");
    EXPECT_EQ(unit_of_format("%.0f Hz"), "Hz");
    EXPECT_EQ(unit_of_format("%.3g N·s/m"), "N·s/m");
    EXPECT_EQ(unit_of_format("%d"), "");
    EXPECT_EQ(unit_of_format("%.4g "), "");
    EXPECT_EQ(unit_of_format("%.4g %%s"), "%s");
    EXPECT_EQ(unit_of_format("fast"), "");
}

}  // namespace
}  // namespace toibox::app
