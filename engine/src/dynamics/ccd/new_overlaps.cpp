// SPDX-License-Identifier: MIT

// Tests for overlap at single times of a step, such as its start and end, not during the motion between them.

#include "toibox/geometry/bounds.h"
#include "toibox/narrow/gjk.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/policies.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/remaining_motion.h"

namespace toibox {

Gap gap_at(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b, double t) {
    const WorldState& state = step.state;
    const ConvexProxyBuffer a(state.shapes.geometry[shape_a]);
    const ConvexProxyBuffer b(state.shapes.geometry[shape_b]);
    const Sweep sweep_a = remaining_sweep(step, state.shapes.body[shape_a], 0.0);
    const Sweep sweep_b = remaining_sweep(step, state.shapes.body[shape_b], 0.0);
    const GjkResult closest = gjk_distance(a.proxy(), pose_at(sweep_a, t), b.proxy(), pose_at(sweep_b, t));
    const auto iterations = static_cast<std::uint64_t>(closest.iterations);
    step.counters.gjk.merge({1, iterations, iterations});
    step.counters.statistics.gjk.add(iterations, {state.shapes.ids.handle_at<ShapeHandle>(shape_a),
                                                  state.shapes.ids.handle_at<ShapeHandle>(shape_b)});
    return {closest.distance, 0.5 * (closest.point_a + closest.point_b), closest.normal};
}

bool ends_in_new_overlap(StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b) {
    const WorldState& state = step.state;
    if (gap_at(step, shape_a, shape_b, 1.0).distance > 0.0) return false;
    const ToiOptions options = pair_options(state, state.shapes.body[shape_a], state.shapes.body[shape_b]);
    return gap_at(step, shape_a, shape_b, 0.0).distance > options.target + options.tolerance;
}

void collect_pairs_in_path(StepContext& step, std::uint32_t body, std::vector<ProxyPair>& pairs) {
    const WorldState& state = step.state;
    const Sweep sweep = remaining_sweep(step, body, 0.0);
    for_each_shape(state, body, [&](std::uint32_t shape) {
        if (state.shapes.sensor[shape] != 0) return;
        collect_near_targets(step, body, swept_aabb(state.shapes.geometry[shape], sweep));
        for (const std::uint32_t other : step.search.near) {
            if (!is_searched_pair(step, shape, other)) continue;
            pairs.push_back(shape < other ? ProxyPair{shape, other} : ProxyPair{other, shape});
        }
    });
}

}  // namespace toibox
