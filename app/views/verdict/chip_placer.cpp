// SPDX-License-Identifier: MIT
#include "app/views/verdict/chip_placer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace toibox::app {

namespace {

constexpr float chip_gap = 3.0f;  ///< Between a chip and what it must not cover, points.

/// Where a chip stands first, if there is room: from the point to the near edge of the chip, in chip heights.
/// Negative: left of the point, or above it; y 0: beside it.
constexpr std::array preferred_offsets{Vec2{0.9f, -2.0f},  Vec2{-0.9f, -2.0f}, Vec2{0.9f, -1.2f},
                                       Vec2{-0.9f, -1.2f}, Vec2{0.9f, 1.2f},   Vec2{-0.9f, 1.2f},
                                       Vec2{1.2f, 0.0f},   Vec2{-1.2f, 0.0f}};

Vec2 preferred_corner(Vec2 point, Vec2 size, Vec2 offset) {
    const float below = offset.y < 0.0f ? 1.0f : offset.y > 0.0f ? 0.0f : 0.5f;
    return {point.x + offset.x * size.y - (offset.x < 0.0f ? size.x : 0.0f),
            point.y + (offset.y - below) * size.y};
}

/// Whether the segment passes through the rectangle.
bool crosses(const std::array<Vec2, 2>& segment, const UiRect& rect) {
    float enter = 0.0f;
    float leave = 1.0f;
    const Vec2 d = segment[1] - segment[0];
    const auto clip = [&](float at, float along, float low, float high) {
        if (along == 0.0f) return at >= low && at <= high;
        const float first = (low - at) / along;
        const float second = (high - at) / along;
        enter = std::max(enter, std::min(first, second));
        leave = std::min(leave, std::max(first, second));
        return enter <= leave;
    };
    return clip(segment[0].x, d.x, rect.x, rect.x + rect.width) &&
           clip(segment[0].y, d.y, rect.y, rect.y + rect.height);
}

bool cross_each_other(const std::array<Vec2, 2>& a, const std::array<Vec2, 2>& b) {
    const auto separates = [](const std::array<Vec2, 2>& line, const std::array<Vec2, 2>& ends) {
        const Vec2 d = line[1] - line[0];
        return cross(d, ends[0] - line[0]) * cross(d, ends[1] - line[0]) < 0.0f;
    };
    return separates(a, b) && separates(b, a);
}

UiRect grown(const UiRect& rect, float by) {
    return {rect.x - by, rect.y - by, rect.width + 2.0f * by, rect.height + 2.0f * by};
}

bool contains(const UiRect& outer, const UiRect& inner) {
    return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width && inner.y >= outer.y &&
           inner.y + inner.height <= outer.y + outer.height;
}

}  // namespace

void ChipPlacer::begin(const UiRect& area, float ring) {
    *this = {};
    area_ = area;
    ring_ = ring;
}

void ChipPlacer::keep_ring_clear(Vec2 point) {
    keep_clear({point.x - ring_, point.y - ring_, 2.0f * ring_, 2.0f * ring_});
}

PlacedChip ChipPlacer::with_leader(const UiRect& rect, Vec2 point) const {
    // The leader runs along the line through the nearest centre of a half circle, so that it leaves the chip
    // at once.
    const float radius = 0.5f * rect.height;
    const Vec2 center{std::clamp(point.x, rect.x + radius, rect.x + rect.width - radius), rect.y + radius};
    const Vec2 along = point == center ? Vec2{1.0f, 0.0f} : normalized(point - center);
    return {rect, {center + radius * along, point - ring_ * along}};
}

bool ChipPlacer::is_free(const PlacedChip& chip, bool avoids) const {
    const UiRect around = grown(chip.rect, chip_gap);
    const auto is_covered = [&](const UiRect& other) { return overlap(around, other); };
    const auto is_crossed = [&](const UiRect& other) { return crosses(chip.leader, other); };
    return contains(area_, chip.rect) && std::ranges::none_of(clear_, is_covered) &&
           std::ranges::none_of(blocked_, is_covered) && std::ranges::none_of(blocked_, is_crossed) &&
           !(avoids && std::ranges::any_of(avoided_, is_covered)) &&
           std::ranges::none_of(leaders_, [&](const std::array<Vec2, 2>& leader) {
               return crosses(leader, around) || cross_each_other(leader, chip.leader);
           });
}

/// Upper left corners to try, the best first.
std::vector<Vec2> ChipPlacer::corners(Vec2 point, Vec2 size) const {
    std::vector<std::pair<float, Vec2>> all;
    const float step = 0.5f * size.y;
    const Vec2 left_end{step, step};  // the centre of the left half circle
    for (float y = area_.y; y + size.y <= area_.y + area_.height; y += step) {
        for (float x = area_.x; x + size.x <= area_.x + area_.width; x += step)
            all.emplace_back(distance(point, Vec2{x, y} + left_end), Vec2{x, y});
    }
    std::ranges::stable_sort(all, {}, [](const auto& entry) { return entry.first; });
    std::vector<Vec2> corners;
    for (const auto& entry : all)
        corners.push_back(entry.second);
    return corners;
}

std::optional<PlacedChip> ChipPlacer::place(Vec2 point, Vec2 size) {
    std::optional<PlacedChip> found;
    const auto try_corner = [&](Vec2 corner, bool avoids) {
        const UiRect rect{std::floor(corner.x), std::floor(corner.y), size.x, size.y};
        const PlacedChip chip = with_leader(rect, point);
        if (is_free(chip, avoids)) found = chip;
        return found.has_value();
    };
    for (const Vec2 offset : preferred_offsets) {
        if (try_corner(preferred_corner(point, size, offset), true)) break;
    }
    if (!found) {
        const std::vector<Vec2> all = corners(point, size);
        const auto is_placed = [&](bool avoids) {
            return std::ranges::any_of(all, [&](Vec2 corner) { return try_corner(corner, avoids); });
        };
        if (!is_placed(true) && !is_placed(false)) return std::nullopt;
    }
    blocked_.push_back(found->rect);
    leaders_.push_back(found->leader);
    return found;
}

}  // namespace toibox::app
