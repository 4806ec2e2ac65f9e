// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/platform/ui_marks.h"

#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float label_share = 0.54f;   ///< Of the panel's width.
constexpr float narrow_panel = 17.0f;  ///< In widths of a letter: controls go below their labels.

/// Rows of settings: label with a dot if changed, the control, a reset. Controls stand in a column of their
/// own; lists of words, and everything in a narrow panel, get a line of their own. Collects this frame's
/// edit.
class Rows {
public:
    Rows(const WorldSettings& now, const WorldSettings& scene) : edited(now), scene_(scene) {}

    static bool begin(const char* title) {
        return ImGui::CollapsingHeader(title, ImGuiTreeNodeFlags_DefaultOpen);
    }

    void integer(const char* label, int WorldSettings::* field, int low, int high, const char* help) {
        start(label, edited.*field != scene_.*field, help);
        if (ImGui::DragInt("##value", &(edited.*field), 0.2f, low, high, "%d", ImGuiSliderFlags_AlwaysClamp))
            changed = true;
        finish(label, field);
    }
    /// `format` carries the unit.
    void number(const char* label, float WorldSettings::* field, float low, float high, const char* format,
                const char* help) {
        start(label, edited.*field != scene_.*field, help);
        if (ImGui::DragFloat("##value", &(edited.*field), (high - low) * 0.002f, low, high, format,
                             ImGuiSliderFlags_AlwaysClamp)) {
            changed = true;
        }
        finish(label, field);
    }
    void flag(const char* label, bool WorldSettings::* field, const char* help) {
        start(label, edited.*field != scene_.*field, help);
        if (checkbox("##value", edited.*field)) changed = true;
        finish(label, field);
    }
    template <class Enum>
    void choice(const char* label, Enum WorldSettings::* field, std::span<const Named<Enum>> table,
                const char* help) {
        start(label, edited.*field != scene_.*field, help, Width::Line);
        if (ImGui::BeginCombo("##value", named(table, edited.*field).label.data())) {
            for (const Named<Enum>& entry : table) {
                if (ImGui::Selectable(entry.label.data(), entry.value == edited.*field)) {
                    edited.*field = entry.value;
                    changed = true;
                }
                help_tip(entry.help.data());
            }
            ImGui::EndCombo();
        }
        finish(label, field);
    }

    enum class Width { Column, Line };
    void start(const char* label, bool differs, const char* help, Width width = Width::Column) {
        ImGui::PushID(label);
        const float left = ImGui::GetCursorPosX();
        const float room = ImGui::GetContentRegionAvail().x;
        const bool narrow = room < narrow_panel * ImGui::GetFontSize();
        if (width == Width::Column) ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(label);
        help_tip(help);
        if (differs) {
            ImGui::SameLine();
            ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "•");
        }
        if (width == Width::Column && !narrow) ImGui::SameLine(left + label_share * room);
        const float reset = differs ? ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x : 0.0f;
        ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - reset);
        differs_ = differs;
    }
    /// Names the control for scripts; true if the reset beside it was pressed.
    [[nodiscard]] bool finish_custom(const char* label) const {
        ui_mark((std::string("setting ") + label).c_str());
        bool reset = false;
        if (differs_) {
            ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
            reset = ImGui::Button("↺", ImVec2(ImGui::GetFrameHeight(), 0.0f));
            ui_mark((std::string("reset ") + label).c_str());
            help_tip("Back to the scene's value");
        }
        ImGui::PopID();
        return reset;
    }

    WorldSettings edited;
    bool changed = false;

private:
    template <class Field>
    void finish(const char* label, Field WorldSettings::* field) {
        if (finish_custom(label)) {
            edited.*field = scene_.*field;
            changed = true;
        }
    }

    const WorldSettings& scene_;
    bool differs_ = false;
};

void time_rows(Rows& rows, Session& session) {
    if (!Rows::begin("Time")) return;
    auto hertz = static_cast<float>(session.hertz());
    rows.start("Hertz", session.hertz() != session.scene_hertz(),
               "Steps a second of simulated time. Fewer: longer steps, more tunnelling.");
    if (ImGui::DragFloat("##value", &hertz, 1.0f, 5.0f, 1000.0f, "%.0f Hz", ImGuiSliderFlags_AlwaysClamp))
        session.set_hertz(static_cast<double>(hertz));
    if (rows.finish_custom("Hertz")) session.set_hertz(session.scene_hertz());
    rows.integer("Sub-steps", &WorldSettings::substeps, 1, 100,
                 "Solver sub-steps of one step, without new detection.");
    rows.integer("Detection sub-steps", &WorldSettings::detection_substeps, 1, 1000,
                 "Complete steps of dt/n in one step: the brute way not to tunnel.");
    rows.start("Gravity, m/s²", rows.edited.gravity != session.scene_settings().gravity, "x and y.");
    if (ImGui::DragFloat2("##value", &rows.edited.gravity.x, 0.05f, -100.0f, 100.0f, "%.2f"))
        rows.changed = true;
    if (rows.finish_custom("Gravity, m/s²")) {
        rows.edited.gravity = session.scene_settings().gravity;
        rows.changed = true;
    }
}

