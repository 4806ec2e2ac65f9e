// SPDX-License-Identifier: MIT
#include "app/panels/timeline/timeline_strip.h"

#include "app/panels/timeline/event_names.h"
#include "app/platform/theme.h"
#include "app/session/scene_simulation.h"
#include "app/views/verdict_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

using replay::MarkKind;

constexpr int max_branches_shown = 6;
constexpr std::size_t max_tooltip_marks = 8;

// Sizes in design points.
constexpr float diamond_reach = 4.0f;  ///< From the centre to a corner.
constexpr float name_icon = 12.0f;
constexpr float name_icon_gap = 5.0f;
constexpr float name_gap = 12.0f;
constexpr float max_name_shift = 120.0f;
constexpr float leader_distance = 2.5f;
constexpr int leader_lines = 3;
constexpr float min_tick_distance = 56.0f;

bool has(std::uint32_t kinds, MarkKind kind) {
    return (kinds & (1u << static_cast<unsigned>(kind))) != 0;
}

/// How marks of a kind are drawn. Kinds differ in height and position, not only in colour.
struct MarkStyle {
    MarkKind kind;
    Color Palette::* color;
    float top;     ///< Fraction of the strip's height, from its top.
    float bottom;  ///< Fraction of the strip's height, from its top.
};
constexpr std::array mark_styles{
    MarkStyle{MarkKind::Contact, &Palette::text_dim, 0.64f, 1.0f},
    MarkStyle{MarkKind::Sleep, &Palette::joint, 0.74f, 1.0f},
    MarkStyle{MarkKind::Impact, &Palette::contact, 0.44f, 1.0f},
    MarkStyle{MarkKind::Claim, &Palette::good, 0.38f, 0.68f},
    MarkStyle{MarkKind::Input, &Palette::pair_b, 0.08f, 0.44f},
    MarkStyle{MarkKind::JointBreak, &Palette::warning, 0.30f, 1.0f},
    MarkStyle{MarkKind::Stopped, &Palette::good, 0.20f, 1.0f},
    MarkStyle{MarkKind::TimeLost, &Palette::warning, 0.20f, 0.50f},
    MarkStyle{MarkKind::Late, &Palette::warning, 0.20f, 1.0f},
    MarkStyle{MarkKind::GhostHit, &Palette::bad, 0.20f, 1.0f},
    MarkStyle{MarkKind::Missed, &Palette::bad, 0.20f, 1.0f},
    MarkStyle{MarkKind::PushedThrough, &Palette::bad, 0.20f, 1.0f},
    MarkStyle{MarkKind::Tunnelled, &Palette::bad, 0.20f, 1.0f},
    MarkStyle{MarkKind::Divergence, &Palette::bad, 0.0f, 1.0f},
};

Color event_color(MarkKind kind, const Palette& palette) {
    return palette.*std::ranges::find(mark_styles, kind, &MarkStyle::kind)->color;
}

void add_diamond(ImDrawList& list, ImVec2 center, float reach, ImU32 color) {
    list.AddQuadFilled({center.x - reach, center.y}, {center.x, center.y - reach},
                       {center.x + reach, center.y}, {center.x, center.y + reach}, color);
}

}  // namespace

TimelineStrip::TimelineStrip(Session& session, const Comparison& comparison, const Palette& palette,
                             const Fonts& fonts, const TimelineArea& area)
    : session_(session),
      comparison_(comparison),
      palette_(palette),
      fonts_(fonts),
      list_(*ImGui::GetWindowDrawList()),
      low_(area.strip.x, area.strip.y),
      high_(area.strip.x + area.strip.width, area.strip.y + area.strip.height),
      names_(area.names),
      unit_(design_scale()) {
    std::uint64_t longest = 0;
    for (const replay::Branch& branch : recording().branches)
        longest = std::max(longest, branch.end());
    scale_ = {low_.x, area.strip.width, timeline_frames(longest)};
}

void TimelineStrip::draw() {
    draw_background();
    draw_ticks();
    draw_loop();
    draw_other_branches();
    draw_columns();
    draw_events();
    draw_bookmarks();
    draw_head();
}

/// What is recorded, and the part of it up to the current frame.
void TimelineStrip::draw_background() {
    const replay::History& history = session_.history();
    list_.AddRectFilled(low_, high_, to_imgui(palette_.canvas), 3.0f * unit_);
    list_.AddRectFilled(low_, {scale_.x(history.end()), high_.y}, to_imgui(palette_.field), 3.0f * unit_);
    list_.AddRectFilled(low_, {scale_.x(history.frame()), high_.y},
                        to_imgui(with_alpha(palette_.accent, 0.22f)), 3.0f * unit_);
}

