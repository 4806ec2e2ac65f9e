// SPDX-License-Identifier: MIT

// The equations of a linkage as a linear system with the matrix K = J M⁻¹ Jᵀ, factored into L D Lᵀ. Each row
// of L is stored from its first nonzero element.

#include "dynamics/solvers/soft_step/linkage_system.h"

#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/soft_step/linkage_tuning.h"

namespace toibox::soft_step {

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
    if (e.point_axis != 0) return evaluate(system.rows.point_rows[e.row], e.point_axis, a, b);
    return evaluate(system.rows.scalar_rows[e.row], a, b);
}

double target_speed(const LinkageSystem& system, const LinkageEquation& e) {
    if (e.point_axis == 0) {
        const ScalarRow& row = system.rows.scalar_rows[e.row];
        return as_double(row.speed) - as_double(row.bias_rate) * e.evaluated.error;
    }
    const PointRow& row = system.rows.point_rows[e.row];
    const float velocity = e.point_axis == 1 ? row.velocity.x : row.velocity.y;
    return as_double(velocity) - as_double(row.bias_rate) * e.evaluated.error;
}
double speed_along(const LinkageSystem& system, const LinkageEquation& e) {
    const LinkageVelocity& a = system.bodies[e.a].velocity;
    const LinkageVelocity& b = system.bodies[e.b].velocity;
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
    const std::span<LinkageEquation> equations = system.equations;
    for (std::uint32_t i = 0; i < equations.size(); ++i) {
        LinkageEquation& row = equations[i];
        double* const l_i = system.factor + row.factor;
        row.pivot = row.inv_pivot = 0.0;
        if (row.role != LinkageRole::Free) continue;
        const double diagonal = diagonal_k(system, row) + row.gamma + row.compliance;
        double pivot = diagonal;
        for (std::uint32_t j = row.first; j < i; ++j) {
            const LinkageEquation& other = equations[j];
            if (other.inv_pivot == 0.0) {
                l_i[j - row.first] = 0.0;
                continue;
            }
            const double* const l_j = system.factor + other.factor;
            double sum = coupling(system, row, other);
            for (std::uint32_t k = row.first > other.first ? row.first : other.first; k < j; ++k)
                sum -= l_i[k - row.first] * equations[k].pivot * l_j[k - other.first];
            l_i[j - row.first] = sum * other.inv_pivot;
            pivot -= l_i[j - row.first] * sum;
        }
        // Skips redundant equations, which occur in loops.
        if (!(pivot > tuning::redundant_pivot_fraction * diagonal)) continue;
        row.pivot = pivot;
        row.inv_pivot = 1.0 / pivot;
    }
}

void substitute(const LinkageSystem& system) {
    const std::span<LinkageEquation> equations = system.equations;
    const std::size_t n = equations.size();
    for (std::size_t i = 0; i < n; ++i) {
        LinkageEquation& e = equations[i];
        if (e.inv_pivot == 0.0) {
            e.solution = 0.0;
            continue;
        }
        const double* const l = system.factor + e.factor;
        for (std::size_t k = e.first; k < i; ++k)
            e.solution -= l[k - e.first] * equations[k].solution;
    }
    for (LinkageEquation& e : equations)
        e.solution *= e.inv_pivot;
    for (std::size_t i = n; i-- > 0;) {
        const LinkageEquation& e = equations[i];
        if (e.inv_pivot == 0.0) continue;
        const double* const l = system.factor + e.factor;
        for (std::size_t k = e.first; k < i; ++k)
            equations[k].solution -= l[k - e.first] * e.solution;
    }
}

}  // namespace toibox::soft_step
