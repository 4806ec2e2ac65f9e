// SPDX-License-Identifier: MIT
#include "app/platform/palette.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

struct NamedColor {
    const char* name;
    Color color;
};

std::vector<NamedColor> surfaces(const Palette& p) {
    return {{"canvas", p.canvas}, {"panel", p.panel}, {"panel_raised", p.panel_raised}, {"field", p.field}};
}

TEST(Color, HasTheContrastThatWcagComputes) {
    // Black on white, equal colours, and a published value: #767676 on white has 4.54:1.
    EXPECT_NEAR(contrast_ratio(rgb(0x000000), rgb(0xFFFFFF)), 21.0, 1e-9);
    EXPECT_NEAR(contrast_ratio(rgb(0x123456), rgb(0x123456)), 1.0, 1e-12);
    EXPECT_NEAR(contrast_ratio(rgb(0x767676), rgb(0xFFFFFF)), 4.54, 0.005);
}

TEST(Color, BecomesLegibleWithASmallChange) {
    const Color white = rgb(0xFFFFFF);
    const Color black = rgb(0x000000);
    // Sky blue on white has 2.2:1. A colour that has enough contrast is not changed.
    const Color darker = legible(rgb(0x56B4E9), white, black, 3.0);
    EXPECT_GE(contrast_ratio(darker, white), 3.0);
    EXPECT_LT(contrast_ratio(darker, white), 4.0);
    EXPECT_GT(darker.b, darker.r);
    EXPECT_EQ(legible(rgb(0x0072B2), white, black, 3.0), rgb(0x0072B2));
    EXPECT_GE(contrast_ratio(legible(black, black, white, 3.0), black), 3.0);
}

class PaletteOfTheme : public testing::TestWithParam<ThemeName> {};

TEST_P(PaletteOfTheme, HasReadableTextOnEverySurface) {
    const Palette& p = palette_of(GetParam().kind);
    for (const NamedColor& surface : surfaces(p)) {
        EXPECT_GE(contrast_ratio(p.text, surface.color), 4.5) << "text on " << surface.name;
        EXPECT_GE(contrast_ratio(p.text_dim, surface.color), 4.5) << "text_dim on " << surface.name;
    }
    EXPECT_GE(contrast_ratio(p.accent_text, p.accent), 4.5);
    EXPECT_GE(contrast_ratio(p.text, p.field_hover), 4.5);
    EXPECT_GE(contrast_ratio(p.text, mix(p.field, p.accent, 0.5f)), 4.5)
        << "the value of a slider over the knob";
    EXPECT_GE(contrast_ratio(p.text, p.field_active), 4.5);
}

TEST_P(PaletteOfTheme, HasReadableVerdictColorsInPanels) {
    const Palette& p = palette_of(GetParam().kind);
    const NamedColor text_colors[] = {
        {"good", p.good}, {"bad", p.bad}, {"warning", p.warning}, {"accent", p.accent}};
    for (const NamedColor& text : text_colors) {
        EXPECT_GE(contrast_ratio(text.color, p.panel), 4.5) << text.name;
        EXPECT_GE(contrast_ratio(text.color, p.panel_raised), 4.5) << text.name;
    }
}

TEST_P(PaletteOfTheme, HasMarksThatStandOutFromTheCanvas) {
    const Palette& p = palette_of(GetParam().kind);
    const NamedColor marks[] = {{"pair_a", p.pair_a},
                                {"pair_b", p.pair_b},
                                {"body_static", p.body_static},
                                {"body_kinematic", p.body_kinematic},
                                {"body_dynamic", p.body_dynamic},
                                {"body_bullet", p.body_bullet},
                                {"body_sensor", p.body_sensor},
                                {"contact", p.contact},
                                {"normal", p.normal},
                                {"normal_impulse", p.normal_impulse},
                                {"friction_impulse", p.friction_impulse},
                                {"velocity", p.velocity},
                                {"aabb", p.aabb},
                                {"joint", p.joint},
                                {"center_of_mass", p.center_of_mass},
                                {"selection", p.selection}};
    for (const NamedColor& mark : marks) {
        EXPECT_GE(contrast_ratio(mark.color, p.canvas), 3.0) << mark.name;
    }
}

TEST_P(PaletteOfTheme, GridHasLessContrastThanBodies) {
    const Palette& p = palette_of(GetParam().kind);
    const double minor = contrast_ratio(p.grid_minor, p.canvas);
    const double major = contrast_ratio(p.grid_major, p.canvas);
    const double axis = contrast_ratio(p.grid_axis, p.canvas);
    EXPECT_LT(minor, major);
    EXPECT_LT(major, axis);
    EXPECT_LT(axis, contrast_ratio(p.body_static, p.canvas));
}

TEST_P(PaletteOfTheme, IsFoundByItsName) {
    EXPECT_EQ(parse_theme(GetParam().name), GetParam().kind);
    EXPECT_EQ(to_string(GetParam().kind), GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(Themes, PaletteOfTheme, testing::ValuesIn(theme_names),
                         [](const auto& theme) { return std::string(theme.param.label); });

TEST(Palette, RejectsUnknownThemeNames) {
    EXPECT_FALSE(parse_theme("solarized"));
    EXPECT_FALSE(parse_theme(""));
}

}  // namespace
}  // namespace toibox::app
