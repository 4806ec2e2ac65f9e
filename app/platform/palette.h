// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/color.h"

#include <array>
#include <optional>
#include <string_view>

namespace toibox::app {

enum class ThemeKind : std::uint8_t {
    Dark,
    Light,
    Projector,  ///< Light, with maximum contrast and larger text, for a lecture hall.
};

struct ThemeName {
    ThemeKind kind;
    std::string_view name;   ///< For files and commands.
    std::string_view label;  ///< For menus.
};
inline constexpr std::array<ThemeName, 3> theme_names{{
    {ThemeKind::Dark, "dark", "Dark"},
    {ThemeKind::Light, "light", "Light"},
    {ThemeKind::Projector, "projector", "Projector"},
}};
std::optional<ThemeKind> parse_theme(std::string_view name);
std::string_view to_string(ThemeKind kind);

/// All colours of a theme. Text has a contrast of at least 4.5:1 on `canvas`, `panel`, `panel_raised` and
/// `field`; drawn marks have at least 3:1 on `canvas` (WCAG 2.1, 1.4.3 and 1.4.11; checked by a test). The
/// colours of bodies, overlays and verdicts are legible as text, too, except `aabb`, and in the dark theme
/// `body_kinematic` on `field`. `pair_a`, `pair_b` and `contact` are for marks and have a variant for text.
/// The coloured marks except `aabb` use hues of the colour-blind-safe set of Okabe and Ito, lightened or
/// darkened to reach this contrast.
/// Source: M. Okabe, K. Ito, "Color Universal Design", 2008.
struct Palette {
    // Surfaces, from back to front.
    Color canvas;        ///< Behind the world.
    Color panel;         ///< Behind controls.
    Color panel_raised;  ///< Menus, tooltips, headers.
    Color field;         ///< Inside inputs and buttons.
    Color field_hover;
    Color field_active;
    Color border;

    Color text;
    Color text_dim;     ///< Labels, units, second lines.
    Color text_faint;   ///< Zeros, dashes, choices not taken.
    Color accent;       ///< Chosen or focused items. Never a body, an outcome or a warning.
    Color accent_text;  ///< Text on `accent`.

    Color grid_minor;
    Color grid_major;
    Color grid_axis;

    // The inspected pair: in world, plots and tables, A is always blue and B orange.
    Color pair_a;
    Color pair_b;
    Color pair_a_text;
    Color pair_b_text;

    // Bodies by role.
    Color body_static;
    Color body_kinematic;
    Color body_dynamic;
    Color body_bullet;
    Color body_sensor;

    // Overlays.
    Color contact;
    Color contact_text;
    Color normal;
    Color normal_impulse;
    Color friction_impulse;
    Color velocity;
    Color aabb;  ///< Bounding boxes and data structures of the broad phase.
    Color joint;
    Color center_of_mass;
    Color selection;

    // Verdicts. Always drawn with an icon and a word.
    Color good;
    Color bad;
    Color warning;
};

/// Share of the accent in the fill of a chosen row, over `panel`.
inline constexpr float chosen_fill = 0.18f;
/// Share of its colour in the fill of a chip, over `canvas`.
inline constexpr float chip_fill = 0.16f;
/// Share of the accent in the fill of a button that is on, over the surface behind it.
inline constexpr float lit_fill = 0.22f;

const Palette& palette_of(ThemeKind kind);

}  // namespace toibox::app
