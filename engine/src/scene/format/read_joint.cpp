// SPDX-License-Identifier: MIT
#include "toibox/dynamics/tuning.h"
#include "toibox/scene/suggest.h"

#include "scene/format/choices.h"
#include "scene/format/scene_readers.h"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace toibox::scene {

namespace {

/// The maximum is the engine's max_frequency.
constexpr Range spring_frequency_range{
    .min = 0.0, .max = 1e6, .above_min = true, .hint = "write hertz, for example 2"};

constexpr Range weld_frequency_range{
    .min = 0.0, .max = 1e6, .hint = "write hertz, for example 2; 0 is rigid"};

/// Replaces "{i}", "{i+1}" in "plank-{i}" by the index of a copy. Nullopt if a brace is not closed or
/// contains anything else.
std::optional<std::string> expand_pattern(std::string_view pattern, int i) {
    std::string out;
    while (!pattern.empty()) {
        const std::size_t open = pattern.find('{');
        out += pattern.substr(0, open);
        if (open == std::string_view::npos) break;
        const std::size_t close = pattern.find('}', open);
        if (close == std::string_view::npos || pattern[open + 1] != 'i') return std::nullopt;
        std::string_view offset = pattern.substr(open + 2, close - open - 2);
        int added = 0;
        if (offset.starts_with('+')) offset.remove_prefix(1);
        if (!offset.empty()) {
            const auto [end, error] = std::from_chars(offset.data(), offset.data() + offset.size(), added);
            if (error != std::errc{} || end != offset.data() + offset.size()) return std::nullopt;
        }
        out += std::to_string(std::int64_t{i} + added);
        pattern.remove_prefix(close + 1);
    }
    return out;
}

/// A joint as written; `repeat` makes copies of it.
struct JointTemplate {
    std::string id;
    std::optional<Cursor> a;  ///< Not set for a mouse joint.
    std::optional<Cursor> b;
    JointDef def;
};

std::optional<std::string> body_of_copy(SceneContext& context, const Cursor& at, const Repeat* repeat,
                                        int i) {
    if (repeat == nullptr) return read_body_id(context, at);
    const std::optional<std::string> pattern = read_text(context.sink, at);
    if (!pattern) return std::nullopt;
    std::optional<std::string> id = expand_pattern(*pattern, i);
    if (!id) {
        context.sink.error(at, fmt::format("\"{}\" is not a pattern of ids", *pattern),
                           "write \"plank-{i}\" and \"plank-{i+1}\"");
        return std::nullopt;
    }
    if (!context.body_types.contains(*id)) {
        context.sink.error(at, fmt::format("there is no body \"{}\", which copy {} needs", *id, i),
                           "lower \"count\", or shift with {i+1}, {i-1}");
        return std::nullopt;
    }
    return id;
}

/// Shifts the world points of the definition.
void shift_points(JointDef& def, Vec2d shift) {
    const auto move = [shift](Vec2& point) { point = narrow(widen(point) + shift); };
    std::visit(
        [&move](auto& joint) {
            if constexpr (requires { joint.anchor; }) move(joint.anchor);
            if constexpr (requires { joint.anchor_a; }) move(joint.anchor_a);
            if constexpr (requires { joint.anchor_b; }) move(joint.anchor_b);
            if constexpr (requires { joint.point; }) move(joint.point);
            if constexpr (requires { joint.target; }) move(joint.target);
        },
        def);
}

/// One of the bodies must be dynamic; `a` is empty for a mouse joint.
bool check_types(SceneContext& context, const Cursor& at, const std::string& a, const std::string& b) {
    const auto type_of = [&](const std::string& id) { return context.body_types.find(id)->second; };
    if (type_of(b) == BodyType::Dynamic || (!a.empty() && type_of(a) == BodyType::Dynamic)) return true;
    const std::string of_b = fmt::format("\"{}\" is {}", b, name_of(type_of(b)));
    context.sink.error(at,
                       a.empty() ? of_b + ": a mouse joint needs a dynamic body"
                                 : fmt::format("\"{}\" is {} and {}: a joint needs a dynamic body", a,
                                               name_of(type_of(a)), of_b),
                       "give one \"type\": \"dynamic\", or name another body");
    return false;
}

/// False after an error, which further copies would repeat.
bool add_joint(SceneContext& context, const JointTemplate& joint, const Repeat* repeat, int i, Vec2d shift) {
    const auto b = joint.b ? body_of_copy(context, *joint.b, repeat, i) : std::nullopt;
    std::optional<std::string> a = "";
    if (!std::holds_alternative<MouseJointDef>(joint.def)) {
        a = joint.a ? body_of_copy(context, *joint.a, repeat, i) : std::nullopt;
    }
    if (!a || !b) return false;
    if (*a == *b) {
        context.sink.error(*joint.b, fmt::format("the joint connects body \"{}\" to itself", *a),
                           "name two different bodies");
        return false;
    }
    if (!check_types(context, *joint.b, *a, *b)) return false;
    JointEntry entry{joint.id, *a, *b, joint.def};
    shift_points(entry.def, shift);
    context.scene.joints.push_back(std::move(entry));
    return true;
}

bool read_point(ObjectReader& object, std::string_view key, std::string_view hint, Vec2& out) {
    const auto at = object.require(key, hint);
    const auto point = at ? read_vec2(object.sink(), *at) : std::nullopt;
    if (point) out = *point;
    return point.has_value();
}

void read_axis(ObjectReader& object, Vec2& out) {
    if (!object.vec2("axis", out) || normalized(out) != Vec2{}) return;
    object.sink().error(*object.find("axis"), "\"axis\" has no direction", "write [0, 1] for up and down");
}

template <class T, class Read>
void read_optional(std::optional<T>& out, Read read) {
    T value{};
    if (read(value)) out = value;
}

/// Keys of one kind of joint. False if a required one is missing.
bool read_specific(ObjectReader& object, RevoluteJointDef& def) {
    return read_point(object, "anchor", "write the common point in the world, \"anchor\": [x, y]",
                      def.anchor);
}
bool read_specific(ObjectReader& object, DistanceJointDef& def) {
    read_optional(def.length, [&](float& length) { return object.number("length", length, positive); });
    const bool has_a = read_point(object, "anchor_a",
                                  "write the point of the first body, \"anchor_a\": [x, y]", def.anchor_a);
    const bool has_b = read_point(object, "anchor_b",
                                  "write the point of the second body, \"anchor_b\": [x, y]", def.anchor_b);
    if (!has_a || !has_b) return false;
    if (def.length.value_or(length(def.anchor_b - def.anchor_a)) < toibox::tuning::min_joint_length) {
        object.sink().error(*object.find(def.length ? "length" : "anchor_b"),
                            "the joint is shorter than a micrometre",
                            "write \"length\" in metres, for example 0.5, or move the anchors apart");
    }
    return true;
}
bool read_specific(ObjectReader& object, PrismaticJointDef& def) {
    read_axis(object, def.axis);
    return read_point(object, "anchor", "write a point of the axis in the world, \"anchor\": [x, y]",
                      def.anchor);
}
bool read_specific(ObjectReader& object, WeldJointDef& def) {
    object.number("linear_frequency", def.linear_frequency, weld_frequency_range);
    object.number("linear_damping_ratio", def.linear_damping_ratio, not_negative);
    object.number("angular_frequency", def.angular_frequency, weld_frequency_range);
    object.number("angular_damping_ratio", def.angular_damping_ratio, not_negative);
    return read_point(object, "anchor", "write the common point in the world, \"anchor\": [x, y]",
                      def.anchor);
}
bool read_specific(ObjectReader& object, WheelJointDef& def) {
    read_axis(object, def.axis);
    return read_point(object, "anchor", "write the hub in the world, \"anchor\": [x, y]", def.anchor);
}
bool read_specific(ObjectReader& object, MotorJointDef& def) {
    read_optional(def.linear_offset, [&](Vec2& offset) { return object.vec2("linear_offset", offset); });
    read_optional(def.angular_offset, [&](float& offset) { return object.angle("angular_offset", offset); });
    object.vec2("linear_velocity", def.linear_velocity);
    object.number("angular_velocity", def.angular_velocity);
    object.number("max_force", def.max_force, not_negative);
    object.number("max_torque", def.max_torque, not_negative);
    object.number("correction_factor", def.correction_factor, unit_interval);
    return true;
}
bool read_specific(ObjectReader& object, MouseJointDef& def) {
    object.number("frequency", def.frequency, spring_frequency_range);
    object.number("damping_ratio", def.damping_ratio, not_negative);
    object.number("max_force", def.max_force, not_negative);
    const bool has_point =
        read_point(object, "point", "write where the body is held, \"point\": [x, y]", def.point);
    const bool has_target =
        read_point(object, "target", "write where it is pulled to, \"target\": [x, y]", def.target);
    return has_point && has_target;
}

/// All keys except "type", "id" and "repeat".
template <class Def>
bool read_def(ObjectReader& object, Def& def, JointTemplate& joint) {
    if constexpr (requires { def.body; }) {
        joint.b = object.require("body", "name the body that is pulled");
    } else {
        joint.a = object.require("a", "name the first body");
        joint.b = object.require("b", "name the second body");
        object.boolean("collide_connected", def.collide_connected);
        object.number("break_force", def.break_force, not_negative);
    }
    if constexpr (requires { def.break_torque; })
        object.number("break_torque", def.break_torque, not_negative);
    if constexpr (requires { def.reference_angle; }) {
        read_optional(def.reference_angle,
                      [&](float& angle) { return object.angle("reference_angle", angle); });
    }
    if constexpr (requires { def.limit; }) {
        read_limit(object, coordinate_of<Def>(), def.limit);
        read_motor(object, def.motor);
        read_spring(object, coordinate_of<Def>(), def.spring);
    }
    return read_specific(object, def);
}

JointDef def_of_kind(int kind) {
    constexpr std::array<JointDef (*)(), std::variant_size_v<JointDef>> makers{
        [] { return JointDef{RevoluteJointDef{}}; },  [] { return JointDef{DistanceJointDef{}}; },
        [] { return JointDef{PrismaticJointDef{}}; }, [] { return JointDef{WeldJointDef{}}; },
        [] { return JointDef{WheelJointDef{}}; },     [] { return JointDef{MotorJointDef{}}; },
        [] { return JointDef{MouseJointDef{}}; }};
    return makers[static_cast<std::size_t>(kind)]();
}

/// False, and an error, if the id is taken.
bool register_joint_id(SceneContext& context, const Cursor& at, const std::string& id) {
    if (context.joint_ids.insert(id).second) return true;
    context.sink.error(at, fmt::format("there is already a joint \"{}\"", id), "give it another id");
    return false;
}

void read_joint(SceneContext& context, const Cursor& at) {
    DiagnosticSink& sink = context.sink;
    const std::string* name = id_of(*at.value);
    ObjectReader object(sink, at, name == nullptr ? "the joint" : fmt::format("joint \"{}\"", *name));
    const auto at_type = object.require("type", "write \"type\": \"revolute\", \"distance\", ...");
    const auto kind = at_type ? read_choice(sink, *at_type, joint_choices()) : std::nullopt;
    if (!kind) return;
    JointTemplate joint;
    joint.def = def_of_kind(*kind);
    joint.id = fmt::format("joint-{}", at.index);
    const auto at_id = object.find("id");
    if (at_id) joint.id = read_id(sink, *at_id).value_or(joint.id);
    const bool is_complete = std::visit([&](auto& def) { return read_def(object, def, joint); }, joint.def);
    std::optional<Repeat> repeat;
    const auto at_repeat = object.find("repeat");
    if (at_repeat) repeat = read_repeat(sink, *at_repeat);
    object.finish();
    if (!at_repeat) register_joint_id(context, at_id.value_or(at), joint.id);
    if (!is_complete || (at_repeat && !repeat)) return;
    if (!repeat) {
        add_joint(context, joint, nullptr, 0, {});
        return;
    }
    int i = 0;
    for (const Offset& offset : offsets(*repeat, context.scene.seed, joint.id)) {
        JointTemplate copy = joint;
        copy.id = fmt::format("{}-{}", joint.id, i);
        if (!register_joint_id(context, at_id.value_or(at), copy.id)) return;
        if (!add_joint(context, copy, &*repeat, i, offset.position)) return;
        ++i;
    }
}

}  // namespace

