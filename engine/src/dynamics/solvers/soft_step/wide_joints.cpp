// SPDX-License-Identifier: MIT
// Converts joint rows, which are also used by the scalar solvers, to blocks and back.
#include "toibox/core/thread_pool.h"

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/soft_step/coloring.h"
#include "dynamics/solvers/soft_step/soft_step.h"

#include <limits>

namespace toibox::soft_step {
namespace {

std::int32_t slot_a(const Scratch& scratch, const PointRow& row) {
    return row.a_is_world ? 0 : scratch.slot[row.body_a];
}
template <class Row>
std::int32_t slot_a(const Scratch& scratch, const Row& row) {
    return scratch.slot[row.body_a];
}

template <class Row>
void clear_impulses(Row& row) {
    row.impulse = {};
}
void clear_impulses(HingeRow& row) {
    row.impulse = {};
    row.angle.impulse = {};
}

template <class Row>
void list_rows(const Scratch& scratch, std::vector<Row>& rows, ColoredConstraints& colored) {
    colored.constraints.clear();
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const std::int32_t a = slot_a(scratch, rows[i]);
        const std::int32_t b = scratch.slot[rows[i].body_b];
        if ((scratch.dynamic[static_cast<std::size_t>(a)] | scratch.dynamic[static_cast<std::size_t>(b)]) ==
            0) {
            clear_impulses(rows[i]);  // Both bodies are immovable.
            continue;
        }
        colored.constraints.push_back({a, b, i});
    }
}

void mark_jointed(Scratch& scratch, std::int32_t slot) {
    std::uint8_t& flags = scratch.dynamic[static_cast<std::size_t>(slot)];
    if (flags != 0) flags |= slot_is_jointed;
}
void mark_restarts(Scratch& scratch, const ColoredConstraints& colored) {
    for (const Constraint& constraint : colored.constraints) {
        set_restart(scratch, constraint.slot_a);
        set_restart(scratch, constraint.slot_b);
    }
}
template <class Row>
void mark_jointed(Scratch& scratch, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        if (row.kind != RowKind::Rigid) continue;
        mark_jointed(scratch, slot_a(scratch, row));
        mark_jointed(scratch, scratch.slot[row.body_b]);
    }
}

/// Fills the members that all kinds of blocks have.
template <class Block, class Row>
void fill_bodies(Block& block, std::uint32_t lane, const Row& row, std::uint32_t index,
                 const Scratch& scratch) {
    const std::int32_t a = slot_a(scratch, row);
    const std::int32_t b = scratch.slot[row.body_b];
    const auto bit = static_cast<std::uint8_t>(1u << lane);
    block.body_a[lane] = a;
    block.body_b[lane] = b;
    block.row[lane] = index;
    if (scratch.dynamic[static_cast<std::size_t>(a)] != 0) block.write_a |= bit;
    if (scratch.dynamic[static_cast<std::size_t>(b)] != 0) block.write_b |= bit;
    block.inv_inertia_a[lane] = row.inv_inertia_a;
    block.inv_inertia_b[lane] = row.inv_inertia_b;
    block.gamma[lane] = row.gamma;
    block.bias_rate[lane] = row.bias_rate;
    block.lanes = static_cast<std::uint8_t>(lane + 1);
}

template <class Block, class Row>
void fill_levers(Block& block, std::uint32_t lane, const Row& row) {
    block.r_a_x[lane] = row.r_a.x;
    block.r_a_y[lane] = row.r_a.y;
    block.r_b_x[lane] = row.r_b.x;
    block.r_b_y[lane] = row.r_b.y;
    block.inv_mass_a_x[lane] = row.inv_mass_a.x;
    block.inv_mass_a_y[lane] = row.inv_mass_a.y;
    block.inv_mass_b_x[lane] = row.inv_mass_b.x;
    block.inv_mass_b_y[lane] = row.inv_mass_b.y;
    block.lever_fraction_a[lane] = row.lever_fraction_a;
    block.lever_fraction_b[lane] = row.lever_fraction_b;
    if (row.lever_fraction_a + row.lever_fraction_b > 0.0f) block.has_lock = 1;
    block.offset_x[lane] = row.offset.x;
    block.offset_y[lane] = row.offset.y;
}

