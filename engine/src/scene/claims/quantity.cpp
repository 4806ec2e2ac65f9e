// SPDX-License-Identifier: MIT
// Names of quantities: one table for the parser and for messages.

#include "scene/claims/quantity.h"

#include "toibox/scene/probe.h"
#include "toibox/scene/quantity_list.h"
#include "toibox/scene/query.h"

#include <array>
#include <type_traits>
#include <variant>

namespace toibox::scene {

namespace {

using Kind = Quantity::Kind;

constexpr std::array quantity_names{
    QuantityName{"", "x", Kind::BodyX, false, "m", "position of its origin along x"},
    QuantityName{"", "y", Kind::BodyY, false, "m", "position of its origin along y"},
    QuantityName{"", "angle", Kind::BodyAngle, false, "rad", "angle, turns counted"},
    QuantityName{"", "vx", Kind::BodyVx, false, "m/s", "velocity of the centre of mass along x"},
    QuantityName{"", "vy", Kind::BodyVy, false, "m/s", "velocity of the centre of mass along y"},
    QuantityName{"", "speed", Kind::BodySpeed, false, "m/s", "speed of the centre of mass"},
    QuantityName{"", "spin", Kind::BodySpin, false, "rad/s", "angular velocity"},
    QuantityName{"", "ke", Kind::BodyKe, false, "J", "kinetic energy"},
    QuantityName{"world", "energy", Kind::WorldEnergy, false, "J",
                 "kinetic and potential energy of all bodies"},
    QuantityName{"world", "momentum", Kind::WorldMomentum, false, "kg·m/s", "total momentum"},
    QuantityName{"world", "momentum_x", Kind::WorldMomentumX, false, "kg·m/s", "total momentum along x"},
    QuantityName{"world", "momentum_y", Kind::WorldMomentumY, false, "kg·m/s", "total momentum along y"},
    QuantityName{"world", "angular_momentum", Kind::WorldAngularMomentum, false, "kg·m²/s",
                 "total angular momentum about the origin"},
    QuantityName{"world", "contacts", Kind::WorldContacts, true, "", "pairs of shapes that touch"},
    QuantityName{"world", "points", Kind::WorldPoints, true, "", "contact points"},
    QuantityName{"world", "warm_points", Kind::WorldWarmPoints, true, "",
                 "contact points that started from an old impulse"},
    QuantityName{"world", "stopped", Kind::WorldStopped, true, "", "impacts that were answered"},
    QuantityName{"world", "tunnelled", Kind::WorldTunnelled, true, "",
                 "bodies that passed through another one unseen"},
    QuantityName{"world", "pushed_through", Kind::WorldPushedThrough, true, "",
                 "bodies that touched another one and left on the far side"},
    QuantityName{"world", "missed", Kind::WorldMissed, true, "", "impacts that a TOI method did not find"},
    QuantityName{"world", "late", Kind::WorldLate, true, "", "impacts found after the true time"},
    QuantityName{"world", "ghost_hits", Kind::WorldGhostHits, true, "",
                 "motions changed by something that the body never touches"},
    QuantityName{"world", "max_penetration", Kind::WorldMaxPenetration, false, "m",
                 "deepest overlap of two shapes"},
    QuantityName{"world", "bodies", Kind::WorldBodies, true, "", "bodies in the world"},
    QuantityName{"world", "awake", Kind::WorldAwake, true, "", "dynamic bodies that are not asleep"},
    QuantityName{"world", "time_lost", Kind::WorldTimeLost, false, "s", "time that bodies lost at impacts"},
    QuantityName{"toi", "calls", Kind::ToiCalls, true, "", "TOI searches since the start"},
    QuantityName{"toi", "iterations", Kind::ToiIterations, true, "", "iterations of all TOI searches"},
    QuantityName{"toi", "max_iterations", Kind::ToiMaxIterations, true, "",
                 "most iterations of one TOI search"},
    QuantityName{"toi", "root_iterations", Kind::ToiRootIterations, true, "",
                 "iterations of root finders in TOI searches"},
    QuantityName{"gjk", "calls", Kind::GjkCalls, true, "", "distance queries since the start"},
    QuantityName{"gjk", "iterations", Kind::GjkIterations, true, "", "iterations of all distance queries"},
    QuantityName{"gjk", "max_iterations", Kind::GjkMaxIterations, true, "",
                 "most iterations of one distance query"},
    QuantityName{"broad", "pairs", Kind::BroadPairs, true, "", "pairs whose boxes overlap"},
    QuantityName{"broad", "swaps", Kind::BroadSwaps, true, "",
                 "exchanges in the sorted lists since the start"},
    QuantityName{"broad", "tests", Kind::BroadTests, true, "", "box tests since the start"},
    QuantityName{"joint", "force", Kind::JointForce, false, "N",
                 "force on its second body, mean of the last step"},
    QuantityName{"joint", "force_x", Kind::JointForceX, false, "N", "force on its second body along x"},
    QuantityName{"joint", "force_y", Kind::JointForceY, false, "N", "force on its second body along y"},
    QuantityName{"joint", "torque", Kind::JointTorque, false, "N·m",
                 "torque on its second body, mean of the last step"},
    QuantityName{"joint", "angle", Kind::JointAngle, false, "rad", "angle of the hinge, turns counted"},
    QuantityName{"joint", "translation", Kind::JointTranslation, false, "m", "position along its axis"},
    QuantityName{"joint", "length", Kind::JointLength, false, "m", "distance between its anchors"},
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

std::vector<ListedQuantity> list_quantities(const Scene& scene) {
    std::vector<ListedQuantity> listed;
    const auto add = [&](const std::string& prefix, const QuantityName& row) {
        listed.push_back({prefix + "." + std::string(row.field), row.unit, row.meaning});
    };
    for (const QuantityName& row : quantity_names)
        if (!row.subject.empty() && !is_of_joint(row.kind)) add(std::string(row.subject), row);
    for (const BodyEntry& body : scene.bodies)
        for (const QuantityName& row : quantity_names)
            if (row.subject.empty()) add(body.id, row);
    for (const JointEntry& joint : scene.joints)
        for (const std::string_view field : fields_of(joint.def))
            add("joint." + joint.id, *find_quantity("joint", field));
    return listed;
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
