// SPDX-License-Identifier: MIT

// Impacts that propagate through touching bodies. Newton's law of restitution, applied to all contacts at
// once, is wrong for a row of balls: the first ball bounces back, and all others leave together. Applied to
// one contact after another, the result depends on the order of the contacts, which breaks the symmetry of a
// rack. So contacts that close are solved together, and contacts that close as a consequence are solved in
// the next round. Rejected alternative: a complementarity problem over all contacts of the group (a cradle of
// five balls ended at −0.99, 0.31, 1.21, 1.21 and 1.26 m/s, not at 0, 0, 0, 0 and 3).

#include "dynamics/ccd/impact_group.h"

#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/impact_islands.h"
#include "dynamics/islands/disjoint_sets.h"
#include "dynamics/solvers/common/joint_system.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/row_kernels.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/external_acceleration.h"

#include <algorithm>
#include <limits>

namespace toibox {

namespace {

/// The velocity of a body at the time of the impact. The stored velocity of a body outside the group already
/// contains the gravity of the rest of the step.
BodyVelocity velocity_at(const StepContext& step, const ImpactGroupOptions& options, std::uint32_t body) {
    BodyVelocity velocity = step.state.bodies.velocity[body];
    if (options.gravity_lead != 0.0f && is_awake(step.state, body) && !is_impact_body(step, body))
        velocity.linear -= options.gravity_lead * external_acceleration(step.state, body);
    return velocity;
}

/// The fastest approach at a point of the row, m/s; 0 if no point approaches.
float approach_of_row(const StepContext& step, const ImpactGroupOptions& options, const ContactRow& row) {
    const BodyVelocity a = velocity_at(step, options, row.body_a);
    const BodyVelocity b = velocity_at(step, options, row.body_b);
    float fastest = 0.0f;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const float approach = -normal_velocity(row, row.points[i], a, b);
        if (approach > fastest) fastest = approach;
    }
    return fastest;
}

float fastest_approach(const StepContext& step, const ImpactGroupOptions& options) {
    float fastest = 0.0f;
    for (const ContactRow& row : step.ccd.impact_rows) {
        const float approach = approach_of_row(step, options, row);
        if (approach > fastest) fastest = approach;
    }
    return fastest;
}

/// Sets the approach and target velocities of the row from the current velocities, and clears its impulses.
void reset_row_targets(const StepContext& step, ContactRow& row, float bounce_speed) {
    const BodyVelocity& a = step.state.bodies.velocity[row.body_a];
    const BodyVelocity& b = step.state.bodies.velocity[row.body_b];
    const float restitution = step.ccd.impact_contacts[row.contact].restitution;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        ContactRowPoint& point = row.points[i];
        point.normal_impulse = point.tangent_impulse = 0.0f;
        point.min_normal_velocity = 0.0f;
        point.approach_normal_velocity = normal_velocity(row, point, a, b);
        point.approach_tangent_velocity = tangent_velocity(row, point, a, b);
        point.rebound_speed = point.approach_normal_velocity < -bounce_speed
                                  ? -restitution * point.approach_normal_velocity
                                  : 0.0f;
    }
    row.rolling.impulse = 0.0f;
    row.rolling.approach_angular_velocity = b.angular - a.angular;
}

/// One round of an impact. Solves the listed rows, one connected component after another.
class ImpactRound {
public:
    ImpactRound(StepContext& step, const ImpactGroupOptions& options, const ImpactGroupCallbacks& callbacks)
        : step_(step), options_(options), callbacks_(callbacks), sets_(step.ccd.component_parent) {}

    /// Lists the rows that close faster than `closing_speed`, after adding their bodies and the joints of
    /// these bodies to the group. False if there are no such rows.
    bool find_closing(float closing_speed) {
        std::size_t bodies_before = 0;
        do {
            bodies_before = step_.solver.impact_bodies.size();
            list_closing(closing_speed);
            for (const std::uint32_t i : step_.ccd.listed_rows) {
                join_group(step_.ccd.impact_rows[i].body_a);
                join_group(step_.ccd.impact_rows[i].body_b);
            }
            // Their joints may change which rows close.
            add_impact_joints(step_, options_, callbacks_);
        } while (step_.solver.impact_bodies.size() > bodies_before);
        return !step_.ccd.listed_rows.empty();
    }

