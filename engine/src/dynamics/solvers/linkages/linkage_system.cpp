// SPDX-License-Identifier: MIT

// The equations of a linkage as a linear system with the matrix K = J M⁻¹ Jᵀ.

#include "dynamics/solvers/linkages/linkage_system.h"

#include "dynamics/solvers/linkages/linkage_tuning.h"
#include "dynamics/solvers/rows/joint_rows.h"

namespace toibox::linkages {

namespace {

/// Levers of A and B, and the vector from A's anchor to B's anchor; world.
struct Levers {
    Vec2d a, b, offset;
};
template <class Row>
Levers levers_of(const Row& row, const LinkagePose& a, const LinkagePose& b) {
    const Vec2d start_a = widen(row.r_a);
    const Vec2d start_b = widen(row.r_b);
    Levers l{rotate(a.rotation, start_a), rotate(b.rotation, start_b), {}};
    l.offset = widen(row.offset) + ((b.center - a.center) + ((l.b - start_b) - (l.a - start_a)));
    return l;
}

EvaluatedEquation evaluate(const PointRow& row, std::uint8_t point_axis, const LinkagePose& a,
                           const LinkagePose& b) {
    const Levers l = levers_of(row, a, b);
    // A's lever ends at A's anchor, not at B's: they coincide but for the error of the joint.
    if (point_axis == 1) return {{1.0, 0.0}, -l.a.y, -l.b.y, l.offset.x};
    return {{0.0, 1.0}, l.a.x, l.b.x, l.offset.y};
}
EvaluatedEquation evaluate(const ScalarRow& row, const LinkagePose& a, const LinkagePose& b) {
    const double rest = as_double(row.rest);
    if (row.axis_mode == RowAxis::Angular) return {{}, 1.0, 1.0, (b.angle - a.angle) - rest};
    const Levers l = levers_of(row, a, b);
    EvaluatedEquation evaluated;
    if (row.axis_mode == RowAxis::FixedInA) {
        evaluated.axis = rotate(a.rotation, widen(row.start_axis));
    } else {
        const double distance = length(l.offset);
        evaluated.axis = distance > 0.0 ? (1.0 / distance) * l.offset : widen(row.start_axis);
    }
    evaluated.angular_a = cross(l.a + l.offset, evaluated.axis);
    evaluated.angular_b = cross(l.b, evaluated.axis);
    evaluated.error = dot(evaluated.axis, l.offset) - rest;
    return evaluated;
}

}  // namespace

EvaluatedEquation evaluate(const LinkageSystem& system, const LinkageEquation& e, const LinkagePose& a,
                           const LinkagePose& b) {
    if (e.point_axis != 0) return evaluate(system.rows.direct_points[e.row], e.point_axis, a, b);
    return evaluate(system.rows.direct_scalars[e.row], a, b);
}

double error_at(const LinkageSystem& system, const LinkageEquation& e, const LinkagePose& a,
                const LinkagePose& b) {
    if (e.point_axis == 0) return evaluate(system.rows.direct_scalars[e.row], a, b).error;
    const PointRow& row = system.rows.direct_points[e.row];
    const Vec2d offset = levers_of(row, a, b).offset;
    return e.point_axis == 1 ? offset.x : offset.y;
}

double target_speed(const LinkageSystem& system, const LinkageEquation& e) {
    if (e.point_axis == 0) {
        const ScalarRow& row = system.rows.direct_scalars[e.row];
        return as_double(row.speed) - as_double(row.bias_rate) * e.evaluated.error;
    }
    const PointRow& row = system.rows.direct_points[e.row];
    const float velocity = e.point_axis == 1 ? row.velocity.x : row.velocity.y;
    return as_double(velocity) - as_double(row.bias_rate) * e.evaluated.error;
}
double speed_along(const LinkageSystem& system, const LinkageEquation& e) {
    const BodyVelocityd& a = system.bodies[e.a].velocity;
    const BodyVelocityd& b = system.bodies[e.b].velocity;
    return dot(b.linear - a.linear, e.evaluated.axis) +
           (b.angular * e.evaluated.angular_b - a.angular * e.evaluated.angular_a);
}

void apply(const LinkageSystem& system, const LinkageEquation& e, double impulse) {
    LinkageBody& a = system.bodies[e.a];
    LinkageBody& b = system.bodies[e.b];
    const Vec2d along = impulse * e.evaluated.axis;
    a.velocity.linear -= Vec2d{a.inv_mass.x * along.x, a.inv_mass.y * along.y};
    a.velocity.angular -= a.inv_inertia * (impulse * e.evaluated.angular_a);
    b.velocity.linear += Vec2d{b.inv_mass.x * along.x, b.inv_mass.y * along.y};
    b.velocity.angular += b.inv_inertia * (impulse * e.evaluated.angular_b);
}

namespace {

double coupling(const LinkageBody& body, const EvaluatedEquation& p, double angular_p,
                const EvaluatedEquation& q, double angular_q) {
    return body.inv_mass.x * (p.axis.x * q.axis.x) + body.inv_mass.y * (p.axis.y * q.axis.y) +
           body.inv_inertia * (angular_p * angular_q);
}
/// Element of K: change of the speed along `p` per unit impulse along `q`, and vice versa.
double coupling(const LinkageSystem& system, const LinkageEquation& p, const LinkageEquation& q) {
    double sum = 0.0;
    if (p.a == q.a)
        sum += coupling(system.bodies[p.a], p.evaluated, p.evaluated.angular_a, q.evaluated,
                        q.evaluated.angular_a);
    if (p.a == q.b)
        sum -= coupling(system.bodies[p.a], p.evaluated, p.evaluated.angular_a, q.evaluated,
                        q.evaluated.angular_b);
    if (p.b == q.a)
        sum -= coupling(system.bodies[p.b], p.evaluated, p.evaluated.angular_b, q.evaluated,
                        q.evaluated.angular_a);
    if (p.b == q.b)
        sum += coupling(system.bodies[p.b], p.evaluated, p.evaluated.angular_b, q.evaluated,
                        q.evaluated.angular_b);
    return sum;
}

}  // namespace

double diagonal_k(const LinkageSystem& system, const LinkageEquation& e) {
    return coupling(system, e, e);
}

void factor(const LinkageSystem& system) {
    const std::span<const LinkageEquation> equations = system.equations;
    const auto diagonal = [&](const LinkageEquation& e) {
        return diagonal_k(system, e) + e.gamma + e.compliance;
    };
    system.k.factor(
        [&](std::size_t i, std::size_t j) {
            return i == j ? diagonal(equations[i]) : coupling(system, equations[i], equations[j]);
        },
        [&](std::size_t i, double pivot) {
            const LinkageEquation& e = equations[i];
            return e.role == LinkageRole::Free && pivot > tuning::redundant_pivot_fraction * diagonal(e);
        });
}

}  // namespace toibox::linkages
