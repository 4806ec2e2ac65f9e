// SPDX-License-Identifier: MIT
// The entries of the legend: one for each kind of mark that the chosen overlays draw.
#include "app/views/island_view.h"
#include "app/views/past_view.h"
#include "app/window/world/world_view.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

void add_shape_entries(std::vector<LegendEntry>& entries, const WorldPainter& painter, const Palette& palette,
                       const DrawChoices& draw) {
    const auto add = [&](DrawRole role, LegendSymbol symbol, const char* text) {
        if (painter.has_drawn(role))
            entries.push_back({.symbol = symbol, .color = style_of(role, palette).outline, .text = text});
    };
    add(DrawRole::Static, LegendSymbol::HatchedArea, "static body");
    add(DrawRole::Kinematic, LegendSymbol::Area, "kinematic body, dotted");
    if (!draw.islands) add(DrawRole::Dynamic, LegendSymbol::Area, "dynamic body (or its own colour)");
    add(DrawRole::Bullet, LegendSymbol::Area, "bullet, thick outline");
    add(DrawRole::Sensor, LegendSymbol::DashedArea, "sensor");
}

void add_contact_entries(std::vector<LegendEntry>& entries, const Palette& palette, const DrawOptions& draw) {
    if (draw.contacts) {
        entries.push_back({.symbol = LegendSymbol::Dot,
                           .color = palette.contact,
                           .text = "contact point, warm (pale: not touching)"});
        entries.push_back(
            {.symbol = LegendSymbol::Ring, .color = palette.contact, .text = "contact point, cold"});
    }
    if (draw.normals)
        entries.push_back(
            {.symbol = LegendSymbol::Arrow, .color = palette.normal, .text = "contact normal, from A to B"});
    if (draw.impulse_values)
        entries.push_back({.symbol = LegendSymbol::Sample,
                           .color = palette.normal_impulse,
                           .sample = "1 N·s",
                           .text = "normal impulse of the last step"});
    if (draw.feature_ids)
        entries.push_back({.symbol = LegendSymbol::Sample,
                           .color = palette.text,
                           .sample = "A0·B2",
                           .text = "edge of A, vertex of B"});
}

void add_motion_entries(std::vector<LegendEntry>& entries, const Palette& palette, const DrawChoices& draw,
                        double hertz) {
    if (draw.swept_shapes)
        entries.push_back({.symbol = LegendSymbol::DashedArea,
                           .color = palette.body_dynamic,
                           .text = fmt::format("swept in the last step, {:.3g} ms", 1e3 / hertz)});
    if (draw.ghosts)
        entries.push_back({.symbol = LegendSymbol::Ghosts,
                           .color = palette.body_dynamic,
                           .text = fmt::format("last {} steps, × {:.1f} per step back", max_ghosts,
                                               static_cast<double>(ghost_strength))});
    if (draw.trails)
        entries.push_back({.symbol = LegendSymbol::Trail,
                           .color = palette.body_dynamic,
                           .text = fmt::format("centre in the last {:.3g} s, a dot per step",
                                               static_cast<double>(draw.trail_seconds))});
    if (draw.islands)
        entries.push_back({.symbol = LegendSymbol::Pair,
                           .color = island_color(0, palette),
                           .second_color = island_color(1, palette),
                           .text = "two islands"});
}

void add_body_entries(std::vector<LegendEntry>& entries, const Palette& palette, const DrawOptions& draw,
                      bool has_joints) {
    if (draw.boxes)
        entries.push_back(
            {.symbol = LegendSymbol::Line, .color = palette.aabb, .text = "enlarged box (AABB)"});
    if (draw.joints && has_joints)
        entries.push_back({.symbol = LegendSymbol::Ring, .color = palette.joint, .text = "joint anchor"});
    if (draw.centers_of_mass)
        entries.push_back(
            {.symbol = LegendSymbol::Plus, .color = palette.center_of_mass, .text = "centre of mass"});
}

}  // namespace

/// From the bottom of the legend upwards. Without a legend, only the scales of the arrows.
std::vector<LegendEntry> WorldView::legend_of(const Session& session, const DrawChoices& draw,
                                              const Palette& palette) const {
    std::vector<LegendEntry> entries = arrow_entries(*painter_);
    if (!draw.legend) return entries;
    add_contact_entries(entries, palette, draw.world);
    add_body_entries(entries, palette, draw.world, session.world().joint_count() > 0);
    if (draw.sleep_timers)
        entries.push_back({.symbol = LegendSymbol::Arc,
                           .color = palette.text,
                           .text = fmt::format("slow, of {:.3g} s; full: asleep",
                                               static_cast<double>(session.settings().sleep_time))});
    add_motion_entries(entries, palette, draw, session.hertz());
    if (draw.world.shapes) add_shape_entries(entries, *painter_, palette, draw);
    return entries;
}

}  // namespace toibox::app
