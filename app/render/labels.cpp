// SPDX-License-Identifier: MIT
#include "app/render/labels.h"

#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace toibox::app {
namespace {

/// Directions from the anchor to the label's centre. The right side is preferred.
constexpr std::array<Vec2, 8> directions{
    {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {0, -1}, {0, 1}}};
constexpr std::array distances{8.0f, 24.0f};  ///< Gaps to try between anchor and label, points.
constexpr float gap = 1.0f;                   ///< Minimum gap between two labels, points.
constexpr Vec2 background_margin{3.0f, 1.0f};
constexpr float background_rounding = 3.0f;

/// The margin around the text of a badge: it is as high as wide, or wider for a long text.
Vec2 badge_margin(Vec2 text_size) {
    constexpr float around = 2.0f;
    return {std::max(around + 2.0f, 0.5f * (text_size.y - text_size.x) + around), around};
}

}  // namespace

void LabelPlacer::begin(const UiRect& bounds) {
    bounds_ = bounds;
    taken_.clear();
}

bool LabelPlacer::is_free(const UiRect& rect) const {
    if (rect.x < bounds_.x || rect.y < bounds_.y || rect.x + rect.width > bounds_.x + bounds_.width ||
        rect.y + rect.height > bounds_.y + bounds_.height) {
        return false;
    }
    return std::none_of(taken_.begin(), taken_.end(),
                        [&](const UiRect& other) { return overlap(rect, other, gap); });
}

void LabelPlacer::keep_line_clear(std::span<const Vec2> line) {
    constexpr float spacing = 6.0f;  // points
    for (std::size_t i = 1; i < line.size(); ++i) {
        const Vec2 from = line[i - 1];
        const Vec2 to = line[i];
        // Nothing is placed outside the bounds, and a line may extend far beyond them.
        const UiRect box{std::min(from.x, to.x), std::min(from.y, to.y), std::abs(to.x - from.x),
                         std::abs(to.y - from.y)};
        if (!overlap(box, bounds_, gap)) continue;
        const int count = std::max(1, static_cast<int>(distance(from, to) / spacing));
        for (int k = 0; k <= count; ++k) {
            const Vec2 at = lerp(from, to, static_cast<float>(k) / static_cast<float>(count));
            keep_clear({at.x - 0.5f * spacing, at.y - 0.5f * spacing, spacing, spacing});
        }
    }
}

std::optional<UiRect> LabelPlacer::place_at_first(std::span<const Vec2> corners, Vec2 size) {
    for (const Vec2 corner : corners) {
        const UiRect rect{corner.x, corner.y, size.x, size.y};
        if (!is_free(rect)) continue;
        taken_.push_back(rect);
        return rect;
    }
    return std::nullopt;
}

std::optional<UiRect> LabelPlacer::place(Vec2 anchor, Vec2 size) {
    for (const float distance : distances) {
        for (const Vec2 direction : directions) {
            const Vec2 label_center{anchor.x + direction.x * (0.5f * size.x + distance),
                                    anchor.y + direction.y * (0.5f * size.y + distance)};
            const UiRect rect{std::floor(label_center.x - 0.5f * size.x),
                              std::floor(label_center.y - 0.5f * size.y), size.x, size.y};
            if (!is_free(rect)) continue;
            taken_.push_back(rect);
            return rect;
        }
    }
    return std::nullopt;
}

void LabelLayer::begin(const UiRect& bounds) {
    placer_.begin(bounds);
    labels_.clear();
}

void LabelLayer::add(Vec2 anchor, std::string text, Color color, int priority) {
    if (labels_.size() < max_labels)
        labels_.push_back({anchor, std::move(text), color, priority, labels_.size()});
}

void LabelLayer::add_badge(Vec2 anchor, std::string text, Color color, int priority) {
    if (labels_.size() < max_labels)
        labels_.push_back({anchor, std::move(text), color, priority, labels_.size(), true});
}

std::vector<LabelLayer::Placed> LabelLayer::place(const std::function<Vec2(const std::string&)>& size_of) {
    std::sort(labels_.begin(), labels_.end(), [](const Label& a, const Label& b) {
        return a.priority != b.priority ? a.priority > b.priority : a.order < b.order;
    });
    std::vector<Placed> placed;
    for (const Label& label : labels_) {
        const Vec2 text_size = size_of(label.text);
        const Vec2 margin = label.is_badge ? badge_margin(text_size) : background_margin;
        const auto rect = placer_.place(label.anchor, text_size + 2.0f * margin);
        if (rect)
            placed.push_back({*rect, Vec2{rect->x, rect->y} + margin, label.text, label.color, label.is_badge,
                              label.anchor});
    }
    return placed;
}

void LabelLayer::draw_badge(ImDrawList& list, const Placed& badge, Color background) {
    const UiRect& rect = badge.background;
    const ImVec2 center{rect.x + 0.5f * rect.width, rect.y + 0.5f * rect.height};
    const float rounding = 0.5f * std::min(rect.width, rect.height);
    const ImU32 color = to_imgui(badge.color);
    list.AddLine({badge.anchor.x, badge.anchor.y}, center, color, 1.0f);
    const ImVec2 high{rect.x + rect.width, rect.y + rect.height};
    list.AddRectFilled({rect.x, rect.y}, high, to_imgui(background), rounding);
    compat::add_rect(list, {rect.x, rect.y}, high, color, rounding, 1.0f);
    list.AddText({badge.text_corner.x, badge.text_corner.y}, color, badge.text.c_str());
}

void LabelLayer::draw(ImDrawList& list, Color background) {
    const auto size_of = [](const std::string& text) {
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        return Vec2{size.x, size.y};
    };
    for (const Placed& label : place(size_of)) {
        if (label.is_badge) {
            draw_badge(list, label, background);
            continue;
        }
        const UiRect& rect = label.background;
        list.AddRectFilled({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height},
                           to_imgui(with_alpha(background, 0.8f)), background_rounding);
        list.AddText({label.text_corner.x, label.text_corner.y}, to_imgui(label.color), label.text.c_str());
    }
}

}  // namespace toibox::app
