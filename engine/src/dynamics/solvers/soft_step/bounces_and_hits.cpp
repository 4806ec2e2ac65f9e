// SPDX-License-Identifier: MIT
// Bounces and hits of the soft step: found by approach velocity before the solve, reported after it. Most
// contacts with restitution rest or separate, so the workers first compute only approach velocities. Only the
// few contacts that approach faster than the threshold get a scalar row.
#include "toibox/core/thread_pool.h"

#include "core/prefetch.h"
#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/rows.h"
#include "dynamics/solvers/soft_step/soft_step.h"
#include "dynamics/state/external_acceleration.h"

#include <algorithm>

namespace toibox::soft_step {
namespace {

/// Number of runs of contacts that one worker handles at a time.
constexpr std::size_t runs_per_chunk = 4;
/// How far ahead contacts are prefetched.
constexpr std::size_t bounce_prefetch_distance = 4;

bool approaches_fast(const Contact& contact, float threshold) {
    for (std::uint8_t k = 0; k < contact.count; ++k) {
        if (contact.points[k].approach_velocity < -threshold) return true;
    }
    return false;
}

/// Stores the normal velocity of each point, as a contact row computes it.
void store_approach_velocity(const WorldState& state, Contact& contact) {
    const BodyVelocity& a = state.bodies.velocity[contact.body_a];
    const BodyVelocity& b = state.bodies.velocity[contact.body_b];
    const float linear_speed = dot(b.linear - a.linear, contact.normal);
    for (std::uint8_t k = 0; k < contact.count; ++k) {
        ContactPoint& point = contact.points[k];
        point.approach_velocity = linear_speed + b.angular * cross(point.r_b, contact.normal) -
                                  a.angular * cross(point.r_a, contact.normal);
    }
}

}  // namespace

void store_approach_velocities(StepContext& step) {
    WorldState& state = step.state;
    const Scratch& scratch = step.soft;
    if (!(step.detection.max_restitution > 0.0f)) return;
    step.soft.bounce_row_of.resize(state.contacts.size());
    const float threshold = effective_restitution_threshold(state.settings, step.dt);
    const float min_approach_speed = min_impact_speed(step);
    std::vector<DetectionSummary>& summary = step.detection.summary;
    step.team.for_chunks(summary.size(), runs_per_chunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t run = begin; run < end; ++run) {
            std::vector<SolverContact>& listed = summary[run].solver_contact;
            for (std::size_t i = 0; i < listed.size(); ++i) {
                SolverContact& solver_contact = listed[i];
                if (i + bounce_prefetch_distance < listed.size())
                    prefetch(state.contacts[listed[i + bounce_prefetch_distance].contact]);
                if (!solver_contact.bounces || !is_solved(scratch, solver_contact)) continue;
                Contact& contact = state.contacts[solver_contact.contact];
                store_approach_velocity(state, contact);
                solver_contact.bounces = approaches_fast(
                    contact, is_bouncy(state, contact.restitution) ? min_approach_speed : threshold);
            }
        }
    });
}

bool add_bounce_row(StepContext& step, Scratch& scratch, std::uint32_t index) {
    Contact& contact = step.state.contacts[index];
    ContactRowOptions options;
    options.restitution_threshold = effective_restitution_threshold(step.state.settings, step.dt);
    options.relative_acceleration =
        external_acceleration(step.state, contact.body_b) - external_acceleration(step.state, contact.body_a);
    ContactRow row = make_contact_row(step.state, contact, options);
    row.contact = index;
    for (std::uint8_t k = 0; k < row.count; ++k)
        contact.points[k].approach_velocity = row.points[k].approach_normal_velocity;
    if (is_deferred_to_ccd(step, contact, row)) {
        for (ContactPoint& point : contact.points)
            point.normal_impulse = point.tangent_impulse = point.warm_normal_force =
                point.warm_tangent_force = 0.0f;
        defer_to_ccd(step, contact);
        return false;
    }
    scratch.bounce_row_of[index] = static_cast<std::uint32_t>(scratch.bouncing.size());
    scratch.bouncing.push_back(
        {.contact = index, .row = static_cast<std::uint32_t>(step.solver.contact_rows.size())});
    step.solver.contact_rows.push_back(row);
    return true;
}

