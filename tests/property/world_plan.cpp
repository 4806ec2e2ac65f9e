// SPDX-License-Identifier: MIT
#include "tests/property/world_plan.h"

#include "toibox/core/rng.h"
#include "toibox/geometry/hull.h"

#include "dynamics/snapshot/command_fields.h"

#include <array>
#include <charconv>
#include <optional>
#include <type_traits>

namespace toibox::testing_support {
namespace {

std::string code(float value) {
    char text[64];
    const std::to_chars_result end = std::to_chars(text, text + sizeof text, value);
    std::string digits(text, end.ptr);
    if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
    return digits + 'f';
}
std::string code(Vec2 v) {
    return "{" + code(v.x) + ", " + code(v.y) + "}";
}
std::string code(bool value) {
    return value ? "true" : "false";
}

template <class Enum>
std::string_view type_name() {
    if constexpr (std::is_same_v<Enum, SolverKind>) return "SolverKind";
    if constexpr (std::is_same_v<Enum, Integrator>) return "Integrator";
    if constexpr (std::is_same_v<Enum, ContinuousPolicy>) return "ContinuousPolicy";
    if constexpr (std::is_same_v<Enum, ContactMatching>) return "ContactMatching";
    if constexpr (std::is_same_v<Enum, BroadPhaseKind>) return "BroadPhaseKind";
    if constexpr (std::is_same_v<Enum, ToiMethod>) return "ToiMethod";
    if constexpr (std::is_same_v<Enum, RootFinder>) return "RootFinder";
    if constexpr (std::is_same_v<Enum, BodyType>) return "BodyType";
}

template <class T>
std::string code(const std::optional<T>& value);
template <class T>
std::string code(const T& value);

/// {.name = value, …} for all fields that differ from their defaults.
template <class T>
std::string fields_code(const T& object) {
    const T defaults{};
    std::string text;
    FieldsOf<T>::list.for_each([&](const auto& field) {
        const std::string value = code(object.*field.member);
        if (value == code(defaults.*field.member)) return;
        text += (text.empty() ? "." : ", .") + std::string(field.name) + " = " + value;
    });
    return "{" + text + "}";
}

template <class T>
std::string code(const std::optional<T>& value) {
    return value ? code(*value) : "std::nullopt";
}

template <class T>
std::string code(const T& value) {
    if constexpr (std::is_enum_v<T>) {
        return std::string(type_name<T>()) + "{" + std::to_string(static_cast<int>(value)) + "}";
    } else if constexpr (std::is_integral_v<T>) {
        return std::to_string(value);
    } else if constexpr (std::is_same_v<T, BodyHandle>) {
        return "{}";  // joint_code names the bodies
    } else {
        return fields_code(value);
    }
}

std::string shape_code(const Shape& shape) {
    if (const auto* circle = std::get_if<Circle>(&shape)) return "Circle" + fields_code(*circle);
    if (const auto* capsule = std::get_if<Capsule>(&shape)) return "Capsule" + fields_code(*capsule);
    if (const auto* segment = std::get_if<Segment>(&shape)) return "Segment" + fields_code(*segment);
    const Polygon& polygon = std::get<Polygon>(shape);
    std::string vertices;
    for (const Vec2 vertex : polygon.vertices())
        vertices += (vertices.empty() ? "Vec2" : ", Vec2") + code(vertex);
    return "make_polygon(std::array{" + vertices + "}, " + code(polygon.radius()) + ").value()";
}

std::string_view joint_name(const JointDef& def) {
    constexpr std::array<std::string_view, std::variant_size_v<JointDef>> names{
        "RevoluteJointDef", "DistanceJointDef", "PrismaticJointDef", "WeldJointDef",
        "WheelJointDef",    "MotorJointDef",    "MouseJointDef"};
    return names[def.index()];
}

/// The definition with its bodies named b[a] and b[b].
std::string joint_code(const PlannedJoint& joint) {
    std::string text = std::visit([](const auto& def) { return fields_code(def); }, joint.def).substr(1);
    const bool has_one_body = std::holds_alternative<MouseJointDef>(joint.def);
    const std::string a = "b[" + std::to_string(joint.a) + "]";
    const std::string b = "b[" + std::to_string(joint.b) + "]";
    const std::string bodies = has_one_body ? "{.body = " + a : "{.body_a = " + a + ", .body_b = " + b;
    return std::string(joint_name(joint.def)) + bodies + (text == "}" ? "" : ", ") + text;
}

JointDef with_bodies(const PlannedJoint& joint, const std::vector<BodyHandle>& bodies) {
    JointDef def_with_bodies = joint.def;
    std::visit(
        [&](auto& def) {
            if constexpr (requires { def.body; }) {
                def.body = bodies[joint.a];
            } else {
                def.body_a = bodies[joint.a];
                def.body_b = bodies[joint.b];
            }
        },
        def_with_bodies);
    return def_with_bodies;
}

}  // namespace

float WorldPlan::dt_of(int step) const {
    if (noise == 0.0f) return dt;
    Rng rng(seed, static_cast<std::uint64_t>(step));
    return dt * (1.0f + rng.uniform(-noise, noise));
}

namespace {

/// The planned world; null if a definition is invalid.
std::optional<World> try_make_world(const WorldPlan& plan) {
    if (!validated(plan.settings)) return std::nullopt;
    World world(plan.settings);
    std::vector<BodyHandle> bodies;
    for (const PlannedBody& body : plan.bodies) {
        const auto created = world.try_create_body(body.def);
        if (!created) return std::nullopt;
        bodies.push_back(*created);
        for (const PlannedPart& part : body.parts) {
            if (!world.try_attach(*created, part.shape, part.def)) return std::nullopt;
        }
    }
    for (const PlannedJoint& joint : plan.joints) {
        if (!world.try_create_joint(with_bodies(joint, bodies))) return std::nullopt;
    }
    return world;
}

}  // namespace

World make_world(const WorldPlan& plan) {
    return try_make_world(plan).value();
}

bool has_valid_start(const WorldPlan& plan) {
    const std::optional<World> made = try_make_world(plan);
    if (!made) return false;
    const World& world = *made;
    for (const ShapeHandle handle : world.shapes()) {
        const ShapeView shape = *world.find(handle);
        bool is_separated = true;
        world.overlap_shape(shape.geometry, world.find(shape.body)->transform(), [&](ShapeHandle neighbour) {
            is_separated = is_separated && world.find(neighbour)->body == shape.body;
            return is_separated;
        });
        if (!is_separated) return false;
    }
    return true;
}

WorldPlan without_body(const WorldPlan& plan, std::size_t body) {
    WorldPlan result = plan;
    result.bodies.erase(result.bodies.begin() + static_cast<std::ptrdiff_t>(body));
    if (body == 0) result.room = Room::None;
    std::erase_if(result.joints,
                  [body](const PlannedJoint& joint) { return joint.a == body || joint.b == body; });
    for (PlannedJoint& joint : result.joints) {
        joint.a -= joint.a > body ? 1u : 0u;
        joint.b -= joint.b > body ? 1u : 0u;
    }
    return result;
}

WorldPlan without_joint(const WorldPlan& plan, std::size_t joint) {
    WorldPlan result = plan;
    result.joints.erase(result.joints.begin() + static_cast<std::ptrdiff_t>(joint));
    return result;
}

std::string to_cpp_code(const WorldPlan& plan) {
    std::string text = "World world(" + fields_code(plan.settings) + ");\nstd::vector<BodyHandle> b;\n";
    for (std::size_t i = 0; i < plan.bodies.size(); ++i) {
        const PlannedBody& body = plan.bodies[i];
        text += "b.push_back(world.create_body(" + fields_code(body.def) + "));\n";
        for (const PlannedPart& part : body.parts)
            text += "world.attach(b[" + std::to_string(i) + "], " + shape_code(part.shape) + ", " +
                    fields_code(part.def) + ");\n";
    }
    for (const PlannedJoint& joint : plan.joints)
        text += "world.create_joint(" + joint_code(joint) + ");\n";
    text += "// " + std::to_string(plan.steps) + " steps of " + code(plan.dt) + " s";
    if (plan.noise > 0.0f)
        text += " ± " + code(plan.noise) + " of it, by Rng(" + std::to_string(plan.seed) + ", step)";
    return text + "\n";
}

}  // namespace toibox::testing_support
