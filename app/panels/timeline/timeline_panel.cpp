// SPDX-License-Identifier: MIT
// The history as a strip with marks, branches and the current frame. A click or a drag goes to the frame
// under the mouse; a drag with the right button sets the loop.
#include "app/panels/panels.h"
#include "app/panels/timeline/timeline.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"
#include "app/session/event_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace toibox::app {

namespace {

using replay::MarkKind;

constexpr int max_branches_shown = 6;

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
    MarkStyle{MarkKind::Contact, &Palette::text_dim, 0.56f, 0.92f},
    MarkStyle{MarkKind::Sleep, &Palette::joint, 0.66f, 0.92f},
    MarkStyle{MarkKind::Impact, &Palette::contact, 0.36f, 0.92f},
    MarkStyle{MarkKind::Claim, &Palette::good, 0.30f, 0.60f},
    MarkStyle{MarkKind::Input, &Palette::pair_b, 0.08f, 0.44f},
    MarkStyle{MarkKind::JointBreak, &Palette::warning, 0.30f, 0.92f},
    MarkStyle{MarkKind::Stopped, &Palette::good, 0.20f, 0.92f},
    MarkStyle{MarkKind::TimeLost, &Palette::warning, 0.20f, 0.50f},
    MarkStyle{MarkKind::Late, &Palette::warning, 0.20f, 0.92f},
    MarkStyle{MarkKind::GhostHit, &Palette::bad, 0.20f, 0.92f},
    MarkStyle{MarkKind::Missed, &Palette::bad, 0.20f, 0.92f},
    MarkStyle{MarkKind::PushedThrough, &Palette::bad, 0.20f, 0.92f},
    MarkStyle{MarkKind::Tunnelled, &Palette::bad, 0.20f, 0.92f},
    MarkStyle{MarkKind::Divergence, &Palette::bad, 0.0f, 1.0f},
};

/// Tooltip with the frame under the mouse and the marks near it.
void tooltip(const Comparison& comparison, const TimelineScale& scale, float x, float top) {
    const replay::History& history = comparison.pane(0).history();
    const std::uint64_t frame = std::min(scale.frame(x), history.end());
    const auto reach = static_cast<std::uint64_t>(4.0 * static_cast<double>(scale.frames) /
                                                  static_cast<double>(scale.width));
    const std::vector<Comparison::PaneMark> marks =
        comparison.marks(frame > reach ? frame - reach : 0, std::min(frame + reach, history.end()));
    // Placed above the strip, so that the tooltip does not cover it.
    ImGui::SetNextWindowPos({x, top - spacing::unit}, ImGuiCond_Always, {0.5f, 1.0f});
    ImGui::BeginTooltip();
    ImGui::Text("frame %llu", static_cast<unsigned long long>(frame));
    constexpr std::size_t max_lines = 8;
    for (std::size_t i = 0; i < std::min(marks.size(), max_lines); ++i) {
        const std::string pane = comparison.is_active() ? fmt::format("{}: ", marks[i].pane + 1) : "";
        const std::string text = event_text(marks[i].mark, comparison.pane(marks[i].pane).run());
        ImGui::TextUnformatted(fmt::format("{}  {}{}", marks[i].frame, pane, text).c_str());
    }
    if (marks.size() > max_lines)
        ImGui::TextDisabled("and %d more", static_cast<int>(marks.size() - max_lines));
    ImGui::EndTooltip();
}

class TimelineStrip {
public:
    TimelineStrip(Session& session, const Comparison& comparison, const Palette& palette, ImVec2 low,
                  ImVec2 size)
        : session_(session),
          comparison_(comparison),
          palette_(palette),
          list_(*ImGui::GetWindowDrawList()),
          low_(low),
          high_(low.x + size.x, low.y + size.y) {
        std::uint64_t longest = 0;
        for (const replay::Branch& branch : recording().branches)
            longest = std::max(longest, branch.end());
        scale_ = {low.x, size.x, timeline_frames(longest)};
    }

