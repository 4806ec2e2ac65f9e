// SPDX-License-Identifier: MIT

// Rolls the whole world back to its first impact. The step is bisected, and the half in which the first
// sampled overlap begins is bisected again. Bodies that end the step in an overlap are found; bodies that
// have passed through are missed. Bodies that touched nothing lose the rest of the step, too.
// AdvanceToFirstImpact finds the time with times of impact and misses nothing. Source: anonymous lecture
// slides "Detekcija trkov" ("Collision Detection"), "Rolling Back the Simulation" and "Interval Halving".

#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/policies.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/state/activity.h"

#include <algorithm>

namespace toibox {

namespace {

/// The closest pair at a given time, and its gap.
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

/// Fills step.detection.pair_buffer with the pairs of searched bodies that end the step in a new overlap.
void collect_new_overlaps(StepContext& step) {
    std::vector<ProxyPair>& pairs = step.detection.pair_buffer;
    pairs.clear();
    for_each_simulated_body(step.state, [&](std::uint32_t body) {
        if (step.state.ccd.body[body].searching) collect_pairs_in_path(step, body, pairs);
    });
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    std::erase_if(pairs, [&](const ProxyPair& p) { return !ends_in_new_overlap(step, p.a, p.b); });
}

}  // namespace

void roll_back(StepContext& step) {
    collect_new_overlaps(step);
    const std::vector<ProxyPair>& pairs = step.detection.pair_buffer;
    if (pairs.empty()) return;
    const WorldSettings& settings = step.state.settings;
    const double near_distance = static_cast<double>(settings.target + settings.tolerance);
    double free_t = 0.0;
    double overlap_t = 1.0;
    Closest closest_free = closest_at(step, pairs, free_t);
    for (int i = 0; i < tuning::max_halvings && closest_free.gap.distance > near_distance; ++i) {
        const double mid_t = 0.5 * (free_t + overlap_t);
        const Closest closest = closest_at(step, pairs, mid_t);
        if (closest.gap.distance > 0.0) {
            free_t = mid_t;
            closest_free = closest;
        } else {
            overlap_t = mid_t;
        }
    }
    const WorldState& state = step.state;
    mark_supported_bodies(step, true);
    stop_world(step, free_t,
               {.a = state.shapes.ids.handle_at<ShapeHandle>(closest_free.pair.a),
                .b = state.shapes.ids.handle_at<ShapeHandle>(closest_free.pair.b),
                .t = free_t,
                .point = narrow(closest_free.gap.point),
                .normal = narrow(closest_free.gap.normal)});
}

}  // namespace toibox