    /// Lists all rows between bodies of the group.
    void list_all() {
        std::vector<std::uint32_t>& listed = step_.ccd.listed_rows;
        listed.clear();
        const std::vector<ContactRow>& rows = step_.ccd.impact_rows;
        const auto belongs = [&](std::uint32_t body) {
            return !is_dynamic(step_.state, body) || is_impact_body(step_, body);
        };
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            if (belongs(rows[i].body_a) && belongs(rows[i].body_b)) listed.push_back(i);
        }
    }

    /// Solves the listed rows, together with all contacts of their bodies with static and kinematic bodies.
    /// False if no row pushed.
    bool solve(float bounce_speed) {
        has_pushed_ = false;
        add_supports();
        sort_by_component();
        std::vector<ComponentRow>& rows = step_.ccd.component_rows;
        for (std::size_t begin = 0; begin < rows.size();) {
            std::size_t end = begin;
            while (end < rows.size() && rows[end].component == rows[begin].component)
                ++end;
            solve_component(std::span(rows).subspan(begin, end - begin), bounce_speed);
            begin = end;
        }
        return has_pushed_;
    }

private:
    void list_closing(float closing_speed) {
        std::vector<std::uint32_t>& closing = step_.ccd.listed_rows;
        closing.clear();
        const std::size_t count = step_.ccd.impact_rows.size();
        for (std::size_t i = 0; i < count; ++i) {
            if (approach_of_row(step_, options_, step_.ccd.impact_rows[i]) > closing_speed)
                closing.push_back(static_cast<std::uint32_t>(i));
        }
        charge_impact(step_, count / tuning::checked_rows_per_row + closing.size());
    }

    void join_group(std::uint32_t body) {
        if (is_dynamic(step_.state, body) && !is_impact_body(step_, body))
            callbacks_.join(body, JoinedBy::Touch);
    }

    [[nodiscard]] std::uint32_t dynamic_body(const ContactRow& row) const {
        return is_dynamic(step_.state, row.body_a) ? row.body_a : row.body_b;
    }

    /// Adds to the list the contacts between bodies of listed rows and static or kinematic bodies.
    void add_supports() {
        std::vector<std::uint32_t>& listed = step_.ccd.listed_rows;
        const std::vector<ContactRow>& rows = step_.ccd.impact_rows;
        std::vector<std::uint8_t>& has_listed_row = step_.ccd.has_listed_row;
        const auto mark = [&](std::uint8_t value) {
            for (const std::uint32_t i : listed)
                has_listed_row[rows[i].body_a] = has_listed_row[rows[i].body_b] = value;
        };
        mark(1);
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            const bool a_is_dynamic = is_dynamic(step_.state, rows[i].body_a);
            const bool b_is_dynamic = is_dynamic(step_.state, rows[i].body_b);
            if (a_is_dynamic != b_is_dynamic && has_listed_row[dynamic_body(rows[i])] != 0)
                listed.push_back(i);
        }
        mark(0);
        std::sort(listed.begin(), listed.end());
        listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
    }

    void sort_by_component() {
        const std::vector<ContactRow>& rows = step_.ccd.impact_rows;
        const std::vector<std::uint32_t>& listed = step_.ccd.listed_rows;
        for (const std::uint32_t i : listed) {
            sets_.make_set(rows[i].body_a);
            sets_.make_set(rows[i].body_b);
        }
        for (const ImpactJoint& joint : step_.ccd.impact_joints) {
            sets_.make_set(joint.body_a);
            sets_.make_set(joint.body_b);
        }
        for (const std::uint32_t i : listed)
            join(rows[i].body_a, rows[i].body_b);
        for (const ImpactJoint& joint : step_.ccd.impact_joints)
            join(joint.body_a, joint.body_b);
        std::vector<ComponentRow>& sorted = step_.ccd.component_rows;
        sorted.clear();
        for (const std::uint32_t i : listed)
            sorted.push_back({.component = sets_.root(dynamic_body(rows[i])), .row = i});
        std::sort(sorted.begin(), sorted.end());
    }

    void join(std::uint32_t a, std::uint32_t b) {
        if (is_dynamic(step_.state, a) && is_dynamic(step_.state, b)) sets_.join(a, b);
    }

    [[nodiscard]] bool is_jointed(std::uint32_t component) {
        const std::vector<ImpactJoint>& joints = step_.ccd.impact_joints;
        return std::any_of(joints.begin(), joints.end(), [&](const ImpactJoint& joint) {
            const bool a_is_dynamic = is_dynamic(step_.state, joint.body_a);
            return sets_.root(a_is_dynamic ? joint.body_a : joint.body_b) == component;
        });
    }

    /// Leaves the component to the solver of the next step if the island cannot afford the joints.
    void solve_component(std::span<const ComponentRow> component, float bounce_speed) {
        std::vector<ContactRow>& rows = step_.ccd.round_rows;
        rows.clear();
        const bool jointed = is_jointed(component.front().component);
        for (const ComponentRow& listed : component) {
            reset_row_targets(step_, step_.ccd.impact_rows[listed.row], bounce_speed);
            rows.push_back(step_.ccd.impact_rows[listed.row]);
        }
        if (jointed && !prepare_joint_responses(step_, rows)) return;
        solve_impact(step_, {rows, jointed});
        record_impact_impulses(step_, rows);
        for (std::size_t i = 0; i < component.size(); ++i) {
            ContactRow& solved = step_.ccd.impact_rows[component[i].row];
            for (std::size_t k = 0; k < 2; ++k) {
                solved.points[k].total_normal_impulse += rows[i].points[k].normal_impulse;
                has_pushed_ = has_pushed_ || rows[i].points[k].normal_impulse > 0.0f;
            }
        }
        for (const ContactRow& row : rows)
            emit_row_hit(row);
    }

    void emit_row_hit(const ContactRow& row) {
        const float threshold = effective_restitution_threshold(step_.state.settings, step_.dt);
        const Contact& contact = step_.ccd.impact_contacts[row.contact];
        for (std::uint8_t i = 0; i < row.count; ++i) {
            const ContactRowPoint& point = row.points[i];
            if (!(point.normal_impulse > 0.0f) || !(point.approach_normal_velocity < -threshold)) continue;
            const Vec2 position = step_.state.bodies.pose[row.body_a].center + contact.points[i].r_a;
            return emit_hit(step_, contact, position, -point.approach_normal_velocity);
        }
    }

    StepContext& step_;
    const ImpactGroupOptions& options_;
    const ImpactGroupCallbacks& callbacks_;
    DisjointSets sets_;
    bool has_pushed_ = false;  ///< Whether a row of the last round pushed.
};

}  // namespace