void TimelineStrip::draw_ticks() {
    const std::uint64_t distance = tick_distance(scale_, min_tick_distance * unit_);
    for (std::uint64_t frame = distance; frame < scale_.frames; frame += distance) {
        const float x = std::floor(scale_.x(frame)) + 0.5f;
        list_.AddLine({x, high_.y - 6.0f * unit_}, {x, high_.y}, to_imgui(palette_.grid_axis));
    }
}

/// The loop as a band between two vertical lines.
void TimelineStrip::draw_loop() {
    const std::optional<Session::Loop>& loop = session_.loop();
    if (!loop) return;
    const float from = scale_.x(loop->from);
    const float to = scale_.x(loop->to);
    list_.AddRectFilled({from, low_.y}, {to, high_.y}, to_imgui(with_alpha(palette_.accent, 0.25f)));
    list_.AddLine({from, low_.y}, {from, high_.y}, to_imgui(palette_.accent), 2.0f);
    list_.AddLine({to, low_.y}, {to, high_.y}, to_imgui(palette_.accent), 2.0f);
}

/// At most `max_branches_shown` other branches as thin lines, the latest at the top.
void TimelineStrip::draw_other_branches() {
    const std::uint32_t current = session_.history().position().branch;
    const int count = static_cast<int>(recording().branches.size());
    int row = 0;
    for (int i = count - 1; i >= 0 && row < max_branches_shown; --i) {
        const auto index = static_cast<std::uint32_t>(i);
        if (index == current) continue;
        const replay::Branch& branch = recording().branches[index];
        const float row_y = y(0.12f + 0.12f * static_cast<float>(row++));
        list_.AddLine({scale_.x(branch.first_frame()), row_y}, {scale_.x(branch.end()), row_y},
                      to_imgui(palette_.grid_axis), 2.0f);
    }
}

void TimelineStrip::draw_columns() {
    for (const TimelineColumn& column : timeline_columns(comparison_, scale_)) {
        const float x = low_.x + static_cast<float>(column.x) + 0.5f;
        for (const MarkStyle& style : mark_styles) {
            if (has(column.kinds, style.kind))
                list_.AddLine({x, y(style.top)}, {x, y(style.bottom)}, to_imgui(palette_.*style.color));
        }
    }
    if (const auto& divergence = session_.history().divergence()) {
        const float x = scale_.x(divergence->frame);
        list_.AddLine({x, low_.y}, {x, high_.y}, to_imgui(palette_.bad), 2.0f);
    }
}

/// Events as a vertical line with a diamond, and their names as far as they fit.
void TimelineStrip::draw_events() {
    const std::vector<TimelineEvent> events =
        timeline_events(comparison_, scale_, 2.0f * diamond_reach * unit_);
    const float lead = 0.5f * name_icon * unit_;
    const float text_offset = (name_icon + name_icon_gap) * unit_;
    compat::push_font(fonts_.small);
    std::vector<EventName> names;
    for (const TimelineEvent& event : events)
        names.push_back({scale_.x(event.position), text_offset + ImGui::CalcTextSize(event.text.c_str()).x});
    const NameRow row{.left = names_.x,
                      .right = names_.x + names_.width,
                      .lead = lead,
                      .gap = name_gap * unit_,
                      .max_shift = max_name_shift * unit_,
                      .leader_lines = leader_lines};
    const std::vector<std::optional<PlacedName>> placed = place_names(names, row);
    const float line_height = ImGui::GetFontSize();
    const float top = std::floor(names_.y + 0.5f * (names_.height - line_height));
    const float bottom = names_.y + names_.height - unit_;  // of a name
    for (std::size_t i = events.size(); i-- > 0;) {         // important events over others
        const TimelineEvent& event = events[i];
        const ImU32 color = to_imgui(event_color(event.kind, palette_));
        const float x = names[i].x;
        float line_top = low_.y;
        if (const std::optional<PlacedName>& name = placed[i]) {
            line_top = bottom;
            if (name->leader >= 0) {
                line_top = low_.y - 1.5f * unit_ - static_cast<float>(name->leader) * leader_distance * unit_;
                const std::array points{ImVec2(x, line_top), ImVec2(name->left + lead, line_top),
                                        ImVec2(name->left + lead, bottom - 2.0f * unit_)};
                compat::add_polyline(list_, points.data(), 3, color, false, 1.0f);
            }
            const ImVec2 icon(name->left, std::floor(top + 0.5f * (line_height - name_icon * unit_)));
            if (const auto verdict = verdict_kind(event.kind)) {
                draw_icon(list_, icon_of(*verdict), icon, name_icon * unit_, color);
            } else {
                add_diamond(list_, {icon.x + lead, icon.y + lead}, 0.6f * diamond_reach * unit_, color);
            }
            list_.AddText({std::floor(name->left + text_offset), top}, to_imgui(palette_.text),
                          event.text.c_str());
            ImGui::SetCursorScreenPos({name->left, names_.y});
            // The rank of an event can change between the press and the release of the button.
            ImGui::PushID(static_cast<int>(event.frame));
            ImGui::PushID(static_cast<int>(event.place));
            if (ImGui::InvisibleButton("name", {names[i].width, bottom - names_.y}))
                session_.go_to(event.frame);
            ImGui::PopID();
            ImGui::PopID();
            name_widget("event", event.text);
        }
        list_.AddLine({x, line_top}, {x, high_.y}, color, 1.5f);
        add_diamond(list_, {x, low_.y + diamond_reach * unit_}, diamond_reach * unit_, color);
    }
    ImGui::PopFont();
}