void fill(WidePointRow& block, std::uint32_t lane, const PointRow& row) {
    fill_levers(block, lane, row);
    block.rigid[lane] = row.kind == RowKind::Rigid ? 1.0f : 0.0f;
    block.velocity_x[lane] = row.velocity.x;
    block.velocity_y[lane] = row.velocity.y;
    block.max_impulse[lane] = row.max_impulse;
    block.impulse_x[lane] = row.impulse.x;
    block.impulse_y[lane] = row.impulse.y;
}

void fill(WideScalarRow& block, std::uint32_t lane, const ScalarRow& row) {
    fill_levers(block, lane, row);
    const bool lower = row.kind == RowKind::LowerLimit;
    const bool upper = row.kind == RowKind::UpperLimit;
    block.rigid[lane] = row.kind == RowKind::Rigid || lower || upper ? 1.0f : 0.0f;
    block.limit[lane] = lower ? 1.0f : (upper ? -1.0f : 0.0f);
    block.along[lane] = row.axis_mode == RowAxis::AlongAnchors ? 1.0f : 0.0f;
    block.axis_x[lane] = row.start_axis.x;
    block.axis_y[lane] = row.start_axis.y;
    block.rest[lane] = row.rest;
    block.speed[lane] = row.speed;
    block.lower_impulse[lane] = row.lower_impulse;
    block.upper_impulse[lane] = row.upper_impulse;
    block.drive_impulse[lane] = row.drive_impulse;
    block.lower_stop[lane] = row.lower_stop;
    block.upper_stop[lane] = row.upper_stop;
    block.impulse[lane] = row.impulse;
}

float inverse_or_zero(float k) {
    return k > 0.0f ? 1.0f / k : 0.0f;
}

void fill(WideAngleRow& block, std::uint32_t lane, const AngleRow& row) {
    const float k = row.inv_inertia_a + row.inv_inertia_b;
    block.inv_k[lane] = inverse_or_zero(k);
    block.soft_inv_k[lane] = inverse_or_zero(k + row.gamma);
    block.rigid[lane] = row.kind == RowKind::Rigid ? 1.0f : 0.0f;
    block.rest[lane] = row.rest;
    block.speed[lane] = row.speed;
    block.lower_impulse[lane] = row.lower_impulse;
    block.upper_impulse[lane] = row.upper_impulse;
    block.motor_speed[lane] = row.motor_speed;
    block.motor_impulse[lane] = row.motor_impulse;
    block.lower_rest[lane] = row.lower_rest;
    block.upper_rest[lane] = row.upper_rest;
    block.limit_impulse[lane] = row.has[AngleRow::lower] ? std::numeric_limits<float>::infinity() : 0.0f;
    for (std::size_t part = 0; part < AngleRow::parts; ++part) {
        block.impulse[part][lane] = row.impulse[part];
        if (row.has[part]) block.has = static_cast<std::uint8_t>(block.has | 1u << part);
    }
}

void fill(WideHingeRow& block, std::uint32_t lane, const HingeRow& row) {
    fill(static_cast<WidePointRow&>(block), lane, static_cast<const PointRow&>(row));
    block.angle.gamma[lane] = row.angle.gamma;
    block.angle.bias_rate[lane] = row.angle.bias_rate;
    fill(block.angle, lane, row.angle);
}

/// Minimum number of blocks per chunk: fewer cost more to distribute than to fill.
constexpr std::size_t min_filled_blocks = 8;

template <class Block, class Row>
void fill_blocks(StepContext& step, const ColoredConstraints& colored, const std::vector<Row>& rows,
                 std::vector<Block>& blocks) {
    blocks.resize(colored.blocks());
    step.team.for_balanced_chunks(blocks.size(), min_filled_blocks, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            const std::uint32_t* order = &colored.order[b * block_lanes];
            blocks[b] = {};  // Lanes without a row have no effect.
            for (std::uint32_t lane = 0; lane < block_lanes && order[lane] != null_index; ++lane) {
                const Row& row = rows[order[lane]];
                fill_bodies(blocks[b], lane, row, order[lane], step.soft);
                fill(blocks[b], lane, row);
            }
        }
    });
}

