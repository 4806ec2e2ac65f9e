// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/setting_rows.h"
#include "app/panels/widgets/slider.h"
#include "app/session/solver_settings.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace toibox::app {

namespace {

using S = WorldSettings;

void time_rows(SettingRows& rows, Session& session) {
    if (!rows.begin("Time")) return;
    auto hertz = static_cast<float>(session.hertz());
    if (rows.start(
            "Rate", session.hertz() != session.scene_hertz(),
            "Steps per second of simulated time. With fewer steps per second, each step is longer and bodies "
            "tunnel more.")) {
        if (rows.drag(hertz, 1.0f, {5.0f, 1000.0f, "%.0f Hz"})) session.set_hertz(static_cast<double>(hertz));
        if (rows.finish_custom("Rate")) session.set_hertz(session.scene_hertz());
    }
    rows.integer("Sub-steps", &S::substeps, 1, 100,
                 "Solver intervals per detection sub-step. Collision detection is not repeated for them.");
    rows.integer(
        "Detection sub-steps", &S::detection_substeps, 1, 1000,
        "Splits each step into this many shorter steps, each with its own collision detection. Reduces "
        "tunnelling by brute force.");
    if (!rows.start("Gravity, m/s²", rows.edited.gravity != session.scene_settings().gravity,
                    "Acceleration along x and y."))
        return;
    if (rows.drag_pair(rows.edited.gravity, 0.05f, {-100.0f, 100.0f, "%.2f"})) rows.changed = true;
    if (!rows.finish_custom("Gravity, m/s²")) return;
    rows.edited.gravity = session.scene_settings().gravity;
    rows.changed = true;
}

/// Stiffness and damping of the springs that the solver uses.
void spring_rows(SettingRows& rows) {
    if (is_setting_used(rows.edited, SolverSetting::ContactSoftness)) {
        rows.number(
            "Contact stiffness", &S::contact_stiffness, {1e-3f, 1.0f, "%.3f", true},
            "Frequency of the contact springs, as a fraction of the highest stable frequency, which is "
            "proportional to the sub-step rate. With stiffer contacts, stacks sag less.");
        rows.number("Contact damping", &S::contact_damping_ratio, {0.0f, 100.0f, "%.2f", true},
                    "1 is critically damped. Higher values remove overlap more slowly.");
        rows.number("Push speed", &S::push_speed, {0.0f, 50.0f, "%.2f m/s"},
                    "Maximum speed at which overlapping bodies are pushed apart.");
    }
    if (is_setting_used(rows.edited, SolverSetting::JointSoftness)) {
        rows.number(
            "Joint stiffness", &S::joint_stiffness, {1e-3f, 1.0f, "%.3f", true},
            "Frequency of the springs of rigid joints, as a fraction of the highest stable frequency, "
            "which is proportional to the sub-step rate.");
        rows.number("Joint damping", &S::joint_damping_ratio, {0.0f, 100.0f, "%.2f", true},
                    "1 is critically damped.");
    }
    if (is_setting_used(rows.edited, SolverSetting::PenaltyForce)) {
        rows.number(
            "Stiffness", &S::penalty_stiffness, {1.0f, 1e8f, "%.3g N/m", true},
            "Force per metre of overlap. Higher values give less overlap and a shorter, stronger push. If it "
            "is too high for the sub-step, the simulation explodes.");
        rows.number("Damping", &S::penalty_damping, {0.0f, 1e6f, "%.3g N·s/m", true},
                    "Force per m/s of normal velocity. With 0, the normal force is not damped.");
    }
}

void solver_rows(SettingRows& rows) {
    if (!rows.begin("Solver")) return;
    rows.choice("Method", &S::solver, solver_kinds(), "The solver for contacts and joints.");
    const auto uses = [&](SolverSetting setting) { return is_setting_used(rows.edited, setting); };
    if (uses(SolverSetting::Integrator)) {
        rows.choice("Integrator", &S::integrator, integrators(), "How a sub-step advances free motion.");
    }
    spring_rows(rows);
    if (uses(SolverSetting::PushBackRotation)) {
        rows.flag("Push and rotate", &S::push_back_rotation,
                  "When on, overlapping bodies are moved and rotated apart. When off, they are only moved.");
    }
    if (uses(SolverSetting::VelocityIterations)) {
        rows.integer("Velocity iterations", &S::velocity_iterations, 0, 100,
                     rows.edited.solver == SolverKind::Penalty
                         ? "Solver iterations per sub-step for rigid joints. Contacts need none."
                         : "Solver iterations per sub-step.");
    }
    if (uses(SolverSetting::PositionIterations)) {
        rows.integer("Position iterations", &S::position_iterations, 0, 100,
                     rows.edited.solver == SolverKind::Penalty
                         ? "Iterations that close the gaps of rigid joints."
                         : "Iterations that reduce overlap to the slop.");
    }
    if (uses(SolverSetting::PositionCorrection)) {
        rows.number("Position correction", &S::position_correction, {0.0f, 1.0f, "%.2f"},
                    "Fraction of the overlap that one position iteration removes.");
    }
    const bool joints_only = !uses(SolverSetting::ContactMatching);
    rows.flag("Warm starting", &S::warm_starting,
              joints_only
                  ? "Rigid joints start from the impulses of the previous step. Contacts store no impulses."
                  : "Contacts and joints start from the impulses of the previous step.");
    if (uses(SolverSetting::ContactMatching)) {
        rows.choice("Contact matching", &S::matching, contact_matchings(),
                    "How a contact point finds its impulse from the previous step.");
    }
    if (uses(SolverSetting::RestitutionThreshold)) {
        rows.number("Restitution threshold", &S::restitution_threshold, {0.0f, 10.0f, "%.2f m/s"},
                    "Slower approaches do not bounce. The solver uses at least 2·g·dt.");
    }
    rows.number("Contact margin", &S::contact_margin, {0.0f, 0.5f, "%.3f m"},
                "Contact points are created between shapes up to this distance apart.");
    rows.flag("Smooth inner edges", &S::smooth_inner_edges,
              "When on, bodies that slide over flush tiles do not catch on the edges between the tiles.");
    if (uses(SolverSetting::Slop)) {
        rows.number("Slop", &S::slop, {0.0f, 0.1f, "%.4f m"},
                    "Overlap that the solver tolerates, so that contacts persist.");
    }
}

void sleep_rows(SettingRows& rows) {
    if (!rows.begin("Sleep")) return;
    rows.flag("Sleeping", &S::sleeping,
              "Bodies that rest together are not simulated until something wakes them.");
    if (!rows.edited.sleeping) return;
    rows.number(
        "Sleep speed", &S::sleep_speed, {0.0f, 1.0f, "%.3f m/s"},
        "A body may fall asleep only while the sum of its speed and its surface speed due to rotation is "
        "lower, and it is not on its way anywhere.");
    rows.number(
        "Sleep time", &S::sleep_time, {0.0f, 10.0f, "%.2f s"},
        "How long all bodies of a touching group must stay below the sleep speed before they fall asleep.");
}

void method_rows(SettingRows& rows, const WorldSettings& scene) {
    std::vector<ListOption> methods;
    const auto index_of_method = [](ToiMethod method) {
        return static_cast<std::size_t>(&promises(method) - toi_methods().data());
    };
    for (const ToiPromises& method : toi_methods())
        methods.push_back({method.label.data(), method.summary.data()});
    if (const auto picked = rows.list("TOI method", "How the time of impact of a pair is found.", methods,
                                      index_of_method(rows.edited.toi), index_of_method(scene.toi))) {
        rows.edited.toi = toi_methods()[*picked].method;
        rows.changed = true;
    }
    std::vector<ListOption> finders;
    const auto index_of_finder = [](RootFinder finder) {
        return static_cast<std::size_t>(&info(finder) - root_finders().data());
    };
    for (const RootFinderInfo& finder : root_finders())
        finders.push_back({finder.label.data(), finder.summary.data()});
    if (const auto picked = rows.list(
            "Root finder",
            "How bilateral advancement finds a root in a bracket. The other methods do not use this setting.",
            finders, index_of_finder(rows.edited.root_finder), index_of_finder(scene.root_finder))) {
        rows.edited.root_finder = root_finders()[*picked].finder;
        rows.changed = true;
    }
}

void continuous_rows(SettingRows& rows, const WorldSettings& scene) {
    if (!rows.begin("Continuous collision")) return;
    rows.choice("Policy", &S::continuous, continuous_policies(), "How motion within a step is handled.");
    const ContinuousPolicy policy = rows.edited.continuous;
    if (policy == ContinuousPolicy::Speculative) {
        rows.number("Speculative margin", &S::speculative_margin, {0.001f, 1000.0f, "%.3f m"},
                    "Maximum look-ahead distance for contacts. A small margin avoids ghost hits, but fast "
                    "bodies tunnel.");
    }
    if (!ends_at_target(policy)) return;
    if (uses_time_of_impact(policy)) method_rows(rows, scene);
    rows.number("Target", &S::target, {0.0005f, 0.1f, "%.4f m"},
                "Distance between the surfaces at which an impact is reported.");
    rows.number("Tolerance", &S::tolerance, {0.0001f, 0.1f, "%.5f m"},
                "Allowed error of the target distance. Cannot exceed the target.");
    rows.integer("TOI iterations", &S::toi_iterations, 1, 10000,
                 "Maximum iterations of the outer loop of a TOI method.");
    rows.integer("Root iterations", &S::root_iterations, 1, 1000,
                 "Maximum iterations of one root search of bilateral advancement or brute force.");
    rows.integer(
        "Impacts per body per step", &S::impact_budget, 1, 100000,
        "After this many impacts in a step, a body stops for the rest of the step. The Statistics tab counts "
        "the time that bodies lose.");
    rows.integer("Maximum contacts", &S::max_contacts, 1, 1 << 22,
                 "A step that would make more contacts than this fails and changes nothing.");
    rows.flag("Stop at impacts", &S::stop_at_each_impact, stop_at_impacts_help);
}

int hardware_threads() {
    const auto count = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(count, 1, max_threads);
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

/// Threads and instruction set. Unlike the other settings, they are kept when another scene is opened.
void execution_rows(SettingRows& rows, Session& session) {
    if (!rows.begin("Execution")) return;
    Execution execution = session.execution();
    const Execution defaults;
    if (rows.start(
            "Threads", execution.threads != defaults.threads,
            "Number of threads, including the calling one. Mostly used by the soft-step solver. Results are "
            "bit-identical for any number.")) {
        const NumberRange range{1.0f, static_cast<float>(std::max(hardware_threads(), execution.threads)),
                                "%d"};
        if (rows.take_activation())
            rows.entry.begin("##value", static_cast<double>(execution.threads), range);
        slider(rows.entry, "##value", execution.threads, range);
        if (rows.finish_custom("Threads")) execution.threads = defaults.threads;
    }
    std::vector<Isa> sets;
    std::vector<ListOption> options;
    for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
        if (!is_available(isa)) continue;
        sets.push_back(isa);
        options.push_back({label_of(isa)});
    }
    const auto index_of = [&](Isa isa) {
        return static_cast<std::size_t>(std::ranges::find(sets, isa) - sets.begin());
    };
    if (const auto picked = rows.list(
            "SIMD",
            "Instruction set of the soft-step solver. Does not change results; more lanes are faster.",
            options, index_of(execution.isa), index_of(defaults.isa)))
        execution.isa = sets[*picked];
    if (execution != session.execution()) session.set_execution(execution);
}

}  // namespace

