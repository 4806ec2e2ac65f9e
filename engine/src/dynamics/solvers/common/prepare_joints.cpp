// SPDX-License-Identifier: MIT

// Builds the joint rows of a step, and stores their impulses in the joints. Rows are in order of joints, for
// any number of workers.

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <span>
#include <utility>

namespace toibox {

namespace {

/// Number of joints that one worker handles at a time.
constexpr std::size_t joints_per_run = 128;

/// Converts the warm-start forces of the rows to impulses over `seconds`.
void scale_warm_start(JointRows& rows, float seconds) {
    rows.point.impulse *= seconds;
    for (std::size_t k = 0; k < rows.scalar_count; ++k) {
        ScalarRow& row = rows.scalars[k];
        row.impulse *= seconds;
        // The bounds of a motor or limit may have changed since the last step.
        const float min_impulse = row.lower_impulse - row.drive_impulse;
        const float max_impulse = row.upper_impulse + row.drive_impulse;
        if (row.impulse < min_impulse) row.impulse = min_impulse;
        if (row.impulse > max_impulse) row.impulse = max_impulse;
    }
}

/// Joints that share a body are solved one by one, each as if no other joint held the body. An angular spring
/// that is stiff for the body's own inertia, as with a long lever, would then throw the body back and forth
/// between its joints. So the stiffness is limited to what sub-steps of length h can resolve with that
/// inertia.
void limit_angular_stiffness(JointRows& rows, float h) {
    for (std::size_t k = 0; k < rows.scalar_count; ++k) {
        ScalarRow& row = rows.scalars[k];
        // The angle row of a motor joint is soft, but not a spring: its torque is bounded.
        const bool is_spring = row.kind == RowKind::Soft && row.gamma > 0.0f;
        if (row.axis_mode != RowAxis::Angular || !is_spring) continue;
        const float min_gamma = (row.inv_inertia_a + row.inv_inertia_b) * (h * row.bias_rate) /
                                (tuning::max_shared_spring_phase * tuning::max_shared_spring_phase);
        if (!(row.gamma < min_gamma)) continue;
        row.gamma = min_gamma;
        compute_angle_row_mass(row);
    }
}

/// Removes what the linkage of a joint solves alone. Rigid rows stay beside a limit, because the row of an
/// angle needs the reaction of the joint's point. False if the linkage solves all rows.
bool keep_rows_beside_linkage(JointRows& rows) {
    const JointRows all = rows;
    rows.scalar_count = 0;
    bool any = false;
    for (const ScalarRow& row : std::span(all.scalars).first(all.scalar_count)) {
        any = any || !is_equation(row, all);
        if (row.kind == RowKind::Rigid || !is_equation(row, all)) rows.scalars[rows.scalar_count++] = row;
    }
    return any;
}

struct JointRowBuilder {
    const WorldState& state;
    std::span<const std::uint8_t> joint_counts;  ///< By body.
    float h;                                     ///< Length of a sub-step, seconds.
    AngleRowMode angle_rows;
    std::span<const std::uint32_t> linkage_of;  ///< By joint: its linkage, or null_index; may be empty.
    float warm_start_seconds;  ///< Initial impulses are the previous forces times this; may be 0.

