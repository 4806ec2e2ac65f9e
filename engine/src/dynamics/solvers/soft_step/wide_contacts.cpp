// SPDX-License-Identifier: MIT
// Selects the contacts that the soft step solves, fills their blocks, and stores the results in the contacts.
#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "core/prefetch.h"
#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/detection_summary.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/rows.h"
#include "dynamics/solvers/soft_step/kernels.h"
#include "dynamics/solvers/soft_step/soft_step.h"
#include "dynamics/solvers/soft_step/softness_tuning.h"

#include <algorithm>

namespace toibox::soft_step {
namespace {

/// Number of blocks that one worker stores at a time.
constexpr std::size_t blocks_per_run = 16;

/// Like inv_mass_by_axis (body_columns.h), from slot flags.
Vec2 by_axis(float inv_mass, std::uint8_t flags) {
    return {(flags & slot_locks_x) != 0 ? 0.0f : inv_mass, (flags & slot_locks_y) != 0 ? 0.0f : inv_mass};
}

/// Fills one point of one lane, except for its masses.
void fill_point(WidePoint& wide, std::uint32_t lane, const ContactPoint& from, Vec2 normal,
                float warm_start_seconds) {
    wide.rn_a[lane] = cross(from.r_a, normal);
    wide.rn_b[lane] = cross(from.r_b, normal);
    wide.along_a[lane] = dot(from.r_a, normal);
    wide.along_b[lane] = dot(from.r_b, normal);
    wide.separation[lane] = from.separation;
    wide.normal_mass[lane] = 1.0f;  // The point exists: Kernels::compute_masses.
    wide.normal_impulse[lane] = warm_start_seconds * from.warm_normal_force;
    wide.tangent_impulse[lane] = warm_start_seconds * from.warm_tangent_force;
    wide.total_normal_impulse[lane] = 0.0f;
    wide.total_tangent_impulse[lane] = 0.0f;
    wide.max_normal_impulse[lane] = 0.0f;
}

/// With which body the point of a contact moves (WideContact::owned_by_a). A vertex carries the point along a
/// face; two rounded vertices roll on each other.
float owned_by_a(const Contact& contact, FeatureId id) {
    if (id.clip == FeatureId::Clip::Vertex) {
        const float rounding = contact.rounding_a + contact.rounding_b;
        return rounding > 0.0f ? contact.rounding_b / rounding : 0.5f;
    }
    const bool is_vertex_of_reference = id.clip != FeatureId::Clip::None;
    return id.reference_is_b != is_vertex_of_reference ? 1.0f : 0.0f;
}

void clear_point(WidePoint& wide, std::uint32_t lane) {
    for (float* value : {wide.rn_a, wide.rn_b, wide.along_a, wide.along_b, wide.separation, wide.normal_mass,
                         wide.tangent_mass, wide.normal_impulse, wide.tangent_impulse,
                         wide.total_normal_impulse, wide.total_tangent_impulse, wide.max_normal_impulse})
        value[lane] = 0.0f;
}

/// The speed at which the bodies separate at the point, m/s.
float separating_speed(const WorldState& state, const Contact& contact, const ContactPoint& point) {
    const BodyVelocity& a = state.bodies.velocity[contact.body_a];
    const BodyVelocity& b = state.bodies.velocity[contact.body_b];
    const Vec2 velocity = (b.linear + cross(b.angular, point.r_b)) - (a.linear + cross(a.angular, point.r_a));
    return dot(velocity, contact.normal);
}

/// Stores the approach velocities of points that did not push in the previous step; 0 for points that pushed,
/// because they rest. True if a point approaches faster than the threshold.
bool store_approach_velocity(const WorldState& state, Contact& contact, float threshold) {
    bool is_fast = false;
    for (std::uint8_t k = 0; k < contact.count; ++k) {
        ContactPoint& point = contact.points[k];
        point.approach_velocity = 0.0f;
        if (point.warm_normal_force > 0.0f) continue;
        point.approach_velocity = separating_speed(state, contact, point);
        is_fast = is_fast || point.approach_velocity < -threshold;
    }
    return is_fast;
}

/// Prefetches the contacts of a block, which are scattered in memory. (Without this, a step with 58,000
/// resting contacts spends a third of its time waiting for memory.)
void prefetch_contacts(const LargeVector<Contact>& contacts, const std::uint32_t* order) {
    for (int lane = 0; lane < block_lanes && order[lane] != null_index; ++lane)
        prefetch(contacts[order[lane]]);
}

struct BlockFiller {
    const StepContext& step;
    WorldState& state;
    const Scratch& scratch;
    float warm_start_seconds;  ///< Initial impulses are the previous forces times this; may be 0.
    float threshold;           ///< Minimum approach speed of hits, m/s.

