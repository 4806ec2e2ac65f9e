// SPDX-License-Identifier: MIT
// Impacts with inner edges. Alone, the side of a tile is in the way of whatever slides towards it; here the
// shapes that stand next to it at the time of the impact are asked whether they cover it (surface.h), those
// of bodies that move where these are then.
#include "toibox/dynamics/tuning.h"

#include "continuous.h"
#include "inner_edges.h"
#include "one_way_contacts.h"

namespace toibox {

namespace {

/// An impact as seen from the moving shape.
struct Roles {
    std::uint32_t standing;  ///< Shape, as the next.
    std::uint32_t moving;
    std::uint32_t standing_body;
    std::uint32_t moving_body;
    const Sweep& moving_sweep;
    Vec2d normal;  ///< From the standing shape to the moving one.
};
Roles roles_of(const FoundImpact& impact, const ToiInput& input, const ToiResult& toi, bool a_stands) {
    if (a_stands) {
        return {impact.shape_a, impact.shape_b, impact.body_a, impact.body_b, input.sweep_b, toi.normal};
    }
    return {impact.shape_b, impact.shape_a, impact.body_b, impact.body_a, input.sweep_a, -toi.normal};
}

/// Whether the shape stands, and stops what moves there.
bool stands_by(const StepContext& step, std::uint32_t shape, const Roles& roles, double t) {
    const WorldState& state = step.state;
    return moves_over(state, roles.moving_body, state.shapes.body[shape]) && shape != roles.standing &&
           state.shapes.sensor[shape] == 0 && may_pair(state, roles.moving, shape) &&
           !is_let_pass(step, roles.moving, shape, t);
}

/// Seen from `center`, in float.
Transform seen_from(Vec2d center, const Transformd& frame) {
    return {narrow(frame.p - center), narrow(frame.q)};
}

}  // namespace

Passage judge_impact(StepContext& step, const FoundImpact& impact, const ToiInput& input,
                     const ToiResult& toi) {
    const WorldState& state = step.state;
    const bool a_stands = moves_over(state, impact.body_b, impact.body_a);
    const bool b_stands = moves_over(state, impact.body_a, impact.body_b);
    if (!state.settings.smooth_inner_edges || a_stands == b_stands) return {};
    const Roles roles = roles_of(impact, input, toi, a_stands);
    const Vec2d center = center_at(roles.moving_sweep, toi.t);
    const auto frame_of = [&](std::uint32_t body) {
        return seen_from(center, pose_at(rest_of_motion(step, body, impact.t), 0.0));
    };
    const Vec2d point = toi.point - 0.5 * toi.distance * roles.normal;
    const Meeting meeting{.standing = state.shapes.geometry[roles.standing],
                          .frame = frame_of(roles.standing_body),
                          .normal = narrow(roles.normal),
                          .points = {narrow(point - center)},
                          .gaps = {static_cast<float>(toi.distance > 0.0 ? toi.distance : 0.0)},
                          .count = 1};
    const Mover mover{state.shapes.geometry[roles.moving],
                      seen_from(center, pose_at(roles.moving_sweep, toi.t))};
    const float tolerance = flush_tolerance(state.bodies.mass[roles.moving_body], narrow(center));
    const Vec2 place = narrow(point);
    collect_beside(step, roles.moving_body, fattened({place, place}, tolerance));
    for (const std::uint32_t shape : step.search.beside) {
        if (!stands_by(step, shape, roles, impact.t)) continue;
        const Passage passage = judge_beside(meeting, mover, state.shapes.geometry[shape],
                                             frame_of(state.shapes.body[shape]), tolerance);
        if (passage.kind != Passage::Kind::Meets) return passage;
    }
    return {};
}

}  // namespace toibox
