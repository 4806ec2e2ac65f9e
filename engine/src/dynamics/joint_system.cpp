// SPDX-License-Identifier: MIT

// The joints of an impact as one linear system, factored once, by rows from the first element that is not 0,
// and solved after each sweep over the contacts. Rejected: rows of joints solved in turn like contacts, where
// five welded bars still bend by half of what the blow gives them after 64 sweeps.

#include "toibox/dynamics/row_kernels.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world_state.h"

#include "impact_joints.h"

#include <algorithm>
#include <cmath>

namespace toibox {

namespace {

double as_double(float x) {
    return static_cast<double>(x);
}

/// What a unit of impulse along one direction does to a body: its part of a row of J, and the inverse masses.
struct UnitImpulse {
    std::uint32_t body = null_index;
    Vec2 along;
    float about = 0.0f;
    Vec2 inv_mass;
    float inv_inertia = 0.0f;
};
/// Of a direction between two bodies.
struct UnitImpulses {
    UnitImpulse a;
    UnitImpulse b;
};

UnitImpulses unit_impulses(const JointEquation& e) {
    return {.a = {e.body_a, -e.axis, -e.turn_a, e.inv_mass_a, e.inv_inertia_a},
            .b = {e.body_b, e.axis, e.turn_b, e.inv_mass_b, e.inv_inertia_b}};
}
UnitImpulses unit_impulses(const ContactRow& row, Vec2 direction, float turn_a, float turn_b) {
    return {.a = {row.body_a, -direction, -turn_a, row.inv_mass_a, row.inv_inertia_a},
            .b = {row.body_b, direction, turn_b, row.inv_mass_b, row.inv_inertia_b}};
}

double coupling(const UnitImpulse& p, const UnitImpulse& q) {
    if (p.body != q.body) return 0.0;
    return as_double(p.inv_mass.x) * as_double(p.along.x) * as_double(q.along.x) +
           as_double(p.inv_mass.y) * as_double(p.along.y) * as_double(q.along.y) +
           as_double(p.inv_inertia) * as_double(p.about) * as_double(q.about);
}
/// What a unit of impulse along p does to the speed along q, 1/kg.
double coupling(const UnitImpulses& p, const UnitImpulses& q) {
    return (coupling(p.a, q.a) + coupling(p.a, q.b)) + (coupling(p.b, q.a) + coupling(p.b, q.b));
}

/// Solves L D Lᵀ x = b in place, by rows that are not redundant.
void substitute(const JointSystem& system, std::vector<double>& x) {
    const std::size_t n = system.equation.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = system.first[i]; k < i; ++k)
            x[i] -= system.factor[i * n + k] * x[k];
    }
    for (std::size_t i = 0; i < n; ++i)
        x[i] *= system.inverse[i];
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = system.first[i]; k < i; ++k)
            x[k] -= system.factor[i * n + k] * x[i];
    }
}

bool share_a_body(const JointEquation& p, const JointEquation& q) {
    return p.body_a == q.body_a || p.body_a == q.body_b || p.body_b == q.body_a || p.body_b == q.body_b;
}

/// By equation the first that shares a body with it: elements of L before that are 0.
void find_first(JointSystem& system) {
    const std::vector<JointEquation>& equation = system.equation;
    system.first.resize(equation.size());
    for (std::size_t i = 0; i < equation.size(); ++i) {
        std::size_t& first = system.first[i];
        first = 0;
        while (!share_a_body(equation[first], equation[i]))
            ++first;
    }
}

double speed_along(const StepContext& step, const JointEquation& e) {
    const BodyVelocity& a = step.state.bodies.velocity[e.body_a];
    const BodyVelocity& b = step.state.bodies.velocity[e.body_b];
    const Vec2 linear = b.linear - a.linear;
    return as_double(dot(linear, e.axis) + (b.angular * e.turn_b - a.angular * e.turn_a));
}

/// The speeds along all equations that a unit of impulse gives, and the impulses that answer it.
void answer(JointSystem& system, const UnitImpulses& push, std::vector<double>& given,
            std::vector<double>& answered) {
    given.clear();
    for (const JointEquation& e : system.equation)
        given.push_back(coupling(push, unit_impulses(e)));
    answered = given;
    substitute(system, answered);
}

double inner_product(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

/// Less than all of it, whatever rounding says: a joint takes no direction away for good.
float reduced(float k, double taken) {
    const double left = as_double(k) - taken;
    const double least = as_double(tuning::singular_share) * as_double(k);
    return static_cast<float>(left > least ? left : least);
}

}  // namespace

