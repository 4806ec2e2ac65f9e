// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_report.h"
#include "toibox/scene/expression.h"
#include "toibox/scene/probe.h"
#include "toibox/scene/verdict_probe.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::scene {

/// A force that acts for several steps, at a point of the body.
struct LastingForce {
    BodyHandle body;
    Vec2 force;
    std::optional<Vec2> local_point;
    float torque = 0.0f;
    std::int64_t steps_left = 0;
};

/// Desired velocity of a walker, and the velocity that its body got in the last step. If the body has a
/// velocity other than `applied_velocity`, or Run::apply() sets one, that becomes the desired velocity.
struct WalkerState {
    BodyHandle body;
    Vec2 desired_velocity;
    Vec2 applied_velocity;
};

/// Totals of the step reports since the start.
struct RunTotals {
    Tally gjk;
    Tally toi;
    std::uint64_t root_iterations = 0;
    std::uint64_t tests = 0;
    std::uint64_t exchanges = 0;
    double time_lost = 0.0;                                   ///< Seconds.
    std::array<std::int64_t, verdict_kind_count> verdicts{};  ///< By VerdictKind.
};

/// A shape that the scene created. The entry outlives the shape, whose end events come after its removal.
struct NamedShape {
    std::uint32_t generation = 0;
    std::optional<std::uint32_t> color;
    std::string body_id;
};

/// The state of a run besides its scene and its world. Each member needs a line in run_fields.h, which
/// write_script_state() uses; the build fails if one is missing.
struct RunState {
    std::int64_t steps = 0;
    std::uint64_t cursor = 0;  ///< Index of the next event.
    double extra_time =
        0.0;  ///< time − steps · scene step, seconds; nonzero after steps of a different length.
    bool is_mid_step = false;  ///< Inside a step that stopped at an impact.
    std::map<std::string, BodyHandle, std::less<>> bodies;
    std::vector<std::pair<std::uint32_t, std::string>> ids;  ///< Generation and id, by body index.
    std::vector<NamedShape> shapes;                          ///< By shape index.
    std::vector<LastingForce> forces;
    std::vector<WalkerState> walkers;  ///< One for each walker; empty before the first step.
    RunTotals totals;
    std::vector<std::int64_t> counts;  ///< By counted event.
    bool judges = false;               ///< Whether the probe judges each step.
    VerdictProbe verdict_probe;
    std::vector<Probe> probes;                            ///< Of the scene's probes, in order.
    std::vector<std::vector<ExpressionMemory>> memories;  ///< By claim.
    std::vector<ClaimOutcome> outcomes;                   ///< By claim.
};

}  // namespace toibox::scene
