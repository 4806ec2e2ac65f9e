// SPDX-License-Identifier: MIT

// Selects the joints that are solved as linkages, and sets up their equations.

#include "dynamics/solvers/soft_step/linkages.h"

#include "dynamics/islands/disjoint_sets.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/soft_step/soft_step.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace toibox::soft_step {

namespace {

/// Degrees of freedom of a body.
std::uint8_t freedom_of(const WorldState& state, std::uint32_t body) {
    const BodyMass& mass = state.bodies.mass[body];
    const Vec2 inv_mass = inv_mass_by_axis(mass, state.bodies.info[body]);
    return static_cast<std::uint8_t>((inv_mass.x > 0.0f ? 1 : 0) + (inv_mass.y > 0.0f ? 1 : 0) +
                                     (mass.inv_inertia > 0.0f ? 1 : 0));
}

/// Lists the joints that the step solves and that hold a dynamic body with equations. Also counts the
/// joints of each body.
void list_edges(const WorldState& state, std::vector<LinkageEdge>& edges, std::vector<std::uint8_t>& counts) {
    edges.clear();
    counts.assign(state.bodies.info.size(), 0);
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!is_solved(state, i)) continue;
        const JointBase& base = base_of(state.joints.joint[i]);
        count_joint(state, base, counts);
        if (!has_equations(state.joints.joint[i])) continue;
        std::uint32_t a = base.body_a;
        std::uint32_t b = base.body_b;
        if (!is_dynamic(state, a)) std::swap(a, b);
        if (!is_dynamic(state, a)) continue;
        if (!is_dynamic(state, b)) b = null_index;
        edges.push_back({.joint = i,
                         .a = a,
                         .b = b,
                         .equations = rigid_equations(state.joints.joint[i]),
                         .freedom_a = freedom_of(state, a),
                         .freedom_b = b == null_index ? std::uint8_t{0} : freedom_of(state, b),
                         .has_limit = has_limit(state.joints.joint[i])});
    }
}

/// Joins the clusters of the two bodies.
void join(std::vector<LinkageCluster>& clusters, DisjointSets& sets, const LinkageEdge& edge) {
    const bool is_rigid = edge.equations > 0;
    const std::uint32_t root = sets.root(edge.a);
    LinkageCluster& one = clusters[root];
    one.freedom -= edge.equations;
    one.has_limit = one.has_limit || edge.has_limit;
    if (edge.b == null_index) {
        one.has_loop = one.has_loop || (is_rigid && one.is_anchored);
        one.is_anchored = one.is_anchored || is_rigid;
        return;
    }
    const std::uint32_t other_root = sets.root(edge.b);
    if (root == other_root) {
        one.has_loop = one.has_loop || is_rigid;
        return;
    }
    sets.join(root, other_root);
    LinkageCluster& kept = clusters[root < other_root ? root : other_root];
    const LinkageCluster& other = clusters[root < other_root ? other_root : root];
    kept.freedom += other.freedom;
    kept.has_loop = kept.has_loop || other.has_loop || (is_rigid && kept.is_anchored && other.is_anchored);
    kept.is_anchored = kept.is_anchored || other.is_anchored;
    kept.has_limit = kept.has_limit || other.has_limit;
}

void find_clusters(const WorldState& state, Linkages& all) {
    const std::size_t count = state.bodies.info.size();
    all.cluster.assign(count, null_index);
    all.clusters.assign(count, {});
    DisjointSets sets(all.cluster);
    const auto add = [&](std::uint32_t body, int freedom) {
        if (body == null_index || all.cluster[body] != null_index) return;
        sets.make_set(body);
        all.clusters[body].freedom = freedom;
    };
    for (const LinkageEdge& edge : all.edges) {
        add(edge.a, edge.freedom_a);
        add(edge.b, edge.freedom_b);
    }
    // Rigid joints first: a spring closes no loop.
    for (const bool rigid : {true, false}) {
        for (const LinkageEdge& edge : all.edges) {
            if ((edge.equations > 0) == rigid) join(all.clusters, sets, edge);
        }
    }
    for (const LinkageEdge& edge : all.edges) {
        all.cluster[edge.a] = sets.root(edge.a);
        if (edge.b != null_index) all.cluster[edge.b] = sets.root(edge.b);
    }
}

/// Whether the cluster is solved as a linkage in this step (linkage.h).
bool is_suitable(const LinkageCluster& cluster) {
    if (!cluster.is_anchored) return !cluster.has_limit && !cluster.is_touching;
    return !cluster.has_loop || (cluster.freedom >= 0 && cluster.freedom <= 1);
}

/// The cluster of a body, or null_index. Bodies that are newer than the edges are in none.
std::uint32_t cluster_of(const Linkages& all, std::uint32_t body) {
    return body < all.cluster.size() ? all.cluster[body] : null_index;
}