    void draw() {
        const std::uint32_t current = session_.history().position().branch;
        list_.AddRectFilled(low_, high_, to_imgui(palette_.field), 3.0f);
        draw_loop();
        draw_other_branches(current);
        const float end = scale_.x(recording().branches[current].end());
        list_.AddRectFilled({low_.x, y(0.92f)}, {end, y(1.0f)}, to_imgui(palette_.text_dim));
        std::vector<Comparison::PaneMark> others;
        if (comparison_.is_active()) others = comparison_.marks(0, session_.history().end());
        for (const TimelineColumn& column : timeline_columns(recording(), current, scale_, others)) {
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
        draw_bookmarks();
        draw_cursor();
    }

    /// `loop_from`: the frame at which the drag that sets a loop started.
    void handle_mouse(std::uint64_t& loop_from) {
        ImGui::SetCursorScreenPos(low_);
        ImGui::InvisibleButton("##strip", {high_.x - low_.x, high_.y - low_.y},
                               ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
        name_widget("timeline");
        const ImGuiIO& io = ImGui::GetIO();
        if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
            tooltip(comparison_, scale_, io.MousePos.x, low_.y);
        if (!ImGui::IsItemActive()) return;
        const std::uint64_t frame = std::min(scale_.frame(io.MousePos.x), session_.history().end());
        if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
            if (frame != session_.history().frame()) session_.go_to(frame);
        } else if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
            loop_from = frame;
            session_.end_loop();
        } else if (ImGui::IsMouseDragging(ImGuiMouseButton_Right)) {
            session_.set_loop(loop_from, frame);
        }
    }

private:
    [[nodiscard]] const replay::Recording& recording() const { return session_.history().recording(); }
    [[nodiscard]] float y(float fraction) const { return low_.y + fraction * (high_.y - low_.y); }

    /// The loop as a band between two vertical lines.
    void draw_loop() {
        const std::optional<Session::Loop>& loop = session_.loop();
        if (!loop) return;
        const float from = scale_.x(loop->from);
        const float to = scale_.x(loop->to);
        list_.AddRectFilled({from, low_.y}, {to, high_.y}, to_imgui(with_alpha(palette_.accent, 0.25f)));
        list_.AddLine({from, low_.y}, {from, high_.y}, to_imgui(palette_.accent), 2.0f);
        list_.AddLine({to, low_.y}, {to, high_.y}, to_imgui(palette_.accent), 2.0f);
    }

    /// At most `max_branches_shown` other branches as thin lines, the latest at the top.
    void draw_other_branches(std::uint32_t current) {
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

    void draw_bookmarks() {
        for (const replay::Bookmark& bookmark : recording().bookmarks) {
            const float x = scale_.x(bookmark.frame);
            list_.AddTriangleFilled({x - 4.0f, low_.y}, {x + 4.0f, low_.y}, {x, low_.y + 8.0f},
                                    to_imgui(palette_.warning));
        }
    }

    void draw_cursor() {
        const float x = scale_.x(session_.history().frame());
        list_.AddLine({x, low_.y - 2.0f}, {x, high_.y + 2.0f}, to_imgui(palette_.accent), 2.0f);
        list_.AddTriangleFilled({x - 5.0f, high_.y + 3.0f}, {x + 5.0f, high_.y + 3.0f}, {x, high_.y - 4.0f},
                                to_imgui(palette_.accent));
    }

    Session& session_;
    const Comparison& comparison_;
    const Palette& palette_;
    ImDrawList& list_;
    ImVec2 low_;
    ImVec2 high_;
    TimelineScale scale_;
};

std::string branch_label(const replay::Recording& recording, std::uint32_t branch_index) {
    const replay::Branch& branch = recording.branches[branch_index];
    if (!branch.fork) return "main branch";
    const std::string name = branch.name.empty() ? fmt::format("branch {}", branch_index) : branch.name;
    return fmt::format("{} (from frame {})", name, branch.fork->frame);
}

/// List of branches and bookmarks; a click goes to one.
void branch_menu(Session& session) {
    const replay::Recording& recording = session.history().recording();
    const std::uint32_t current = session.history().position().branch;
    if (!ImGui::BeginCombo("##branch", branch_label(recording, current).c_str())) {
        name_widget("branch list");
        help_tip(
            "Branches and bookmarks. Changing the past creates a branch; Shift+B creates one manually. M "
            "sets a bookmark.");
        return;
    }
    name_widget("branch list");
    std::optional<std::pair<std::uint32_t, std::uint64_t>> target;  // branch, frame
    for (std::uint32_t i = 0; i < recording.branches.size(); ++i) {
        const std::string label =
            fmt::format("{}, to frame {}", branch_label(recording, i), recording.branches[i].end());
        if (ImGui::Selectable(label.c_str(), i == current)) target.emplace(i, recording.branches[i].end());
        name_widget(fmt::format("branch {}", i));
    }
    if (!recording.bookmarks.empty()) ImGui::Separator();
    std::optional<std::size_t> removed;
    for (std::size_t i = 0; i < recording.bookmarks.size(); ++i) {
        const replay::Bookmark& bookmark = recording.bookmarks[i];
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::SmallButton("×")) removed = i;
        help_tip("Remove the bookmark");
        ImGui::SameLine();
        if (ImGui::Selectable(bookmark.name.c_str())) target.emplace(bookmark.branch, bookmark.frame);
        name_widget("bookmark", bookmark.name);
        ImGui::PopID();
    }
    ImGui::EndCombo();
    if (target) session.go_to(target->first, target->second);
    if (removed) session.remove_bookmark(*removed);
}

}  // namespace

