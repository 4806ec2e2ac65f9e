// SPDX-License-Identifier: MIT
// Values that claims read from a run: quantities of the current state, totals of reports, and event counts.

#include "scene/run/current_state.h"

#include "toibox/dynamics/world_state.h"

#include "scene/claims/quantity.h"

#include <algorithm>
#include <cmath>

namespace toibox::scene {

namespace {

using Kind = Quantity::Kind;

double as_double(auto count) {
    return static_cast<double>(count);
}

int awake_bodies(const World& world) {
    int awake = 0;
    for (const BodyHandle handle : world.bodies()) {
        const auto body = world.find(handle);
        if (body && body->info().type == BodyType::Dynamic && body->is_awake()) ++awake;
    }
    return awake;
}

template <class Predicate>
std::ptrdiff_t point_count(const World& world, Predicate is_counted) {
    std::ptrdiff_t sum = 0;
    for (const Contact& contact : world.contacts()) {
        sum += std::count_if(contact.points.begin(), contact.points.begin() + contact.count, is_counted);
    }
    return sum;
}

bool matches(const Expression::Count& count, std::string_view a, std::string_view b) {
    if (count.a.empty()) return true;
    if (count.b.empty()) return count.a == a || count.a == b;
    return (count.a == a && count.b == b) || (count.a == b && count.b == a);
}

}  // namespace

double Run::CurrentState::quantity(const Quantity& quantity) const {
    switch (quantity.kind) {
        case Kind::BodyX:
        case Kind::BodyY:
        case Kind::BodyAngle:
        case Kind::BodyVx:
        case Kind::BodyVy:
        case Kind::BodySpeed:
        case Kind::BodySpin:
        case Kind::BodyKe:
            return body(quantity);
        case Kind::Contact:
            return touch(quantity.id, quantity.other) ? 1.0 : 0.0;
        case Kind::Query: {
            const auto answer = run_.answers_->find(quantity.id);
            if (answer == run_.answers_->end()) return undefined;
            const auto field = answer->second.find(quantity.other);
            return field == answer->second.end() ? undefined : field->second;
        }
        case Kind::Probe:
            return probe(quantity);
        case Kind::AngleBetween:
            return angle_between(quantity);
        case Kind::JointForce:
        case Kind::JointForceX:
        case Kind::JointForceY:
        case Kind::JointTorque:
        case Kind::JointAngle:
        case Kind::JointTranslation:
        case Kind::JointLength:
            return joint(quantity);
        default:
            break;
    }
    return quantity.kind <= Kind::WorldTimeLost ? world(quantity.kind) : total(quantity.kind);
}

double Run::CurrentState::probe(const Quantity& quantity) const {
    for (std::size_t i = 0; i < run_.state_.probes.size(); ++i) {
        if (run_.scene_->probes[i].name != quantity.id) continue;
        for (const ProbeFieldName& row : probe_fields()) {
            if (row.name == quantity.other) return run_.state_.probes[i].value(row.field);
        }
    }
    return undefined;
}

double Run::CurrentState::angle_between(const Quantity& quantity) const {
    const std::optional<const BodyView> body = run_.world_.find(run_.body(quantity.id));
    const std::optional<const BodyView> other = run_.world_.find(run_.body(quantity.other));
    return body && other ? body->angle() - other->angle() : undefined;
}

double Run::CurrentState::joint(const Quantity& quantity) const {
    const JointHandle handle = run_.joint(quantity.id);
    const Joint* joint = run_.world_.find(handle);
    if (joint == nullptr) return undefined;
    const JointLoad load = run_.world_.joint_force(handle);
    switch (quantity.kind) {
        case Kind::JointForce:
            return length(widen(load.force));
        case Kind::JointForceX:
            return static_cast<double>(load.force.x);
        case Kind::JointForceY:
            return static_cast<double>(load.force.y);
        case Kind::JointTorque:
            return static_cast<double>(load.torque);
        case Kind::JointTranslation:
        case Kind::JointLength:
            return static_cast<double>(run_.world_.joint_coordinate(handle));
        default:
            break;
    }
    // The angle is computed in double, because the engine's coordinate is a float, which is coarse after many
    // turns.
    const auto* hinge = std::get_if<RevoluteJoint>(joint);
    if (hinge == nullptr) return undefined;
    const auto angle_of = [&](std::uint32_t body) {
        return std::as_const(run_.world_).find(run_.world_.body_at(body))->angle();
    };
    return angle_of(hinge->base.body_b) - angle_of(hinge->base.body_a) - hinge->reference_angle;
}

double Run::CurrentState::body(const Quantity& quantity) const {
    const std::optional<const BodyView> body = run_.world_.find(run_.body(quantity.id));
    if (!body) return undefined;
    const Vec2d position = widen(body->position());
    const Vec2d velocity = widen(body->velocity().linear);
    switch (quantity.kind) {
        case Kind::BodyX:
            return position.x;
        case Kind::BodyY:
            return position.y;
        case Kind::BodyAngle:
            return body->angle();
        case Kind::BodyVx:
            return velocity.x;
        case Kind::BodyVy:
            return velocity.y;
        case Kind::BodySpeed:
            return length(velocity);
        case Kind::BodySpin:
            return static_cast<double>(body->velocity().angular);
        case Kind::BodyKe:
            return static_cast<double>(body->kinetic_energy());
        default:
            return undefined;
    }
}

double Run::CurrentState::world(Kind kind) const {
    const World& world = run_.world_;
    switch (kind) {
        case Kind::WorldEnergy:
            return world.kinetic_energy() + world.potential_energy();
        case Kind::WorldMomentum:
            return length(world.momentum());
        case Kind::WorldMomentumX:
            return world.momentum().x;
        case Kind::WorldMomentumY:
            return world.momentum().y;
        case Kind::WorldAngularMomentum:
            return world.angular_momentum();
        case Kind::WorldContacts:
            return as_double(std::count_if(
                world.contacts().begin(), world.contacts().end(),
                [](const Contact& c) { return c.touching && c.response != ContactResponse::Sense; }));
        case Kind::WorldPoints:
            return as_double(point_count(world, [](const ContactPoint&) { return true; }));
        case Kind::WorldWarmPoints:
            return as_double(point_count(world, [](const ContactPoint& point) { return point.warm; }));
        case Kind::WorldStopped:
        case Kind::WorldTunnelled:
        case Kind::WorldPushedThrough:
        case Kind::WorldMissed:
        case Kind::WorldLate:
        case Kind::WorldGhostHits:
            return as_double(run_.verdict_count(*verdict_of(kind)));
        case Kind::WorldMaxPenetration:
            return world.max_penetration();
        case Kind::WorldBodies:
            return as_double(world.body_count());
        case Kind::WorldAwake:
            return as_double(awake_bodies(world));
        case Kind::WorldTimeLost:
            return run_.state_.totals.time_lost;
        default:
            return undefined;
    }
}

double Run::CurrentState::total(Kind kind) const {
    const RunTotals& totals = run_.state_.totals;
    switch (kind) {
        case Kind::ToiCalls:
            return as_double(totals.toi.calls);
        case Kind::ToiIterations:
            return as_double(totals.toi.sum);
        case Kind::ToiMaxIterations:
            return as_double(totals.toi.max);
        case Kind::ToiRootIterations:
            return as_double(totals.root_iterations);
        case Kind::GjkCalls:
            return as_double(totals.gjk.calls);
        case Kind::GjkIterations:
            return as_double(totals.gjk.sum);
        case Kind::GjkMaxIterations:
            return as_double(totals.gjk.max);
        case Kind::BroadPairs:
            return as_double(run_.world_.contacts().size());
        case Kind::BroadSwaps:
            return as_double(totals.exchanges);
        case Kind::BroadTests:
            return as_double(totals.tests);
        default:
            return undefined;
    }
}

bool Run::CurrentState::touch(const std::string& a, const std::string& b) const {
    const BodyHandle first = run_.body(a);
    const BodyHandle second = run_.body(b);
    if (first.is_null() || second.is_null()) return false;
    const auto contacts = run_.world_.contacts();
    return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& c) {
        const bool same = c.body_a == first.index && c.body_b == second.index;
        const bool swapped = c.body_a == second.index && c.body_b == first.index;
        return c.touching && (same || swapped);
    });
}