void factor_joint_system(StepContext& step) {
    JointSystem& system = step.scratch.joint_system;
    const std::size_t n = system.equation.size();
    system.factor.assign(n * n, 0.0);
    system.pivot.assign(n, 0.0);
    system.inverse.assign(n, 0.0);
    find_first(system);
    for (std::size_t i = 0; i < n; ++i) {
        const UnitImpulses row = unit_impulses(system.equation[i]);
        const double diagonal = coupling(row, row);
        double pivot = diagonal;
        for (std::size_t j = system.first[i]; j < i; ++j) {
            double sum = coupling(row, unit_impulses(system.equation[j]));
            for (std::size_t k = std::max(system.first[i], system.first[j]); k < j; ++k)
                sum -= system.factor[i * n + k] * system.pivot[k] * system.factor[j * n + k];
            system.factor[i * n + j] = sum * system.inverse[j];
            pivot -= system.factor[i * n + j] * sum;
        }
        // A joint that others make redundant, as in a loop, has nothing to add.
        const bool adds = pivot > as_double(tuning::singular_share) * diagonal;
        system.pivot[i] = adds ? pivot : 0.0;
        system.inverse[i] = adds ? 1.0 / pivot : 0.0;
    }
}

void solve_joint_system(StepContext& step) {
    JointSystem& system = step.scratch.joint_system;
    std::vector<double>& impulse = system.answered;
    impulse.clear();
    for (const JointEquation& e : system.equation)
        impulse.push_back(e.kept - speed_along(step, e));
    substitute(system, impulse);
    for (std::size_t i = 0; i < impulse.size(); ++i) {
        JointEquation& e = system.equation[i];
        const auto size = static_cast<float>(impulse[i]);
        BodyVelocity& a = step.state.bodies.velocity[e.body_a];
        BodyVelocity& b = step.state.bodies.velocity[e.body_b];
        a.linear -= pushed(e.inv_mass_a, size, e.axis);
        a.angular -= e.inv_inertia_a * (size * e.turn_a);
        b.linear += pushed(e.inv_mass_b, size, e.axis);
        b.angular += e.inv_inertia_b * (size * e.turn_b);
        e.impulse += size;
    }
}

void add_joint_inertia(StepContext& step, ContactRow& row) {
    JointSystem& system = step.scratch.joint_system;
    const Vec2 tangent = right_perp(row.normal);
    std::vector<double>& given = system.given;
    std::vector<double>& answered = system.answered;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        ContactRowPoint& point = row.points[i];
        answer(system, unit_impulses(row, tangent, point.turn_t_a, point.turn_t_b), given, answered);
        if (point.tangent_mass > 0.0f)
            point.tangent_mass = 1.0f / reduced(1.0f / point.tangent_mass, inner_product(given, answered));
    }
    std::array<double, 2> taken{};
    double both = 0.0;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        answer(system, unit_impulses(row, row.normal, point.turn_n_a, point.turn_n_b), given, answered);
        taken[i] = inner_product(given, answered);
        if (i == 0) {
            system.given_by_first = given;
        } else {
            both = inner_product(system.given_by_first, answered);
        }
    }
    for (std::uint8_t i = 0; i < row.count; ++i)
        row.points[i].normal_k = reduced(row.points[i].normal_k, taken[i]);
    if (row.count == 2) couple_points(row, static_cast<float>(as_double(row.coupling) - both));
}

void keep_joint_system(StepContext& step) {
    JointSystem& system = step.scratch.joint_system;
    system.kept_impulse.clear();
    for (const JointEquation& e : system.equation)
        system.kept_impulse.push_back(e.impulse);
    system.kept_velocity.clear();
    for (const std::uint32_t body : step.scratch.impact_bodies)
        system.kept_velocity.push_back(step.state.bodies.velocity[body]);
}

void undo_joint_system(StepContext& step) {
    JointSystem& system = step.scratch.joint_system;
    for (std::size_t i = 0; i < system.equation.size(); ++i)
        system.equation[i].impulse = system.kept_impulse[i];
    for (std::size_t i = 0; i < step.scratch.impact_bodies.size(); ++i)
        step.state.bodies.velocity[step.scratch.impact_bodies[i]] = system.kept_velocity[i];
}

}  // namespace toibox
