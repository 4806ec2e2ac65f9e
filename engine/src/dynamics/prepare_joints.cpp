// SPDX-License-Identifier: MIT

// The joints' rows of a step, and what the rows did back to the joints. All rows are in order of joints,
// whoever supplied them.

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "joints/supply_rows.h"
#include "solver.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <span>
#include <utility>

namespace toibox {

namespace {

/// Joints that one worker looks at in one go.
constexpr std::size_t joints_per_run = 128;

/// What a sub-step starts from: so many seconds of the last step's forces.
void scale_warm_start(JointRows& rows, float seconds) {
    rows.point.impulse *= seconds;
    for (std::size_t k = 0; k < rows.scalar_count; ++k) {
        ScalarRow& row = rows.scalars[k];
        row.impulse *= seconds;
        // What a motor or limit may give may have changed since.
        const float least = row.lower_impulse - row.drive_impulse;
        const float most = row.upper_impulse + row.drive_impulse;
        if (row.impulse < least) row.impulse = least;
        if (row.impulse > most) row.impulse = most;
    }
}

/// Joints that share a body are solved in turn, each as if the body had it alone: then a spring about an
/// angle that is stiff for the body's own inertia, as one at a long lever is, throws the body from one joint
/// to the other. So there it is no stiffer than steps of h can tell of that inertia.
void limit_angular_stiffness(JointRows& rows, float h) {
    for (std::size_t k = 0; k < rows.scalar_count; ++k) {
        ScalarRow& row = rows.scalars[k];
        // A motor joint's row is soft and no spring: its torque is bounded.
        const bool is_spring = row.kind == RowKind::Soft && row.gamma > 0.0f;
        if (row.axis_mode != RowAxis::Angular || !is_spring) continue;
        const float least = (row.inv_inertia_a + row.inv_inertia_b) * (h * row.bias_rate) /
                            (tuning::max_shared_spring_phase * tuning::max_shared_spring_phase);
        if (!(row.gamma < least)) continue;
        row.gamma = least;
        compute_angle_row_mass(row);
    }
}

struct JointRowBuilder {
    const WorldState& state;
    std::span<const std::uint8_t> joint_counts;  ///< By body.
    float h;
    AngleRowMode angle_rows;
    std::span<const std::uint32_t> linkage_of;
    float start;  ///< Seconds of the last step's forces that a sub-step starts from.

