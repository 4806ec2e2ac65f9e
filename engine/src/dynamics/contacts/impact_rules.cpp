// SPDX-License-Identifier: MIT
#include "dynamics/contacts/impact_rules.h"

#include "toibox/dynamics/tuning.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/one_way_contacts.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/make_contact.h"
#include "dynamics/state/remaining_motion.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace toibox {
namespace {

/// Whether an impact of one of the body's own shapes bounces at its time.
bool has_bouncy_shape(const WorldState& state, std::uint32_t body) {
    bool found = false;
    for_each_shape(state, body, [&](std::uint32_t shape) {
        found = found || is_bouncy(state, state.shapes.material[shape].restitution);
    });
    return found;
}

/// Whether `obstacle` is a heavy obstacle for `body`: it would hardly yield, and `body` could pass through it
/// in the rest of the step.
bool is_heavy_obstacle_to(const StepContext& step, std::uint32_t obstacle, std::uint32_t body) {
    const WorldState& state = step.state;
    const std::vector<BodyCcdState>& bodies = state.ccd.body;
    const BodyMass& mass = state.bodies.mass[obstacle];
    return obstacle < bodies.size() && bodies[obstacle].is_heavy_obstacle &&
           mass.inv_mass * tuning::heavy_obstacle_ratio <= state.bodies.mass[body].inv_mass &&
           static_cast<double>(mass.min_extent) <
               remaining_travel(step, obstacle) + remaining_travel(step, body);
}

}  // namespace

bool bounces_at_step_end(const WorldState& state, float restitution) {
    return state.progress.solver == SolverKind::SoftStep && restitution <= tuning::low_restitution;
}

bool is_bouncy(const WorldState& state, float restitution) {
    return restitution > 0.0f && !bounces_at_step_end(state, restitution);
}

bool is_bouncy_pair(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    const float a = state.shapes.material[shape_a].restitution;
    const float b = state.shapes.material[shape_b].restitution;
    return is_bouncy(state, a > b ? a : b);
}

bool searches_all_shapes(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].bullet || has_bouncy_shape(state, body);
}

bool must_not_pass(const StepContext& step, std::uint32_t body_a, std::uint32_t body_b) {
    const std::vector<BodyInfo>& info = step.state.bodies.info;
    return info[body_a].bullet || info[body_b].bullet || is_heavy_obstacle_to(step, body_a, body_b) ||
           is_heavy_obstacle_to(step, body_b, body_a);
}

float min_impact_speed(const StepContext& step) {
    const float resting = resting_approach_speed(step.state.settings, step.dt);
    return resting > tuning::min_impact_speed ? resting : tuning::min_impact_speed;
}

bool may_tunnel(const WorldState& state, std::uint32_t body, float distance, float rotation) {
    const BodyMass& mass = state.bodies.mass[body];
    const float reach = distance + (rotation < 0.0f ? -rotation : rotation) * mass.max_extent;
    const float thickness = tuning::search_fraction * mass.min_extent;
    if (reach > thickness) return true;
    return reach > contact_margin_of(state, body) &&
           (!bounces_at_step_end(state, 0.0f) || searches_all_shapes(state, body));
}

bool is_searched_pair(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b) {
    const WorldState& state = step.state;
    if ((state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) != 0) return false;
    // Two segments never have a contact, so an impact between them could not be resolved.
    if (type_of(state.shapes.geometry[shape_a]) == ShapeType::Segment &&
        type_of(state.shapes.geometry[shape_b]) == ShapeType::Segment) {
        return false;
    }
    const std::uint32_t body_a = state.shapes.body[shape_a];
    const std::uint32_t body_b = state.shapes.body[shape_b];
    const bool both_dynamic = is_dynamic(state, body_a) && is_dynamic(state, body_b);
    if (both_dynamic && !must_not_pass(step, body_a, body_b) && !is_bouncy_pair(state, shape_a, shape_b))
        return false;
    if (!can_have_contact(state, shape_a, shape_b)) return false;
    const std::vector<BodyCcdState>& bodies = state.ccd.body;
    const double t = bodies.empty() ? 0.0 : std::max(bodies[body_a].consumed, bodies[body_b].consumed);
    return !passes_one_way(step, shape_a, shape_b, t);
}

ToiOptions pair_options(const WorldState& state, std::uint32_t body_a, std::uint32_t body_b) {
    const WorldSettings& settings = state.settings;
    double target = static_cast<double>(settings.target);
    for (const std::uint32_t body : {body_a, body_b}) {
        if (body == null_index) continue;
        const float inner_radius = state.bodies.mass[body].min_extent;
        if (inner_radius > 0.0f)
            target = std::min(target, static_cast<double>(tuning::size_fraction * inner_radius));
    }
    const double tolerance_per_target =
        static_cast<double>(settings.tolerance) / static_cast<double>(settings.target);
    return {.target = target,
            .tolerance = tolerance_per_target * target,
            .root_finder = settings.root_finder,
            .max_iterations = settings.toi_iterations,
            .max_root_iterations = settings.root_iterations};
}

}  // namespace toibox