void timeline_panel(Session& session, const Comparison& comparison, UiState& ui) {
    const replay::History& history = session.history();
    if (icon_button(Icon::PreviousEvent, "previous event", "Go to the previous contact, impact or verdict",
                    "Ctrl+,"))
        go_to_previous_event(session, ui);
    ImGui::SameLine(0.0f, spacing::half);
    if (icon_button(Icon::NextEvent, "timeline next event", "Go to the next contact, impact or verdict",
                    "Ctrl+."))
        go_to_next_event(session, ui);
    ImGui::SameLine(0.0f, spacing::half);
    if (icon_button(session.is_recording() ? Icon::Stop : Icon::Record, "record",
                    session.is_recording()
                        ? "Stop recording"
                        : "Record to a file: the history so far and everything that follows",
                    "Ctrl+R"))
        toggle_recording(session, ui);
    ImGui::SameLine(0.0f, spacing::unit);
    const float em = ImGui::GetFontSize();
    const float room = ImGui::GetContentRegionAvail().x;
    const bool has_branches_or_bookmarks =
        history.recording().branches.size() > 1 || !history.recording().bookmarks.empty();
    const float menu_width =
        has_branches_or_bookmarks ? std::min(13.0f * em, 0.3f * room) + spacing::unit : 0.0f;
    const std::string text = fmt::format("{} / {}", history.frame(), history.end());
    const float label_width = 8.5f * em;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight() * 1.25f;
    TimelineStrip strip(session, comparison, palette_of(ui.theme), {low.x, low.y + 0.1f * height},
                        {std::max(room - menu_width - label_width, 40.0f), 0.8f * height});
    strip.draw();
    strip.handle_mouse(ui.loop_from);
    const float top = low.y + 0.5f * (height - ImGui::GetFrameHeight());
    const float text_width = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorScreenPos(
        {low.x + room - menu_width - text_width, low.y + 0.5f * (height - ImGui::GetFontSize())});
    ImGui::TextUnformatted(text.c_str());
    help_tip(
        "The current frame and the last frame of this branch. There is one frame after each step and, if "
        "steps stop at impacts, one at each stop.");
    if (!has_branches_or_bookmarks) return;
    ImGui::SetCursorScreenPos({low.x + room - menu_width + spacing::unit, top});
    ImGui::SetNextItemWidth(menu_width - spacing::unit);
    branch_menu(session);
}

}  // namespace toibox::app
