// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float rules_width = 24.0f;    ///< em.
constexpr float feature_indent = 1.0f;  ///< Of a feature id below the names of its contact, em.

/// The first rule that has a column in the table of points. The rule None has no column: it never matches.
constexpr std::size_t first_shown_rule = 1;
constexpr std::array<const char*, 4> short_rule_names{"no matching", "world", "body", "id"};

const EnumEntry<ContactMatching>& row_of(ContactMatching rule) {
    return enum_entry(contact_matchings(), rule);
}

void choose_matching_rule(Session& session, UiState& ui, ContactMatching rule) {
    WorldSettings changed = session.settings();
    changed.matching = rule;
    apply_settings(session, ui, changed);
}

void count_cell(const UiState& ui, int count, Color color) {
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(count > 0 ? color : palette_of(ui.theme).text_dim));
    number_cell(ui.fonts, fmt::format("{}", count));
    ImGui::PopStyleColor();
}

/// Table of the four matching rules with the numbers of contact points that have a correct match, a wrong
/// match and none. A click selects the rule that the world uses.
void rules(Session& session, UiState& ui, const MatchingTally& tally, const Palette& palette) {
    if (!ImGui::BeginTable("rules", 4, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn("rule", ImGuiTableColumnFlags_WidthFixed, 10.5f * ImGui::GetFontSize());
    for (int i = 0; i < 3; ++i)
        ImGui::TableSetupColumn("count", ImGuiTableColumnFlags_WidthFixed, 3.5f * ImGui::GetFontSize());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("matching rule");
    header_cell("correct");
    header_cell("wrong");
    header_cell("none");
    for (std::size_t i = 0; i < matching_rules.size(); ++i) {
        const EnumEntry<ContactMatching>& row = row_of(matching_rules[i]);
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        if (radio(row.label.data(), session.settings().matching == row.value))
            choose_matching_rule(session, ui, row.value);
        name_widget("matching", row.name);
        help_tip(row.help.data());
        count_cell(ui, tally.correct[i], palette.good);
        count_cell(ui, tally.wrong[i], palette.bad);
        count_cell(ui, tally.points - tally.correct[i] - tally.wrong[i], palette.text);
    }
    ImGui::EndTable();
}

const char* match_text(PointMatch match) {
    switch (match) {
        case PointMatch::Correct:
            return "correct";
        case PointMatch::Wrong:
            return "wrong";
        case PointMatch::None:
            break;
    }
    return "–";
}

/// Shows the match that one rule finds. The tooltip says which impulse the point would start from.
void match_cell(const PointMatches& matches, std::size_t rule, bool is_active, const Palette& palette) {
    ImGui::TableNextColumn();
    const PointMatch match = matches.by_rule[rule];
    const Color color = match == PointMatch::Correct ? palette.good
                        : match == PointMatch::Wrong ? palette.bad
                                                     : palette.text_dim;
    if (is_active) ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, to_imgui(palette.field));
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(color));
    ImGui::TextUnformatted(match_text(match));
    ImGui::PopStyleColor();
    const std::string tip = match == PointMatch::None
                                ? "The point would start from zero."
                                : fmt::format("The point would start from {} N·s.",
                                              number_text(matches.start_impulse_by_rule[rule]));
    help_tip(tip.c_str());
}

/// The names of two bodies, over all columns of a row, whose other cells are empty.
void contact_row(const std::string& label) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowSize().x;
    ImGui::PushClipRect(list.GetClipRectMin(), {right, list.GetClipRectMax().y}, false);
    ImGui::TextUnformatted(label.c_str());
    ImGui::PopClipRect();
    name_widget("contact", label);
}

