// SPDX-License-Identifier: MIT
#include "app/views/verdict/chip_placer.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// The whole coordinates in the area that are nearest to its upper left corner.
Vec2 first_corner(const UiRect& area) {
    return {std::ceil(area.x), std::ceil(area.y)};
}

/// The multiples of a step in [0, last], from the nearest to a value outwards.
class Nearby {
public:
    Nearby(float value, float last, float step)
        : step_(step), count_(last < 0.0f ? 0 : 1 + static_cast<int>(last / step)) {
        start_ = static_cast<int>(std::round(std::clamp(value / step, 0.0f, static_cast<float>(count_))));
        start_ = std::min(start_, std::max(count_ - 1, 0));
    }
    [[nodiscard]] int count() const { return count_; }
    /// The i-th nearest.
    [[nodiscard]] float at(int i) const {
        // On both sides, as far as the shorter one goes; then on the other.
        const int both = 2 * std::min(start_, count_ - 1 - start_);
        const int far = i <= both ? (i + 1) / 2 : i - both / 2;
        const bool is_below = i <= both ? i % 2 == 1 : 2 * start_ >= count_;
        return step_ * static_cast<float>(is_below ? start_ - far : start_ + far);
    }

private:
    float step_;
    int count_;
    int start_;
};

struct Nearest {
    float distance = std::numeric_limits<float>::infinity();
    std::optional<PlacedChip> chip;
};

}  // namespace

void ChipPlacer::begin(const UiRect& area, float ring) {
    *this = {};
    area_ = area;
    ring_ = ring;
}

PlacedChip ChipPlacer::with_leader(const UiRect& rect, Vec2 point) const {
    // The leader runs along the line through the nearest centre of a half circle, so that it leaves the chip
    // at once.
    const float radius = 0.5f * rect.height;
    const Vec2 center{std::clamp(point.x, rect.x + radius, rect.x + rect.width - radius), rect.y + radius};
    const Vec2 along = point == center ? Vec2{1.0f, 0.0f} : normalized(point - center);
    return {rect, {center + radius * along, point - ring_ * along}};
}

/// With whole coordinates, in the area: its edges may have fractions.
UiRect ChipPlacer::at_corner(Vec2 corner, Vec2 size) const {
    const Vec2 whole = max(Vec2{std::floor(corner.x), std::floor(corner.y)}, first_corner(area_));
    return {whole.x, whole.y, size.x, size.y};
}

bool ChipPlacer::is_free(const PlacedChip& chip) const {
    const UiRect around = grown(chip.rect, chip_gap);
    const auto is_covered = [&](const UiRect& other) { return overlap(around, other); };
    const auto is_crossed = [&](const UiRect& other) { return crosses(chip.leader, other); };
    return contains(area_, chip.rect) && std::ranges::none_of(clear_, is_covered) &&
           std::ranges::none_of(blocked_, is_covered) && std::ranges::none_of(blocked_, is_crossed) &&
           std::ranges::none_of(leaders_, [&](const std::array<Vec2, 2>& leader) {
               return crosses(leader, around) || cross_each_other(leader, chip.leader);
           });
}

bool ChipPlacer::covers_avoided(const UiRect& chip) const {
    const UiRect around = grown(chip, chip_gap);
    return std::ranges::any_of(avoided_, [&](const UiRect& other) { return overlap(around, other); });
}

/// The nearest place in a grid of half chip heights; one that covers no avoided area, if there is any.
std::optional<PlacedChip> ChipPlacer::nearest_free(Vec2 point, Vec2 size) const {
    const float step = 0.5f * size.y;
    const Vec2 first = first_corner(area_);
    const Vec2 to_left_end{step, step};  // from the corner to the centre of the left half circle
    const Nearby columns(point.x - to_left_end.x - first.x, area_.x + area_.width - size.x - first.x, step);
    const Nearby rows(point.y - to_left_end.y - first.y, area_.y + area_.height - size.y - first.y, step);
    Nearest clear;
    Nearest covering;
    for (int i = 0; i < rows.count(); ++i) {
        const float y = first.y + rows.at(i);
        if (std::abs(y + to_left_end.y - point.y) >= clear.distance) continue;
        for (int k = 0; k < columns.count(); ++k) {
            const Vec2 corner{first.x + columns.at(k), y};
            const float away = distance(point, corner + to_left_end);
            if (away >= clear.distance) continue;
            const UiRect rect = at_corner(corner, size);
            Nearest& nearest = covers_avoided(rect) ? covering : clear;
            if (away >= nearest.distance) continue;
            if (const PlacedChip chip = with_leader(rect, point); is_free(chip)) nearest = {away, chip};
        }
    }
    return clear.chip ? clear.chip : covering.chip;
}

std::optional<PlacedChip> ChipPlacer::place(Vec2 point, Vec2 size) {
    std::optional<PlacedChip> found;
    for (const Vec2 offset : preferred_offsets) {
        const PlacedChip chip = with_leader(at_corner(preferred_corner(point, size, offset), size), point);
        if (!is_free(chip) || covers_avoided(chip.rect)) continue;
        found = chip;
        break;
    }
    if (!found) found = nearest_free(point, size);
    if (!found) return std::nullopt;
    blocked_.push_back(found->rect);
    leaders_.push_back(found->leader);
    return found;
}

}  // namespace toibox::app