double Run::CurrentState::count(const Expression::Count& count) const {
    for (std::size_t i = 0; i < run_.counted_.size(); ++i) {
        const Expression::Count& counted = run_.counted_[i];
        if (counted.event == count.event && counted.a == count.a && counted.b == count.b)
            return as_double(run_.state_.counts[i]);
    }
    return undefined;
}

double Run::CurrentState::rate(const Expression::Rate& rate) const {
    return run_.rates_ ? run_.rates_(rate) : undefined;
}

bool Run::CurrentState::pairs_are(const Expression::Pairs& pairs) const {
    std::vector<std::pair<std::string, std::string>> present;
    for (const Contact& contact : run_.world_.contacts()) {
        std::string a = run_.id_of(run_.world_.body_at(contact.body_a));
        std::string b = run_.id_of(run_.world_.body_at(contact.body_b));
        if (b < a) std::swap(a, b);
        present.emplace_back(std::move(a), std::move(b));
    }
    std::vector<std::pair<std::string, std::string>> wanted = pairs.pairs;
    for (auto* list : {&present, &wanted}) {
        std::sort(list->begin(), list->end());
        list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    return present == wanted;
}

void Run::update_probes() {
    for (std::size_t i = 0; i < state_.probes.size(); ++i) {
        const ProbeEntry& entry = scene_->probes[i];
        state_.probes[i].update(world_, body(entry.body_a), body(entry.body_b), entry.method);
    }
}

std::string_view Run::body_id(ShapeHandle shape) const {
    const bool known =
        shape.index < state_.shapes.size() && state_.shapes[shape.index].generation == shape.generation;
    return known ? std::string_view(state_.shapes[shape.index].body_id) : std::string_view();
}

void Run::count_events() {
    const Events& events = world_.events();
    for (std::size_t i = 0; i < counted_.size(); ++i) {
        const Expression::Count& count = counted_[i];
        const auto add = [&](ShapeHandle a, ShapeHandle b) {
            if (matches(count, body_id(a), body_id(b))) ++state_.counts[i];
        };
        switch (count.event) {
            case CountedEvent::Begin:
                for (const ContactEvent& event : events.begin)
                    add(event.a, event.b);
                break;
            case CountedEvent::End:
                for (const ContactEvent& event : events.end)
                    add(event.a, event.b);
                break;
            case CountedEvent::Impact:
                for (const ImpactEvent& event : events.impact)
                    add(event.a, event.b);
                break;
            case CountedEvent::TimeLost:
                for (const ImpactEvent& event : events.impact) {
                    if (event.time_lost > 0.0) add(event.a, event.b);
                }
                break;
            default:
                break;  // verdicts: see count_verdicts()
        }
    }
}

void Run::count_verdicts() {
    for (const Verdict& verdict : verdicts_) {
        ++state_.totals.verdicts[static_cast<std::size_t>(verdict.kind)];
        for (std::size_t i = 0; i < counted_.size(); ++i) {
            if (verdict_of(counted_[i].event) != verdict.kind) continue;
            if (matches(counted_[i], id_of(verdict.body), id_of(verdict.other))) ++state_.counts[i];
        }
    }
}

void Run::add_report(const StepReport& report) {
    state_.totals.gjk.merge(report.gjk);
    state_.totals.toi.merge(report.toi.outer);
    state_.totals.root_iterations += report.toi.root.sum;
    state_.totals.tests += report.broad.tests;
    state_.totals.exchanges += report.broad.exchanges;
    state_.totals.time_lost += report.time_lost;
}

std::optional<double> Run::quantity(const std::string& name) const {
    const Result<Quantity, std::string> parsed = parse_quantity(name);
    if (!parsed) return std::nullopt;
    const double value = CurrentState(*this).quantity(*parsed);
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

}  // namespace toibox::scene
