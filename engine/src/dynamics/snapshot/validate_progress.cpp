// SPDX-License-Identifier: MIT
// Validates the overrides of bodies, and the state of a paused step and its CCD stage.
#include "toibox/dynamics/settings.h"

#include "dynamics/snapshot/validate_parts.h"
#include "dynamics/state/def_check.h"

#include <algorithm>
#include <span>

namespace toibox {
namespace {

template <class Enum>
bool is_listed(Enum value, std::span<const EnumEntry<Enum>> table) {
    return std::ranges::any_of(table, [value](const EnumEntry<Enum>& entry) { return entry.value == value; });
}

bool is_path_part(const WorldState& state, const PathPart& part) {
    return is_live(state.bodies.ids, part.body) && part.from >= 0.0 && part.from < part.to &&
           part.to <= 1.0 && is_coordinate(part.start.center) && is_coordinate(part.end) &&
           is_coordinate(part.delta_angle) &&
           std::abs(length_squared(Vec2{part.start.rotation.c, part.start.rotation.s}) - 1.0f) <=
               tuning::unit_tolerance;
}

/// Whether the impact island of a body is possible. Islands grow towards their root, so parents never lead in
/// a circle.
bool is_island_part(const WorldState& state, const BodyCcdState& body) {
    const std::size_t count = state.ccd.body.size();
    if (body.island.bodies < 1 || body.island.bodies > count) return false;
    return body.island_parent == null_index ||
           (body.island_parent < count &&
            state.ccd.body[body.island_parent].island.bodies > body.island.bodies);
}

/// Checks that each part of a body's path begins at the time at which the previous part ended. The first part
/// may begin at any time.
StateCheck check_paths(const WorldState& state) {
    const std::vector<PathPart>& paths = state.ccd.paths;
    std::vector<double> path_end(state.bodies.ids.capacity(), 0.0);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (!is_path_part(state, paths[i]))
            return Defect{element_name("continuous.paths", i), "is out of range"};
        double& previous_end = path_end[paths[i].body];
        if (previous_end > 0.0 && paths[i].from != previous_end)
            return Defect{element_name("continuous.paths", i),
                          "does not start at the time at which the previous part ended"};
        previous_end = paths[i].to;
    }
    return std::nullopt;
}

}  // namespace

StateCheck check_continuous_overrides(const WorldState& state) {
    const std::vector<BodyContinuousOverride>& list = state.continuous_overrides;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const BodyContinuousOverride& entry = list[i];
        if (!is_live(state.bodies.ids, entry.body)) {
            return Defect{element_name("own_continuous", i), "belongs to a body that is not alive"};
        }
        if (i > 0 && list[i - 1].body >= entry.body)
            return Defect{element_name("own_continuous", i), "is out of order"};
        if (!entry.has_policy && !entry.has_toi)
            return Defect{element_name("own_continuous", i), "overrides nothing"};
        if (const std::optional<DefError> bad =
                check(ContinuousOverride{.policy = entry.policy, .toi = entry.toi})) {
            return Defect{element_name("own_continuous", i) + "." + bad->field, bad->message};
        }
    }
    return std::nullopt;
}

StateCheck check_progress(const WorldState& state) {
    if (!std::isfinite(state.time)) return Defect{"time", "is not finite"};
    const StepProgress& progress = state.progress;
    for (const float length :
         {progress.nominal_dt, progress.mean_dt, progress.last_dt, progress.second_last_dt}) {
        if (!std::isfinite(length) || length < 0.0f)
            return Defect{"progress", "contains an invalid length of time"};
    }
    if (!is_listed(progress.solver, solver_kinds()))
        return Defect{"progress.solver", "is not a known solver"};
    if (!is_listed(progress.continuous, continuous_policies())) {
        return Defect{"progress.continuous", "is not a known policy"};
    }
    if (!progress.paused) {
        if (!state.ccd.body.empty()) return Defect{"continuous.body", "is left over from a step"};
        if (!state.ccd.paths.empty()) return Defect{"continuous.paths", "is left over from a step"};
        return std::nullopt;
    }
    const bool positive = progress.dt > 0.0f && progress.step_dt > 0.0f;
    if (!positive || !std::isfinite(progress.dt) || !std::isfinite(progress.step_dt)) {
        return Defect{"progress.dt", "is not a positive number"};
    }
    if (progress.remaining < 0 || progress.remaining > 1000) {
        return Defect{"progress.remaining", "is out of range"};
    }
    if (state.ccd.body.size() != state.bodies.ids.capacity()) {
        return Defect{"continuous.body", "does not have one element per body"};
    }
    for (std::size_t i = 0; i < state.ccd.body.size(); ++i) {
        const BodyCcdState& body = state.ccd.body[i];
        if (!(body.consumed >= 0.0 && body.consumed <= 1.0) || body.impacts < 0 ||
            body.remaining > RemainingMotion::Stopped || !is_coordinate(body.end_offset) ||
            !is_coordinate(body.end_rotation) || !is_island_part(state, body)) {
            return Defect{element_name("continuous.body", i), "is out of range"};
        }
    }
    return check_paths(state);
}

}  // namespace toibox