void point_row(const Session& session, const UiState& ui, const PointMatches& matches,
               const Palette& palette) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + feature_indent * ImGui::GetFontSize());
    const std::string id = describe(matches.id);
    ImGui::TextUnformatted(elide(id, ImGui::GetContentRegionAvail().x).c_str());
    name_widget("feature", id);
    help_tip(id.c_str());
    ImGui::TableNextColumn();
    number_cell(ui.fonts, number_text(1e3 * static_cast<double>(matches.point.separation)));
    ImGui::TableNextColumn();
    number_cell(ui.fonts, matches.existed_before ? number_text(matches.impulse_before) : "–");
    ImGui::TableNextColumn();
    number_cell(ui.fonts, number_text(static_cast<double>(matches.point.normal_impulse)));
    for (std::size_t rule = first_shown_rule; rule < matching_rules.size(); ++rule) {
        match_cell(matches, rule, matching_rules[rule] == session.settings().matching, palette);
    }
}

void header_row() {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("contact A – B, feature ids");
    header_cell("gap, mm");
    header_cell("before, N·s");
    header_cell("now, N·s");
    for (std::size_t rule = first_shown_rule; rule < short_rule_names.size(); ++rule) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", short_rule_names[rule]);
    }
}

void columns(float em) {
    constexpr std::array<float, 4> widths{14.2f, 4.6f, 5.2f, 5.0f};
    for (const float width : widths)
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, width * em);
    for (std::size_t rule = first_shown_rule; rule < short_rule_names.size(); ++rule)
        ImGui::TableSetupColumn(short_rule_names[rule], ImGuiTableColumnFlags_WidthFixed, 3.7f * em);
    ImGui::TableSetupScrollFreeze(0, 1);
}

/// Says why the table of points is empty.
const char* empty_text(const Session& session, const ContactInspector& contacts) {
    if (!contacts.has_previous_state())
        return "Nothing to compare yet: press . (period) to step once with this tab open.";
    return session.world().find(session.selection().body)
               ? "The selected body has no contacts. Click on empty space to see all contacts of the world."
               : "No contacts.";
}

void points(const Session& session, const UiState& ui, const ContactInspector& contacts,
            const Palette& palette) {
    const std::vector<ContactMatches>& contact_matches = contacts.contact_matches();
    if (contact_matches.empty()) return hint_text(empty_text(session, contacts));
    if (contact_matches.size() == ContactInspector::max_listed)
        hint_text(fmt::format("Showing the first {} contacts. Select a body to see only its contacts.",
                              ContactInspector::max_listed)
                      .c_str());
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.4f * em, 0.1f * em});
    constexpr ImGuiTableFlags flags =
        ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY;
    if (ImGui::BeginTable("points", 7, flags, ImGui::GetContentRegionAvail())) {
        columns(em);
        header_row();
        for (const ContactMatches& matches : contact_matches) {
            contact_row(matches.label);
            for (const PointMatches& point : matches.points)
                point_row(session, ui, point, palette);
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
}

}  // namespace

void contacts_panel(Session& session, UiState& ui, const ContactInspector& contacts) {
    const Palette& palette = palette_of(ui.theme);
    const float left = std::min(rules_width * ImGui::GetFontSize(), 0.45f * ImGui::GetContentRegionAvail().x);
    ImGui::BeginChild("rules", {left, 0.0f});
    hint_text(
        "Warm starting uses the impulses from the previous step. A matching rule decides which old contact "
        "point each new point takes its impulse from. A wrong match takes the impulse of another point.");
    rules(session, ui, contacts.tally(), palette);
    if (session.settings().detection_substeps > 1)
        hint_text(
            "Points are matched in every detection sub-step. This table compares the start and the end of "
            "the step.");
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginChild("points", {0.0f, 0.0f});
    points(session, ui, contacts, palette);
    ImGui::EndChild();
}

std::string contacts_value(const ContactInspector& contacts, std::string_view key) {
    const MatchingTally& tally = contacts.tally();
    if (key == "points") return std::to_string(tally.points);
    for (std::size_t i = 0; i < matching_rules.size(); ++i) {
        const std::string name(row_of(matching_rules[i]).name);
        if (key == name + ".correct") return std::to_string(tally.correct[i]);
        if (key == name + ".wrong") return std::to_string(tally.wrong[i]);
    }
    return {};
}

}  // namespace toibox::app