    /// The rows of the joints [begin, end), in their order.
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
            const JointBase& base = base_of(state.joints.joint[joint]);
            if (!linkage_of.empty() && linkage_of[joint] != null_index) {
                for (ScalarRow& row : std::span(rows.scalars).first(rows.scalar_count)) {
                    row.in_linkage = true;
                    scalars.push_back(row);
                }
                rows.point.in_linkage = true;
                if (rows.has_point) points.push_back(rows.point);
                continue;
            }
            if (joint_counts[base.body_a] > 1 || joint_counts[base.body_b] > 1)
                limit_angular_stiffness(rows, h);
            scale_warm_start(rows, start);
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
    std::vector<std::uint8_t>& counts = step.scratch.joint_counts;
    counts.assign(step.state.bodies.mass.size(), 0);
    for (std::uint32_t i = 0; i < step.state.joints.joint.size(); ++i) {
        if (is_solved(step.state, i)) count_joint(step.state, base_of(step.state.joints.joint[i]), counts);
    }
}

void prepare_joints(StepContext& step, float h, AngleRowMode angle_rows,
                    std::span<const std::uint32_t> linkage_of) {
    const WorldState& state = step.state;
    const JointRowBuilder builder{
        state, step.scratch.joint_counts, h, angle_rows, linkage_of, state.settings.warm_starting ? h : 0.0f};
    std::vector<PointRow>& points = step.scratch.point_rows;
    std::vector<ScalarRow>& scalars = step.scratch.scalar_rows;
    std::vector<AngleRow>& angles = step.scratch.angle_rows;
    std::vector<HingeRow>& hinges = step.scratch.hinge_rows;
    const std::size_t count = state.joints.joint.size();
    if (step.team.workers() == 1) return builder.fill(0, count, points, scalars, angles, hinges);
    const std::size_t used = WorkerTeam::block_count(count, joints_per_run);
    std::vector<JointRun>& runs = step.scratch.joint_runs;
    if (runs.size() < used) runs.resize(used);
    step.team.for_blocks(count, joints_per_run, [&](std::size_t run, std::size_t begin, std::size_t end) {
        builder.fill(begin, end, runs[run].points, runs[run].scalars, runs[run].angles, runs[run].hinges);
    });
    std::size_t point_count = 0;
    std::size_t scalar_count = 0;
    std::size_t angle_count = 0;
    std::size_t hinge_count = 0;
    for (std::size_t i = 0; i < used; ++i) {
        runs[i].first_point = std::exchange(point_count, point_count + runs[i].points.size());
        runs[i].first_scalar = std::exchange(scalar_count, scalar_count + runs[i].scalars.size());
        runs[i].first_angle = std::exchange(angle_count, angle_count + runs[i].angles.size());
        runs[i].first_hinge = std::exchange(hinge_count, hinge_count + runs[i].hinges.size());
    }
    points.resize(point_count);
    scalars.resize(scalar_count);
    angles.resize(angle_count);
    hinges.resize(hinge_count);
    step.team.for_chunks(used, 1, [&](std::size_t begin, std::size_t end) {
        for (const JointRun& run : std::span(runs).subspan(begin, end - begin)) {
            copy_to(run.points, points, run.first_point);
            copy_to(run.scalars, scalars, run.first_scalar);
            copy_to(run.angles, angles, run.first_angle);
            copy_to(run.hinges, hinges, run.first_hinge);
        }
    });
}

void place_joint_rows(StepContext& step) {
    const std::vector<StepDisplacement>& moved = step.scratch.displacement;
    for (PointRow& row : step.scratch.point_rows)
        place_point_row(row, moved[row.body_a], moved[row.body_b]);
    for (ScalarRow& row : step.scratch.scalar_rows)
        update_scalar_row(row, moved[row.body_a], moved[row.body_b]);
    std::span<ScalarRow> left(step.scratch.scalar_rows);
    for (PointRow& point : step.scratch.point_rows) {
        const auto is_before = [&](const ScalarRow& row) { return row.joint < point.joint; };
        left =
            left.subspan(static_cast<std::size_t>(std::ranges::find_if_not(left, is_before) - left.begin()));
        const auto is_of_joint = [&](const ScalarRow& row) { return row.joint == point.joint; };
        const auto end = std::ranges::find_if_not(left, is_of_joint);
        const std::span<ScalarRow> own = left.first(static_cast<std::size_t>(end - left.begin()));
        if (point.kind == RowKind::Rigid && !own.empty()) place_decoupled_angles(point, own);
    }
}

namespace {

/// The rows of one kind from some joint on, handed out joint by joint.
template <class Row>
class RowCursor {
public:
    RowCursor(const std::vector<Row>& rows, std::size_t first_joint)
        : left_(std::lower_bound(rows.begin(), rows.end(), first_joint,
                                 [](const Row& row, std::size_t joint) { return row.joint < joint; }),
                rows.end()) {}

