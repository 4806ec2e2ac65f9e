// SPDX-License-Identifier: MIT
// Names of quantities: one table for the parser and for messages.

#include "scene/claims/quantity.h"

#include "toibox/scene/probe.h"
#include "toibox/scene/query.h"

#include <array>
#include <type_traits>
#include <variant>

namespace toibox::scene {

namespace {

using Kind = Quantity::Kind;

constexpr std::array quantity_names{
    QuantityName{"", "x", Kind::BodyX, false},
    QuantityName{"", "y", Kind::BodyY, false},
    QuantityName{"", "angle", Kind::BodyAngle, false},
    QuantityName{"", "vx", Kind::BodyVx, false},
    QuantityName{"", "vy", Kind::BodyVy, false},
    QuantityName{"", "speed", Kind::BodySpeed, false},
    QuantityName{"", "spin", Kind::BodySpin, false},
    QuantityName{"", "ke", Kind::BodyKe, false},
    QuantityName{"world", "energy", Kind::WorldEnergy, false},
    QuantityName{"world", "momentum", Kind::WorldMomentum, false},
    QuantityName{"world", "momentum_x", Kind::WorldMomentumX, false},
    QuantityName{"world", "momentum_y", Kind::WorldMomentumY, false},
    QuantityName{"world", "angular_momentum", Kind::WorldAngularMomentum, false},
    QuantityName{"world", "contacts", Kind::WorldContacts, true},
    QuantityName{"world", "points", Kind::WorldPoints, true},
    QuantityName{"world", "warm_points", Kind::WorldWarmPoints, true},
    QuantityName{"world", "stopped", Kind::WorldStopped, true},
    QuantityName{"world", "tunnelled", Kind::WorldTunnelled, true},
    QuantityName{"world", "pushed_through", Kind::WorldPushedThrough, true},
    QuantityName{"world", "missed", Kind::WorldMissed, true},
    QuantityName{"world", "late", Kind::WorldLate, true},
    QuantityName{"world", "ghost_hits", Kind::WorldGhostHits, true},
    QuantityName{"world", "max_penetration", Kind::WorldMaxPenetration, false},
    QuantityName{"world", "bodies", Kind::WorldBodies, true},
    QuantityName{"world", "awake", Kind::WorldAwake, true},
    QuantityName{"world", "time_lost", Kind::WorldTimeLost, false},
    QuantityName{"toi", "calls", Kind::ToiCalls, true},
    QuantityName{"toi", "iterations", Kind::ToiIterations, true},
    QuantityName{"toi", "max_iterations", Kind::ToiMaxIterations, true},
    QuantityName{"toi", "root_iterations", Kind::ToiRootIterations, true},
    QuantityName{"gjk", "calls", Kind::GjkCalls, true},
    QuantityName{"gjk", "iterations", Kind::GjkIterations, true},
    QuantityName{"gjk", "max_iterations", Kind::GjkMaxIterations, true},
    QuantityName{"broad", "pairs", Kind::BroadPairs, true},
    QuantityName{"broad", "swaps", Kind::BroadSwaps, true},
    QuantityName{"broad", "tests", Kind::BroadTests, true},
    QuantityName{"joint", "force", Kind::JointForce, false},
    QuantityName{"joint", "force_x", Kind::JointForceX, false},
    QuantityName{"joint", "force_y", Kind::JointForceY, false},
    QuantityName{"joint", "torque", Kind::JointTorque, false},
    QuantityName{"joint", "angle", Kind::JointAngle, false},
    QuantityName{"joint", "translation", Kind::JointTranslation, false},
    QuantityName{"joint", "length", Kind::JointLength, false},
};

}  // namespace

std::span<const std::string_view> counted_event_names() {
    static constexpr std::array<std::string_view, 10> names{
        "begin",          "end",    "impact", "time_lost", "stopped", "tunnelled",
        "pushed_through", "missed", "late",   "ghost_hit"};
    return names;
}

std::optional<VerdictKind> verdict_of(CountedEvent event) {
    if (event < CountedEvent::Stopped) return std::nullopt;
    return static_cast<VerdictKind>(static_cast<int>(event) - static_cast<int>(CountedEvent::Stopped));
}
std::optional<VerdictKind> verdict_of(Quantity::Kind kind) {
    if (kind < Kind::WorldStopped || kind > Kind::WorldGhostHits) return std::nullopt;
    return static_cast<VerdictKind>(static_cast<int>(kind) - static_cast<int>(Kind::WorldStopped));
}

bool is_subject(std::string_view name) {
    for (const QuantityName& row : quantity_names) {
        if (!row.subject.empty() && row.subject == name) return true;
    }
    return false;
}

const QuantityName* find_quantity(std::string_view subject, std::string_view field) {
    for (const QuantityName& row : quantity_names) {
        if (row.subject == subject && row.field == field) return &row;
    }
    return nullptr;
}

std::vector<std::string_view> fields_of(std::string_view subject) {
    std::vector<std::string_view> fields;
    for (const QuantityName& row : quantity_names) {
        if (row.subject == subject) fields.push_back(row.field);
    }
    return fields;
}

std::string_view field_name(Quantity::Kind kind) {
    for (const QuantityName& row : quantity_names) {
        if (row.kind == kind) return row.field;
    }
    return {};
}

bool is_of_joint(Quantity::Kind kind) {
    return kind >= Kind::JointForce && kind <= Kind::JointLength;
}

std::vector<std::string_view> fields_of(const JointDef& def) {
    std::vector<std::string_view> fields{"force", "force_x", "force_y"};
    const auto add_specific = [&fields]<class Def>(const Def& joint) {
        if constexpr (requires { joint.break_torque; }) fields.push_back("torque");
        if constexpr (std::is_same_v<Def, RevoluteJointDef>) fields.push_back("angle");
        if constexpr (requires { joint.axis; }) fields.push_back("translation");
        if constexpr (requires { joint.length; }) fields.push_back("length");
    };
    std::visit(add_specific, def);
    return fields;
}

bool is_whole(const Quantity& quantity) {
    if (quantity.kind == Kind::Contact) return true;
    if (quantity.kind == Kind::Probe) {
        for (const ProbeFieldName& row : probe_fields()) {
            if (row.name == quantity.other) return row.is_counter;
        }
        return false;
    }
    if (quantity.kind == Kind::Query) return is_counter(quantity.other);
    for (const QuantityName& row : quantity_names) {
        if (row.kind == quantity.kind) return row.is_counter;
    }
    return false;
}

}  // namespace toibox::scene
