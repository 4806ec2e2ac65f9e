// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/setting_rows.h"
#include "app/panels/slider.h"
#include "app/session/solver_settings.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace toibox::app {

namespace {

using S = WorldSettings;

void time_rows(SettingRows& rows, Session& session) {
    if (!SettingRows::begin("Time")) return;
    auto hertz = static_cast<float>(session.hertz());
    rows.start("Hertz", session.hertz() != session.scene_hertz(),
               "Steps a second of simulated time. Fewer: longer steps, more tunnelling.");
    if (ImGui::DragFloat("##value", &hertz, 1.0f, 5.0f, 1000.0f, "%.0f Hz", ImGuiSliderFlags_AlwaysClamp))
        session.set_hertz(static_cast<double>(hertz));
    if (rows.finish_custom("Hertz")) session.set_hertz(session.scene_hertz());
    rows.integer("Sub-steps", &S::substeps, 1, 100, "Solver sub-steps of one step, without new detection.");
    rows.integer("Detection sub-steps", &S::detection_substeps, 1, 1000,
                 "Complete steps of dt/n in one step: the brute way not to tunnel.");
    rows.start("Gravity, m/s²", rows.edited.gravity != session.scene_settings().gravity, "x and y.");
    if (ImGui::DragFloat2("##value", &rows.edited.gravity.x, 0.05f, -100.0f, 100.0f, "%.2f"))
        rows.changed = true;
    if (rows.finish_custom("Gravity, m/s²")) {
        rows.edited.gravity = session.scene_settings().gravity;
        rows.changed = true;
    }
}

/// How stiff and how damped the solver's springs are.
void spring_rows(SettingRows& rows) {
    if (is_setting_used(rows.edited, SolverSetting::ContactSoftness)) {
        rows.number(
            "Contact stiffness", &S::contact_stiffness, {1e-3f, 1.0f, "%.3f", true},
            "1 is the stiffest that is stable. More sub-steps make that stiffer: stacks sag less, and "
            "a step takes longer.");
        rows.number("Contact damping", &S::contact_damping_ratio, {0.0f, 100.0f, "%.2f", true},
                    "1 is critical. More: overlap is pushed out without a bounce, and slower.");
        rows.number("Push speed", &S::push_speed, {0.0f, 50.0f, "%.2f m/s"},
                    "The fastest that overlap is pushed out.");
    }
    if (is_setting_used(rows.edited, SolverSetting::JointSoftness)) {
        rows.number("Joint stiffness", &S::joint_stiffness, {1e-3f, 1.0f, "%.3f", true},
                    "Of rigid joints: 1 is the stiffest that is stable. More sub-steps make that stiffer.");
        rows.number("Joint damping", &S::joint_damping_ratio, {0.0f, 100.0f, "%.2f", true}, "1 is critical.");
    }
    if (is_setting_used(rows.edited, SolverSetting::PenaltyForce)) {
        rows.number("Stiffness", &S::penalty_stiffness, {1.0f, 1e8f, "%.3g N/m", true},
                    "Force of a metre of overlap. Harder: less overlap, a shorter and stronger push; too "
                    "hard for the sub-step, it explodes.");
        rows.number("Damping", &S::penalty_damping, {0.0f, 1e6f, "%.3g N·s/m", true},
                    "Force of a metre a second. 0 bounces for ever.");
    }
}

void solver_rows(SettingRows& rows) {
    if (!SettingRows::begin("Solver")) return;
    rows.choice("Method", &S::solver, solver_kinds(), "How contacts and joints are solved.");
    const auto has = [&](SolverSetting setting) { return is_setting_used(rows.edited, setting); };
    if (has(SolverSetting::Integrator)) {
        rows.choice("Integrator", &S::integrator, integrators(), "How free motion advances in a sub-step.");
    }
    spring_rows(rows);
    if (has(SolverSetting::PushBackRotation)) {
        rows.flag("Push and rotate", &S::push_back_rotation,
                  "Overlapping bodies turn out of the way, too; off, they are only shifted.");
    }
    if (has(SolverSetting::VelocityIterations)) {
        rows.integer("Velocity iterations", &S::velocity_iterations, 0, 100,
                     rows.edited.solver == SolverKind::Penalty
                         ? "Passes over all rigid joints a sub-step; contacts need none."
                         : "Passes over all contacts and joints a sub-step.");
    }
    if (has(SolverSetting::PositionIterations)) {
        rows.integer("Position iterations", &S::position_iterations, 0, 100,
                     rows.edited.solver == SolverKind::Penalty
                         ? "Passes that close the gaps of rigid joints."
                         : "Passes that push overlaps apart, down to the slop.");
    }
    if (has(SolverSetting::PositionCorrection)) {
        rows.number("Position correction", &S::position_correction, {0.0f, 1.0f, "%.2f"},
                    "Share of the overlap that one position iteration removes.");
    }
    const bool cold = !has(SolverSetting::ContactMatching);
    rows.flag("Warm starting", &S::warm_starting,
              cold ? "Rigid joints start from their impulses of the last step; contacts keep none."
                   : "Start from the impulses of the last step.");
    if (has(SolverSetting::ContactMatching)) {
        rows.choice("Contact matching", &S::matching, contact_matchings(),
                    "How a contact point finds its impulse of the last step.");
    }
    if (has(SolverSetting::RestitutionThreshold)) {
        rows.number("Restitution threshold", &S::restitution_threshold, {0.0f, 10.0f, "%.2f m/s"},
                    "Slower approaches do not bounce; at least 2·g·dt in effect.");
    }
    rows.number("Contact margin", &S::contact_margin, {0.0f, 0.5f, "%.3f m"},
                "Contact points are kept up to this distance.");
    rows.flag("Smooth inner edges", &S::smooth_inner_edges,
              "What slides over tiles that lie flush does not meet the edges between them. Off: it bumps.");
    if (has(SolverSetting::Slop)) {
        rows.number("Slop", &S::slop, {0.0f, 0.1f, "%.4f m"},
                    "Overlap that is left alone, so that contacts persist.");
    }
}

void sleep_rows(SettingRows& rows) {
    if (!SettingRows::begin("Sleep")) return;
    rows.flag("Sleeping", &S::sleeping,
              "Bodies that rest together are not simulated until something wakes them.");
    if (!rows.edited.sleeping) return;
    rows.number("Sleep speed", &S::sleep_speed, {0.0f, 1.0f, "%.3f m/s"},
                "A body whose fastest surface point is slower may fall asleep, once it hardly moves.");
    rows.number("Sleep time", &S::sleep_time, {0.0f, 10.0f, "%.2f s"},
                "How long all bodies that touch each other must stay that slow before they sleep.");
}

void method_rows(SettingRows& rows, const WorldSettings& scene) {
    rows.start("TOI method", rows.edited.toi != scene.toi, "How the time of impact of a pair is found.",
               SettingRows::Width::Line);
    const ToiPromises& now = promises(rows.edited.toi);
    if (SettingRows::list(now.label.data(), now.summary.data())) {
        for (const ToiPromises& method : toi_methods()) {
            const bool chosen = method.method == rows.edited.toi;
            if (!SettingRows::option(method.label.data(), method.summary.data(), chosen)) continue;
            rows.edited.toi = method.method;
            rows.changed = true;
        }
        ImGui::EndCombo();
    }
    if (rows.finish_custom("TOI method")) {
        rows.edited.toi = scene.toi;
        rows.changed = true;
    }
    rows.start("Root finder", rows.edited.root_finder != scene.root_finder,
               "How a method that brackets a root closes in on it.", SettingRows::Width::Line);
    const RootFinderInfo& finds = info(rows.edited.root_finder);
    if (SettingRows::list(finds.label.data(), finds.summary.data())) {
        for (const RootFinderInfo& finder : root_finders()) {
            const bool chosen = finder.finder == rows.edited.root_finder;
            if (!SettingRows::option(finder.label.data(), finder.summary.data(), chosen)) continue;
            rows.edited.root_finder = finder.finder;
            rows.changed = true;
        }
        ImGui::EndCombo();
    }
    if (rows.finish_custom("Root finder")) {
        rows.edited.root_finder = scene.root_finder;
        rows.changed = true;
    }
}

void continuous_rows(SettingRows& rows, const WorldSettings& scene) {
    if (!SettingRows::begin("Continuous collision")) return;
    rows.choice("Policy", &S::continuous, continuous_policies(),
                "What the step does about motion between its samples.");
    const ContinuousPolicy policy = rows.edited.continuous;
    if (policy == ContinuousPolicy::Speculative) {
        rows.number("Speculative margin", &S::speculative_margin, {0.001f, 1000.0f, "%.3f m"},
                    "How far ahead contacts are made at most. Small: no ghost hits, and fast bodies tunnel.");
    }
    if (!ends_at_target(policy)) return;
    if (uses_time_of_impact(policy)) method_rows(rows, scene);
    rows.number("Target", &S::target, {0.0005f, 0.1f, "%.4f m"},
                "Distance of the surfaces at which an impact is called.");
    rows.number("Tolerance", &S::tolerance, {0.0001f, 0.1f, "%.5f m"}, "Of the target; at most the target.");
    rows.integer("TOI iterations", &S::toi_iterations, 1, 10000, "Limit of a method's outer loop.");
    rows.integer("Root iterations", &S::root_iterations, 1, 1000, "Limit of a root search.");
    rows.integer("Impacts a body a step", &S::impact_budget, 1, 100000,
                 "When spent, the body waits and the lost time is counted.");
    rows.flag("Sub-stepping", &S::stop_at_each_impact, "One time-of-impact event a step.");
}

int hardware_threads() {
    const auto found = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(found, 1, max_threads);
}

const char* label_of(Isa isa) {
    switch (isa) {
        case Isa::Scalar:
            return "Scalar, 1 lane";
        case Isa::Sse2:
            return "SSE2, 4 lanes";
        case Isa::Avx2:
            break;
    }
    return "AVX2, 8 lanes";
}

/// The machine's part: kept when another scene is opened.
void execution_rows(SettingRows& rows, Session& session) {
    if (!SettingRows::begin("Execution")) return;
    Execution execution = session.execution();
    const Execution usual;
    rows.start("Threads", execution.threads != usual.threads,
               "Of the soft step, this one included. Any number gives the same bits.");
    slider("##value", execution.threads, 1, std::max(hardware_threads(), execution.threads), "%d");
    if (rows.finish_custom("Threads")) execution.threads = usual.threads;
    rows.start("SIMD", execution.isa != usual.isa,
               "Instruction set of the soft step. Any gives the same bits; wider is faster.");
    if (ImGui::BeginCombo("##value", label_of(execution.isa))) {
        for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
            if (!is_available(isa)) continue;
            if (SettingRows::option(label_of(isa), nullptr, isa == execution.isa)) execution.isa = isa;
        }
        ImGui::EndCombo();
    }
    if (rows.finish_custom("SIMD")) execution.isa = usual.isa;
    if (execution != session.execution()) session.set_execution(execution);
}

}  // namespace

void settings_panel(Session& session, UiState& ui) {
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, 0.75f * spacing.y});
    SettingRows rows(session.settings(), session.scene_settings());
    time_rows(rows, session);
    solver_rows(rows);
    sleep_rows(rows);
    continuous_rows(rows, session.scene_settings());
    body_setting_rows(rows, session);
    if (SettingRows::begin("Broad phase")) {
        rows.choice("Pair search", &S::broad_phase, broad_phase_kinds(),
                    "How pairs of close bodies are found.");
    }
    execution_rows(rows, session);
    ImGui::Spacing();
    const bool differs =
        !(session.settings() == session.scene_settings()) || session.hertz() != session.scene_hertz();
    ImGui::BeginDisabled(!differs);
    if (ImGui::Button("Reset all to the scene's", ImVec2(-1.0f, 0.0f))) {
        session.reset_settings();
        rows.changed = false;
    }
    name_widget("reset all");
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    if (!rows.changed) return;
    if (rows.edited.tolerance > rows.edited.target) rows.edited.tolerance = rows.edited.target;
    apply_settings(session, ui, rows.edited);
}

}  // namespace toibox::app