/// Marks the clusters that touch something.
void mark_touching(const StepContext& step, Linkages& all) {
    const Scratch& scratch = step.soft;
    for (const Constraint& contact : scratch.contacts.constraints) {
        if (!step.state.contacts[contact.index].touching) continue;
        for (const std::int32_t slot : {contact.slot_a, contact.slot_b}) {
            const std::uint32_t cluster = cluster_of(all, scratch.body[static_cast<std::size_t>(slot)]);
            if (cluster != null_index) all.clusters[cluster].is_touching = true;
        }
    }
}

void find_linkages(StepContext& step) {
    const WorldState& state = step.state;
    Linkages& all = step.soft.linkages;
    all.linkage.clear();
    all.linkage_of_joint.clear();
    list_edges(state, all.new_edges, step.solver.joint_counts);
    if (all.new_edges != all.edges) {
        std::swap(all.edges, all.new_edges);
        find_clusters(state, all);
    }
    if (all.edges.empty()) return;
    for (const LinkageEdge& edge : all.edges) {
        LinkageCluster& cluster = all.clusters[all.cluster[edge.a]];
        cluster.linkage = null_index;
        cluster.is_touching = false;
    }
    mark_touching(step, all);
    for (const LinkageEdge& edge : all.edges) {
        LinkageCluster& cluster = all.clusters[all.cluster[edge.a]];
        if (!is_suitable(cluster)) continue;
        if (all.linkage.empty()) all.linkage_of_joint.assign(state.joints.joint.size(), null_index);
        if (cluster.linkage == null_index) {
            cluster.linkage = static_cast<std::uint32_t>(all.linkage.size());
            all.linkage.push_back({.has_loop = cluster.has_loop});
        }
        all.linkage_of_joint[edge.joint] = cluster.linkage;
    }
}

/// Builds the rows of the joints in linkages that are solved directly, in order of joints.
void build_rows(StepContext& step, float h) {
    const Linkages& all = step.soft.linkages;
    std::vector<PointRow>& points = step.solver.direct_points;
    std::vector<ScalarRow>& scalars = step.solver.direct_scalars;
    points.clear();
    scalars.clear();
    if (all.linkage.empty()) return;
    JointRows rows;
    for (const LinkageEdge& edge : all.edges) {
        if (all.linkage_of_joint[edge.joint] == null_index) continue;
        build_joint_rows(step.state, edge.joint, h, rows);
        for (const ScalarRow& row : std::span(rows.scalars).first(rows.scalar_count)) {
            if (!is_equation(row, rows)) continue;
            scalars.push_back(row);
            scalars.back().impulse = 0.0f;
        }
        if (!rows.has_point) continue;
        points.push_back(rows.point);
        points.back().impulse = {};
    }
}

/// Calls visit(linkage, row, point axis) for each equation, in order of joints.
template <class Visitor>
void for_each_equation(const StepContext& step, const Linkages& linkages, Visitor&& visit) {
    const std::vector<PointRow>& points = step.solver.direct_points;
    const std::vector<ScalarRow>& scalars = step.solver.direct_scalars;
    std::uint32_t p = 0;
    std::uint32_t s = 0;
    while (p < points.size() || s < scalars.size()) {
        const bool is_scalar =
            p == points.size() || (s < scalars.size() && scalars[s].joint <= points[p].joint);
        const std::uint32_t row = is_scalar ? s++ : p++;
        const std::uint32_t linkage =
            linkages.linkage_of_joint[is_scalar ? scalars[row].joint : points[row].joint];
        if (is_scalar) {
            visit(linkage, row, std::uint8_t{0});
        } else {
            visit(linkage, row, std::uint8_t{1});
            visit(linkage, row, std::uint8_t{2});
        }
    }
}

LinkageBody body_at(const StepContext& step, std::int32_t slot) {
    LinkageBody added;
    added.slot = slot;
    const std::uint32_t body = step.soft.body[static_cast<std::size_t>(slot)];
    if (body == null_index) return added;
    const BodyMass& mass = step.state.bodies.mass[body];
    added.start_center = widen(step.state.bodies.pose[body].center);
    added.inv_mass = widen(inv_mass_by_axis(mass, step.state.bodies.info[body]));
    added.inv_inertia = static_cast<double>(mass.inv_inertia);
    const auto inverse = [](double x) { return x > 0.0 ? 1.0 / x : 0.0; };
    added.mass = {inverse(added.inv_mass.x), inverse(added.inv_mass.y)};
    added.inertia = inverse(added.inv_inertia);
    return added;
}

/// Index of a body among the linkage's bodies; appends the body if needed. Requires: the bodies of the
/// linkage are the last in Linkages::body.
std::uint32_t find_or_add(StepContext& step, Linkage& linkage, std::uint32_t body, std::uint32_t equation) {
    Linkages& all = step.soft.linkages;
    const std::int32_t slot = step.soft.slot[body];
    std::uint32_t& index = all.body_of_slot[static_cast<std::size_t>(slot)];
    if (index == null_index) {
        index = linkage.bodies++;
        LinkageBody& added = all.body.emplace_back(body_at(step, slot));
        added.first = equation;
    }
    return index;
}

