// SPDX-License-Identifier: MIT

// Selects the joints that are solved as linkages, and sets up their equations.

#include "dynamics/solvers/soft_step/linkages.h"

#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/soft_step/linkage_tuning.h"
#include "dynamics/solvers/soft_step/soft_step.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>
#include <variant>

namespace toibox::soft_step {

namespace {

constexpr std::uint32_t over_weight_limit = tuning::max_linkage_weight + 1;
constexpr std::uint32_t no_linkage = null_index;
constexpr std::uint32_t has_contact = null_index - 1;

/// Joints with limits are left to the joint rows.
template <class AnyJoint>
std::uint32_t weight_of(const AnyJoint& joint) {
    if constexpr (requires { joint.limit; }) {
        if (joint.limit.enabled) return over_weight_limit;
    }
    return 1;
}
/// Mouse and motor joints drag a body with a bounded force: they, too, are left to the joint rows.
std::uint32_t weight_of(const MouseJoint& /*joint*/) {
    return over_weight_limit;
}
std::uint32_t weight_of(const MotorJoint& /*joint*/) {
    return over_weight_limit;
}

/// Lists the joints that the step solves and that hold a dynamic body. Also counts the joints of each body.
void list_edges(const WorldState& state, std::vector<LinkageEdge>& edges, std::vector<std::uint8_t>& counts) {
    edges.clear();
    counts.assign(state.bodies.info.size(), 0);
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!is_solved(state, i)) continue;
        const Joint& joint = state.joints.joint[i];
        const JointBase& base = base_of(joint);
        count_joint(state, base, counts);
        const bool is_dynamic_a = is_dynamic(state, base.body_a);
        const bool is_dynamic_b = is_dynamic(state, base.body_b);
        if (!is_dynamic_a && !is_dynamic_b) continue;
        edges.push_back({.joint = i,
                         .a = is_dynamic_a ? base.body_a : base.body_b,
                         .b = is_dynamic_b ? base.body_b : base.body_a,
                         .weight = std::visit([](const auto& one) { return weight_of(one); }, joint)});
    }
}

void find_clusters(const WorldState& state, Linkages& all) {
    const std::size_t count = state.bodies.info.size();
    all.cluster.resize(count);
    all.weight.resize(count);
    DisjointSets sets(all.cluster);
    for (const LinkageEdge& edge : all.edges) {
        for (const std::uint32_t body : {edge.a, edge.b}) {
            sets.make_set(body);
            all.weight[body] = 0;
        }
    }
    for (const LinkageEdge& edge : all.edges)
        sets.join(edge.a, edge.b);
    for (const LinkageEdge& edge : all.edges) {
        std::uint32_t& weight = all.weight[sets.root(edge.a)];
        weight = weight + edge.weight < over_weight_limit ? weight + edge.weight : over_weight_limit;
    }
    all.any_within_limit = false;
    for (const LinkageEdge& edge : all.edges) {
        all.cluster[edge.a] = sets.root(edge.a);
        all.cluster[edge.b] = sets.root(edge.b);
        all.any_within_limit = all.any_within_limit || all.weight[all.cluster[edge.a]] < over_weight_limit;
    }
}

/// Resets the linkage numbers of clusters, and marks clusters with contacts.
void reset_cluster_linkages(const WorldState& state, const Scratch& scratch, Linkages& all) {
    all.cluster_linkage.resize(state.bodies.info.size());
    for (const LinkageEdge& edge : all.edges)
        all.cluster_linkage[edge.a] = all.cluster_linkage[edge.b] = all.cluster_linkage[all.cluster[edge.a]] =
            no_linkage;
    for (const Constraint& contact : scratch.contacts.constraints) {
        for (const std::int32_t slot : {contact.slot_a, contact.slot_b}) {
            const std::uint32_t body = scratch.body[static_cast<std::size_t>(slot)];
            if (body != null_index) all.cluster_linkage[body] = has_contact;
        }
    }
    for (const LinkageEdge& edge : all.edges) {
        if (all.cluster_linkage[edge.a] == has_contact || all.cluster_linkage[edge.b] == has_contact)
            all.cluster_linkage[all.cluster[edge.a]] = has_contact;
    }
}

}  // namespace

