// SPDX-License-Identifier: MIT

// Soft step: several short sub-steps with one solve each, where other solvers iterate several times per
// sub-step. Contacts are stiff, implicit, heavily damped springs that push overlap out within the sub-step;
// relaxation then removes the velocities that the springs added, and solves friction. Unlike in the other
// solvers, positions change between the two passes of a sub-step (solve and relaxation), there is no position
// correction, and eight rows are solved at a time.
// Source: E. Catto, "Solver2D", 2024; M. Macklin et al., "Small Steps in Physics Simulation", SCA 2019.

#include "dynamics/solvers/soft_step/soft_step.h"

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/math/trig.h"

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/soft_step/coloring.h"
#include "dynamics/solvers/soft_step/kernels.h"
#include "dynamics/solvers/soft_step/softness_tuning.h"

namespace toibox {

namespace soft_step {
namespace {

/// Softness of a spring and damper over one implicit sub-step. Source: E. Catto, "Soft Constraints", GDC
/// 2011.
Softness softness_of(float hertz, float damping_ratio, float h) {
    const float omega = 2.0f * static_cast<float>(pi) * hertz;
    const float a1 = 2.0f * damping_ratio + h * omega;
    const float a2 = h * omega * a1;
    const float a3 = 1.0f / (1.0f + a2);
    return {.bias_rate = omega / a1, .mass_scale = a2 * a3, .impulse_scale = a3};
}

/// Data that the workers of a step share.
struct SolveContext {
    StepContext& step;
    Scratch& scratch;
    const Kernels& kernels;
    SolverBodies bodies;
    SubstepOptions options;
    ContactSoftness dynamic;      ///< Of contacts between dynamic bodies.
    ContactSoftness with_static;  ///< Of contacts with static and kinematic bodies.
    Softness joints;              ///< Of rigid joints.
};

/// Softness of the last pass over joint rows in a sub-step: rigid, and adds the impulses to the totals.
constexpr Softness relaxation_pass{.ends_substep = true};

/// Minimum number of blocks per chunk: fewer cost more to distribute than to solve.
constexpr std::size_t min_blocks = 4;

/// Calls run(begin, end, range) for chunks of each block range. A range is finished before the next one
/// starts.
template <class Blocks, class Run>
void for_each_block_range(SolveContext& s, const ColoredConstraints& colored, Blocks& blocks, Run&& run) {
    for (const BlockRange& range : colored.block_ranges) {
        auto* const first = blocks.data() + range.begin;
        const std::size_t count = range.end - range.begin;
        if (range.serial) {
            run(first, first + count, range);
        } else {
            s.step.team.for_balanced_chunks(count, min_blocks, [&](std::size_t begin, std::size_t end) {
                run(first + begin, first + end, range);
            });
        }
    }
}
template <class Run>
void for_contacts(SolveContext& s, Run&& run) {
    for_each_block_range(s, s.scratch.contacts, s.scratch.contact_blocks, run);
}
template <class Run>
void for_angles(SolveContext& s, Run&& run) {
    for_each_block_range(s, s.scratch.angles, s.scratch.angle_blocks, run);
}
template <class Run>
void for_points(SolveContext& s, Run&& run) {
    for_each_block_range(s, s.scratch.points, s.scratch.point_blocks, run);
}
template <class Run>
void for_hinges(SolveContext& s, Run&& run) {
    for_each_block_range(s, s.scratch.hinges, s.scratch.hinge_blocks, run);
}
template <class Run>
void for_scalars(SolveContext& s, Run&& run) {
    for_each_block_range(s, s.scratch.scalars, s.scratch.scalar_blocks, run);
}

/// Calls run(begin, end) for chunks of slots. Bounds are multiples of block_lanes.
template <class Run>
void for_bodies(SolveContext& s, Run&& run) {
    const auto groups = static_cast<std::size_t>(s.bodies.count) / block_lanes;
    s.step.team.for_balanced_chunks(groups, min_blocks, [&](std::size_t begin, std::size_t end) {
        run(static_cast<std::int32_t>(begin * block_lanes), static_cast<std::int32_t>(end * block_lanes));
    });
}

/// Clears the impulses of a block. Without warm starting, each sub-step starts from zero impulses.
void clear_impulses(WideContact& block) {
    for (int lane = 0; lane < block_lanes; ++lane) {
        block.rolling_impulse[lane] = 0.0f;
        for (WidePoint& point : block.point)
            point.normal_impulse[lane] = point.tangent_impulse[lane] = 0.0f;
    }
}
void clear_impulses(WidePointRow& block) {
    for (int lane = 0; lane < block_lanes; ++lane)
        block.impulse_x[lane] = block.impulse_y[lane] = 0.0f;
}
void clear_impulses(WideScalarRow& block) {
    for (float& impulse : block.impulse)
        impulse = 0.0f;
}
void clear_impulses(WideAngleRow& block) {
    for (Lanes& impulses : block.impulse) {
        for (float& impulse : impulses)
            impulse = 0.0f;
    }
}
void clear_impulses(WideHingeRow& block) {
    clear_impulses(static_cast<WidePointRow&>(block));
    clear_impulses(block.angle);
}

/// Applies the impulses of the rows of a sub-step if `warm`, else clears the impulses.
void warm_start_rows(SolveContext& s, bool warm, bool first) {
    const auto start = [&](auto* begin, auto* end, auto&& apply) {
        if (warm) return apply(begin, end);
        for (auto* block = begin; block != end; ++block)
            clear_impulses(*block);
    };
    const auto with = [&](auto kernel) {
        return [&, kernel](auto* begin, auto* end) { kernel(begin, end, s.bodies); };
    };
    for_angles(s, [&](WideAngleRow* begin, WideAngleRow* end, const BlockRange&) {
        start(begin, end, with(s.kernels.warm_start_angles));
    });
    for_scalars(s, [&](WideScalarRow* begin, WideScalarRow* end, const BlockRange&) {
        start(begin, end, with(s.kernels.warm_start_scalars));
    });
    for_hinges(s, [&](WideHingeRow* begin, WideHingeRow* end, const BlockRange&) {
        start(begin, end, with(s.kernels.warm_start_hinges));
    });
    for_points(s, [&](WidePointRow* begin, WidePointRow* end, const BlockRange&) {
        start(begin, end, with(s.kernels.warm_start_points));
    });
    const bool has_restarts = !(s.scratch.linkages.body.empty() && s.scratch.point_blocks.empty() &&
                                s.scratch.scalar_blocks.empty() && s.scratch.hinge_blocks.empty() &&
                                s.scratch.angle_blocks.empty());
    if (warm && !first && !has_restarts) return;
    for_contacts(s, [&](WideContact* begin, WideContact* end, const BlockRange&) {
        start(begin, end,
              [&](WideContact* from, WideContact* to) { s.kernels.warm_start(from, to, s.bodies, first); });
    });
}

/// One pass over all joint rows: angles, then scalars, hinges and points.
void solve_joints(SolveContext& s, const Softness& softness) {
    for_angles(s, [&](WideAngleRow* begin, WideAngleRow* end, const BlockRange&) {
        s.kernels.solve_angles(begin, end, s.bodies, softness, s.options);
    });
    for_scalars(s, [&](WideScalarRow* begin, WideScalarRow* end, const BlockRange&) {
        s.kernels.solve_scalars(begin, end, s.bodies, softness, s.options);
    });
    for_hinges(s, [&](WideHingeRow* begin, WideHingeRow* end, const BlockRange&) {
        s.kernels.solve_hinges(begin, end, s.bodies, softness, s.options);
    });
    for_points(s, [&](WidePointRow* begin, WidePointRow* end, const BlockRange&) {
        s.kernels.solve_points(begin, end, s.bodies, softness);
    });
}

void run_substep(SolveContext& s, bool first, bool last) {
    const float h = s.options.h;
    const bool warm = s.step.state.settings.warm_starting;
    for_bodies(s, [&](std::int32_t begin, std::int32_t end) {
        s.kernels.integrate_velocities(s.bodies, begin, end, h);
    });
    warm_start_rows(s, warm, first);
    solve_joints(s, s.joints);
    for_contacts(s, [&](WideContact* begin, WideContact* end, const BlockRange& range) {
        s.kernels.solve(begin, end, s.bodies, range.with_static ? s.with_static : s.dynamic, s.options);
    });
    solve_linkages(s.step, s.joints, h);
    for_bodies(s, [&](std::int32_t begin, std::int32_t end) {
        s.kernels.integrate_positions(s.bodies, begin, end, h);
    });
    end_linkages(s.step);
    solve_joints(s, relaxation_pass);
    // The last relaxation of a step does not over-correct.
    SubstepOptions relaxing = s.options;
    if (last) relaxing.over_relaxation = 1.0f;
    for_contacts(s, [&](WideContact* begin, WideContact* end, const BlockRange&) {
        s.kernels.relax(begin, end, s.bodies, relaxing);
    });
    relax_linkages(s.step);
}

void run_substeps(SolveContext& s) {
    const std::size_t blocks = s.scratch.contact_blocks.size();
    s.step.team.for_balanced_chunks(blocks, min_blocks, [&](std::size_t begin, std::size_t end) {
        prepare_blocks(s.step, s.scratch, begin, end);
    });
    const int substeps = s.step.state.settings.substeps;
    for (int substep = 0; substep < substeps; ++substep)
        run_substep(s, substep == 0, substep + 1 == substeps);
}

}  // namespace
}  // namespace soft_step

void solve_soft_step(StepContext& step) {
    using namespace soft_step;
    const WorldSettings& settings = step.state.settings;
    Scratch& scratch = step.soft;
    const float h = step.dt / static_cast<float>(settings.substeps);
    gather_bodies(step, scratch, h);
    list_contacts(step, scratch);
    color(scratch.contacts, scratch);
    scratch.contact_blocks.resize(scratch.contacts.blocks());
    scratch.following_levers.resize(scratch.contacts.blocks());
    prepare_wide_joints(step, scratch, h);
    // Sub-step rate, Hz. From nominal_dt, so that a single longer step does not change the stiffness under a
    // pile.
    const float rate = static_cast<float>(settings.substeps) / step.state.progress.nominal_dt;
    const float joint_hertz = settings.joint_stiffness * tuning::stiffest_joint * rate;
    const float hertz = settings.contact_stiffness * tuning::stiffest_contact * rate;
    const float max_jointed_hertz = tuning::jointed_fraction * joint_hertz;
    const float jointed_hertz = hertz < max_jointed_hertz ? hertz : max_jointed_hertz;
    const auto contact_softness = [&](float scale) {
        return ContactSoftness{softness_of(scale * hertz, settings.contact_damping_ratio, h),
                               softness_of(scale * jointed_hertz, settings.contact_damping_ratio, h)};
    };
    SolveContext context{.step = step,
                         .scratch = scratch,
                         .kernels = kernels_for(step.isa),
                         .bodies = solver_bodies_of(scratch),
                         .options = {.h = h,
                                     .inv_h = 1.0f / h,
                                     .push_speed = settings.push_speed,
                                     .over_relaxation = tuning::over_relaxation,
                                     .firm_depth = tuning::firm_depth,
                                     .yielding_fraction = tuning::yielding_fraction,
                                     .driven = softness_of(tuning::driven_stiffness * joint_hertz,
                                                           settings.joint_damping_ratio, h)},
                         .dynamic = contact_softness(1.0f),
                         .with_static = contact_softness(tuning::static_stiffness),
                         .joints = softness_of(joint_hertz, settings.joint_damping_ratio, h)};
    run_substeps(context);
    scatter_bodies(step, scratch);
    store_blocks(step, scratch);
    store_wide_joints(step, scratch);
    apply_restitution(step);
    apply_bounce_impulses(step, scratch);
    fix_pair_energy_gains(step, scratch);
}

}  // namespace toibox
