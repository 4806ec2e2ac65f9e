// SPDX-License-Identifier: MIT

// Who is searched again after an impact. Its bodies have new motions: what was found for or with them holds
// no longer, and others may meet them now who did not before. Each step of this asks an index and not all
// bodies: a step with n impacts costs as n log n, crowds in one place aside.

#include "continuous.h"
#include "own_continuous.h"
#include "world_edit.h"

#include <algorithm>

namespace toibox {

namespace {

void add_again(StepContext& step, std::uint32_t body) {
    if (step.scratch.is_again[body] != 0) return;
    step.scratch.is_again[body] = 1;
    step.scratch.again.push_back(body);
}

/// Whether others may have found impacts with one of the bodies. Not without bullets and anvils: a search
/// ends at what is static or kinematic, so an impact is its searcher's alone.
bool are_met_by_others(const StepContext& step, const std::vector<std::uint32_t>& bodies) {
    const std::vector<BodyContinuous>& all = step.state.continuous.body;
    return step.scratch.has_bullets ||
           std::any_of(bodies.begin(), bodies.end(), [&](std::uint32_t body) { return all[body].anvil; });
}

void set_rest(StepContext& step, std::uint32_t body) {
    const bool searched = is_searched(step.state, body);
    step.scratch.rests.set(body, searched ? box_of_rest(step, body) : no_aabb);
}

void ready_rests(StepContext& step) {
    if (!step.scratch.has_rests) {
        const std::size_t count = step.state.continuous.body.size();
        step.scratch.rests.resize(count);
        for (std::uint32_t body = 0; body < count; ++body)
            set_rest(step, body);
        step.scratch.has_rests = true;
    }
    step.scratch.rests.refresh();
}

/// Adds whoever is searched and may meet the new motion of `body`, ascending.
void add_who_may_meet(StepContext& step, std::uint32_t body) {
    ready_rests(step);
    std::vector<std::uint32_t>& near = step.search.near;
    near.clear();
    step.scratch.rests.query(box_of_rest(step, body), [&](std::uint32_t other) {
        near.push_back(other);
        return true;
    });
    std::sort(near.begin(), near.end());
    for (const std::uint32_t other : near)
        add_again(step, other);
}

/// It is not always enough that those with new motions look who is in their way. One that waits does not
/// look, an anvil looks only for what stands, and with policies and methods of their own one may not look at
/// all, or by a method that misses what the other's finds.
void add_who_looks_apart(StepContext& step) {
    const bool mixed = !step.state.own_continuous.empty();
    const std::size_t moved = step.scratch.again.size();
    for (std::size_t i = 0; i < moved; ++i) {
        const std::uint32_t body = step.scratch.again[i];
        const bool looks = is_searched(step.state, body) && !step.state.continuous.body[body].anvil;
        if (mixed || !looks) add_who_may_meet(step, body);
    }
}

}  // namespace

bool is_searched(const WorldState& state, std::uint32_t body) {
    return state.bodies.ids.is_live(body) && state.bodies.info[body].type == BodyType::Dynamic &&
           state.continuous.body[body].searching;
}

void begin_again(StepContext& step) {
    const std::size_t count = step.state.continuous.body.size();
    step.scratch.found.begin(count);
    step.scratch.is_again.assign(count, 0);
    step.scratch.has_rests = false;
}

void search_again(StepContext& step) {
    std::vector<std::uint32_t>& again = step.scratch.again;
    again.clear();
    for (const std::uint32_t body : step.scratch.impact_bodies) {
        add_again(step, body);
        renew_swept_shapes(step, body);
        if (step.scratch.has_rests) set_rest(step, body);
    }
    if (are_met_by_others(step, again)) {
        const std::size_t moved = again.size();
        for (std::size_t i = 0; i < moved; ++i) {
            step.scratch.found.forget_meetings_with(
                again[i], [&](std::uint32_t searcher) { add_again(step, searcher); });
        }
        add_who_looks_apart(step);
    }
    for (const std::uint32_t body : again) {
        step.scratch.is_again[body] = 0;
        step.scratch.found.forget(body);
        if (!is_searched(step.state, body)) continue;
        if (const auto found = search_impact(step, body)) step.scratch.found.add(*found);
    }
}

}  // namespace toibox
