// SPDX-License-Identifier: MIT
// The Lesson tab: one page with its question, choices, and what the run has shown.
#include "app/panels/lesson/choice_rows.h"
#include "app/panels/lesson/failure_notice.h"
#include "app/panels/lesson/page_chart.h"
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/text_wrap.h"
#include "app/platform/theme.h"
#include "app/studies/claims/claim_rows.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float padding = 16.0f;
constexpr float mark_width = 24.0f;
constexpr float mark_height = 4.0f;
constexpr float footer_height = 36.0f;

void gap(float points) {
    ImGui::Dummy({0.0f, points * design_scale()});
}

/// A bar for each page, those before and at the open one in the accent, and "page 2 of 4".
void draw_progress(const Session& session, const UiState& ui, float width) {
    const std::size_t count = pages_in_order(session, ui).size();
    const std::size_t place = place_of_page(session, ui);
    const Palette& palette = palette_of(ui.theme);
    const float scale = design_scale();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const std::string text = fmt::format("page {} of {}", place + 1, count);
    compat::push_font(ui.fonts.small);
    const ImVec2 text_size = ImGui::CalcTextSize(text.c_str());
    const float room = width - text_size.x - padding * scale;
    const float step = std::min((mark_width + 4.0f) * scale, room / static_cast<float>(count));
    const float y = std::floor(low.y + 0.5f * (text_size.y - mark_height * scale));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < count; ++i) {
        const float x = low.x + static_cast<float>(i) * step;
        const Color color = i == place  ? palette.accent
                            : i < place ? mix(palette.panel, palette.accent, 0.6f)
                                        : palette.field;
        list.AddRectFilled({x, y}, {x + step - 4.0f * scale, y + mark_height * scale}, to_imgui(color),
                           0.5f * mark_height * scale);
    }
    list.AddText({std::floor(low.x + width - text_size.x), low.y}, to_imgui(palette.text_dim), text.c_str());
    ImGui::PopFont();
    ImGui::Dummy({width, text_size.y});
}

void draw_question(const scene::Page& page, Session& session, UiState& ui, float width) {
    if (page.ask.empty()) return;
    compat::push_font(ui.fonts.name);
    markdown(ui.fonts, page.ask, width);
    ImGui::PopFont();
    gap(4.0f);
    const float scale = design_scale();
    const ChoiceLook look{.font = ui.fonts.body,
                          .small = ui.fonts.small,
                          .width = width,
                          .min_height = 40.0f * scale,
                          .gap = 8.0f * scale};
    if (const auto clicked = choice_rows(page, ui, look)) choose_answer(session, ui, *clicked);
}

/// A row of the list of claims.
void draw_claim(const ClaimRow& row, const UiState& ui) {
    const Palette& palette = palette_of(ui.theme);
    const bool passed = row.status == scene::ClaimOutcome::Status::Passed;
    const Color color = passed ? palette.good : palette.bad;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float em = ImGui::GetFontSize();
    draw_icon(*ImGui::GetWindowDrawList(), passed ? Icon::Tick : Icon::Cross, at, em, to_imgui(color));
    ImGui::Indent(1.6f * em);
    paragraph(row.text);
    ImGui::Unindent(1.6f * em);
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(palette.text_dim));
    number_cell(ui.fonts, with_true_minus(row.expected));
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    compat::push_font(ui.fonts.bold);
    number_cell(ui.fonts, with_true_minus(row.seen));
    ImGui::PopFont();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(color));
    number_cell(ui.fonts, passed ? "pass" : "fail");
    ImGui::PopStyleColor();
}

/// If claims fail: that the page does not hold for this run, why, and a button that takes the change back.
void draw_failure(Session& session, UiState& ui, float width) {
    const std::string notice = failure_notice(session, ui);
    if (notice.empty()) return;
    gap(4.0f);
    ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(palette_of(ui.theme).bad));
    paragraph(notice, width);
    ImGui::PopStyleColor();
    if (tool_button(ui.look(), Icon::Restart, "Reset")) set_up_page(session, ui);
    name_widget("reset claims");
}

