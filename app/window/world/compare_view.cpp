// SPDX-License-Identifier: MIT
#include "app/window/world/compare_view.h"

#include "app/panels/widgets/widgets.h"
#include "app/platform/theme.h"
#include "app/session/comparison/comparison_rows.h"
#include "app/views/verdict_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui.h>

namespace toibox::app {

namespace {

/// Poses that differ less on the screen are drawn as one, points.
constexpr float min_visible_difference = 1.0f;
constexpr int pane_number_priority = 2;

/// Whether the outlines of a body at two poses can be told apart.
bool differ_visibly(const BodyView& a, const BodyView& b, const View& view) {
    const float distance = length(a.center() - b.center());
    const float turn = static_cast<float>(std::abs(a.angle() - b.angle())) * a.mass().max_extent;
    return std::max(distance, turn) > view.meters(min_visible_difference);
}

std::string number_text_of(std::size_t pane) {
    return std::to_string(pane + 1);
}

/// The moving bodies of the leader and their counterparts in each pane.
std::vector<std::vector<BodyHandle>> corresponding_bodies(const Comparison& comparison) {
    std::vector<std::vector<BodyHandle>> bodies(comparison.size());
    const World& leader = comparison.pane(0).world();
    for (const BodyHandle body : leader.bodies()) {
        if (leader.find(body)->info().type != BodyType::Static) bodies[0].push_back(body);
    }
    for (std::size_t i = 1; i < comparison.size(); ++i) {
        for (const BodyHandle body : bodies[0])
            bodies[i].push_back(comparison.body_in(i, body));
    }
    return bodies;
}

}  // namespace

Viewport CompareView::Arrangement::below_headers() const {
    Viewport area = whole.viewport;
    const float header = areas.empty() ? 0.0f : areas.front().header.height;
    area.y += header;
    area.height -= header;
    return area;
}

std::size_t CompareView::Arrangement::at(Vec2 points) const {
    const auto found = std::ranges::find_if(areas, [&](const PaneArea& area) {
        const Viewport& world = area.world;
        return points.x >= world.x && points.y >= world.y && points.x < world.x + world.width &&
               points.y < world.y + world.height;
    });
    return found != areas.end() ? static_cast<std::size_t>(found - areas.begin()) : 0;
}

CompareView::Arrangement CompareView::arrange(const Comparison& comparison, const CompareState& state,
                                              const View& whole, float header_height,
                                              const std::optional<Vec2>& size) {
    Arrangement arrangement{.whole = whole, .panes = {}, .areas = {}};
    if (state.alone >= 1 && state.alone <= comparison.size()) {
        arrangement.panes = {state.alone - 1};
        arrangement.areas = pane_areas(whole.viewport, PaneArrangement::Rows, 1, header_height);
        return arrangement;
    }
    for (std::size_t i = 0; i < comparison.size(); ++i)
        arrangement.panes.push_back(i);
    const std::size_t count = comparison.size();
    const PaneArrangement kind =
        state.arrangement.value_or(size ? arrangement_to_show(*size, whole.viewport, count, header_height)
                                        : arrangement_for(comparison.pane(0).run().scene(), count));
    arrangement.areas = pane_areas(whole.viewport, kind, count, header_height);
    const PaneArea& first = arrangement.areas.front();
    arrangement.zoom =
        size ? pane_zoom_to_show(*size, first, whole.viewport) : pane_zoom(kind, first, whole.viewport);
    return arrangement;
}

void CompareView::build(const Comparison& comparison, const Arrangement& arrangement, const DrawChoices& draw,
                        const Palette& palette, const InspectionView& inspected) {
    bodies_ = corresponding_bodies(comparison);
    InspectionView marks_only;
    marks_only.marks = inspected.marks;
    shown_ = arrangement.panes.size();
    for (std::size_t n = 0; n < shown_; ++n) {
        if (!views_[n]) views_[n] = std::make_unique<WorldView>();
        const std::size_t pane = arrangement.panes[n];
        views_[n]->build(comparison.pane(pane), draw, palette, arrangement.view(n),
                         pane == 0 ? inspected : marks_only, ViewKind::Pane);
        add_other_panes(comparison, arrangement, n, palette);
    }
}

void CompareView::add_other_panes(const Comparison& comparison, const Arrangement& arrangement, std::size_t n,
                                  const Palette& palette) {
    const View view = arrangement.view(n);
    const std::size_t pane = arrangement.panes[n];
    const World& own = comparison.pane(pane).world();
    const auto [batch, labels] = views_[n]->overlay_layers();
    const Style style{.outline = palette.text_dim, .width = 1.0f, .dashed = true};
    for (std::size_t other = 0; other < comparison.size(); ++other) {
        if (other == pane) continue;
        const World& world = comparison.pane(other).world();
        for (std::size_t i = 0; i < bodies_[other].size(); ++i) {
            const auto body = world.find(bodies_[other][i]);
            const auto same = own.find(bodies_[pane][i]);
            if (!body || (same && !differ_visibly(*body, *same, view))) continue;
            for (const ShapeHandle shape : body->shapes())
                batch.shape(world.find(shape)->geometry, body->transform(), style);
            labels.add(view.to_points(body->center()), number_text_of(other), palette.text_dim,
                       pane_number_priority);
        }
    }
}

void CompareView::keep_clear(const UiRect& rect) {
    for (std::size_t n = 0; n < shown_; ++n)
        views_[n]->keep_clear(rect);
}

void CompareView::upload(Renderer& renderer) {
    for (std::size_t n = 0; n < shown_; ++n)
        views_[n]->upload(renderer);
}

namespace {

/// Whether the values that the header shows differ from those of every other pane.
bool is_told_apart(const std::vector<SettingDifference>& differences, std::size_t pane) {
    const std::size_t count = differences.empty() ? 0 : differences.front().values.size();
    for (std::size_t other = 0; other < count; ++other) {
        const auto is_same = [&](const SettingDifference& difference) {
            return difference.values[other] == difference.values[pane];
        };
        if (other != pane && std::ranges::all_of(differences, is_same)) return false;
    }
    return count > 0;
}

/// Draws the header of a pane from left to right: number and settings, and the verdict at the right end.
class PaneHeader {
public:
    PaneHeader(ImDrawList& list, const UiRect& area, const Fonts& fonts, const Palette& palette)
        : list_(list), area_(area), fonts_(fonts), palette_(palette), x_(area.x + spacing::unit) {
        list_.AddRectFilled({area.x, area.y}, {area.x + area.width, area.y + area.height},
                            to_imgui(palette.panel));
    }

