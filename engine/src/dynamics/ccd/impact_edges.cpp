// SPDX-License-Identifier: MIT
// Impacts at inner edges. An impact is ignored or redirected if other obstacles next to it, at their poses at
// that time, cover the edge (edge_classification.h). Without this check, the side of a tile would stop a body
// that slides over from the neighbouring tile.
#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/contacts/inner_edges.h"
#include "dynamics/contacts/one_way_contacts.h"
#include "dynamics/state/make_contact.h"
#include "dynamics/state/remaining_motion.h"

namespace toibox {

namespace {

/// An impact as seen from the moving shape.
struct ImpactRoles {
    std::uint32_t obstacle;  ///< Shape.
    std::uint32_t moving;    ///< Shape.
    std::uint32_t obstacle_body;
    std::uint32_t moving_body;
    const Sweep& moving_sweep;
    Vec2d normal;  ///< From the obstacle to the moving shape.
};
ImpactRoles roles_of(const ImpactCandidate& impact, const ToiInput& input, const ToiResult& toi,
                     bool a_is_obstacle) {
    if (a_is_obstacle) {
        return {impact.shape_a, impact.shape_b, impact.body_a, impact.body_b, input.sweep_b, toi.normal};
    }
    return {impact.shape_b, impact.shape_a, impact.body_b, impact.body_a, input.sweep_a, -toi.normal};
}

/// True if `shape` is another obstacle, which stops the moving shape at time `t`.
bool is_adjacent_obstacle(const StepContext& step, std::uint32_t shape, const ImpactRoles& roles, double t) {
    const WorldState& state = step.state;
    return slides_over(state, roles.moving_body, state.shapes.body[shape]) && shape != roles.obstacle &&
           is_searched_pair(step, roles.moving, shape) && !passes_one_way(step, roles.moving, shape, t);
}

/// The frame relative to `center`, as float.
Transform relative_to(Vec2d center, const Transformd& frame) {
    return {narrow(frame.p - center), narrow(frame.q)};
}

}  // namespace

EdgeResponse classify_impact_edge(StepContext& step, const ImpactCandidate& impact, const ToiInput& input,
                                  const ToiResult& toi) {
    const WorldState& state = step.state;
    const bool a_is_obstacle = slides_over(state, impact.body_b, impact.body_a);
    const bool b_is_obstacle = slides_over(state, impact.body_a, impact.body_b);
    if (!state.settings.smooth_inner_edges || a_is_obstacle == b_is_obstacle) return {};
    const ImpactRoles roles = roles_of(impact, input, toi, a_is_obstacle);
    const Vec2d center = center_at(roles.moving_sweep, toi.t);
    const auto frame_of = [&](std::uint32_t body) {
        return relative_to(center, pose_at(remaining_sweep(step, body, impact.t), 0.0));
    };
    const Vec2d point = toi.point - 0.5 * toi.distance * roles.normal;
    const EdgeContact edge_contact{.obstacle = state.shapes.geometry[roles.obstacle],
                                   .frame = frame_of(roles.obstacle_body),
                                   .normal = narrow(roles.normal),
                                   .points = {narrow(point - center)},
                                   .gaps = {static_cast<float>(toi.distance > 0.0 ? toi.distance : 0.0)},
                                   .count = 1};
    const Mover mover{state.shapes.geometry[roles.moving],
                      relative_to(center, pose_at(roles.moving_sweep, toi.t))};
    const float tolerance = flush_tolerance(state.bodies.mass[roles.moving_body], narrow(center));
    const Vec2 position = narrow(point);
    collect_adjacent_targets(step, roles.moving_body, fattened({position, position}, tolerance));
    for (const std::uint32_t shape : step.search.adjacent) {
        if (!is_adjacent_obstacle(step, shape, roles, impact.t)) continue;
        const EdgeResponse response = classify_against_shape(
            edge_contact, mover, state.shapes.geometry[shape], frame_of(state.shapes.body[shape]), tolerance);
        if (response.kind != EdgeResponse::Kind::Keep) return response;
    }
    return {};
}

}  // namespace toibox