    std::span<const Row> take(std::size_t joint) {
        std::size_t count = 0;
        while (count < left_.size() && left_[count].joint == joint)
            ++count;
        const std::span<const Row> taken = left_.first(count);
        left_ = left_.subspan(count);
        return taken;
    }

private:
    std::span<const Row> left_;
};

/// What the solver has of one joint.
struct RowsOfJoint {
    std::span<const PointRow> points;
    std::span<const ScalarRow> scalars;
    std::span<const AngleRow> angles;
    std::span<const HingeRow> hinges;
};

float& impulse_at(JointImpulses& impulses, RowSlot slot) {
    return impulses.scalar[static_cast<std::size_t>(slot)];
}

/// What the joint's other rows add to the impulse about its angle, where that is held; `impulse_of` each row.
template <class Angle, class ImpulseOf>
float lock_impulse_from(const Angle& angle, const RowsOfJoint& rows, ImpulseOf&& impulse_of) {
    float turning = 0.0f;
    for (const PointRow& row : rows.points)
        turning += lock_impulse_from(angle, row, impulse_of(row));
    for (const ScalarRow& row : rows.scalars) {
        if (row.axis_mode != RowAxis::Angular) turning += lock_impulse_from(angle, row, impulse_of(row));
    }
    return turning;
}

/// Stores the impulse of each part that the row has.
void put_parts(const AngleRow& row, const std::array<float, AngleRow::parts>& of_part,
               JointImpulses& impulses) {
    for (std::size_t part = 0; part < AngleRow::parts; ++part) {
        if (row.has[part]) impulse_at(impulses, slot_of_part(row, part)) = of_part[part];
    }
}

JointImpulses total_impulses(const RowsOfJoint& rows) {
    JointImpulses impulses;
    for (const PointRow& row : rows.points)
        impulses.point = row.total_impulse;
    for (const ScalarRow& row : rows.scalars) {
        impulse_at(impulses, row.slot) = row.total_impulse;
        impulses.point += row.step_at_point;
    }
    const auto total_impulse = [](const auto& row) { return row.total_impulse; };
    const bool is_rewritten = rows.scalars.empty() || !rows.scalars.front().in_linkage;
    if (const ScalarRow* const angle = is_rewritten ? find_rotation_lock(rows.points, rows.scalars) : nullptr)
        impulse_at(impulses, angle->slot) += lock_impulse_from(*angle, rows, total_impulse);
    for (const AngleRow& row : rows.angles) {
        put_parts(row, row.total_impulse, impulses);
        impulse_at(impulses, row.slot) += lock_impulse_from(row, rows, total_impulse);
    }
    for (const HingeRow& row : rows.hinges) {
        impulses.point = row.total_impulse;
        put_parts(row.angle, row.angle.total_impulse, impulses);
    }
    return impulses;
}

JointImpulses last_impulses(const RowsOfJoint& rows) {
    JointImpulses impulses;
    for (const PointRow& row : rows.points)
        impulses.point = row.impulse;
    for (const ScalarRow& row : rows.scalars)
        impulse_at(impulses, row.slot) = row.impulse;
    for (const AngleRow& row : rows.angles) {
        put_parts(row, row.impulse, impulses);
        impulse_at(impulses, row.slot) +=
            lock_impulse_from(row, rows, [](const auto& other) { return other.impulse; });
    }
    for (const HingeRow& row : rows.hinges) {
        impulses.point = row.impulse;
        put_parts(row.angle, row.angle.impulse, impulses);
    }
    return impulses;
}

/// The mean forces of what was done in 1 / rate seconds.
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

void store_joint_impulses(StepContext& step, WarmStartSource next) {
    WorldState& state = step.state;
    const SolverScratch& scratch = step.scratch;
    const float inv_dt = 1.0f / step.dt;
    const float inv_h = static_cast<float>(state.settings.substeps) / step.dt;
    std::atomic<bool> overloaded{false};
    std::atomic<std::uint32_t> offending_body{null_index};
    step.team.for_chunks(state.joints.joint.size(), joints_per_run, [&](std::size_t begin, std::size_t end) {
        RowCursor points(scratch.point_rows, begin);
        RowCursor scalars(scratch.scalar_rows, begin);
        RowCursor angles(scratch.angle_rows, begin);
        RowCursor hinges(scratch.hinge_rows, begin);
        for (std::size_t i = begin; i < end; ++i) {
            if (!is_solved(state, static_cast<std::uint32_t>(i))) continue;
            const RowsOfJoint rows{points.take(i), scalars.take(i), angles.take(i), hinges.take(i)};
            Joint& joint = state.joints.joint[i];
            JointBase& base = base_of(joint);
            base.impulses = total_impulses(rows);
            add_joint_load(state, joint, base.impulses, step.dt);
            if (base.overloaded) overloaded.store(true, std::memory_order_relaxed);
            if (next == WarmStartSource::LastSubstep) base.impulses = last_impulses(rows);
            scale_to_mean_forces(base.impulses, next == WarmStartSource::LastSubstep ? inv_h : inv_dt);
            if (!is_finite(base)) atomic_min(offending_body, base.body_b);
        }
    });
    if (overloaded) step.scratch.joints_overloaded = true;
    step.scratch.offending_joint_body = offending_body;
}

}  // namespace toibox