    void number(std::size_t pane) {
        const float size = 1.5f * ImGui::GetFontSize();
        const float top = std::floor(area_.y + 0.5f * (area_.height - size));
        list_.AddRectFilled({x_, top}, {x_ + size, top + size}, to_imgui(palette_.field), spacing::half);
        const std::string text = number_text_of(pane);
        compat::push_font(fonts_.bold);
        const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
        list_.AddText({x_ + 0.5f * (size - extent.x), top + 0.5f * (size - extent.y)},
                      to_imgui(palette_.text), text.c_str());
        ImGui::PopFont();
        x_ += size + spacing::unit;
    }
    /// At the right end of the header.
    void verdict(scene::VerdictKind kind) {
        const std::string_view text = scene::name_of(kind).label;
        compat::push_font(fonts_.bold);
        const ImVec2 extent = ImGui::CalcTextSize(text.data(), text.data() + text.size());
        const float x = area_.x + area_.width - extent.x - spacing::wide;
        const float y = std::floor(area_.y + 0.5f * (area_.height - extent.y));
        const ImU32 color = to_imgui(color_of(kind, palette_));
        list_.AddText({x, y}, color, text.data(), text.data() + text.size());
        ImGui::PopFont();
        const float icon_x = x - extent.y - spacing::half;
        draw_icon(list_, icon_of(kind), {icon_x, y}, extent.y, color);
        area_.width = icon_x - area_.x;
    }
    /// A name, which may be empty, and a value.
    using Setting = std::pair<std::string, std::string>;
    /// All settings, from left to right. Without room, the names are left out, and then the values are
    /// shortened.
    void settings(const std::vector<Setting>& all) {
        const float room = area_.x + area_.width - spacing::unit - x_;
        const float gaps = spacing::wide * static_cast<float>(all.size() - 1);
        float names = 0.0f;
        float values = 0.0f;
        for (const auto& [name, value] : all) {
            if (!name.empty()) names += ImGui::CalcTextSize(name.c_str()).x + spacing::unit;
            compat::push_font(fonts_.bold);
            values += ImGui::CalcTextSize(value.c_str()).x;
            ImGui::PopFont();
        }
        const bool has_names = names + values + gaps <= room;
        const float max_width =
            values + gaps <= room ? values : (room - gaps) / static_cast<float>(all.size());
        for (const auto& [name, value] : all) {
            if (has_names && !name.empty()) {
                text(name, palette_.text_dim);
                x_ += spacing::unit;
            }
            compat::push_font(fonts_.bold);
            text(elide(value, max_width), palette_.text);
            ImGui::PopFont();
            x_ += spacing::wide;
        }
    }

private:
    void text(const std::string& words, Color color) {
        list_.AddText({x_, line_top()}, to_imgui(color), words.c_str());
        x_ += ImGui::CalcTextSize(words.c_str()).x;
    }
    /// Top of a line of the current font in the middle of the header.
    [[nodiscard]] float line_top() const {
        return std::floor(area_.y + 0.5f * (area_.height - ImGui::GetFontSize()));
    }

    ImDrawList& list_;
    UiRect area_;
    const Fonts& fonts_;
    const Palette& palette_;
    float x_;
};

}  // namespace

void CompareView::draw_text(ImDrawList& list, const Comparison& comparison, const Arrangement& arrangement,
                            const std::vector<SettingDifference>& differences, const TextStyle& style) {
    const auto& [fonts, palette, shows_scale, verdict_opacity] = style;
    const Viewport& whole = arrangement.whole.viewport;
    for (std::size_t n = 0; n < arrangement.panes.size(); ++n) {
        const std::size_t pane = arrangement.panes[n];
        const auto& [header_area, world] = arrangement.areas[n];
        list.PushClipRect({world.x, world.y}, {world.x + world.width, world.y + world.height}, true);
        views_[n]->draw_text(list, fonts, palette, arrangement.view(n),
                             {.shows_scale = shows_scale && n == 0, .verdict_opacity = verdict_opacity});
        list.PopClipRect();
        compat::push_font(fonts.body);
        PaneHeader header(list, header_area, fonts, palette);
        header.number(pane);
        if (const auto verdict = pane_verdict(comparison.pane(pane))) header.verdict(*verdict);
        std::vector<PaneHeader::Setting> settings;
        for (const SettingDifference& difference : differences) {
            if (!difference.values[pane].empty())
                settings.emplace_back(difference.name, difference.values[pane]);
        }
        if (!is_told_apart(differences, pane))
            settings.insert(settings.begin(), {"", pane_name(comparison, {}, pane)});
        header.settings(settings);
        ImGui::PopFont();
        const float right = world.x + world.width;
        if (right < whole.x + whole.width - 0.5f)
            list.AddRectFilled({right, header_area.y}, {right + 1.0f, world.y + world.height},
                               to_imgui(palette.border));
    }
}

}  // namespace toibox::app