/// Calls store(block, lane) for each lane that has a row.
template <class Block, class Store>
void for_lanes(StepContext& step, const std::vector<Block>& blocks, Store&& store) {
    step.team.for_balanced_chunks(blocks.size(), min_filled_blocks, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            for (std::uint32_t lane = 0; lane < blocks[b].lanes; ++lane)
                store(blocks[b], lane);
        }
    });
}

void store_parts(const WideAngleRow& block, std::uint32_t lane, AngleRow& row) {
    for (std::size_t part = 0; part < AngleRow::parts; ++part) {
        row.impulse[part] = block.impulse[part][lane];
        row.total_impulse[part] = block.total_impulse[part][lane];
    }
}

}  // namespace

void prepare_wide_joints(StepContext& step, Scratch& scratch, float h) {
    prepare_linkages(step, h);
    prepare_joints(step, h, AngleRowMode::Gathered, scratch.linkages.linkage_of_joint);
    list_rows(scratch, step.solver.point_rows, scratch.points);
    list_rows(scratch, step.solver.scalar_rows, scratch.scalars);
    list_rows(scratch, step.solver.angle_rows, scratch.angles);
    list_rows(scratch, step.solver.hinge_rows, scratch.hinges);
    mark_jointed(scratch, step.solver.point_rows);
    mark_jointed(scratch, step.solver.scalar_rows);
    mark_jointed(scratch, step.solver.hinge_rows);
    mark_jointed(scratch, step.solver.direct_points);
    mark_jointed(scratch, step.solver.direct_scalars);
    for (const LinkageBody& body : scratch.linkages.body)
        set_restart(scratch, body.slot);
    for (const ColoredConstraints* rows :
         {&scratch.points, &scratch.scalars, &scratch.angles, &scratch.hinges})
        mark_restarts(scratch, *rows);
    color(scratch.points, scratch);
    color(scratch.scalars, scratch);
    color(scratch.angles, scratch);
    color(scratch.hinges, scratch);
    fill_blocks(step, scratch.points, step.solver.point_rows, scratch.point_blocks);
    fill_blocks(step, scratch.scalars, step.solver.scalar_rows, scratch.scalar_blocks);
    fill_blocks(step, scratch.angles, step.solver.angle_rows, scratch.angle_blocks);
    fill_blocks(step, scratch.hinges, step.solver.hinge_rows, scratch.hinge_blocks);
}

void store_wide_joints(StepContext& step, const Scratch& scratch) {
    for_lanes(step, scratch.point_blocks, [&](const WidePointRow& block, std::uint32_t lane) {
        PointRow& row = step.solver.point_rows[block.row[lane]];
        row.impulse = {block.impulse_x[lane], block.impulse_y[lane]};
        row.total_impulse = {block.total_impulse_x[lane], block.total_impulse_y[lane]};
    });
    for_lanes(step, scratch.scalar_blocks, [&](const WideScalarRow& block, std::uint32_t lane) {
        ScalarRow& row = step.solver.scalar_rows[block.row[lane]];
        row.impulse = block.impulse[lane];
        row.total_impulse = block.total_impulse[lane];
    });
    for_lanes(step, scratch.angle_blocks, [&](const WideAngleRow& block, std::uint32_t lane) {
        store_parts(block, lane, step.solver.angle_rows[block.row[lane]]);
    });
    for_lanes(step, scratch.hinge_blocks, [&](const WideHingeRow& block, std::uint32_t lane) {
        HingeRow& row = step.solver.hinge_rows[block.row[lane]];
        row.impulse = {block.impulse_x[lane], block.impulse_y[lane]};
        row.total_impulse = {block.total_impulse_x[lane], block.total_impulse_y[lane]};
        store_parts(block.angle, lane, row.angle);
    });
    store_linkages(step);
    // The next step warm-starts from the impulses of the last sub-step.
    store_joint_impulses(step, WarmStartSource::LastSubstep);
}

}  // namespace toibox::soft_step