/// Lists the bodies of a linkage, and finds the elements of its factor that may differ from 0.
void connect(StepContext& step, Linkage& linkage, std::size_t& elements) {
    Linkages& all = step.soft.linkages;
    linkage.first_body = static_cast<std::uint32_t>(all.body.size());
    for (std::uint32_t i = 0; i < linkage.equations; ++i) {
        LinkageEquation& e = all.equation[linkage.first_equation + i];
        const auto bodies_of = [&](const auto& row) {
            e.a = find_or_add(step, linkage, row.body_a, i);
            e.b = find_or_add(step, linkage, row.body_b, i);
        };
        if (e.point_axis != 0) {
            bodies_of(step.solver.direct_points[e.row]);
        } else {
            bodies_of(step.solver.direct_scalars[e.row]);
        }
        EnvelopeRow& row = all.row[linkage.first_equation + i];
        row = {.first = i, .begin = elements};
        for (const std::uint32_t body : {e.a, e.b}) {
            const LinkageBody& shared = all.body[linkage.first_body + body];
            if (shared.is_movable()) row.first = std::min(row.first, shared.first);
        }
        elements += i - row.first;
    }
    // Linkages share only immovable bodies.
    for (const LinkageBody& body : std::span(all.body).subspan(linkage.first_body)) {
        if (!body.is_movable()) all.body_of_slot[static_cast<std::size_t>(body.slot)] = null_index;
    }
}

LinkageEquation equation_of(const SolverScratch& rows, std::uint32_t row, std::uint8_t point_axis) {
    LinkageEquation e;
    e.row = row;
    e.point_axis = point_axis;
    e.lower = -std::numeric_limits<double>::infinity();
    e.upper = std::numeric_limits<double>::infinity();
    if (point_axis != 0) {
        const PointRow& point = rows.direct_points[row];
        e.kind = point.kind;
        e.gamma = static_cast<double>(point.gamma);
        return e;
    }
    const ScalarRow& scalar = rows.direct_scalars[row];
    e.kind = scalar.kind;
    if (scalar.kind == RowKind::Soft) e.gamma = static_cast<double>(scalar.gamma);
    if (scalar.kind != RowKind::Motor) return e;
    e.lower = static_cast<double>(scalar.lower_impulse);
    e.upper = static_cast<double>(scalar.upper_impulse);
    return e;
}

/// Motors come last: if other equations leave a motor no freedom, the equation of the motor is the redundant
/// one. A rotation lock comes first among the equations of its joint, so that equations with long levers act
/// on bodies that rotate as one.
void list_equations(StepContext& step) {
    Linkages& all = step.soft.linkages;
    std::uint32_t count = 0;
    for_each_equation(step, all, [&](std::uint32_t linkage, std::uint32_t, std::uint8_t) {
        ++all.linkage[linkage].equations;
        ++count;
    });
    all.equation.resize(count);
    all.row.resize(count);
    for (std::vector<double>* values : {&all.pivot, &all.inv_pivot, &all.solution})
        values->resize(count);
    count = 0;
    for (Linkage& linkage : all.linkage) {
        linkage.first_equation = count;
        count += std::exchange(linkage.equations, 0);
    }
    for (const bool motors : {false, true}) {
        for_each_equation(step, all, [&](std::uint32_t linkage, std::uint32_t row, std::uint8_t axis) {
            const LinkageEquation added = equation_of(step.solver, row, axis);
            if ((added.kind == RowKind::Motor) != motors) return;
            Linkage& target = all.linkage[linkage];
            all.equation[target.first_equation + target.equations++] = added;
            target.is_driven = target.is_driven || added.kind != RowKind::Rigid;
            target.is_bounded = target.is_bounded || motors;
        });
    }
}

void connect_equations(StepContext& step) {
    Linkages& all = step.soft.linkages;
    std::size_t elements = 0;
    all.body.clear();
    all.body_of_slot.assign(step.soft.body.size(), null_index);
    for (Linkage& linkage : all.linkage)
        connect(step, linkage, elements);
    all.elements.resize(elements);
}

/// Returns the joints of taut linkages to the joint rows.
void drop_taut_linkages(Linkages& all) {
    for (Linkage& linkage : all.linkage) {
        if (linkage.is_taut) linkage.equations = linkage.bodies = 0;
    }
    for (std::uint32_t& number : all.linkage_of_joint) {
        if (number != null_index && all.linkage[number].is_taut) number = null_index;
    }
}

}  // namespace

void prepare_linkages(StepContext& step, float h) {
    find_linkages(step);
    build_rows(step, h);
    list_equations(step);
    connect_equations(step);
    begin_linkages(step);
    drop_taut_linkages(step.soft.linkages);
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
                step.solver.direct_scalars[e.row].impulse = impulse;
                step.solver.direct_scalars[e.row].total_impulse = total_impulse;
                continue;
            }
            PointRow& row = step.solver.direct_points[e.row];
            (e.point_axis == 1 ? row.impulse.x : row.impulse.y) = impulse;
            (e.point_axis == 1 ? row.total_impulse.x : row.total_impulse.y) = total_impulse;
        }
    }
}

}  // namespace toibox::soft_step