    /// Fills a point of a contact whose levers follow the bodies.
    void fill_following_point(WidePoint& wide, FollowingLevers::Point& start, std::uint32_t lane,
                              const Contact& contact, ContactPoint point) const {
        const Vec2 n = contact.normal;
        start.rn_a[lane] = cross(point.r_a, n);
        start.rn_b[lane] = cross(point.r_b, n);
        start.along_a[lane] = dot(point.r_a, n);
        start.along_b[lane] = dot(point.r_b, n);
        const Vec2 from_a_to_b =
            state.bodies.pose[contact.body_b].center - state.bodies.pose[contact.body_a].center;
        const Vec2 offset = from_a_to_b + (point.r_b - point.r_a);
        start.slide[lane] = dot(offset, right_perp(n));
        start.gap[lane] = dot(offset, n);
        const float by_a = owned_by_a(contact, point.id);
        start.owned_by_a[lane] = by_a;
        point.r_a += (1.0f - by_a) * offset;
        point.r_b -= by_a * offset;
        fill_point(wide, lane, point, n, warm_start_seconds);
    }

    /// Fills the points of a contact whose levers follow the bodies.
    [[gnu::noinline]] void fill_following_points(WideContact& block, FollowingLevers& following,
                                                 std::uint32_t lane, const Contact& contact) const {
        if (block.following == nullptr) std::ranges::fill(following.follows, 0.0f);
        block.following = &following;
        following.follows[lane] = 1.0f;
        for (std::uint8_t k = 0; k < contact.count; ++k)
            fill_following_point(block.point[k], following.point[k], lane, contact, contact.points[k]);
    }