void find_linkages(StepContext& step) {
    Scratch& scratch = step.soft;
    const WorldState& state = step.state;
    Linkages& all = scratch.linkages;
    all.linkage.clear();
    all.linkage_of_joint.clear();
    list_edges(state, all.new_edges, step.solver.joint_counts);
    if (all.new_edges != all.edges) {
        std::swap(all.edges, all.new_edges);
        find_clusters(state, all);
    }
    if (!all.any_within_limit) return;
    reset_cluster_linkages(state, scratch, all);
    all.linkage_of_joint.assign(state.joints.joint.size(), null_index);
    for (const LinkageEdge& edge : all.edges) {
        std::uint32_t& number = all.cluster_linkage[all.cluster[edge.a]];
        if (number == has_contact || all.weight[all.cluster[edge.a]] >= over_weight_limit) continue;
        if (number == no_linkage) {
            number = static_cast<std::uint32_t>(all.linkage.size());
            all.linkage.emplace_back();
        }
        all.linkage_of_joint[edge.joint] = number;
    }
}

namespace {

/// Calls visit(linkage, row, point axis) for each equation, in order of joints.
template <class Visitor>
void for_each_equation(const StepContext& step, const Linkages& linkages, Visitor&& visit) {
    const std::vector<PointRow>& points = step.solver.point_rows;
    const std::vector<ScalarRow>& scalars = step.solver.scalar_rows;
    std::uint32_t p = 0;
    std::uint32_t s = 0;
    while (p < points.size() || s < scalars.size()) {
        const bool is_scalar =
            p == points.size() || (s < scalars.size() && scalars[s].joint <= points[p].joint);
        const std::uint32_t row = is_scalar ? s++ : p++;
        const std::uint32_t linkage =
            linkages.linkage_of_joint[is_scalar ? scalars[row].joint : points[row].joint];
        if (linkage == null_index) continue;
        if (is_scalar) {
            visit(linkage, row, std::uint8_t{0});
        } else {
            visit(linkage, row, std::uint8_t{1});
            visit(linkage, row, std::uint8_t{2});
        }
    }
}

LinkageBody body_at(const StepContext& step, const Scratch& scratch, std::int32_t slot) {
    LinkageBody added;
    added.slot = slot;
    const std::uint32_t body = scratch.body[static_cast<std::size_t>(slot)];
    if (body == null_index) return added;
    const BodyMass& mass = step.state.bodies.mass[body];
    added.inv_mass = widen(inv_mass_by_axis(mass, step.state.bodies.info[body]));
    added.inv_inertia = static_cast<double>(mass.inv_inertia);
    return added;
}

/// Index of a body among the linkage's bodies; appends the body if needed. Requires: the bodies of the
/// linkage are the last in Linkages::body.
std::uint32_t find_or_add(const StepContext& step, Scratch& scratch, Linkage& linkage, std::uint32_t body,
                          std::uint32_t equation) {
    std::vector<LinkageBody>& bodies = scratch.linkages.body;
    const std::int32_t slot = scratch.slot[body];
    for (std::uint32_t i = 0; i < linkage.bodies; ++i) {
        if (bodies[linkage.first_body + i].slot == slot) return i;
    }
    LinkageBody added = body_at(step, scratch, slot);
    added.first = equation;
    bodies.push_back(added);
    return linkage.bodies++;
}

/// Lists the bodies of a linkage, and finds the elements of its factor that may differ from 0.
void connect(const StepContext& step, Scratch& scratch, Linkage& linkage, std::size_t& elements) {
    Linkages& all = scratch.linkages;
    linkage.first_body = static_cast<std::uint32_t>(all.body.size());
    for (std::uint32_t i = 0; i < linkage.equations; ++i) {
        LinkageEquation& e = all.equation[linkage.first_equation + i];
        const bool is_point = e.point_axis != 0;
        const std::uint32_t body_a =
            is_point ? step.solver.point_rows[e.row].body_a : step.solver.scalar_rows[e.row].body_a;
        const std::uint32_t body_b =
            is_point ? step.solver.point_rows[e.row].body_b : step.solver.scalar_rows[e.row].body_b;
        e.a = find_or_add(step, scratch, linkage, body_a, i);
        e.b = find_or_add(step, scratch, linkage, body_b, i);
        e.first = i;
        for (const std::uint32_t body : {e.a, e.b}) {
            const LinkageBody& shared = all.body[linkage.first_body + body];
            if (shared.is_movable() && shared.first < e.first) e.first = shared.first;
        }
        e.factor = elements;
        elements += i - e.first;
    }
}

LinkageEquation equation_of(const StepContext& step, std::uint32_t row, std::uint8_t point_axis) {
    LinkageEquation e;
    e.row = row;
    e.point_axis = point_axis;
    e.lower = -std::numeric_limits<double>::infinity();
    e.upper = std::numeric_limits<double>::infinity();
    if (point_axis != 0) {
        const PointRow& point = step.solver.point_rows[row];
        e.kind = point.kind;
        e.joint = point.joint;
        e.gamma = static_cast<double>(point.gamma);
        return e;
    }
    const ScalarRow& scalar = step.solver.scalar_rows[row];
    e.kind = scalar.kind;
    e.joint = scalar.joint;
    if (scalar.kind == RowKind::Soft) e.gamma = static_cast<double>(scalar.gamma);
    if (scalar.kind != RowKind::Motor) return e;
    e.lower = static_cast<double>(scalar.lower_impulse);
    e.upper = static_cast<double>(scalar.upper_impulse);
    return e;
}

/// Motors come last: if other equations leave a motor no freedom, the equation of the motor is the redundant
/// one. A rotation lock comes first among the equations of its joint, so that equations with long levers act
/// on bodies that rotate as one.
bool solve_order_less(const LinkageEquation& p, const LinkageEquation& q,
                      const std::vector<ScalarRow>& scalars) {
    const auto rank = [&](const LinkageEquation& e) {
        if (e.kind != RowKind::Rigid) return 2;
        const bool is_angle = e.point_axis == 0 && scalars[e.row].axis_mode == RowAxis::Angular;
        return is_angle ? 0 : 1;
    };
    const auto key = [&](const LinkageEquation& e) {
        return std::tuple(e.kind == RowKind::Motor, e.joint, rank(e), e.row, e.point_axis);
    };
    return key(p) < key(q);
}

void list_equations(StepContext& step) {
    Linkages& all = step.soft.linkages;
    for (Linkage& linkage : all.linkage)
        linkage = {};
    std::uint32_t count = 0;
    for_each_equation(step, all, [&](std::uint32_t linkage, std::uint32_t, std::uint8_t) {
        ++all.linkage[linkage].equations;
        ++count;
    });
    all.equation.resize(count);
    count = 0;
    for (Linkage& linkage : all.linkage) {
        linkage.first_equation = count;
        count += std::exchange(linkage.equations, 0);
    }
    for_each_equation(step, all, [&](std::uint32_t linkage, std::uint32_t row, std::uint8_t axis) {
        Linkage& target = all.linkage[linkage];
        const LinkageEquation added = equation_of(step, row, axis);
        all.equation[target.first_equation + target.equations++] = added;
        target.is_driven = target.is_driven || added.kind != RowKind::Rigid;
        target.is_bounded = target.is_bounded || added.kind == RowKind::Motor;
    });
    for (const Linkage& linkage : all.linkage) {
        const auto first = all.equation.begin() + linkage.first_equation;
        std::sort(first, first + linkage.equations, [&](const LinkageEquation& p, const LinkageEquation& q) {
            return solve_order_less(p, q, step.solver.scalar_rows);
        });
    }
}

/// Returns the joints of taut, loose and open linkages to the joint rows. True if there were any.
bool drop_unsuitable_linkages(Linkages& all) {
    bool any = false;
    for (std::uint32_t& number : all.linkage_of_joint) {
        if (number == no_linkage) continue;
        const Linkage& linkage = all.linkage[number];
        if (!linkage.is_taut && !linkage.is_loose && !linkage.is_open) continue;
        number = no_linkage;
        any = true;
    }
    return any;
}

/// Degrees of freedom of a body.
int freedom_of(const LinkageBody& body) {
    return (body.inv_mass.x > 0.0 ? 1 : 0) + (body.inv_mass.y > 0.0 ? 1 : 0) +
           (body.inv_inertia > 0.0 ? 1 : 0);
}

/// Sets has_loop and is_loose.
void find_loops(Linkages& all, Linkage& linkage) {
    const std::span bodies = std::span(all.body).subspan(linkage.first_body, linkage.bodies);
    const std::span equations = std::span(all.equation).subspan(linkage.first_equation, linkage.equations);
    // All immovable bodies are one node, the world, with the last index.
    const std::uint32_t world = linkage.bodies;
    DisjointSets sets(all.loop_sets, world + 1);
    const auto node_of = [&](std::uint32_t body) { return bodies[body].is_movable() ? body : world; };
    int freedom = 0;
    for (const LinkageBody& body : bodies)
        freedom += freedom_of(body);
    std::uint32_t last = null_index;
    for (const LinkageEquation& e : equations) {
        if (e.kind != RowKind::Rigid) continue;
        --freedom;
        if (std::exchange(last, e.joint) == e.joint) continue;
        if (sets.root(node_of(e.a)) == sets.root(node_of(e.b))) linkage.has_loop = true;
        sets.join(node_of(e.a), node_of(e.b));
    }
    const bool is_anchored =
        std::any_of(bodies.begin(), bodies.end(), [](const LinkageBody& body) { return !body.is_movable(); });
    linkage.is_loose = linkage.has_loop && freedom > (is_anchored ? 1 : 4);
}

void connect_equations(StepContext& step) {
    Linkages& all = step.soft.linkages;
    std::size_t elements = 0;
    all.body.clear();
    for (Linkage& linkage : all.linkage) {
        connect(step, step.soft, linkage, elements);
        find_loops(all, linkage);
    }
    all.factor.resize(elements);
}

}  // namespace