namespace {

/// Gives a row the levers that the contact has at the end of the step.
void set_levers(ContactRow& row, const WideContact& block, std::uint32_t lane) {
    for (std::uint8_t k = 0; k < row.count; ++k) {
        const WidePoint& from = block.point[k];
        ContactRowPoint& to = row.points[k];
        if (!(from.normal_mass[lane] > 0.0f) || !(from.tangent_mass[lane] > 0.0f)) continue;
        to.rn_a = from.rn_a[lane];
        to.rn_b = from.rn_b[lane];
        to.rt_a = -from.along_a[lane];
        to.rt_b = -from.along_b[lane];
        to.normal_k = 1.0f / from.normal_mass[lane];
        to.tangent_mass = from.tangent_mass[lane];
    }
    if (row.count == 2) couple_points(row, block.coupling[lane]);
}

/// Copies the impulses of a lane to the scalar row of its contact, if there is one.
void store_bounce(StepContext& step, const WideContact& block, std::uint32_t lane) {
    const std::uint32_t index = block.contact[lane];
    const std::uint32_t position = step.soft.bounce_row_of[index];
    if (position >= step.soft.bouncing.size() || step.soft.bouncing[position].contact != index) return;
    BounceRow& bounce = step.soft.bouncing[position];
    ContactRow& row = step.solver.contact_rows[bounce.row];
    if (block.following != nullptr && block.following->follows[lane] > 0.0f) set_levers(row, block, lane);
    for (std::uint8_t k = 0; k < row.count; ++k) {
        bounce.normal[k] = row.points[k].total_normal_impulse = block.point[k].max_normal_impulse[lane];
        bounce.tangent[k] = row.points[k].total_tangent_impulse = block.point[k].tangent_impulse[lane];
    }
}

/// Adds a hit if the contact of a lane pushed and approached faster than the threshold.
void add_hit(const WideContact& block, std::uint32_t lane, const Contact& contact, StoreRun& run) {
    float fastest = -run.threshold;
    int hit = -1;
    for (std::uint8_t k = 0; k < contact.count; ++k) {
        const float approach = contact.points[k].approach_velocity;
        if (!(block.point[k].max_normal_impulse[lane] > 0.0f) || !(approach < fastest)) continue;
        fastest = approach;
        hit = k;
    }
    if (hit >= 0) run.hits.push_back({block.contact[lane], static_cast<std::uint8_t>(hit)});
}

}  // namespace

void collect_lane_results(StepContext& step, const WideContact& block, std::uint32_t lane, StoreRun& run) {
    const Contact& contact = step.state.contacts[block.contact[lane]];
    if (!approaches_fast(contact, run.threshold)) return;
    if (contact.restitution > 0.0f) store_bounce(step, block, lane);
    add_hit(block, lane, contact, run);
}

void apply_bounce_impulses(StepContext& step, const Scratch& scratch) {
    for (const BounceRow& bounce : scratch.bouncing) {
        const ContactRow& row = step.solver.contact_rows[bounce.row];
        Contact& contact = step.state.contacts[bounce.contact];
        clear_bounced_warm_start(row, contact);
        for (std::uint8_t k = 0; k < row.count; ++k) {
            ContactPoint& point = contact.points[k];
            point.normal_impulse += row.points[k].total_normal_impulse - bounce.normal[k];
            point.tangent_impulse += row.points[k].total_tangent_impulse - bounce.tangent[k];
        }
    }
}

void begin_runs(StepContext& step, Scratch& scratch, std::size_t runs) {
    const float threshold = effective_restitution_threshold(step.state.settings, step.dt);
    while (scratch.store_runs.size() < runs) {
        scratch.store_runs.emplace_back();
        scratch.store_runs.back().hits.reserve(block_lanes);
        scratch.store_runs.back().newly_touching.reserve(block_lanes);
    }
    for (StoreRun& run : scratch.store_runs) {
        run.threshold = threshold;
        run.hits.clear();
        run.newly_touching.clear();
    }
}

void gather_hits(Scratch& scratch) {
    scratch.hits.clear();
    for (const StoreRun& run : scratch.store_runs)
        scratch.hits.insert(scratch.hits.end(), run.hits.begin(), run.hits.end());
    std::sort(scratch.hits.begin(), scratch.hits.end(),
              [](const Hit& a, const Hit& b) { return a.contact < b.contact; });
}

void begin_new_touches(StepContext& step, Scratch& scratch) {
    std::vector<std::uint32_t>& newly_touching = scratch.newly_touching;
    newly_touching.clear();
    for (const StoreRun& run : scratch.store_runs)
        newly_touching.insert(newly_touching.end(), run.newly_touching.begin(), run.newly_touching.end());
    std::sort(newly_touching.begin(), newly_touching.end());
    for (const std::uint32_t index : newly_touching)
        begin_touch_by_impulse(step, step.state.contacts[index]);
}

}  // namespace toibox::soft_step
