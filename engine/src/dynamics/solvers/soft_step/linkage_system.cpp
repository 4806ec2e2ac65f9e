// SPDX-License-Identifier: MIT

// The equations of a linkage as a linear system, K = J M⁻¹ Jᵀ = L D Lᵀ. Rows of L are stored from their first
// element that is not 0.

#include "dynamics/solvers/soft_step/linkage_system.h"

#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/solvers/soft_step/linkage_tuning.h"

namespace toibox::soft_step {

namespace {

/// Lever arms and the vector from anchor to anchor.
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

PlacedEquation place(const PointRow& row, std::uint8_t point_axis, const LinkagePose& a,
                     const LinkagePose& b) {
    const Levers l = levers_of(row, a, b);
    // A's lever arm ends at its own anchor: the point is constrained, so there is hardly an offset.
    if (point_axis == 1) return {{1.0, 0.0}, -l.a.y, -l.b.y, l.offset.x};
    return {{0.0, 1.0}, l.a.x, l.b.x, l.offset.y};
}
PlacedEquation place(const ScalarRow& row, const LinkagePose& a, const LinkagePose& b) {
    const double rest = as_double(row.rest);
    if (row.axis_mode == RowAxis::Angular) return {{}, 1.0, 1.0, (b.angle - a.angle) - rest};
    const Levers l = levers_of(row, a, b);
    PlacedEquation placed;
    if (row.axis_mode == RowAxis::FixedInA) {
        placed.axis = rotate(a.rotation, widen(row.start_axis));
    } else {
        const double distance = length(l.offset);
        placed.axis = distance > 0.0 ? (1.0 / distance) * l.offset : widen(row.start_axis);
    }
    placed.angular_a = cross(l.a + l.offset, placed.axis);
    placed.angular_b = cross(l.b, placed.axis);
    placed.error = dot(placed.axis, l.offset) - rest;
    return placed;
}

}  // namespace

PlacedEquation place(const LinkageWork& work, const LinkageEquation& e, const LinkagePose& a,
                     const LinkagePose& b) {
    if (e.point_axis != 0) return place(work.rows.point_rows[e.row], e.point_axis, a, b);
    return place(work.rows.scalar_rows[e.row], a, b);
}

double target_speed(const LinkageWork& work, const LinkageEquation& e) {
    if (e.point_axis == 0) {
        const ScalarRow& row = work.rows.scalar_rows[e.row];
        return as_double(row.speed) - as_double(row.bias_rate) * e.placed.error;
    }
    const PointRow& row = work.rows.point_rows[e.row];
    const float velocity = e.point_axis == 1 ? row.velocity.x : row.velocity.y;
    return as_double(velocity) - as_double(row.bias_rate) * e.placed.error;
}
double speed_along(const LinkageWork& work, const LinkageEquation& e) {
    const LinkageVelocity& a = work.bodies[e.a].velocity;
    const LinkageVelocity& b = work.bodies[e.b].velocity;
    return dot(b.linear - a.linear, e.placed.axis) +
           (b.angular * e.placed.angular_b - a.angular * e.placed.angular_a);
}

void apply(const LinkageWork& work, const LinkageEquation& e, double impulse) {
    LinkageBody& a = work.bodies[e.a];
    LinkageBody& b = work.bodies[e.b];
    const Vec2d along = impulse * e.placed.axis;
    a.velocity.linear -= Vec2d{a.inv_mass.x * along.x, a.inv_mass.y * along.y};
    a.velocity.angular -= a.inv_inertia * (impulse * e.placed.angular_a);
    b.velocity.linear += Vec2d{b.inv_mass.x * along.x, b.inv_mass.y * along.y};
    b.velocity.angular += b.inv_inertia * (impulse * e.placed.angular_b);
}

namespace {

double coupling(const LinkageBody& body, const PlacedEquation& p, double angular_p, const PlacedEquation& q,
                double angular_q) {
    return body.inv_mass.x * (p.axis.x * q.axis.x) + body.inv_mass.y * (p.axis.y * q.axis.y) +
           body.inv_inertia * (angular_p * angular_q);
}
/// Change of speed along one equation per unit impulse of the other.
double coupling(const LinkageWork& work, const LinkageEquation& p, const LinkageEquation& q) {
    double sum = 0.0;
    if (p.a == q.a)
        sum += coupling(work.bodies[p.a], p.placed, p.placed.angular_a, q.placed, q.placed.angular_a);
    if (p.a == q.b)
        sum -= coupling(work.bodies[p.a], p.placed, p.placed.angular_a, q.placed, q.placed.angular_b);
    if (p.b == q.a)
        sum -= coupling(work.bodies[p.b], p.placed, p.placed.angular_b, q.placed, q.placed.angular_a);
    if (p.b == q.b)
        sum += coupling(work.bodies[p.b], p.placed, p.placed.angular_b, q.placed, q.placed.angular_b);
    return sum;
}

}  // namespace

double response(const LinkageWork& work, const LinkageEquation& e) {
    return coupling(work, e, e);
}

void factor(const LinkageWork& work) {
    const std::span<LinkageEquation> equations = work.equations;
    for (std::uint32_t i = 0; i < equations.size(); ++i) {
        LinkageEquation& row = equations[i];
        double* const l_i = work.factor + row.factor;
        row.pivot = row.inverse = 0.0;
        if (row.role != LinkageRole::Free) continue;
        const double diagonal = response(work, row) + row.gamma + row.compliance;
        double pivot = diagonal;
        for (std::uint32_t j = row.first; j < i; ++j) {
            const LinkageEquation& other = equations[j];
            if (other.inverse == 0.0) {
                l_i[j - row.first] = 0.0;
                continue;
            }
            const double* const l_j = work.factor + other.factor;
            double sum = coupling(work, row, other);
            for (std::uint32_t k = row.first > other.first ? row.first : other.first; k < j; ++k)
                sum -= l_i[k - row.first] * equations[k].pivot * l_j[k - other.first];
            l_i[j - row.first] = sum * other.inverse;
            pivot -= l_i[j - row.first] * sum;
        }
        // Skips redundant equations, as in a loop.
        if (!(pivot > tuning::redundant_pivot_share * diagonal)) continue;
        row.pivot = pivot;
        row.inverse = 1.0 / pivot;
    }
}

/// Solves L D Lᵀ x = b in place, for the equations that are free and not redundant.
void substitute(const LinkageWork& work) {
    const std::span<LinkageEquation> equations = work.equations;
    const std::size_t n = equations.size();
    for (std::size_t i = 0; i < n; ++i) {
        LinkageEquation& e = equations[i];
        if (e.inverse == 0.0) {
            e.solution = 0.0;
            continue;
        }
        const double* const l = work.factor + e.factor;
        for (std::size_t k = e.first; k < i; ++k)
            e.solution -= l[k - e.first] * equations[k].solution;
    }
    for (LinkageEquation& e : equations)
        e.solution *= e.inverse;
    for (std::size_t i = n; i-- > 0;) {
        const LinkageEquation& e = equations[i];
        if (e.inverse == 0.0) continue;
        const double* const l = work.factor + e.factor;
        for (std::size_t k = e.first; k < i; ++k)
            equations[k].solution -= l[k - e.first] * e.solution;
    }
}

}  // namespace toibox::soft_step
