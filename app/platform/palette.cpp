// SPDX-License-Identifier: MIT
#include "app/platform/palette.h"

namespace toibox::app {
namespace {

constexpr Palette dark{
    .canvas = rgb(0x14161B),
    .panel = rgb(0x1D2027),
    .panel_raised = rgb(0x272B34),
    .field = rgb(0x2D323D),
    .field_hover = rgb(0x383E4B),
    .field_active = rgb(0x444B5A),
    .border = rgb(0x3A404C),
    .text = rgb(0xE8EAEE),
    .text_dim = rgb(0xA9B0BC),
    .text_faint = rgb(0x99A1AE),
    .accent = rgb(0x9C8CFF),
    .accent_text = rgb(0x14121F),
    .grid_minor = rgb(0x1A1D23),
    .grid_major = rgb(0x242830),
    .grid_axis = rgb(0x4B5260),
    .pair_a = rgb(0x56B4E9),
    .pair_b = rgb(0xE69F00),
    .pair_a_text = rgb(0x56B4E9),
    .pair_b_text = rgb(0xE69F00),
    .body_static = rgb(0x98A1AF),
    .body_kinematic = rgb(0xCC79A7),
    .body_dynamic = rgb(0x2DBE91),
    .body_bullet = rgb(0xF0E442),
    .body_sensor = rgb(0xB9C0CB),
    .contact = rgb(0xF27A3C),
    .contact_text = rgb(0xF27A3C),
    .normal = rgb(0xE8EAEE),
    .normal_impulse = rgb(0xF27A3C),
    .friction_impulse = rgb(0xE08BBB),
    .velocity = rgb(0xF0E442),
    .aabb = rgb(0x8A7BB8),
    .joint = rgb(0xC3CAD5),
    .center_of_mass = rgb(0xE8EAEE),
    .selection = rgb(0xFFFFFF),
    .good = rgb(0x34C99B),
    .bad = rgb(0xFF8552),
    .warning = rgb(0xF0E442),
};

constexpr Palette light{
    .canvas = rgb(0xFBFBFC),
    .panel = rgb(0xF0F1F4),
    .panel_raised = rgb(0xFFFFFF),
    .field = rgb(0xE2E5EA),
    .field_hover = rgb(0xD6DAE2),
    .field_active = rgb(0xC8CED8),
    .border = rgb(0xC9CED7),
    .text = rgb(0x1B1E25),
    .text_dim = rgb(0x4A5160),
    .text_faint = rgb(0x5E6675),
    .accent = rgb(0x5443C9),
    .accent_text = rgb(0xFFFFFF),
    .grid_minor = rgb(0xF3F4F6),
    .grid_major = rgb(0xE6E9ED),
    .grid_axis = rgb(0xA7AEBB),
    .pair_a = rgb(0x0072B2),
    .pair_b = rgb(0xB56C00),
    .pair_a_text = rgb(0x0069A3),
    .pair_b_text = rgb(0x915600),
    .body_static = rgb(0x5A6270),
    .body_kinematic = rgb(0x9A3F72),
    .body_dynamic = rgb(0x00734F),
    .body_bullet = rgb(0x6E6200),
    .body_sensor = rgb(0x4A5160),
    .contact = rgb(0xC24A00),
    .contact_text = rgb(0xB04300),
    .normal = rgb(0x1B1E25),
    .normal_impulse = rgb(0xC24A00),
    .friction_impulse = rgb(0x9A3F72),
    .velocity = rgb(0x6E6200),
    .aabb = rgb(0x7A6BB0),
    .joint = rgb(0x3F4653),
    .center_of_mass = rgb(0x1B1E25),
    .selection = rgb(0x000000),
    .good = rgb(0x00694C),
    .bad = rgb(0xA83C00),
    .warning = rgb(0x6B5E00),
};

constexpr Palette make_projector() {
    Palette palette = light;
    palette.canvas = rgb(0xFFFFFF);
    palette.panel = rgb(0xFFFFFF);
    palette.field = rgb(0xE8EAEE);
    palette.field_hover = rgb(0xDDE0E6);
    palette.field_active = rgb(0xCFD4DC);
    palette.border = rgb(0x8B93A1);
    palette.text = rgb(0x000000);
    palette.text_dim = rgb(0x343A45);
    palette.text_faint = rgb(0x4A5160);
    palette.accent = rgb(0x3B2BAA);
    palette.grid_minor = rgb(0xF4F5F7);
    palette.grid_major = rgb(0xE6E9ED);
    palette.grid_axis = rgb(0x7E8795);
    palette.body_static = rgb(0x444B57);
    palette.body_dynamic = rgb(0x006B4E);
    return palette;
}
constexpr Palette projector = make_projector();

}  // namespace

std::optional<ThemeKind> parse_theme(std::string_view name) {
    for (const ThemeName& theme : theme_names) {
        if (theme.name == name) return theme.kind;
    }
    return std::nullopt;
}

std::string_view to_string(ThemeKind kind) {
    return theme_names[static_cast<std::size_t>(kind)].name;
}

const Palette& palette_of(ThemeKind kind) {
    switch (kind) {
        case ThemeKind::Light:
            return light;
        case ThemeKind::Projector:
            return projector;
        case ThemeKind::Dark:
            break;
    }
    return dark;
}

}  // namespace toibox::app
