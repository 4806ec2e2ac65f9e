// SPDX-License-Identifier: MIT
#include "app/views/island_view.h"

#include "toibox/dynamics/world_state.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toibox::app {
namespace {

constexpr float timer_radius = 7.0f;  ///< Points.
constexpr float timer_width = 2.0f;   ///< Points.
constexpr float timer_ring = 0.25f;   ///< Opacity of the whole ring.
constexpr float timer_turn = 6.2831853f;
constexpr float timer_piece = timer_turn / 24.0f;

/// An arc that starts at the top and goes clockwise.
void draw_arc(DrawBatch& batch, Vec2 center, float angle, Color color) {
    const float radius = batch.view().meters(timer_radius);
    const auto at = [&](float turned) { return center + radius * Vec2{std::sin(turned), std::cos(turned)}; };
    for (float from = 0.0f; from < angle; from += timer_piece)
        batch.line(at(from), at(std::min(from + timer_piece, angle)), color, timer_width);
}

}  // namespace

Color island_color(std::uint32_t island, const Palette& palette) {
    const std::array colors{palette.pair_a,          palette.pair_b, palette.body_dynamic,
                            palette.body_kinematic,  palette.accent, palette.body_bullet,
                            palette.friction_impulse};
    return colors[island % colors.size()];
}

void draw_sleep_timers(DrawBatch& batch, const World& world, const Palette& palette) {
    const WorldState& state = world.state();
    if (!state.settings.sleeping) return;
    for (const BodyHandle body : world.bodies()) {
        const BodyInfo& info = state.bodies.info[body.index];
        const BodySleep& sleep = state.bodies.sleep[body.index];
        if (info.type != BodyType::Dynamic || !info.allow_sleep) continue;
        const bool is_asleep = sleep.island != null_index;
        const float fraction = is_asleep ? 1.0f : std::min(sleep.slow_time / state.settings.sleep_time, 1.0f);
        if (!(fraction > 0.0f)) continue;
        const Vec2 center = state.bodies.pose[body.index].center;
        batch.ring(center, timer_radius, with_alpha(palette.text_dim, timer_ring), timer_width);
        draw_arc(batch, center, fraction * timer_turn, is_asleep ? palette.text_dim : palette.text);
    }
}

}  // namespace toibox::app
