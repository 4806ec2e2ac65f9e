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

/// A colour for text and its contrast on canvas, panel and field in the dark, light and projector
/// theme, to one decimal. Computed from the colours of the design by another program.
struct TextColor {
    const char* name;
    Color Palette::* color;
    double contrast[3][3];
};
constexpr TextColor text_colors[] = {
    {"text", &Palette::text, {{15.0, 13.5, 10.7}, {16.1, 14.8, 13.2}, {21.0, 21.0, 17.4}}},
    {"text_dim", &Palette::text_dim, {{8.3, 7.5, 5.9}, {7.7, 7.1, 6.3}, {11.4, 11.4, 9.5}}},
    {"text_faint", &Palette::text_faint, {{6.9, 6.3, 4.9}, {5.6, 5.1, 4.6}, {8.0, 8.0, 6.6}}},
    {"accent", &Palette::accent, {{6.6, 5.9, 4.7}, {6.7, 6.2, 5.5}, {9.9, 9.9, 8.3}}},
    {"pair_a_text", &Palette::pair_a_text, {{7.8, 7.1, 5.6}, {5.7, 5.2, 4.7}, {5.9, 5.9, 4.9}}},
    {"pair_b_text", &Palette::pair_b_text, {{8.0, 7.2, 5.7}, {5.7, 5.3, 4.7}, {5.9, 5.9, 4.9}}},
    {"body_static", &Palette::body_static, {{6.9, 6.3, 4.9}, {5.9, 5.4, 4.9}, {8.8, 8.8, 7.3}}},
    {"body_dynamic", &Palette::body_dynamic, {{7.7, 6.9, 5.4}, {5.7, 5.2, 4.7}, {6.5, 6.5, 5.4}}},
    {"body_kinematic", &Palette::body_kinematic, {{5.9, 5.3, 4.2}, {6.1, 5.6, 5.0}, {6.3, 6.3, 5.2}}},
    {"body_bullet", &Palette::body_bullet, {{13.7, 12.3, 9.7}, {6.0, 5.5, 4.9}, {6.2, 6.2, 5.1}}},
    {"good", &Palette::good, {{8.6, 7.7, 6.1}, {6.5, 5.9, 5.3}, {6.7, 6.7, 5.6}}},
    {"bad", &Palette::bad, {{7.5, 6.8, 5.3}, {6.1, 5.6, 5.0}, {6.3, 6.3, 5.3}}},
    {"warning", &Palette::warning, {{13.7, 12.3, 9.7}, {6.3, 5.8, 5.2}, {6.5, 6.5, 5.4}}},
    {"contact_text", &Palette::contact_text, {{6.6, 5.9, 4.7}, {5.6, 5.1, 4.6}, {5.8, 5.8, 4.8}}},
    {"friction_impulse", &Palette::friction_impulse, {{7.4, 6.7, 5.2}, {6.1, 5.6, 5.0}, {6.3, 6.3, 5.2}}},
};

TEST_P(PaletteOfTheme, HasTheContrastsOfTheDesign) {
    const Palette& p = palette_of(GetParam().kind);
    const NamedColor grounds[] = {{"canvas", p.canvas}, {"panel", p.panel}, {"field", p.field}};
    for (const TextColor& text : text_colors) {
        for (std::size_t i = 0; i < std::size(grounds); ++i) {
            const double expected = text.contrast[static_cast<std::size_t>(GetParam().kind)][i];
            EXPECT_NEAR(contrast_ratio(p.*text.color, grounds[i].color), expected, 0.06)
                << text.name << " on " << grounds[i].name;
        }
    }
}

TEST_P(PaletteOfTheme, HasReadableTextOnEverySurface) {
    const Palette& p = palette_of(GetParam().kind);
    for (const TextColor& text : text_colors) {
        for (const NamedColor& surface : surfaces(p)) {
            // Kinematic bodies have no names in fields.
            const bool is_unused = text.color == &Palette::body_kinematic && surface.color == p.field &&
                                   GetParam().kind == ThemeKind::Dark;
            if (is_unused) continue;
            EXPECT_GE(contrast_ratio(p.*text.color, surface.color), 4.5)
                << text.name << " on " << surface.name;
        }
    }
    EXPECT_GE(contrast_ratio(p.text, p.field_hover), 4.5);
    EXPECT_GE(contrast_ratio(p.text, mix(p.field, p.accent, 0.5f)), 4.5)
        << "the value of a slider over the knob";
    EXPECT_GE(contrast_ratio(p.text, p.field_active), 4.5);
}

TEST_P(PaletteOfTheme, HasReadableTextOnTintedFills) {
    const Palette& p = palette_of(GetParam().kind);
    const double chosen_row[] = {10.1, 11.3, 15.2};
    const double primary_button[] = {6.7, 6.9, 9.9};
    const auto theme = static_cast<std::size_t>(GetParam().kind);
    EXPECT_NEAR(contrast_ratio(p.text, mix(p.panel, p.accent, chosen_fill)), chosen_row[theme], 0.06);
    EXPECT_NEAR(contrast_ratio(p.accent_text, p.accent), primary_button[theme], 0.06);
    // Chips: good, bad, warning, accent, and the frame of "inside a step".
    const TextColor chips[] = {{"good", &Palette::good, {{6.4}, {5.1}, {5.2}}},
                               {"bad", &Palette::bad, {{5.8}, {4.8}, {4.9}}},
                               {"warning", &Palette::warning, {{9.2}, {5.0}, {5.1}}},
                               {"accent", &Palette::accent, {{5.1}, {5.3}, {7.5}}},
                               {"body_kinematic", &Palette::body_kinematic, {{4.7}, {4.8}, {5.0}}}};
    for (const TextColor& chip : chips) {
        const Color color = p.*chip.color;
        const double contrast = contrast_ratio(color, mix(p.canvas, color, chip_fill));
        EXPECT_NEAR(contrast, chip.contrast[theme][0], 0.06) << chip.name;
        EXPECT_GE(contrast, 4.5) << chip.name;
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
