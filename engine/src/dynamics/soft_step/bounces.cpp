// SPDX-License-Identifier: MIT
// What may bounce, and what hits: found by its approach before the solve, and told of after it. Most contacts
// with restitution rest or part, so the approach alone is looked at for all, by all workers; the few that
// come in faster than the threshold get a scalar row.
#include "toibox/core/prefetch.h"
#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/rows.h"

#include "../continuous.h"
#include "../detect.h"
#include "../solver.h"
#include "soft_step.h"

#include <algorithm>

namespace toibox::soft_step {
namespace {

/// Runs of notes that one worker looks at in one go.
constexpr std::size_t runs_at_once = 4;
/// Contacts are asked for so many before they are looked at.
constexpr std::size_t ahead = 4;

bool comes_in_fast(const Contact& contact, float threshold) {
    for (std::uint8_t k = 0; k < contact.count; ++k) {
        if (contact.points[k].approach_velocity < -threshold) return true;
    }
    return false;
}

/// The velocity of each point as a row sees it.
void note_approach(const WorldState& state, Contact& contact) {
    const BodyVelocity& a = state.bodies.velocity[contact.body_a];
    const BodyVelocity& b = state.bodies.velocity[contact.body_b];
    const float along = dot(b.linear - a.linear, contact.normal);
    for (std::uint8_t k = 0; k < contact.count; ++k) {
        ContactPoint& point = contact.points[k];
        point.approach_velocity = along + b.angular * cross(point.r_b, contact.normal) -
                                  a.angular * cross(point.r_a, contact.normal);
    }
}

}  // namespace

void note_approaches(StepContext& step) {
    WorldState& state = step.state;
    const Scratch& scratch = step.soft;
    if (!(step.scratch.greatest_restitution > 0.0f)) return;
    step.soft.bounce_of.resize(state.contacts.size());
    const float threshold = effective_restitution_threshold(state.settings, step.dt);
    const float slowest = slowest_impact(step);
    std::vector<DetectionNotes>& notes = step.scratch.notes;
    step.crew.for_chunks(notes.size(), runs_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t run = begin; run < end; ++run) {
            std::vector<PushingContact>& listed = notes[run].pushing;
            for (std::size_t i = 0; i < listed.size(); ++i) {
                PushingContact& pushing = listed[i];
                if (i + ahead < listed.size()) prefetch(state.contacts[listed[i + ahead].contact]);
                if (!pushing.bounces || !is_solved(scratch, pushing)) continue;
                Contact& contact = state.contacts[pushing.contact];
                note_approach(state, contact);
                pushing.bounces =
                    comes_in_fast(contact, is_lively(step, contact.restitution) ? slowest : threshold);
            }
        }
    });
}

bool list_bounce(StepContext& step, Scratch& scratch, std::uint32_t index) {
    Contact& contact = step.state.contacts[index];
    ContactRowOptions options;
    options.restitution_threshold = effective_restitution_threshold(step.state.settings, step.dt);
    options.relative_acceleration =
        free_acceleration(step.state, contact.body_b) - free_acceleration(step.state, contact.body_a);
    ContactRow row = make_contact_row(step.state, contact, options);
    row.contact = index;
    for (std::uint8_t k = 0; k < row.count; ++k)
        contact.points[k].approach_velocity = row.points[k].approach_normal;
    if (is_left_to_impacts(step, contact, row)) {
        for (ContactPoint& point : contact.points)
            point.normal_impulse = point.tangent_impulse = point.start_normal = point.start_tangent = 0.0f;
        await_impact(step, contact);
        return false;
    }
    scratch.bounce_of[index] = static_cast<std::uint32_t>(scratch.bouncing.size());
    scratch.bouncing.push_back(
        {.contact = index, .row = static_cast<std::uint32_t>(step.scratch.contact_rows.size())});
    step.scratch.contact_rows.push_back(row);
    return true;
}

namespace {

/// What the solver did in a lane, to its scalar row if it has one.
void store_bounce(StepContext& step, const WideContact& block, std::uint32_t lane) {
    const std::uint32_t index = block.contact[lane];
    const std::uint32_t at = step.soft.bounce_of[index];
    if (at >= step.soft.bouncing.size() || step.soft.bouncing[at].contact != index) return;
    Bouncing& bouncing = step.soft.bouncing[at];
    ContactRow& row = step.scratch.contact_rows[bouncing.row];
    for (std::uint8_t k = 0; k < row.count; ++k) {
        bouncing.normal[k] = row.points[k].step_normal = block.point[k].peak_normal[lane];
        bouncing.tangent[k] = row.points[k].step_tangent = block.point[k].tangent_impulse[lane];
    }
}

/// The contact of a lane, if it met with a push and faster than the threshold.
void list_hit(const WideContact& block, std::uint32_t lane, const Contact& contact, StoredRun& run) {
    float fastest = -run.threshold;
    int hit = -1;
    for (std::uint8_t k = 0; k < contact.count; ++k) {
        const float approach = contact.points[k].approach_velocity;
        if (!(block.point[k].peak_normal[lane] > 0.0f) || !(approach < fastest)) continue;
        fastest = approach;
        hit = k;
    }
    if (hit >= 0) run.hits.push_back({block.contact[lane], static_cast<std::uint8_t>(hit)});
}

}  // namespace

void note_lane(StepContext& step, const WideContact& block, std::uint32_t lane, StoredRun& run) {
    const Contact& contact = step.state.contacts[block.contact[lane]];
    if (!comes_in_fast(contact, run.threshold)) return;
    if (contact.restitution > 0.0f) store_bounce(step, block, lane);
    list_hit(block, lane, contact, run);
}

void tell_of_bounces(StepContext& step, const Scratch& scratch) {
    for (const Bouncing& bouncing : scratch.bouncing) {
        const ContactRow& row = step.scratch.contact_rows[bouncing.row];
        Contact& contact = step.state.contacts[bouncing.contact];
        forget_bounced(row, contact);
        for (std::uint8_t k = 0; k < row.count; ++k) {
            ContactPoint& point = contact.points[k];
            point.normal_impulse += row.points[k].step_normal - bouncing.normal[k];
            point.tangent_impulse += row.points[k].step_tangent - bouncing.tangent[k];
        }
    }
}

void begin_runs(StepContext& step, Scratch& scratch, std::size_t runs) {
    const float threshold = effective_restitution_threshold(step.state.settings, step.dt);
    while (scratch.stored.size() < runs) {
        scratch.stored.emplace_back();
        scratch.stored.back().hits.reserve(block_lanes);
        scratch.stored.back().begun.reserve(block_lanes);
    }
    for (StoredRun& run : scratch.stored) {
        run.threshold = threshold;
        run.hits.clear();
        run.begun.clear();
    }
}

void gather_hits(Scratch& scratch) {
    scratch.hits.clear();
    for (const StoredRun& run : scratch.stored)
        scratch.hits.insert(scratch.hits.end(), run.hits.begin(), run.hits.end());
    std::sort(scratch.hits.begin(), scratch.hits.end(),
              [](const Hit& a, const Hit& b) { return a.contact < b.contact; });
}

void begin_pushing(StepContext& step, Scratch& scratch) {
    std::vector<std::uint32_t>& begun = scratch.begun;
    begun.clear();
    for (const StoredRun& run : scratch.stored)
        begun.insert(begun.end(), run.begun.begin(), run.begun.end());
    std::sort(begun.begin(), begun.end());
    for (const std::uint32_t index : begun)
        begin_by_push(step, step.state.contacts[index]);
}

}  // namespace toibox::soft_step