    /// Builds the rows of the joints [begin, end), in order.
    void fill(std::size_t begin, std::size_t end, std::vector<PointRow>& points,
              std::vector<ScalarRow>& scalars, std::vector<AngleRow>& angles,
              std::vector<HingeRow>& hinges) const {
        points.clear();
        scalars.clear();
        angles.clear();
        hinges.clear();
        JointRows rows;
        for (std::size_t i = begin; i < end; ++i) {
            const auto joint = static_cast<std::uint32_t>(i);
            if (!is_solved(state, joint)) continue;
            build_joint_rows(state, joint, h, rows);
            const bool is_in_linkage = !linkage_of.empty() && linkage_of[joint] != null_index;
            if (is_in_linkage && !keep_rows_beside_linkage(rows)) continue;
            const JointBase& base = base_of(state.joints.joint[joint]);
            if (joint_counts[base.body_a] > 1 || joint_counts[base.body_b] > 1)
                limit_angular_stiffness(rows, h);
            scale_warm_start(rows, warm_start_seconds);
            if (angle_rows == AngleRowMode::Decoupled) {
                decouple_angles(rows);
                fold_rotation_lock(rows);
            } else {
                if (HingeRow hinge; gather_hinge(rows, hinge)) {
                    hinges.push_back(hinge);
                } else if (AngleRow angle; gather_angles(rows, angle)) {
                    fold_rotation_lock(angle, rows);
                    angles.push_back(angle);
                }
            }
            scalars.insert(scalars.end(), rows.scalars.begin(), rows.scalars.begin() + rows.scalar_count);
            if (rows.has_point) points.push_back(rows.point);
        }
    }
};

template <class Row>
void copy_to(const std::vector<Row>& from, std::vector<Row>& to, std::size_t first) {
    std::copy(from.begin(), from.end(), to.data() + first);
}

}  // namespace

void count_joints(StepContext& step) {
    std::vector<std::uint8_t>& counts = step.solver.joint_counts;
    counts.assign(step.state.bodies.mass.size(), 0);
    for (std::uint32_t i = 0; i < step.state.joints.joint.size(); ++i) {
        if (is_solved(step.state, i)) count_joint(step.state, base_of(step.state.joints.joint[i]), counts);
    }
}

void prepare_joints(StepContext& step, float h, AngleRowMode angle_rows,
                    std::span<const std::uint32_t> linkage_of) {
    const WorldState& state = step.state;
    const JointRowBuilder builder{
        state, step.solver.joint_counts, h, angle_rows, linkage_of, state.settings.warm_starting ? h : 0.0f};
    std::vector<PointRow>& points = step.solver.point_rows;
    std::vector<ScalarRow>& scalars = step.solver.scalar_rows;
    std::vector<AngleRow>& angles = step.solver.angle_rows;
    std::vector<HingeRow>& hinges = step.solver.hinge_rows;
    if (linkage_of.empty()) {  // Other solvers have no linkages.
        step.solver.direct_points.clear();
        step.solver.direct_scalars.clear();
    }
    const std::size_t count = state.joints.joint.size();
    if (step.team.workers() == 1) return builder.fill(0, count, points, scalars, angles, hinges);
    const std::size_t run_count = WorkerTeam::block_count(count, joints_per_run);
    std::vector<JointRun>& runs = step.solver.joint_runs;
    if (runs.size() < run_count) runs.resize(run_count);
    step.team.for_blocks(count, joints_per_run, [&](std::size_t run, std::size_t begin, std::size_t end) {
        builder.fill(begin, end, runs[run].points, runs[run].scalars, runs[run].angles, runs[run].hinges);
    });
    std::size_t point_count = 0;
    std::size_t scalar_count = 0;
    std::size_t angle_count = 0;
    std::size_t hinge_count = 0;
    for (std::size_t i = 0; i < run_count; ++i) {
        runs[i].first_point = std::exchange(point_count, point_count + runs[i].points.size());
        runs[i].first_scalar = std::exchange(scalar_count, scalar_count + runs[i].scalars.size());
        runs[i].first_angle = std::exchange(angle_count, angle_count + runs[i].angles.size());
        runs[i].first_hinge = std::exchange(hinge_count, hinge_count + runs[i].hinges.size());
    }
    points.resize(point_count);
    scalars.resize(scalar_count);
    angles.resize(angle_count);
    hinges.resize(hinge_count);
    step.team.for_chunks(run_count, 1, [&](std::size_t begin, std::size_t end) {
        for (const JointRun& run : std::span(runs).subspan(begin, end - begin)) {
            copy_to(run.points, points, run.first_point);
            copy_to(run.scalars, scalars, run.first_scalar);
            copy_to(run.angles, angles, run.first_angle);
            copy_to(run.hinges, hinges, run.first_hinge);
        }
    });
}

void update_joint_rows(StepContext& step) {
    const std::vector<StepDisplacement>& displacement = step.solver.displacement;
    for (PointRow& row : step.solver.point_rows)
        update_point_row(row, displacement[row.body_a], displacement[row.body_b]);
    for (ScalarRow& row : step.solver.scalar_rows)
        update_scalar_row(row, displacement[row.body_a], displacement[row.body_b]);
    std::span<ScalarRow> remaining(step.solver.scalar_rows);
    for (PointRow& point : step.solver.point_rows) {
        const auto is_before = [&](const ScalarRow& row) { return row.joint < point.joint; };
        remaining = remaining.subspan(
            static_cast<std::size_t>(std::ranges::find_if_not(remaining, is_before) - remaining.begin()));
        const auto is_same_joint = [&](const ScalarRow& row) { return row.joint == point.joint; };
        const auto end = std::ranges::find_if_not(remaining, is_same_joint);
        const std::span<ScalarRow> joint_scalars =
            remaining.first(static_cast<std::size_t>(end - remaining.begin()));
        if (point.kind == RowKind::Rigid && !joint_scalars.empty())
            update_decoupled_angles(point, joint_scalars);
    }
}

namespace {

/// Returns the rows of one kind joint by joint, starting with a given joint.
template <class Row>
class RowCursor {
public:
    RowCursor(const std::vector<Row>& rows, std::size_t first_joint)
        : remaining_(std::lower_bound(rows.begin(), rows.end(), first_joint,
                                      [](const Row& row, std::size_t joint) { return row.joint < joint; }),
                     rows.end()) {}