    void fill_lane(WideContact& block, FollowingLevers& following, std::uint32_t lane,
                   std::uint32_t index) const {
        Contact& contact = state.contacts[index];
        const auto a = static_cast<std::size_t>(scratch.slot[contact.body_a]);
        const auto b = static_cast<std::size_t>(scratch.slot[contact.body_b]);
        const BodyMass& mass_a = state.bodies.mass[contact.body_a];
        const BodyMass& mass_b = state.bodies.mass[contact.body_b];
        const Vec2 inv_mass_a = by_axis(mass_a.inv_mass, scratch.dynamic[a]);
        const Vec2 inv_mass_b = by_axis(mass_b.inv_mass, scratch.dynamic[b]);
        const std::uint8_t bit = static_cast<std::uint8_t>(1u << lane);
        block.body_a[lane] = static_cast<std::int32_t>(a);
        block.body_b[lane] = static_cast<std::int32_t>(b);
        block.contact[lane] = index;
        if (scratch.dynamic[a] != 0) block.write_a |= bit;
        if (scratch.dynamic[b] != 0) block.write_b |= bit;
        block.normal_x[lane] = contact.normal.x;
        block.normal_y[lane] = contact.normal.y;
        block.friction[lane] = contact.friction;
        block.tangent_speed[lane] = contact.tangent_speed;
        block.rolling_resistance[lane] = contact.rolling_resistance;
        block.has_rolling = block.has_rolling || contact.rolling_resistance > 0.0f;
        block.rolling_impulse[lane] = warm_start_seconds * contact.warm_rolling_torque;
        block.inv_mass_a_x[lane] = inv_mass_a.x;
        block.inv_mass_a_y[lane] = inv_mass_a.y;
        block.inv_inertia_a[lane] = mass_a.inv_inertia;
        block.inv_mass_b_x[lane] = inv_mass_b.x;
        block.inv_mass_b_y[lane] = inv_mass_b.y;
        block.inv_inertia_b[lane] = mass_b.inv_inertia;
        block.rounding_a[lane] = contact.rounding_a;
        block.rounding_b[lane] = contact.rounding_b;
        block.push_by_load[lane] = contact.spawned_overlapping ? 0.0f : tuning::push_by_load;
        if (is_impact(step, contact)) {
            fill_following_points(block, following, lane, contact);
        } else {
            for (std::uint8_t k = 0; k < contact.count; ++k)
                fill_point(block.point[k], lane, contact.points[k], contact.normal, warm_start_seconds);
        }
        for (std::uint8_t k = contact.count; k < 2; ++k)
            clear_point(block.point[k], lane);
        block.points = contact.count > block.points ? contact.count : block.points;
        if (((scratch.dynamic[a] | scratch.dynamic[b]) & slot_is_jointed) != 0) {
            if (!block.has_jointed) std::ranges::fill(block.jointed, 0.0f);
            block.has_jointed = true;
            block.jointed[lane] = 1.0f;
        }
        if ((scratch.dynamic[a] & slot_restarts) != 0) block.restart_a |= bit;
        if ((scratch.dynamic[b] & slot_restarts) != 0) block.restart_b |= bit;
        const bool is_tracked =
            contact.restitution > 0.0f || store_approach_velocity(state, contact, threshold);
        block.tracked = block.tracked || is_tracked || block.following != nullptr;
    }
};

/// Whether a contact of a tracked block pushed in some sub-step. (Its impulses may cancel out over the step.)
bool has_pushed(const WideContact& block, std::uint32_t lane) {
    return block.tracked &&
           (block.point[0].max_normal_impulse[lane] > 0.0f || block.point[1].max_normal_impulse[lane] > 0.0f);
}

void store_lane(const WideContact& block, std::uint32_t lane, Contact& contact, float inv_h) {
    for (std::uint8_t k = 0; k < contact.count; ++k) {
        const WidePoint& from = block.point[k];
        ContactPoint& to = contact.points[k];
        to.normal_impulse = from.total_normal_impulse[lane];
        to.tangent_impulse = from.total_tangent_impulse[lane];
        to.warm_normal_force = inv_h * from.normal_impulse[lane];
        to.warm_tangent_force = inv_h * from.tangent_impulse[lane];
    }
    contact.warm_rolling_torque = inv_h * block.rolling_impulse[lane];
}

}  // namespace

void list_contacts(StepContext& step, Scratch& scratch) {
    step.solver.contact_rows.clear();
    step.solver.start_velocity = step.state.bodies.velocity;
    scratch.contacts.constraints.clear();
    scratch.bouncing.clear();
    store_approach_velocities(step);
    for (const DetectionSummary& summary : step.detection.summary) {
        for (const SolverContact& solver_contact : summary.solver_contact) {
            const std::int32_t a = scratch.slot[solver_contact.body_a];
            const std::int32_t b = scratch.slot[solver_contact.body_b];
            if (!is_solved(scratch, solver_contact)) continue;
            if (solver_contact.bounces && !add_bounce_row(step, scratch, solver_contact.contact)) continue;
            scratch.contacts.constraints.push_back(
                {a, b, solver_contact.contact, 0, solver_contact.points == 1});
        }
    }
}

void prepare_blocks(StepContext& step, Scratch& scratch, std::size_t begin, std::size_t end) {
    const WorldSettings& settings = step.state.settings;
    const Kernels& kernels = kernels_for(step.isa);
    const BlockFiller filler{step, step.state, scratch,
                             settings.warm_starting ? step.dt / static_cast<float>(settings.substeps) : 0.0f,
                             effective_restitution_threshold(settings, step.dt)};
    for (std::size_t b = begin; b < end; ++b) {
        WideContact& block = scratch.contact_blocks[b];
        const std::uint32_t* order = &scratch.contacts.order[b * block_lanes];
        if (b + 2 < end) prefetch_contacts(step.state.contacts, order + 2 * block_lanes);
        if (order[block_lanes - 1] == null_index) {
            block = {};  // Lanes without a contact have no effect.
        } else {
            block.points = block.write_a = block.write_b = block.restart_a = block.restart_b = 0;
            block.tracked = block.has_rolling = block.has_jointed = false;
            block.following = nullptr;
        }
        block.lanes = 0;
        for (std::uint32_t lane = 0; lane < block_lanes && order[lane] != null_index; ++lane) {
            filler.fill_lane(block, scratch.following_levers[b], lane, order[lane]);
            ++block.lanes;
        }
        kernels.compute_masses(&block, &block + 1);
    }
}

void store_blocks(StepContext& step, Scratch& scratch) {
    const float inv_h = static_cast<float>(step.state.settings.substeps) / step.dt;
    const std::size_t count = scratch.contact_blocks.size();
    // Sized by capacity, so that a slowly growing crowd does not allocate each time.
    begin_runs(step, scratch, WorkerTeam::block_count(scratch.contact_blocks.capacity(), blocks_per_run));
    step.team.for_blocks(count, blocks_per_run, [&](std::size_t run, std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            const WideContact& block = scratch.contact_blocks[b];
            if (b + 1 < end)
                prefetch_contacts(step.state.contacts, &scratch.contacts.order[(b + 1) * block_lanes]);
            for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
                Contact& contact = step.state.contacts[block.contact[lane]];
                store_lane(block, lane, contact, inv_h);
                if (starts_touching_by_impulse(contact) || (!contact.touching && has_pushed(block, lane)))
                    scratch.store_runs[run].newly_touching.push_back(block.contact[lane]);
                if (block.tracked) collect_lane_results(step, block, lane, scratch.store_runs[run]);
            }
        }
    });
    gather_hits(scratch);
    begin_new_touches(step, scratch);
}

}  // namespace toibox::soft_step
