// SPDX-License-Identifier: MIT

// Warm starting of joints, from no more of the last impulses than serves. Rounds over the rows lower
//   φ(λ) = ½ λᵀ (J M⁻¹ Jᵀ + Γ) λ + λᵀ (J v + bias),
// which is the kinetic energy that rigid rows add, down to their solution; from λ = 0 they add none. The last
// impulses are a better start, unless the bodies turned so far since that impulses which held each other do
// work: 8 rounds do not take that back, and it grows from step to step (a welded net of 5 × 5 that a throw
// bent at 30 m/s had 117 times its energy within 4 s). So each cluster of joints starts from that share of
// them, up to 1, that lowers φ most: φ is a parabola in the share.

#include "toibox/dynamics/row_kernels.h"

#include "disjoint_sets.h"
#include "solver.h"

namespace toibox {

namespace {

template <class Row>
bool yields_a(const Row& row) {
    return row.inv_mass_a.x + row.inv_mass_a.y + row.inv_inertia_a > 0.0f;
}
template <class Row>
bool yields_b(const Row& row) {
    return row.inv_mass_b.x + row.inv_mass_b.y + row.inv_inertia_b > 0.0f;
}

template <class Each>
void for_each_joint_row(SolverScratch& scratch, Each&& each) {
    for (ScalarRow& row : scratch.scalar_rows)
        each(row);
    for (PointRow& row : scratch.point_rows)
        each(row);
}

/// The rows' clusters: bodies that give way and hang together by joints.
class Clusters {
public:
    explicit Clusters(SolverScratch& scratch) : scratch_(scratch), sets_(scratch.joint_sets) {
        scratch_.joint_sets.resize(scratch_.joint_counts.size());
        scratch_.joint_starts.resize(scratch_.joint_counts.size());
        for_each_joint_row(scratch_, [&](const auto& row) {
            sets_.isolate(row.body_a);
            sets_.isolate(row.body_b);
        });
        for_each_joint_row(scratch_, [&](const auto& row) {
            if (yields_a(row) && yields_b(row)) sets_.join(row.body_a, row.body_b);
        });
        for_each_joint_row(scratch_, [&](const auto& row) { of(row) = {}; });
    }
    template <class Row>
    JointStart& of(const Row& row) {
        return scratch_.joint_starts[sets_.root(yields_b(row) ? row.body_b : row.body_a)];
    }

private:
    SolverScratch& scratch_;
    Sets sets_;
};

float product(float a, float b) {
    return a * b;
}
float product(Vec2 a, Vec2 b) {
    return dot(a, b);
}

float share_of(const JointStart& start) {
    if (!(start.curvature > 0.0f)) return 1.0f;
    const float share = -start.slope / start.curvature;
    return share < 0.0f ? 0.0f : (share > 1.0f ? 1.0f : share);
}

}  // namespace

void warm_start_joints(StepContext& step) {
    std::vector<BodyVelocity>& velocity = step.state.bodies.velocity;
    SolverScratch& scratch = step.scratch;
    if (scratch.scalar_rows.empty() && scratch.point_rows.empty()) return;
    Clusters clusters(scratch);
    const auto speed_along = [&](const auto& row) {
        return velocity_along(row, velocity[row.body_a], velocity[row.body_b]);
    };
    for_each_joint_row(scratch, [&](const auto& row) {
        JointStart& start = clusters.of(row);
        start.slope += product(row.impulse, speed_along(row) + row.bias);
        start.curvature += product(row.impulse, row.gamma * row.impulse - speed_along(row));
    });
    for_each_joint_row(scratch, [&](const auto& row) {
        apply_impulse(row, row.impulse, velocity[row.body_a], velocity[row.body_b]);
    });
    for_each_joint_row(scratch, [&](const auto& row) {
        clusters.of(row).curvature += product(row.impulse, speed_along(row));
    });
    for_each_joint_row(scratch, [&](auto& row) {
        const float share = share_of(clusters.of(row));
        if (share == 1.0f) return;
        apply_impulse(row, (share - 1.0f) * row.impulse, velocity[row.body_a], velocity[row.body_b]);
        row.impulse *= share;
    });
}

}  // namespace toibox
