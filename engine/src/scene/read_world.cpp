// SPDX-License-Identifier: MIT
#include "toibox/scene/tuning.h"

#include "format_names.h"
#include "read_parts.h"

#include <fmt/format.h>

namespace toibox::scene {

WorldEntry format_1_world() {
    return {.settings = {.gravity = {0.0f, -9.8f},
                         .solver = SolverKind::SequentialImpulses,
                         .velocity_iterations = 8,
                         .position_iterations = 3,
                         .substeps = 1,
                         .detection_substeps = 1,
                         .warm_starting = true,
                         .matching = ContactMatching::FeatureId,
                         .restitution_threshold = 1.0f,
                         .contact_margin = 0.02f,
                         .slop = 0.005f,
                         .position_correction = 0.2f,
                         .max_position_correction = 0.2f,
                         .continuous = ContinuousPolicy::SubstepAtImpact,
                         .toi = ToiMethod::BilateralAdvancement,
                         .root_finder = RootFinder::Mixed,
                         .target = 0.005f,
                         .tolerance = 0.00125f,
                         .toi_iterations = 64,
                         .root_iterations = 50,
                         .impact_budget = 256,
                         .broad_phase = BroadPhaseKind::DynamicTree,
                         .stop_at_each_impact = false},
            .step = 1.0 / 60.0,
            .duration = 10.0,
            .seed = 1};
}

namespace {

constexpr Range length_setting{.min = 0.0, .max = 1000.0, .cure = "write a length in metres, as 0.005"};
constexpr Range toi_length{.min = 1e-6, .max = 1000.0, .cure = "write a length in metres, as 0.005"};
constexpr Range speed_setting{.min = 0.0, .max = 1e6, .cure = "write a speed in m/s, as 1"};
constexpr Range step_range{.min = 1e-6, .max = 1.0, .cure = "write seconds, as \"1/60\""};
constexpr Range duration_range{.min = 0.0, .max = 1e9, .above_min = true, .cure = "write seconds, as 5"};

void read_time(ObjectReader& object, WorldEntry& world) {
    Reading& reading = object.reading();
    if (const auto at = object.find("step")) {
        if (const auto step = read_seconds(reading, *at, step_range)) world.step = *step;
    }
    if (const auto at = object.find("duration")) {
        if (const auto duration = read_seconds(reading, *at, duration_range)) world.duration = *duration;
        if (world.duration / world.step > tuning::max_steps) {
            reading.error(*at,
                          fmt::format("{} s are more than 2^31 steps of {} s", world.duration, world.step),
                          "shorten the run, or take longer steps");
        }
    }
    if (const auto at = object.find("seed")) {
        if (const auto seed = read_bits(reading, *at)) world.seed = *seed;
    }
}

void read_solver(ObjectReader& object, WorldSettings& settings) {
    object.choice("solver", settings.solver, solver_choices());
    object.integer("iterations", settings.velocity_iterations, 0, 1000);
    object.integer("position_iterations", settings.position_iterations, 0, 1000);
    object.integer("substeps", settings.substeps, 1, 100);
    object.integer("detection_substeps", settings.detection_substeps, 1, 1000);
    object.boolean("warm_starting", settings.warm_starting);
    object.choice("matching", settings.matching, matching_choices());
    object.number("restitution_threshold", settings.restitution_threshold, speed_setting);
    object.number("slop", settings.slop, length_setting);
    object.number("position_correction", settings.position_correction, unit_interval);
    object.number("max_position_correction", settings.max_position_correction, length_setting);
    object.choice("broad_phase", settings.broad_phase, broad_phase_choices());
}

void read_continuous(ObjectReader& object, WorldSettings& settings) {
    object.choice("continuous", settings.continuous, continuous_choices());
    object.choice("toi", settings.toi, toi_choices());
    object.choice("root_finder", settings.root_finder, root_finder_choices());
    object.number("target", settings.target, toi_length);
    // A quarter of the target, as for `toibox query`.
    settings.tolerance = 0.25f * settings.target;
    if (settings.tolerance < 1e-6f) settings.tolerance = settings.target;
    if (object.number("tolerance", settings.tolerance, toi_length) && settings.tolerance > settings.target) {
        object.reading().error(*object.find("tolerance"),
                               fmt::format("\"tolerance\" is {}, more than the target of {}",
                                           settings.tolerance, settings.target),
                               "write a length up to the target, or leave it out for a quarter of it");
    }
    object.integer("toi_iterations", settings.toi_iterations, 1, 10000);
    object.integer("root_iterations", settings.root_iterations, 1, 1000);
    object.integer("impact_budget", settings.impact_budget, 1, 100000);
    object.boolean("stop_at_each_impact", settings.stop_at_each_impact);
    // Without continuous collision nothing is to be felt ahead: the flip book sees overlaps only.
    if (settings.continuous == ContinuousPolicy::Off) settings.contact_margin = 0.0f;
    object.number("contact_margin", settings.contact_margin, length_setting);
}

}  // namespace

WorldEntry read_world(Reading& reading, const Cursor& at) {
    WorldEntry world = format_1_world();
    ObjectReader object(reading, at, "world");
    read_time(object, world);
    if (object.vec2("gravity", world.settings.gravity)) {
        const Vec2 size = abs(world.settings.gravity);
        if (size.x > 1e6f || size.y > 1e6f) {
            reading.error(*object.find("gravity"), "\"gravity\" is beyond a million m/s²", "write [0, -9.8]");
        }
    }
    read_solver(object, world.settings);
    read_continuous(object, world.settings);
    object.finish();
    return world;
}

}  // namespace toibox::scene