bool prepare_linkages(StepContext& step) {
    Linkages& all = step.soft.linkages;
    all.equation.clear();
    if (all.linkage.empty()) return false;
    list_equations(step);
    connect_equations(step);
    begin_linkages(step);
    return drop_unsuitable_linkages(all);
}

void store_linkages(StepContext& step) {
    const Linkages& all = step.soft.linkages;
    for (const Linkage& linkage : all.linkage) {
        // If a loop is stretched out later, joint rows take over, and must not warm-start from the impulses
        // of the linkage.
        const double fraction = linkage.has_loop ? 0.0 : 1.0;
        for (std::uint32_t i = 0; i < linkage.equations; ++i) {
            const LinkageEquation& e = all.equation[linkage.first_equation + i];
            const auto impulse = static_cast<float>(fraction * e.substep_impulse);
            const auto total_impulse = static_cast<float>(e.total_impulse);
            if (e.point_axis == 0) {
                step.solver.scalar_rows[e.row].impulse = impulse;
                step.solver.scalar_rows[e.row].total_impulse = total_impulse;
                continue;
            }
            PointRow& row = step.solver.point_rows[e.row];
            (e.point_axis == 1 ? row.impulse.x : row.impulse.y) = impulse;
            (e.point_axis == 1 ? row.total_impulse.x : row.total_impulse.y) = total_impulse;
        }
    }
}

}  // namespace toibox::soft_step