    std::span<const Row> take(std::size_t joint) {
        std::size_t count = 0;
        while (count < remaining_.size() && remaining_[count].joint == joint)
            ++count;
        const std::span<const Row> taken = remaining_.first(count);
        remaining_ = remaining_.subspan(count);
        return taken;
    }

private:
    std::span<const Row> remaining_;
};

/// All solver rows of one joint.
struct RowsOfJoint {
    std::span<const PointRow> points;
    std::span<const ScalarRow> scalars;
    std::span<const AngleRow> angles;
    std::span<const HingeRow> hinges;
    std::span<const PointRow> direct_points;  ///< Of a linkage.
    std::span<const ScalarRow> direct_scalars;
};

float& impulse_at(JointImpulses& impulses, RowSlot slot) {
    return impulses.scalar[static_cast<std::size_t>(slot)];
}

/// Angular impulse that the other rows of the joint contribute to its rotation lock. impulse_of(row): the
/// impulse of a row.
template <class Angle, class ImpulseOf>
float lock_impulse_from(const Angle& angle, const RowsOfJoint& rows, ImpulseOf&& impulse_of) {
    float angular_impulse = 0.0f;
    for (const PointRow& row : rows.points)
        angular_impulse += lock_impulse_from(angle, row, impulse_of(row));
    for (const ScalarRow& row : rows.scalars) {
        if (row.axis_mode != RowAxis::Angular)
            angular_impulse += lock_impulse_from(angle, row, impulse_of(row));
    }
    return angular_impulse;
}

/// Stores the impulses of the parts of an angle row.
void store_part_impulses(const AngleRow& row, const std::array<float, AngleRow::parts>& part_impulses,
                         JointImpulses& impulses) {
    for (std::size_t part = 0; part < AngleRow::parts; ++part) {
        if (row.has[part]) impulse_at(impulses, slot_of_part(row, part)) = part_impulses[part];
    }
}

/// Adds the impulses of the rows that are solved directly.
template <class PointImpulse, class ScalarImpulse>
void add_direct(const RowsOfJoint& rows, PointImpulse&& of_point, ScalarImpulse&& of_scalar,
                JointImpulses& to) {
    for (const PointRow& row : rows.direct_points)
        to.point += of_point(row);
    for (const ScalarRow& row : rows.direct_scalars)
        impulse_at(to, row.slot) += of_scalar(row);
}

JointImpulses total_impulses(const RowsOfJoint& rows) {
    JointImpulses impulses;
    for (const PointRow& row : rows.points)
        impulses.point = row.total_impulse;
    for (const ScalarRow& row : rows.scalars) {
        impulse_at(impulses, row.slot) = row.total_impulse;
        impulses.point += row.total_point_impulse;
    }
    const auto total_impulse = [](const auto& row) { return row.total_impulse; };
    if (const ScalarRow* const angle = find_rotation_lock(rows.points, rows.scalars))
        impulse_at(impulses, angle->slot) += lock_impulse_from(*angle, rows, total_impulse);
    for (const AngleRow& row : rows.angles) {
        store_part_impulses(row, row.total_impulse, impulses);
        impulse_at(impulses, row.slot) += lock_impulse_from(row, rows, total_impulse);
    }
    for (const HingeRow& row : rows.hinges) {
        impulses.point = row.total_impulse;
        store_part_impulses(row.angle, row.angle.total_impulse, impulses);
    }
    add_direct(
        rows, [](const PointRow& row) { return row.total_impulse; },
        [](const ScalarRow& row) { return row.total_impulse; }, impulses);
    return impulses;
}

JointImpulses last_impulses(const RowsOfJoint& rows) {
    JointImpulses impulses;
    for (const PointRow& row : rows.points)
        impulses.point = row.impulse;
    for (const ScalarRow& row : rows.scalars)
        impulse_at(impulses, row.slot) = row.impulse;
    for (const AngleRow& row : rows.angles) {
        store_part_impulses(row, row.impulse, impulses);
        impulse_at(impulses, row.slot) +=
            lock_impulse_from(row, rows, [](const auto& other) { return other.impulse; });
    }
    for (const HingeRow& row : rows.hinges) {
        impulses.point = row.impulse;
        store_part_impulses(row.angle, row.angle.impulse, impulses);
    }
    add_direct(
        rows, [](const PointRow& row) { return row.impulse; },
        [](const ScalarRow& row) { return row.impulse; }, impulses);
    return impulses;
}

/// Converts impulses over 1 / rate seconds to mean forces.
void scale_to_mean_forces(JointImpulses& impulses, float rate) {
    impulses.point *= rate;
    for (float& impulse : impulses.scalar)
        impulse *= rate;
}

bool is_finite(const JointBase& base) {
    float sum = base.force.x + base.force.y + base.torque + base.impulses.point.x + base.impulses.point.y;
    for (const float impulse : base.impulses.scalar)
        sum += impulse;
    return std::isfinite(sum);
}

}  // namespace

void store_joint_impulses(StepContext& step, WarmStartSource source) {
    WorldState& state = step.state;
    const SolverScratch& scratch = step.solver;
    const float inv_dt = 1.0f / step.dt;
    const float inv_h = static_cast<float>(state.settings.substeps) / step.dt;
    std::atomic<bool> overloaded{false};
    std::atomic<std::uint32_t> offending_body{null_index};
    step.team.for_chunks(state.joints.joint.size(), joints_per_run, [&](std::size_t begin, std::size_t end) {
        RowCursor points(scratch.point_rows, begin);
        RowCursor scalars(scratch.scalar_rows, begin);
        RowCursor angles(scratch.angle_rows, begin);
        RowCursor hinges(scratch.hinge_rows, begin);
        RowCursor direct_points(scratch.direct_points, begin);
        RowCursor direct_scalars(scratch.direct_scalars, begin);
        for (std::size_t i = begin; i < end; ++i) {
            if (!is_solved(state, static_cast<std::uint32_t>(i))) continue;
            const RowsOfJoint rows{points.take(i), scalars.take(i),       angles.take(i),
                                   hinges.take(i), direct_points.take(i), direct_scalars.take(i)};
            Joint& joint = state.joints.joint[i];
            JointBase& base = base_of(joint);
            base.impulses = total_impulses(rows);
            add_joint_load(state, joint, base.impulses, step.dt);
            if (base.overloaded) overloaded.store(true, std::memory_order_relaxed);
            if (source == WarmStartSource::LastSubstep) base.impulses = last_impulses(rows);
            scale_to_mean_forces(base.impulses, source == WarmStartSource::LastSubstep ? inv_h : inv_dt);
            if (!is_finite(base)) atomic_min(offending_body, base.body_b);
        }
    });
    if (overloaded) step.solver.joints_overloaded = true;
    step.solver.offending_joint_body = offending_body;
}

}  // namespace toibox