void draw_claims(const Session& session, const UiState& ui, float width) {
    const std::vector<ClaimRow> rows = decided_claims(session);
    if (rows.empty()) return;
    const auto is_failed = [](const ClaimRow& row) {
        return row.status == scene::ClaimOutcome::Status::Failed;
    };
    const auto failed = static_cast<std::size_t>(std::ranges::count_if(rows, is_failed));
    gap(8.0f);
    const std::string head =
        failed == 0 ? fmt::format("Claims, with your settings: {} of {} pass", rows.size(), rows.size())
                    : fmt::format("Claims, with your settings: {} of {} fail", failed, rows.size());
    ImGui::SetNextItemOpen(failed > 0, ImGuiCond_Appearing);
    const bool is_open = ImGui::TreeNodeEx("claims", ImGuiTreeNodeFlags_SpanAvailWidth, "%s", head.c_str());
    name_widget("claims");
    if (!is_open) return;
    ImGui::Unindent(ImGui::GetTreeNodeToLabelSpacing());
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoPadOuterX;
    if (ImGui::BeginTable("claims", 4, flags, {width, 0.0f})) {
        ImGui::TableSetupColumn("claim", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("expected");
        ImGui::TableSetupColumn("seen");
        ImGui::TableSetupColumn("result");
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        for (const char* title : {"expected", "seen", ""})
            header_cell(title);
        for (const ClaimRow& row : rows)
            draw_claim(row, ui);
        ImGui::EndTable();
    }
    ImGui::Indent(ImGui::GetTreeNodeToLabelSpacing());
    ImGui::TreePop();
}

void draw_reveal(const scene::Page& page, Session& session, UiState& ui, float width) {
    draw_failure(session, ui, width);
    const std::size_t chosen = ui.lesson.choice.value_or(page.right_choice());
    if (chosen != page.right_choice() && chosen < page.choices.size() &&
        !page.choices[chosen].misconception.empty())
        hint_text(fmt::format("The misconception behind answer {}: {}.", chosen + 1,
                              page.choices[chosen].misconception)
                      .c_str(),
                  width);
    if (!page.reveal.text.empty()) {
        gap(4.0f);
        markdown(ui.fonts, page.reveal.text, width);
    }
    if (page.reveal.chart) page_chart(session, *page.reveal.chart, ui, width);
    draw_claims(session, ui, width);
}

/// What is locked while a question waits, and what opens it.
void draw_lock(const UiState& ui, float width) {
    const Palette& palette = palette_of(ui.theme);
    const float scale = design_scale();
    const float inset = 12.0f * scale;
    const float side = 16.0f * scale;
    const std::string text = with_line_breaks(lock_text, width - 3.0f * inset - side);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float height = size.y + 2.0f * inset;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + width, low.y + height},
                       to_imgui(mix(palette.panel, palette.field, 0.5f)), ImGui::GetStyle().FrameRounding);
    draw_icon(list, Icon::Lock, {low.x + inset, std::floor(low.y + 0.5f * (height - side))}, side,
              to_imgui(palette.text_dim));
    list.AddText({low.x + 2.0f * inset + side, low.y + inset}, to_imgui(palette.text_dim), text.c_str());
    ImGui::Dummy({width, height});
}

/// The buttons at the lower edge: back on the left, the primary one on the right.
void draw_footer(Session& session, UiState& ui, const scene::Page& page, float width) {
    const Look look = ui.look();
    const float left = ImGui::GetCursorPosX();
    ImGui::BeginDisabled(!has_previous_page(session, ui));
    const bool goes_back = plain_button(look, Icon::PreviousEvent, "Back", nullptr);
    name_widget("lesson back");
    ImGui::EndDisabled();
    const PageButton primary = primary_button_of(session, ui);
    const bool is_asking = ui.lesson.stage == PageStage::Asking;
    const char* second = is_asking ? "Skip the question" : "Run again";
    const bool has_second = !page.choices.empty() && (is_asking || ui.lesson.stage == PageStage::Revealed);
    const float scale = design_scale();
    const float buttons = plain_button_width(look, second) * (has_second ? 1.0f : 0.0f) +
                          primary_button_width(look, primary.label);
    ImGui::SameLine(left + width - buttons - (has_second ? 4.0f * scale : 0.0f));
    bool runs = false;
    if (has_second) {
        runs = plain_button(look, is_asking ? Icon::Step : Icon::Restart, second, nullptr);
        name_widget(is_asking ? "lesson skip" : "lesson run again");
        ImGui::SameLine(0.0f, 4.0f * scale);
    }
    ImGui::BeginDisabled(!primary.is_enabled);
    const bool pressed = primary_button(look, primary.icon, primary.label);
    name_widget("lesson primary");
    ImGui::EndDisabled();
    if (goes_back) return go_to_previous_page(session, ui);
    if (runs) {
        if (is_asking) ui.lesson.choice.reset();
        return run_page(session, ui);
    }
    if (pressed) press_primary(session, ui);
}