void setting_rows(SettingRows& rows, Session& session) {
    time_rows(rows, session);
    solver_rows(rows);
    sleep_rows(rows);
    continuous_rows(rows, session.scene_settings());
    body_setting_rows(rows, session);
    if (rows.begin("Broad phase")) {
        rows.choice("Broad phase", &S::broad_phase, broad_phase_kinds(),
                    "How pairs of nearby shapes are found. Does not change results.");
    }
    execution_rows(rows, session);
}

void apply_rows(SettingRows& rows, Session& session, UiState& ui) {
    if (!rows.changed) return;
    if (rows.edited.tolerance > rows.edited.target) rows.edited.tolerance = rows.edited.target;
    apply_settings(session, ui, rows.edited);
}

void settings_panel(Session& session, UiState& ui) {
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, 0.75f * spacing.y});
    SettingRows rows(session.settings(), session.scene_settings(), ui.number_entry, ui.compare.differences);
    setting_rows(rows, session);
    ImGui::Spacing();
    const bool differs =
        !(session.settings() == session.scene_settings()) || session.hertz() != session.scene_hertz();
    ImGui::BeginDisabled(!differs);
    if (ImGui::Button("Reset all to scene defaults", ImVec2(-1.0f, 0.0f))) {
        session.reset_settings();
        rows.changed = false;
    }
    name_widget("reset all");
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    apply_rows(rows, session, ui);
}

}  // namespace toibox::app
