// SPDX-License-Identifier: MIT
// Impacts with inner edges. Alone, the side of a tile is in the way of whatever slides towards it; here the
// shapes that stand next to it at the time of the impact are asked whether they cover it (surface.h): static
// ones, or others of the same kinematic body.
#include "toibox/dynamics/tuning.h"

#include "continuous.h"
#include "inner_edges.h"

namespace toibox {

namespace {

/// An impact as seen from the moving shape.
struct Roles {
    std::uint32_t standing;  ///< Shape, as the next.
    std::uint32_t moving;
    std::uint32_t standing_body;
    std::uint32_t moving_body;
    const Sweep& standing_sweep;
    const Sweep& moving_sweep;
    Vec2d normal;  ///< From the standing shape to the moving one.
};
Roles roles_of(const FoundImpact& impact, const ToiInput& input, const ToiResult& toi, bool a_stands) {
    if (a_stands) {
        return {impact.shape_a, impact.shape_b, impact.body_a, impact.body_b,
                input.sweep_a,  input.sweep_b,  toi.normal};
    }
    return {impact.shape_b, impact.shape_a, impact.body_b, impact.body_a,
            input.sweep_b,  input.sweep_a,  -toi.normal};
}

/// Whether the shape stands with the one that is hit, and stops what moves there.
bool stands_by(const WorldState& state, std::uint32_t shape, const Roles& roles) {
    const std::uint32_t body = state.shapes.body[shape];
    const bool together =
        body == roles.standing_body || (state.bodies.info[body].type == BodyType::Static &&
                                        state.bodies.info[roles.standing_body].type == BodyType::Static);
    return together && shape != roles.standing && state.shapes.sensor[shape] == 0 &&
           may_pair(state, roles.moving, shape);
}

/// Seen from `center`, in float.
Transform seen_from(Vec2d center, const Transformd& frame) {
    return {narrow(frame.p - center), narrow(frame.q)};
}

}  // namespace

Passage judge_impact(StepContext& step, const FoundImpact& impact, const ToiInput& input,
                     const ToiResult& toi) {
    const WorldState& state = step.state;
    const bool a_stands = state.bodies.info[impact.body_a].type != BodyType::Dynamic;
    const bool b_stands = state.bodies.info[impact.body_b].type != BodyType::Dynamic;
    if (!state.settings.smooth_inner_edges || a_stands == b_stands) return {};
    const Roles roles = roles_of(impact, input, toi, a_stands);
    const Vec2d center = center_at(roles.moving_sweep, toi.t);
    const Transform standing_frame = seen_from(center, pose_at(roles.standing_sweep, toi.t));
    const Vec2d point = toi.point - 0.5 * toi.distance * roles.normal;
    const Meeting meeting{.standing = state.shapes.geometry[roles.standing],
                          .frame = standing_frame,
                          .normal = narrow(roles.normal),
                          .points = {narrow(point - center)},
                          .count = 1};
    const Mover mover{state.shapes.geometry[roles.moving],
                      seen_from(center, pose_at(roles.moving_sweep, toi.t))};
    const float tolerance = flush_tolerance(state.bodies.mass[roles.moving_body], narrow(center));
    const Vec2 place = narrow(point);
    collect_beside(step, roles.moving_body, fattened({place, place}, tolerance));
    for (const std::uint32_t shape : step.search.beside) {
        if (!stands_by(state, shape, roles)) continue;
        const std::uint32_t body = state.shapes.body[shape];
        const Transform frame =
            body == roles.standing_body ? standing_frame : seen_from(center, widen(body_frame(state, body)));
        const Passage passage = judge_beside(meeting, mover, state.shapes.geometry[shape], frame, tolerance);
        if (passage.kind != Passage::Kind::Meets) return passage;
    }
    return {};
}

}  // namespace toibox
