// SPDX-License-Identifier: MIT
#include "toibox/scene/tuning.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"

#include <fmt/format.h>
#include <limits>
#include <string_view>

namespace toibox::scene {

WorldEntry format_1_world() {
    return {.settings = {.gravity = {0.0f, -9.8f},
                         .solver = SolverKind::SoftStep,
                         .integrator = Integrator::SemiImplicitEuler,
                         .velocity_iterations = 8,
                         .position_iterations = 3,
                         .substeps = 4,
                         .detection_substeps = 1,
                         .warm_starting = true,
                         .matching = ContactMatching::FeatureId,
                         .restitution_threshold = 1.0f,
                         .contact_margin = 0.02f,
                         .slop = 0.005f,
                         .smooth_inner_edges = true,
                         .position_correction = 0.2f,
                         .max_position_correction = 0.2f,
                         .contact_stiffness = 1.0f,
                         .contact_damping_ratio = 4.2f,
                         .push_speed = 1.3f,
                         .joint_stiffness = 1.0f,
                         .joint_damping_ratio = 2.0f,
                         .penalty_stiffness = 1500.0f,
                         .penalty_damping = 10.0f,
                         .push_back_rotation = false,
                         .sleeping = false,
                         .sleep_speed = 0.05f,
                         .sleep_time = 0.5f,
                         .continuous = ContinuousPolicy::SubstepAtImpact,
                         .speculative_margin = 1000.0f,
                         .toi = ToiMethod::Certified,
                         .root_finder = RootFinder::Mixed,
                         .target = 0.005f,
                         .tolerance = 0.00125f,
                         .toi_iterations = 64,
                         .root_iterations = 50,
                         .impact_budget = 256,
                         .broad_phase = BroadPhaseKind::BatchedSortAndSweep,
                         .stop_at_each_impact = false},
            .step = 1.0 / 60.0,
            .duration = 10.0,
            .seed = 1};
}

namespace {

constexpr Range step_range{.min = tuning::min_step_seconds,
                           .max = tuning::max_step_seconds,
                           .hint = "write seconds, for example \"1/60\""};
constexpr Range duration_range{
    .min = 0.0, .max = tuning::max_time, .above_min = true, .hint = "write seconds, for example 5"};

// The engine decides which settings are valid. Each value is tried with otherwise valid settings, so that
// every invalid value is reported at its location.
constexpr std::string_view length_hint = "write a length in metres, for example 0.005";
constexpr std::string_view count_hint = "write a whole number";

/// Assigns `changed` to `settings` if the engine accepts it; otherwise reports the value of `key`.
void set_if_valid(ObjectReader& object, std::string_view key, const WorldSettings& changed,
                  WorldSettings& settings, std::string_view hint) {
    const auto valid = validated(changed);
    if (valid) {
        settings = changed;
        return;
    }
    object.sink().error(*object.find(key), fmt::format("\"{}\" {}", key, valid.error().message),
                        std::string(hint));
}

template <class T>
using SettingOf = T WorldSettings::*;

/// Reads one setting, a number or an integer.
void read_setting(ObjectReader& object, std::string_view key, WorldSettings& settings,
                  SettingOf<float> setting, std::string_view hint) {
    WorldSettings changed = settings;
    if (object.number(key, changed.*setting)) set_if_valid(object, key, changed, settings, hint);
}
void read_setting(ObjectReader& object, std::string_view key, WorldSettings& settings,
                  SettingOf<int> setting) {
    WorldSettings changed = settings;
    constexpr int any = std::numeric_limits<int>::max();
    if (object.integer(key, changed.*setting, -any, any))
        set_if_valid(object, key, changed, settings, count_hint);
}

void read_time(ObjectReader& object, WorldEntry& world) {
    DiagnosticSink& sink = object.sink();
    if (const auto at = object.find("step")) {
        if (const auto step = read_seconds(sink, *at, step_range)) world.step = *step;
    }
    if (const auto at = object.find("duration")) {
        if (const auto duration = read_seconds(sink, *at, duration_range)) world.duration = *duration;
        if (world.duration / world.step > tuning::max_steps) {
            sink.error(*at, fmt::format("{} s are more than 2^31 steps of {} s", world.duration, world.step),
                       "shorten the run, or take longer steps");
        }
    }
    if (const auto at = object.find("seed")) {
        if (const auto seed = read_bits(sink, *at)) world.seed = *seed;
    }
}

void read_solver(ObjectReader& object, WorldSettings& settings) {
    using S = WorldSettings;
    object.choice("solver", settings.solver, solver_choices());
    // The default policy for a solver that does not handle impacts is "off".
    if (!are_compatible(settings.solver, settings.continuous)) settings.continuous = ContinuousPolicy::Off;
    object.choice("integrator", settings.integrator, integrator_choices());
    read_setting(object, "iterations", settings, &S::velocity_iterations);
    read_setting(object, "position_iterations", settings, &S::position_iterations);
    read_setting(object, "substeps", settings, &S::substeps);
    read_setting(object, "detection_substeps", settings, &S::detection_substeps);
    object.boolean("warm_starting", settings.warm_starting);
    object.choice("matching", settings.matching, matching_choices());
    read_setting(object, "restitution_threshold", settings, &S::restitution_threshold,
                 "write a speed in m/s, for example 1");
    read_setting(object, "slop", settings, &S::slop, length_hint);
    object.boolean("smooth_inner_edges", settings.smooth_inner_edges);
    read_setting(object, "position_correction", settings, &S::position_correction,
                 "write a fraction; 0 corrects nothing, 1 everything");
    read_setting(object, "max_position_correction", settings, &S::max_position_correction, length_hint);
    object.choice("broad_phase", settings.broad_phase, broad_phase_choices());
}

/// Soft step is always semi-implicit and ignores other integrators.
void warn_if_integrator_ignored(ObjectReader& object, const WorldSettings& settings) {
    if (settings.solver != SolverKind::SoftStep || settings.integrator == Integrator::SemiImplicitEuler)
        return;
    object.sink().warning(*object.find("integrator"),
                          fmt::format("\"soft-step\" ignores the integrator \"{}\"",
                                      enum_entry(integrators(), settings.integrator).name),
                          "remove it, or choose another solver");
}

void read_soft_step(ObjectReader& object, WorldSettings& settings) {
    using S = WorldSettings;
    constexpr std::string_view stiffness_hint =
        "write a fraction of the maximum stiffness, up to 1; more \"substeps\" increase the maximum";
    constexpr std::string_view ratio_hint = "write a damping ratio; 1 is critical";
    read_setting(object, "contact_stiffness", settings, &S::contact_stiffness, stiffness_hint);
    read_setting(object, "contact_damping_ratio", settings, &S::contact_damping_ratio, ratio_hint);
    read_setting(object, "push_speed", settings, &S::push_speed, "write a speed in m/s, for example 3");
    read_setting(object, "joint_stiffness", settings, &S::joint_stiffness, stiffness_hint);
    read_setting(object, "joint_damping_ratio", settings, &S::joint_damping_ratio, ratio_hint);
}

void read_penalty_and_push_back(ObjectReader& object, WorldSettings& settings) {
    using S = WorldSettings;
    read_setting(object, "penalty_stiffness", settings, &S::penalty_stiffness, "write N/m, for example 1500");
    read_setting(object, "penalty_damping", settings, &S::penalty_damping, "write N·s/m, for example 10");
    object.boolean("push_back_rotation", settings.push_back_rotation);
}

void read_sleep(ObjectReader& object, WorldSettings& settings) {
    using S = WorldSettings;
    object.boolean("sleeping", settings.sleeping);
    read_setting(object, "sleep_speed", settings, &S::sleep_speed, "write a speed in m/s, for example 0.05");
    read_setting(object, "sleep_time", settings, &S::sleep_time, "write seconds, for example 0.5");
}

void read_target(ObjectReader& object, WorldSettings& settings) {
    WorldSettings changed = settings;
    if (object.number("target", changed.target)) {
        changed.tolerance = changed.target;  // valid for every valid target
        set_if_valid(object, "target", changed, settings, length_hint);
    }
    // The default is a quarter of the target, as for queries, unless that is too small for the engine.
    changed = settings;
    changed.tolerance = 0.25f * settings.target;
    settings.tolerance = validated(changed) ? changed.tolerance : settings.target;
    read_setting(object, "tolerance", settings, &WorldSettings::tolerance,
                 fmt::format("write at most the target of {} m, or leave it out for a quarter of the target",
                             settings.target));
}

void read_continuous(ObjectReader& object, WorldSettings& settings) {
    using S = WorldSettings;
    WorldSettings changed = settings;
    if (object.choice("continuous", changed.continuous, continuous_choices())) {
        set_if_valid(object, "continuous", changed, settings,
                     "leave it out for \"off\", and raise \"detection_substeps\" against tunnelling");
    }
    read_setting(object, "speculative_margin", settings, &S::speculative_margin, length_hint);
    object.choice("toi", settings.toi, toi_choices());
    object.choice("root_finder", settings.root_finder, root_finder_choices());
    read_target(object, settings);
    read_setting(object, "toi_iterations", settings, &S::toi_iterations);
    read_setting(object, "root_iterations", settings, &S::root_iterations);
    read_setting(object, "impact_budget", settings, &S::impact_budget);
    object.boolean("stop_at_each_impact", settings.stop_at_each_impact);
    read_setting(object, "max_contacts", settings, &S::max_contacts);
    // Without continuous collision, contacts are not predicted: only overlapping shapes get points.
    if (settings.continuous == ContinuousPolicy::Off) settings.contact_margin = 0.0f;
    read_setting(object, "contact_margin", settings, &S::contact_margin, length_hint);
}

}  // namespace

WorldEntry read_world(DiagnosticSink& sink, const Cursor& at) {
    WorldEntry world = format_1_world();
    ObjectReader object(sink, at, "world");
    read_time(object, world);
    WorldSettings changed = world.settings;
    if (object.vec2("gravity", changed.gravity)) {
        set_if_valid(object, "gravity", changed, world.settings, "write m/s², for example [0, -9.8]");
    }
    read_solver(object, world.settings);
    warn_if_integrator_ignored(object, world.settings);
    read_soft_step(object, world.settings);
    read_penalty_and_push_back(object, world.settings);
    read_sleep(object, world.settings);
    read_continuous(object, world.settings);
    object.finish();
    return world;
}

}  // namespace toibox::scene
