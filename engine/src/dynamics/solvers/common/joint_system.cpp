// SPDX-License-Identifier: MIT

// The joints of an impact as one linear system, factored once. The response of the joints to a unit impulse
// is computed once for each direction of each contact point; iterations over the contacts add multiples of
// this response. Rejected alternative: solving joint rows one by one like contacts; after 64 iterations, five
// welded bars still bend at half the speed that an impact without joints would cause. Rejected alternative:
// solving the system after each impulse of each iteration; a net of 15 × 15 balls takes seconds.

#include "dynamics/solvers/common/joint_system.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/common/impact_budget.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/row_kernels.h"
#include "dynamics/state/activity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace toibox {

namespace {

double as_double(float x) {
    return static_cast<double>(x);
}

/// A unit impulse on a body: the body's part of a row of the Jacobian, and its inverse masses.
struct UnitImpulse {
    std::uint32_t body = null_index;
    Vec2 linear;
    float angular = 0.0f;
    Vec2 inv_mass;
    float inv_inertia = 0.0f;
};
/// Opposite unit impulses on the two bodies of a row.
struct UnitImpulses {
    UnitImpulse a;
    UnitImpulse b;
};

UnitImpulses unit_impulses(const JointEquation& e) {
    return {.a = {e.body_a, -e.axis, -e.angular_a, e.inv_mass_a, e.inv_inertia_a},
            .b = {e.body_b, e.axis, e.angular_b, e.inv_mass_b, e.inv_inertia_b}};
}
UnitImpulses unit_impulses(const ContactRow& row, Vec2 direction, float angular_a, float angular_b) {
    return {.a = {row.body_a, -direction, -angular_a, row.inv_mass_a, row.inv_inertia_a},
            .b = {row.body_b, direction, angular_b, row.inv_mass_b, row.inv_inertia_b}};
}

double coupling(const UnitImpulse& p, const UnitImpulse& q) {
    if (p.body != q.body) return 0.0;
    return as_double(p.inv_mass.x) * as_double(p.linear.x) * as_double(q.linear.x) +
           as_double(p.inv_mass.y) * as_double(p.linear.y) * as_double(q.linear.y) +
           as_double(p.inv_inertia) * as_double(p.angular) * as_double(q.angular);
}
/// Change of the speed along q per unit impulse along p, 1/kg. An element of K if both are joint equations.
double coupling(const UnitImpulses& p, const UnitImpulses& q) {
    return (coupling(p.a, q.a) + coupling(p.a, q.b)) + (coupling(p.b, q.a) + coupling(p.b, q.b));
}

EnvelopeFactor factored_k(JointSystem& system) {
    return {.rows = system.row,
            .elements = system.elements.data(),
            .pivot = system.pivot,
            .inv_pivot = system.inv_pivot};
}

bool is_movable(Vec2 inv_mass, float inv_inertia) {
    return inv_mass.x + inv_mass.y + inv_inertia > 0.0f;
}
/// Calls visit(body) for the movable bodies of the equation.
template <class Visitor>
void for_each_body(const JointEquation& e, Visitor&& visit) {
    if (is_movable(e.inv_mass_a, e.inv_inertia_a)) visit(e.body_a);
    if (is_movable(e.inv_mass_b, e.inv_inertia_b)) visit(e.body_b);
}

/// Fills JointSystem::group_index.
void index_bodies(StepContext& step) {
    std::vector<std::size_t>& group_index = step.solver.joint_system.group_index;
    const std::vector<std::uint32_t>& bodies = step.solver.impact_bodies;
    group_index.resize(step.state.bodies.info.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
        group_index[bodies[i]] = i;
}

/// Fills JointSystem::row.
void find_rows(const StepContext& step, JointSystem& system) {
    const std::size_t n = system.equation.size();
    system.first_of.resize(step.state.bodies.info.size());
    system.row.resize(n);
    for (const JointEquation& e : system.equation)
        for_each_body(e, [&](std::uint32_t body) { system.first_of[body] = n; });
    std::size_t elements = 0;
    for (std::size_t i = 0; i < n; ++i) {
        EnvelopeRow& row = system.row[i];
        row = {.first = static_cast<std::uint32_t>(i), .begin = elements};
        for_each_body(system.equation[i], [&](std::uint32_t body) {
            std::size_t& first = system.first_of[body];
            if (first == n) first = i;
            if (first < row.first) row.first = static_cast<std::uint32_t>(first);
        });
        elements += i - row.first;
    }
    system.elements.resize(elements);
}

double speed_along(const JointEquation& e, const BodyVelocity& a, const BodyVelocity& b) {
    return dot(widen(b.linear) - widen(a.linear), widen(e.axis)) +
           (as_double(b.angular) * as_double(e.angular_b) - as_double(a.angular) * as_double(e.angular_a));
}
double speed_along(const StepContext& step, const JointEquation& e) {
    return speed_along(e, step.state.bodies.velocity[e.body_a], step.state.bodies.velocity[e.body_b]);
}

/// Computes the speeds along all equations due to the unit impulses `push`, and the joint impulses that
/// cancel these speeds (with opposite sign).
void compute_reaction(JointSystem& system, const UnitImpulses& push, std::vector<double>& unit_speed,
                      std::vector<double>& reaction) {
    unit_speed.clear();
    for (const JointEquation& e : system.equation)
        unit_speed.push_back(coupling(push, unit_impulses(e)));
    reaction = unit_speed;
    factored_k(system).solve(reaction);
}

double inner_product(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

/// The smaller of the inverse masses of the two bodies along `push`; ignores an immovable body.
double min_response(const UnitImpulses& push) {
    const double a = coupling(push.a, push.a);
    const double b = coupling(push.b, push.b);
    return b > 0.0 && (b < a || !(a > 0.0)) ? b : a;
}

/// True if the inverse mass along `push` that other equations leave, `remaining_k`, is more than rounding
/// errors and small errors of the joints can cause.
bool is_significant(const UnitImpulses& push, double remaining_k) {
    return remaining_k > tuning::impact_redundant_fraction * min_response(push);
}

/// The K of a contact row with joints: `k` without joints, minus the response of the joints. Infinite if
/// nothing significant remains, so that the row gets no impulse.
float k_with_joints(const UnitImpulses& push, float k, double joint_response) {
    const double remaining_k = as_double(k) - joint_response;
    return is_significant(push, remaining_k) ? static_cast<float>(remaining_k)
                                             : std::numeric_limits<float>::infinity();
}

/// Cost of a number of operations, in row solves.
std::size_t cost_in_rows(std::size_t operations) {
    return operations / tuning::operations_per_row + 1;
}
std::size_t factor_cost(const JointSystem& system) {
    std::size_t operations = 0;
    for (std::size_t i = 0; i < system.equation.size(); ++i) {
        const std::size_t width = i - system.row[i].first;
        operations += (width + 10) * (width + 1);
    }
    return cost_in_rows(operations);
}
/// Cost of a substitution, including its input and the application of its result.
std::size_t solve_cost(const StepContext& step) {
    const JointSystem& system = step.solver.joint_system;
    return cost_in_rows(4 * system.elements.size() + 10 * system.equation.size() +
                        6 * step.solver.impact_bodies.size());
}

}  // namespace

void factor_joint_system(StepContext& step) {
    JointSystem& system = step.solver.joint_system;
    const std::size_t n = system.equation.size();
    find_rows(step, system);
    const std::size_t cost = factor_cost(system);
    system.is_factored = can_afford(step, cost);
    if (!system.is_factored) return;
    charge_impact(step, cost);
    index_bodies(step);
    system.pivot.resize(n);
    system.inv_pivot.resize(n);
    const auto row = [&](std::size_t i) { return unit_impulses(system.equation[i]); };
    // Redundant equations, which occur in loops, have no effect.
    factored_k(system).factor([&](std::size_t i, std::size_t j) { return coupling(row(i), row(j)); },
                              [&](std::size_t i, double pivot) { return is_significant(row(i), pivot); });
}

namespace {

/// Sums the velocity changes due to the impulses −JointSystem::reaction in JointSystem::change. In double,
/// because nearly redundant joints respond with large impulses that cancel.
void sum_reaction_changes(StepContext& step) {
    JointSystem& system = step.solver.joint_system;
    system.change.assign(step.solver.impact_bodies.size(), {});
    for (std::size_t i = 0; i < system.equation.size(); ++i) {
        const UnitImpulses unit = unit_impulses(system.equation[i]);
        const double size = system.reaction[i];
        for (const UnitImpulse& one : {unit.a, unit.b}) {
            if (!is_movable(one.inv_mass, one.inv_inertia)) continue;
            BodyVelocityd& change = system.change[system.group_index[one.body]];
            change.linear -= size * Vec2d{as_double(one.inv_mass.x) * as_double(one.linear.x),
                                          as_double(one.inv_mass.y) * as_double(one.linear.y)};
            change.angular -= size * (as_double(one.inv_inertia) * as_double(one.angular));
        }
    }
}

}  // namespace

void solve_joint_system(StepContext& step) {
    JointSystem& system = step.solver.joint_system;
    if (!system.is_factored) return;
    charge_impact(step, solve_cost(step));
    system.reaction.clear();
    for (const JointEquation& e : system.equation)
        system.reaction.push_back(speed_along(step, e));
    factored_k(system).solve(system.reaction);
    sum_reaction_changes(step);
    for (std::size_t i = 0; i < system.change.size(); ++i) {
        BodyVelocity& v = step.state.bodies.velocity[step.solver.impact_bodies[i]];
        v = {narrow(widen(v.linear) + system.change[i].linear),
             static_cast<float>(as_double(v.angular) + system.change[i].angular)};
    }
    for (std::size_t i = 0; i < system.equation.size(); ++i)
        system.equation[i].impulse -= static_cast<float>(system.reaction[i]);
}

namespace {

/// Directions per contact row: normal and tangent at each of two points.
constexpr std::size_t directions = 4;
std::size_t direction_of(std::size_t row, std::size_t point, ContactDirection direction) {
    return directions * row + 2 * point + (direction == ContactDirection::Tangent ? 1 : 0);
}
std::size_t directions_of(std::span<const ContactRow> rows) {
    std::size_t count = 0;
    for (const ContactRow& row : rows)
        count += std::size_t{2} * row.count;
    return count;
}

/// Stores the response given by JointSystem::reaction, for one direction.
void store_response(StepContext& step, std::size_t direction) {
    JointSystem& system = step.solver.joint_system;
    const std::size_t n = system.equation.size();
    sum_reaction_changes(step);
    for (std::size_t i = 0; i < system.change.size(); ++i) {
        const BodyVelocityd& change = system.change[i];
        system.response_velocity[direction * system.change.size() + i] = {narrow(change.linear),
                                                                          static_cast<float>(change.angular)};
    }
    for (std::size_t i = 0; i < n; ++i)
        system.response_impulse[direction * n + i] = static_cast<float>(-system.reaction[i]);
}

/// Stores the responses to all directions of the row with this index, and includes them in the row's
/// effective masses.
void add_responses(StepContext& step, std::size_t index, ContactRow& row) {
    JointSystem& system = step.solver.joint_system;
    const Vec2 tangent = right_perp(row.normal);
    std::vector<double>& unit_speed = system.unit_speed;
    std::vector<double>& reaction = system.reaction;
    double coupling_response = 0.0;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        ContactRowPoint& point = row.points[i];
        const UnitImpulses along = unit_impulses(row, tangent, point.rt_a, point.rt_b);
        compute_reaction(system, along, unit_speed, reaction);
        store_response(step, direction_of(index, i, ContactDirection::Tangent));
        if (point.tangent_mass > 0.0f) {
            const float k = 1.0f / point.tangent_mass;
            point.tangent_mass = 1.0f / k_with_joints(along, k, inner_product(unit_speed, reaction));
        }
        const UnitImpulses push = unit_impulses(row, row.normal, point.rn_a, point.rn_b);
        compute_reaction(system, push, unit_speed, reaction);
        store_response(step, direction_of(index, i, ContactDirection::Normal));
        point.normal_k = k_with_joints(push, point.normal_k, inner_product(unit_speed, reaction));
        if (i == 0) {
            system.first_unit_speed = unit_speed;
        } else {
            coupling_response = inner_product(system.first_unit_speed, reaction);
        }
    }
    if (row.count < 2) return;
    if (std::isinf(row.points[0].normal_k) || std::isinf(row.points[1].normal_k)) {
        row.inv_det = 0.0f;
    } else {
        couple_points(row, static_cast<float>(as_double(row.coupling) - coupling_response));
    }
}

}  // namespace

bool prepare_joint_responses(StepContext& step, std::span<ContactRow> rows) {
    JointSystem& system = step.solver.joint_system;
    if (!system.is_factored) return false;
    const std::vector<std::uint32_t>& bodies = step.solver.impact_bodies;
    const std::size_t cost = directions_of(rows) * solve_cost(step);
    if (!can_afford(step, cost)) return false;
    charge_impact(step, cost);
    system.response_velocity.resize(directions * rows.size() * bodies.size());
    system.response_impulse.resize(directions * rows.size() * system.equation.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        add_responses(step, i, rows[i]);
    return true;
}

void apply_joint_response(StepContext& step, std::size_t row, std::size_t point, ContactDirection direction,
                          float change) {
    JointSystem& system = step.solver.joint_system;
    const std::vector<std::uint32_t>& bodies = step.solver.impact_bodies;
    const std::size_t index = direction_of(row, point, direction);
    const BodyVelocity* const added = system.response_velocity.data() + index * bodies.size();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        BodyVelocity& v = step.state.bodies.velocity[bodies[i]];
        v.linear += change * added[i].linear;
        v.angular += change * added[i].angular;
    }
    const float* const impulse = system.response_impulse.data() + index * system.equation.size();
    for (std::size_t i = 0; i < system.equation.size(); ++i)
        system.equation[i].impulse += change * impulse[i];
}

std::size_t joint_iteration_cost(const StepContext& step, std::span<const ContactRow> rows) {
    const std::size_t n = step.solver.joint_system.equation.size();
    std::size_t cost =
        rows.size() + directions_of(rows) * cost_in_rows(6 * step.solver.impact_bodies.size() + 2 * n);
    for (const ContactRow& row : rows) {
        if (row.rolling.resistance > 0.0f) cost += solve_cost(step);
    }
    return cost;
}

void save_joints(const StepContext& step, JointSolution& to) {
    to.impulse.clear();
    for (const JointEquation& e : step.solver.joint_system.equation)
        to.impulse.push_back(e.impulse);
    to.velocity.clear();
    for (const std::uint32_t body : step.solver.impact_bodies)
        to.velocity.push_back(step.state.bodies.velocity[body]);
}

void restore_joints(StepContext& step, const JointSolution& from) {
    std::vector<JointEquation>& equation = step.solver.joint_system.equation;
    for (std::size_t i = 0; i < equation.size(); ++i)
        equation[i].impulse = from.impulse[i];
    for (std::size_t i = 0; i < step.solver.impact_bodies.size(); ++i)
        step.state.bodies.velocity[step.solver.impact_bodies[i]] = from.velocity[i];
}

double joint_work(const StepContext& step, const JointSolution& start) {
    const std::vector<JointEquation>& equation = step.solver.joint_system.equation;
    double work = 0.0;
    for (std::size_t i = 0; i < equation.size(); ++i)
        work += 0.5 * (as_double(equation[i].impulse) - as_double(start.impulse[i])) *
                speed_along(step, equation[i]);
    return work;
}

double joint_work_halfway(const StepContext& step, const JointSolution& start, const JointSolution& other) {
    const JointSystem& system = step.solver.joint_system;
    const auto velocity = [&](std::uint32_t body) {
        return is_dynamic(step.state, body) ? other.velocity[system.group_index[body]]
                                            : step.state.bodies.velocity[body];
    };
    double work = 0.0;
    for (std::size_t i = 0; i < system.equation.size(); ++i) {
        const JointEquation& e = system.equation[i];
        const double impulse = 0.5 * (as_double(e.impulse) + as_double(other.impulse[i]));
        const double speed =
            0.5 * (speed_along(step, e) + speed_along(e, velocity(e.body_a), velocity(e.body_b)));
        work += 0.5 * (impulse - as_double(start.impulse[i])) * speed;
    }
    return work;
}

void blend_joints(const StepContext& step, JointSolution& solution, float fraction) {
    const std::vector<JointEquation>& equation = step.solver.joint_system.equation;
    for (std::size_t i = 0; i < equation.size(); ++i)
        solution.impulse[i] = between(equation[i].impulse, solution.impulse[i], fraction);
    for (std::size_t i = 0; i < step.solver.impact_bodies.size(); ++i)
        solution.velocity[i] =
            between(step.state.bodies.velocity[step.solver.impact_bodies[i]], solution.velocity[i], fraction);
}

}  // namespace toibox