float velocity_lag_seconds(const WorldState& state, float dt) {
    const bool lags = state.progress.solver == SolverKind::SoftStep ||  // Always semi-implicit Euler.
                      state.settings.integrator == Integrator::SemiImplicitEuler;
    return lags ? 0.5f * dt / static_cast<float>(state.settings.substeps) : 0.0f;
}

void clear_impact_group(StepContext& step) {
    CcdScratch& scratch = step.ccd;
    for (const std::uint32_t body : step.solver.impact_bodies)
        scratch.is_impact_body[body] = scratch.has_impact_rows[body] = 0;
    scratch.has_impact_rows.resize(step.state.bodies.info.size(), 0);
    scratch.is_impact_body.resize(step.state.bodies.info.size(), 0);
    scratch.has_listed_row.resize(step.state.bodies.info.size(), 0);
    scratch.component_parent.resize(step.state.bodies.info.size(), 0);
    step.solver.impact_bodies.clear();
    scratch.impact_contacts.clear();
    scratch.impact_rows.clear();
    clear_impact_joints(step);
    begin_island(step);
}

void add_impact_body(StepContext& step, std::uint32_t body) {
    if (is_impact_body(step, body)) return;
    step.ccd.is_impact_body[body] = 1;
    step.solver.impact_bodies.push_back(body);
    join_island(step, body);
}

bool is_impact_body(const StepContext& step, std::uint32_t body) {
    return step.ccd.is_impact_body[body] != 0;
}

void add_impact_row(StepContext& step, std::size_t contact) {
    ContactRow& row = step.ccd.impact_rows.emplace_back();
    row = make_contact_row(step.state, step.ccd.impact_contacts[contact], {});
    row.contact = static_cast<std::uint32_t>(contact);
}

void solve_impact_group(StepContext& step, const ImpactGroupOptions& options,
                        const ImpactGroupCallbacks& callbacks) {
    add_impact_joints(step, options, callbacks);
    const float fastest = fastest_approach(step, options);
    const float min_closing_speed = tuning::impact_propagation_fraction * fastest;
    const float bounce_speed = fastest > options.threshold ? min_closing_speed : options.threshold;
    ImpactRound round(step, options, callbacks);
    while (round.find_closing(min_closing_speed) && round.solve(bounce_speed)) {
        if (!is_spent(step)) continue;
        ++step.report.exhausted_budgets;
        round.list_all();
        round.solve(std::numeric_limits<float>::infinity());
        return;
    }
}

void emit_hit(StepContext& step, const Contact& contact, Vec2 position, float approach) {
    const IdPool& ids = step.state.shapes.ids;
    step.events.hit.push_back({ids.handle_at<ShapeHandle>(contact.shape_a),
                               ids.handle_at<ShapeHandle>(contact.shape_b), position, contact.normal,
                               approach});
    step.ccd.emitted_hits.push_back({contact.shape_a, contact.shape_b});
}

}  // namespace toibox