void solver_rows(Rows& rows) {
    if (!Rows::begin("Solver")) return;
    rows.choice("Method", &WorldSettings::solver, solver_kinds(), "How contacts and joints are solved.");
    rows.integer("Velocity iterations", &WorldSettings::velocity_iterations, 0, 100,
                 "Passes over all contacts and joints a step.");
    rows.integer("Position iterations", &WorldSettings::position_iterations, 0, 100,
                 "Passes that push overlaps apart, down to the slop.");
    rows.flag("Warm starting", &WorldSettings::warm_starting, "Start from the impulses of the last step.");
    rows.choice("Contact matching", &WorldSettings::matching, contact_matchings(),
                "How a contact point finds its impulse of the last step.");
    rows.number("Restitution threshold", &WorldSettings::restitution_threshold, 0.0f, 10.0f, "%.2f m/s",
                "Slower approaches do not bounce; at least 2·g·dt in effect.");
    rows.number("Contact margin", &WorldSettings::contact_margin, 0.0f, 0.5f, "%.3f m",
                "Contact points are kept up to this distance.");
    rows.number("Slop", &WorldSettings::slop, 0.0f, 0.1f, "%.4f m",
                "Overlap that is left alone, so that contacts persist.");
    bool asleep = false;
    ImGui::BeginDisabled();
    rows.start("Sleep", false, "");
    checkbox("##value", asleep);
    ImGui::SameLine();
    ImGui::TextUnformatted("none yet");
    ImGui::EndDisabled();
    help_tip("This engine has no sleep yet: every body is awake in every step.");
    static_cast<void>(rows.finish_custom("Sleep"));
}

void continuous_rows(Rows& rows, const WorldSettings& scene) {
    if (!Rows::begin("Continuous collision")) return;
    rows.choice("Policy", &WorldSettings::continuous, continuous_policies(),
                "What the step does about motion between its samples.");
    rows.start("TOI method", rows.edited.toi != scene.toi, "How the time of impact of a pair is found.",
               Rows::Width::Line);
    if (ImGui::BeginCombo("##value", promises(rows.edited.toi).label.data())) {
        for (const ToiPromises& method : toi_methods()) {
            if (ImGui::Selectable(method.label.data(), method.method == rows.edited.toi)) {
                rows.edited.toi = method.method;
                rows.changed = true;
            }
            help_tip(method.summary.data());
        }
        ImGui::EndCombo();
    }
    if (rows.finish_custom("TOI method")) {
        rows.edited.toi = scene.toi;
        rows.changed = true;
    }
    rows.start("Root finder", rows.edited.root_finder != scene.root_finder,
               "How a method that brackets a root closes in on it.", Rows::Width::Line);
    if (ImGui::BeginCombo("##value", info(rows.edited.root_finder).label.data())) {
        for (const RootFinderInfo& finder : root_finders()) {
            if (ImGui::Selectable(finder.label.data(), finder.finder == rows.edited.root_finder)) {
                rows.edited.root_finder = finder.finder;
                rows.changed = true;
            }
        }
        ImGui::EndCombo();
    }
    if (rows.finish_custom("Root finder")) {
        rows.edited.root_finder = scene.root_finder;
        rows.changed = true;
    }
    rows.number("Target", &WorldSettings::target, 0.0005f, 0.1f, "%.4f m",
                "Distance of the surfaces at which an impact is called.");
    rows.number("Tolerance", &WorldSettings::tolerance, 0.0001f, 0.1f, "%.5f m",
                "Of the target; at most the target.");
    rows.integer("TOI iterations", &WorldSettings::toi_iterations, 1, 10000,
                 "Limit of a method's outer loop.");
    rows.integer("Root iterations", &WorldSettings::root_iterations, 1, 1000, "Limit of a root search.");
    rows.integer("Impacts a body a step", &WorldSettings::impact_budget, 1, 100000,
                 "When spent, the body waits and the lost time is counted.");
    rows.flag("Sub-stepping", &WorldSettings::stop_at_each_impact, "One time-of-impact event a step.");
}

}  // namespace

void settings_panel(Session& session, UiState& ui) {
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, 0.75f * spacing.y});
    Rows rows(session.settings(), session.scene_settings());
    time_rows(rows, session);
    solver_rows(rows);
    continuous_rows(rows, session.scene_settings());
    if (Rows::begin("Broad phase")) {
        rows.choice("Method", &WorldSettings::broad_phase, broad_phase_kinds(),
                    "How pairs of close bodies are found.");
    }
    ImGui::Spacing();
    const bool differs =
        !(session.settings() == session.scene_settings()) || session.hertz() != session.scene_hertz();
    ImGui::BeginDisabled(!differs);
    if (ImGui::Button("Reset all to the scene's", ImVec2(-1.0f, 0.0f))) {
        session.reset_settings();
        rows.changed = false;
    }
    ui_mark("reset all");
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    if (!rows.changed) return;
    if (rows.edited.tolerance > rows.edited.target) rows.edited.tolerance = rows.edited.target;
    if (const auto done = session.change_settings(rows.edited); !done) {
        tell(ui, done.error().field + " " + done.error().message);
    }
}

}  // namespace toibox::app