void read_motor(ObjectReader& owner, JointMotor& out) {
    const auto at = owner.find("motor");
    if (!at) return;
    ObjectReader object(owner.sink(), *at, "the motor");
    out.enabled = true;
    object.boolean("enabled", out.enabled);
    object.number("speed", out.speed);
    object.number("max_force", out.max_force, not_negative);
    object.finish();
    if (!out.enabled || out.speed == 0.0f || out.max_force > 0.0f) return;
    owner.sink().warning(
        *at,
        fmt::format("the motor of {} has no effect: its speed is {:g}, but its \"max_force\" is 0",
                    owner.name(), out.speed),
        "write \"max_force\": 100, for example (N, or N·m for a hinge), or \"enabled\": false");
}

namespace {

/// A coordinate: metres, or an angle in radians or as "30deg".
void read_coordinate(ObjectReader& object, std::string_view key, const Coordinate& coordinate, float& out) {
    if (coordinate.is_angle) {
        object.angle(key, out);
    } else {
        object.number(key, out, coordinate.lengths);
    }
}

}  // namespace

std::string_view kind_of(const JointDef& def) {
    const Choices kinds = joint_choices();
    return kinds.available[def.index()].name;
}

void read_limit(ObjectReader& joint, const Coordinate& coordinate, JointLimit& out) {
    const auto at = joint.find("limit");
    if (!at) return;
    ObjectReader object(joint.sink(), *at, "the limit");
    out.enabled = true;
    object.boolean("enabled", out.enabled);
    read_coordinate(object, "lower", coordinate, out.lower);
    read_coordinate(object, "upper", coordinate, out.upper);
    if (out.lower > out.upper) {
        joint.sink().error(*at, "\"upper\" must not be less than \"lower\"", "swap them");
    }
    object.finish();
}

void read_spring(ObjectReader& joint, const Coordinate& coordinate, JointSpring& out) {
    const auto at = joint.find("spring");
    if (!at) return;
    ObjectReader object(joint.sink(), *at, "the spring");
    out.enabled = true;
    object.boolean("enabled", out.enabled);
    object.number("frequency", out.frequency, spring_frequency_range);
    object.number("damping_ratio", out.damping_ratio, not_negative);
    read_coordinate(object, "target", {.is_angle = coordinate.is_angle}, out.target);
    object.finish();
}

void read_joints(SceneContext& context, const Cursor& at) {
    const JsonValue::Array* items = read_array(context.sink, at, 0, 1'000'000);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        read_joint(context, at.item(i));
    }
}

}  // namespace toibox::scene
