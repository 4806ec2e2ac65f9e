// SPDX-License-Identifier: MIT

// The whole world goes back to its first impact. The step is halved again and again, each time keeping the
// half in which the first overlap begins, as far as samples tell: what ends the step overlapping is seen, and
// what has passed through by then is not. All that did not touch anything loses the rest of the step too.
// It differs from AdvanceToFirstImpact in how the time is found, and in what it misses. Source: the lectures
// on collision detection and response ("interval halving", "back up to the time of collision").

#include "toibox/dynamics/tuning.h"

#include "continuous.h"
#include "policies.h"

#include <algorithm>

namespace toibox {

namespace {

/// The pair that is closest at a time, and its gap.
struct Closest {
    ProxyPair pair{};
    Gap gap{};
};
Closest closest_at(StepContext& step, const std::vector<ProxyPair>& pairs, double t) {
    Closest closest;
    for (const ProxyPair& pair : pairs) {
        const Gap gap = gap_at(step, pair.a, pair.b, t);
        if (closest.pair == ProxyPair{} || gap.distance < closest.gap.distance) closest = {pair, gap};
    }
    return closest;
}

/// Pairs of searched bodies that end in a new overlap, in step.pair_buffer.
void collect_new_overlaps(StepContext& step) {
    std::vector<ProxyPair>& pairs = step.pair_buffer;
    pairs.clear();
    for_each_simulated_body(step.state, [&](std::uint32_t body) {
        if (step.state.continuous.body[body].searching) collect_pairs_in_path(step, body, pairs);
    });
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    std::erase_if(pairs, [&](const ProxyPair& p) { return !ends_in_new_overlap(step, p.a, p.b); });
}

}  // namespace

void roll_back(StepContext& step) {
    collect_new_overlaps(step);
    const std::vector<ProxyPair>& pairs = step.pair_buffer;
    if (pairs.empty()) return;
    const WorldSettings& settings = step.state.settings;
    const double near = static_cast<double>(settings.target + settings.tolerance);
    double free = 0.0;
    double overlapping = 1.0;
    Closest at_free = closest_at(step, pairs, free);
    for (int i = 0; i < tuning::max_halvings && at_free.gap.distance > near; ++i) {
        const double middle = 0.5 * (free + overlapping);
        const Closest closest = closest_at(step, pairs, middle);
        if (closest.gap.distance > 0.0) {
            free = middle;
            at_free = closest;
        } else {
            overlapping = middle;
        }
    }
    const WorldState& state = step.state;
    mark_supported_bodies(step, true);
    stop_world(step, free,
               {.a = state.shapes.ids.handle_at<ShapeHandle>(at_free.pair.a),
                .b = state.shapes.ids.handle_at<ShapeHandle>(at_free.pair.b),
                .t = free,
                .point = narrow(at_free.gap.point),
                .normal = narrow(at_free.gap.normal)});
}

}  // namespace toibox