void TimelineStrip::draw_bookmarks() {
    for (const replay::Bookmark& bookmark : recording().bookmarks) {
        const float x = scale_.x(bookmark.frame);
        list_.AddTriangleFilled({x - 4.0f * unit_, low_.y}, {x + 4.0f * unit_, low_.y},
                                {x, low_.y + 8.0f * unit_}, to_imgui(palette_.warning));
    }
}

void TimelineStrip::draw_head() {
    const float x = scale_.x(session_.history().frame());
    list_.AddLine({x, low_.y}, {x, high_.y}, to_imgui(palette_.accent), 2.0f);
    list_.AddTriangleFilled({x - 5.0f * unit_, high_.y + 3.0f * unit_},
                            {x + 5.0f * unit_, high_.y + 3.0f * unit_}, {x, high_.y - 4.0f * unit_},
                            to_imgui(palette_.accent));
}

void TimelineStrip::handle_mouse(std::uint64_t& loop_from) {
    ImGui::SetCursorScreenPos(low_);
    ImGui::InvisibleButton("##strip", {high_.x - low_.x, high_.y - low_.y},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    name_widget("timeline");
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) tooltip();
    if (!ImGui::IsItemActive()) return;
    const std::uint64_t frame = std::min(scale_.frame(ImGui::GetIO().MousePos.x), session_.history().end());
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        if (frame != session_.history().frame()) session_.go_to(frame);
    } else if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
        loop_from = frame;
        session_.end_loop();
    } else if (ImGui::IsMouseDragging(ImGuiMouseButton_Right)) {
        session_.set_loop(loop_from, frame);
    }
}

void TimelineStrip::tooltip() const {
    const std::uint64_t end = session_.history().end();
    const float x = ImGui::GetIO().MousePos.x;
    std::vector<std::string> lines{fmt::format("frame {} of {}", std::min(scale_.frame(x), end), end)};
    const std::vector<Comparison::PaneMark> marks = marks_near(comparison_, scale_, x, diamond_reach * unit_);
    for (std::size_t i = 0; i < std::min(marks.size(), max_tooltip_marks); ++i)
        lines.push_back(mark_text(comparison_, marks[i]));
    if (marks.size() > max_tooltip_marks)
        lines.push_back(fmt::format("and {} more", marks.size() - max_tooltip_marks));
    ImVec2 size(0.0f, static_cast<float>(lines.size()) * ImGui::GetTextLineHeightWithSpacing());
    for (const std::string& line : lines)
        size.x = std::max(size.x, ImGui::CalcTextSize(line.c_str()).x);
    const ImGuiStyle& style = ImGui::GetStyle();
    size.x += 2.0f * style.WindowPadding.x;
    size.y += 2.0f * style.WindowPadding.y - style.ItemSpacing.y;
    // Above the names, so that the tooltip covers nothing of the timeline.
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const UiRect place = moved_inside({x - 0.5f * size.x, names_.y - spacing::half - size.y, size.x, size.y},
                                      {0.0f, 0.0f, window.x, window.y}, spacing::half);
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::BeginTooltip();
    for (const std::string& line : lines)
        ImGui::TextUnformatted(line.c_str());
    ImGui::EndTooltip();
}

}  // namespace toibox::app
