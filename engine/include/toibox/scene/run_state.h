// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_report.h"
#include "toibox/scene/expression.h"
#include "toibox/scene/probe.h"
#include "toibox/scene/tunnelling.h"

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

/// What a walker wants, and what it was told to do in the last step. What Run::apply() orders is a new wish,
/// and so is any velocity but the one told.
struct WalkerState {
    BodyHandle body;
    Vec2 desired_velocity;
    Vec2 applied_velocity;
};

/// Sums of the reports since the start.
struct RunTotals {
    Tally gjk;
    Tally toi;
    std::uint64_t root_iterations = 0;
    std::uint64_t tests = 0;
    std::uint64_t swaps = 0;
    double time_lost = 0.0;
    std::int64_t tunnelled = 0;
};

/// Of a shape that the scene made: outlives it, because the end of a contact is told after its removal.
struct NamedShape {
    std::uint32_t generation = 0;
    std::optional<std::uint32_t> color;
    std::string body_id;
};

/// All that a run knows beyond its scene and its world and that a later step, a claim or a view reads. A
/// member goes into Run::write_script_state by its line in run_fields.h, and does not compile without.
struct RunState {
    std::int64_t steps = 0;
    std::uint64_t cursor = 0;  ///< Next event.
    double stretched = 0.0;    ///< Seconds that steps of another length than the scene's have added.
    bool half_way = false;     ///< Inside a step that stopped at an impact.
    std::map<std::string, BodyHandle, std::less<>> bodies;
    std::vector<std::pair<std::uint32_t, std::string>> ids;  ///< By body index: generation and id.
    std::vector<NamedShape> shapes;                          ///< By shape index.
    std::vector<LastingForce> forces;
    std::vector<WalkerState> walks;  ///< By walker; none before the first step.
    RunTotals totals;
    std::vector<std::int64_t> counts;  ///< By what claims count.
    bool probing = false;
    TunnellingProbe probe;
    std::vector<Probe> probes;                            ///< Of the scene's probes, in order.
    std::vector<std::vector<ExpressionMemory>> memories;  ///< By claim.
    std::vector<ClaimOutcome> outcomes;                   ///< By claim.
};

}  // namespace toibox::scene