/// Before a lesson is open: what it is about.
void draw_start(Session& session, UiState& ui) {
    const scene::Scene& scene = session.run().scene();
    title_text(ui.fonts, session.title().c_str());
    dim_markdown(ui.fonts, scene.goal);
    gap(8.0f);
    if (scene.lesson.empty()) return hint_text("This scene has no lesson.");
    hint_text(fmt::format("{} {}: answer, run the scene, see why.", scene.lesson.size(),
                          scene.lesson.size() == 1 ? "page" : "pages")
                  .c_str());
    gap(4.0f);
    // A button opens the scene again, which ends the life of `scene`.
    const PageRef first{session.document().path(), scene.lesson.front().id};
    const bool starts = primary_button(ui.look(), Icon::Book, "Start the lesson");
    name_widget("start lesson");
    if (starts) {
        open_page(session, ui, first, {});
        return;
    }
    const scene::Course* course = course_with(first, ui);
    if (course == nullptr) return;
    if (const auto page = page_to_continue(*course, ui)) {
        const std::string label = fmt::format("Continue the course at page {}", *page + 1);
        const bool continues = plain_button(ui.look(), Icon::NextEvent, label.c_str(), nullptr);
        name_widget("continue course");
        if (continues) {
            open_page(session, ui, pages_of(*course, ui)[*page], course->id);
            return;
        }
    }
    const std::string label = "Follow the course " + course->title;
    const bool follows = plain_button(ui.look(), Icon::NextEvent, label.c_str(), nullptr);
    name_widget("start course");
    if (follows) open_page(session, ui, first, course->id);
}

/// Buttons of the page that are no answers.
void draw_tools(Session& session, UiState& ui, const scene::Page& page) {
    if (tool_button(ui.look(), Icon::Settings, "Set it up for me")) set_up_page(session, ui);
    name_widget("lesson set up");
    help_tip("Resets scene and window to the state in which the page asks its question");
    const float between = 2.0f * design_scale();
    same_line_if_fits(tool_button_width(ui.look(), "End the lesson"), between);
    if (tool_button(ui.look(), Icon::Close, "End the lesson")) end_lesson(session, ui);
    name_widget("lesson end");
    if (page.choices.empty() || !ui.lesson.is_open()) return;
    const bool counts = !ui.lesson.votes.empty();
    if (ui.lesson.stage == PageStage::Revealed && !counts) return;  // too late for a vote
    same_line_if_fits(tool_button_width(ui.look(), "Vote"), between);
    if (tool_button(ui.look(), Icon::Tick, "Vote", counts)) toggle_vote(session, ui);
    name_widget("lesson vote");
    help_tip("Enter how many hands the audience raises for each choice; the reveal shows the counts");
}

}  // namespace

void lesson_panel(Session& session, UiState& ui) {
    const float scale = design_scale();
    const float width = ImGui::GetContentRegionAvail().x;
    const scene::Page* found = open_page_of(session, ui);
    if (found == nullptr) return draw_start(session, ui);
    const scene::Page page = *found;  // a button may open another scene
    const bool is_locked_now = is_locked(session, ui);
    const float lock = is_locked_now ? 5.0f * ImGui::GetTextLineHeight() : 0.0f;
    const float footer = (footer_height + 12.0f) * scale + lock;
    compat::begin_child("page", {0.0f, -footer}, false);
    const float inner = ImGui::GetContentRegionAvail().x;
    draw_progress(session, ui, inner);
    gap(4.0f);
    compat::push_font(ui.fonts.title);
    paragraph(session.title(), inner);
    ImGui::PopFont();
    if (ui.lesson.stage != PageStage::Revealed || page.choices.empty()) markdown(ui.fonts, page.text, inner);
    gap(8.0f);
    draw_question(page, session, ui, inner);
    if (ui.lesson.stage == PageStage::Revealed) draw_reveal(page, session, ui, inner);
    gap(8.0f);
    draw_tools(session, ui, page);
    ImGui::EndChild();
    if (is_locked_now) draw_lock(ui, width);
    draw_footer(session, ui, page, width);
}

}  // namespace toibox::app
