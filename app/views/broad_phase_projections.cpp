// SPDX-License-Identifier: MIT
#include "app/views/broad_phase_projections.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {

namespace {

constexpr float row_margin = 6.0f;          ///< Between the edge of the view and the first row, points.
constexpr float max_row_height = 9.0f;      ///< Points.
constexpr float min_row_height = 2.0f;      ///< Points.
constexpr float min_bracket_height = 4.0f;  ///< A bracket less high than this is drawn as a tick, points.
constexpr std::size_t max_named_bars = 24;  ///< With more bars, none gets a name.
constexpr int bar_name_priority = 2;
constexpr int axis_priority = 12;

/// The row of each bar, so that overlapping bars are in different rows.
struct BarRows {
    std::vector<std::uint32_t> row_of;  ///< By box id.
    std::uint32_t count = 0;
};

/// Gives each bar the lowest row that is free at the start of the bar.
BarRows assign_bar_rows(std::span<const Endpoint> endpoints, std::size_t keys) {
    BarRows rows;
    rows.row_of.assign(keys / 2, 0);
    std::vector<std::uint8_t> taken;
    for (const Endpoint& endpoint : endpoints) {
        if (endpoint.is_end()) {
            taken[rows.row_of[endpoint.id()]] = 0;
            continue;
        }
        const auto free = std::ranges::find(taken, 0);
        const auto row = static_cast<std::size_t>(free - taken.begin());
        if (row == taken.size()) taken.push_back(0);
        taken[row] = 1;
        rows.row_of[endpoint.id()] = static_cast<std::uint32_t>(row);
    }
    rows.count = static_cast<std::uint32_t>(taken.size());
    return rows;
}

std::size_t key_count(std::span<const Endpoint> endpoints) {
    std::size_t count = 0;
    for (const Endpoint& endpoint : endpoints)
        count = std::max(count, std::size_t{endpoint.key | 1u} + 1);
    return count;
}

}  // namespace

BroadPhaseProjections::BroadPhaseProjections(const Session& session, const Palette& palette,
                                             const BroadPhaseLayers& layers)
    : session_(session),
      palette_(palette),
      layers_(layers),
      view_(layers.above.view()),
      exchanged_{exchanged_endpoints(session, 0), exchanged_endpoints(session, 1)} {}

Vec2 BroadPhaseProjections::at(int axis, float along, float above_edge) const {
    const Viewport& area = view_.viewport;
    const Vec2 corner = narrow(view_.to_world({area.x + above_edge, area.y + area.height - above_edge}));
    return axis == 0 ? Vec2{along, corner.y} : Vec2{corner.x, along};
}

void BroadPhaseProjections::bar(int axis, float start, float end, float height, float width) const {
    layers_.above.line(at(axis, start, height), at(axis, end, height), with_alpha(palette_.aabb, 0.55f),
                       width);
}

/// Draws an endpoint as "[" or "]".
void BroadPhaseProjections::bracket(int axis, const Endpoint& endpoint, float height,
                                    float half_height) const {
    const Color plain = endpoint.is_end() ? palette_.text_dim : palette_.accent;
    const ExchangedEndpoints& exchanged = exchanged_[static_cast<std::size_t>(axis)];
    const bool is_exchanged = exchanged.has(endpoint);
    const Color color = is_exchanged ? mix(plain, palette_.warning, exchanged.strength) : plain;
    const float width = is_exchanged ? 1.5f + 1.5f * exchanged.strength : 1.5f;
    DrawBatch& batch = layers_.above;
    batch.line(at(axis, endpoint.value, height - half_height), at(axis, endpoint.value, height + half_height),
               color, width);
    if (2.0f * half_height < min_bracket_height) return;
    const float foot = (endpoint.is_end() ? -1.0f : 1.0f) * view_.meters(3.0f);
    for (const float side : {-half_height, half_height}) {
        batch.line(at(axis, endpoint.value, height + side), at(axis, endpoint.value + foot, height + side),
                   color, width);
    }
}

void BroadPhaseProjections::draw(std::span<const Endpoint> endpoints, int axis) const {
    if (endpoints.empty()) return;
    const Aabb seen = view_.visible();
    const float low = axis == 0 ? seen.lower.x : seen.lower.y;
    const float high = axis == 0 ? seen.upper.x : seen.upper.y;
    const Vec2 seen_center = center(seen);
    const Vec2 half_size = 0.5f * (seen.upper - seen.lower);
    const float strip = view_.meters(0.5f * projection_strip_height);
    const Vec2 on_edge = at(axis, axis == 0 ? seen_center.x : seen_center.y, 0.5f * projection_strip_height);
    layers_.above.box(on_edge, axis == 0 ? Vec2{half_size.x, strip} : Vec2{strip, half_size.y}, {}, 0.0f,
                      {.fill = with_alpha(palette_.canvas, 0.8f), .outline = palette_.canvas, .width = 0.0f});

    const BarRows rows = assign_bar_rows(endpoints, key_count(endpoints));
    const float ideal_height = (projection_strip_height - 2.0f * row_margin) / static_cast<float>(rows.count);
    const float row_height = std::clamp(ideal_height, min_row_height, max_row_height);
    const auto max_rows =
        static_cast<std::uint32_t>((projection_strip_height - 2.0f * row_margin) / row_height);
    const auto height_of = [&](ProxyId id) {
        return row_margin +
               row_height * (0.5f + static_cast<float>(rows.row_of[id] % std::max(max_rows, 1u)));
    };
    std::vector<float> starts(rows.row_of.size(), 0.0f);
    for (const Endpoint& endpoint : endpoints) {
        if (!endpoint.is_end()) {
            starts[endpoint.id()] = endpoint.value;
            continue;
        }
        const float from = std::max(starts[endpoint.id()], low);
        const float to = std::min(endpoint.value, high);
        if (from < to) bar(axis, from, to, height_of(endpoint.id()), std::max(0.45f * row_height, 1.0f));
    }
    const bool named = endpoints.size() <= 2 * max_named_bars;
    for (const Endpoint& endpoint : endpoints) {
        if (endpoint.value < low || endpoint.value > high) continue;
        bracket(axis, endpoint, height_of(endpoint.id()), 0.5f * row_height - 0.5f);
        if (named && !endpoint.is_end())
            layers_.labels.add(view_.to_points(at(axis, endpoint.value, height_of(endpoint.id()))),
                               box_name(session_, endpoint.id()), palette_.text_dim, bar_name_priority);
    }
}

void BroadPhaseProjections::mark_axis(int axis) const {
    const Viewport& area = view_.viewport;
    const float length = std::min(0.25f * (axis == 0 ? area.width : area.height), 160.0f);
    const Vec2 to_point =
        axis == 0 ? Vec2{area.x + area.width - row_margin, area.y + area.height - projection_strip_height}
                  : Vec2{area.x + projection_strip_height, area.y + row_margin};
    const Vec2 from_point = axis == 0 ? to_point - Vec2{length, 0.0f} : to_point + Vec2{0.0f, length};
    layers_.above.arrow(narrow(view_.to_world(from_point)), narrow(view_.to_world(to_point)), palette_.accent,
                        2.0f);
    layers_.labels.add(from_point, axis == 0 ? "sweep axis x" : "sweep axis y", palette_.accent,
                       axis_priority);
}

}  // namespace toibox::app
