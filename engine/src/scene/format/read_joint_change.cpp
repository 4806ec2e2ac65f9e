// SPDX-License-Identifier: MIT
// Reads `set_joint` events: looks for the keys of all kinds of joint, and reports keys that this joint's kind
// does not have.
#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include "scene/format/scene_readers.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

constexpr Range rod_length_range{.min = 0.0, .above_min = true, .hint = "write metres, for example 0.5"};

/// Reads each key that a joint of kind Def has into the definition and the change.
template <class Def>
struct ChangeReader {
    ObjectReader& object;
    Def& def;
    JointChange& change;
    std::vector<std::string_view> keys{};  ///< Keys that this kind has.

    /// Calls read(key, value) if the key is present, and stores the value in the change.
    template <class T, class U, class Read>
    void take(std::string_view key, T& value, std::optional<U>& out, Read read) {
        keys.push_back(key);
        if (!object.find(key)) return;
        read(key, value);
        out = static_cast<U>(value);
    }

    void read() {
        const auto number = [&](std::string_view key, float& out) { object.number(key, out); };
        const auto non_negative = [&](std::string_view key, float& out) {
            object.number(key, out, not_negative);
        };
        const auto angle = [&](std::string_view key, float& out) { object.angle(key, out); };
        const auto vector = [&](std::string_view key, Vec2& out) { object.vec2(key, out); };
        if constexpr (requires { def.limit; }) {
            constexpr Coordinate coordinate = coordinate_of<Def>();
            take("limit", def.limit, change.limit,
                 [&](std::string_view, JointLimit& out) { read_limit(object, coordinate, out); });
            take("motor", def.motor, change.motor,
                 [&](std::string_view, JointMotor& out) { read_motor(object, out); });
            take("spring", def.spring, change.spring,
                 [&](std::string_view, JointSpring& out) { read_spring(object, coordinate, out); });
        }
        if constexpr (requires { def.length; }) {
            float length = 1.0f;
            take("length", length, change.length,
                 [&](std::string_view key, float& out) { object.number(key, out, rod_length_range); });
        }
        if constexpr (requires { def.target; }) take("target", def.target, change.target, vector);
        if constexpr (requires { def.linear_offset; }) {
            Vec2 linear;
            float angular = 0.0f;
            take("linear_offset", linear, change.linear_offset, vector);
            take("angular_offset", angular, change.angular_offset, angle);
            take("linear_velocity", def.linear_velocity, change.linear_velocity, vector);
            take("angular_velocity", def.angular_velocity, change.angular_velocity, number);
        }
        if constexpr (requires { def.max_force; })
            take("max_force", def.max_force, change.max_force, non_negative);
        if constexpr (requires { def.max_torque; })
            take("max_torque", def.max_torque, change.max_torque, non_negative);
        if constexpr (requires { def.break_force; })
            take("break_force", def.break_force, change.break_force, non_negative);
        if constexpr (requires { def.break_torque; })
            take("break_torque", def.break_torque, change.break_torque, non_negative);
    }
};

constexpr std::array<std::string_view, 13> all_keys{
    "limit",         "motor",          "spring",          "length",           "target",
    "linear_offset", "angular_offset", "linear_velocity", "angular_velocity", "max_force",
    "max_torque",    "break_force",    "break_torque"};

/// The joint before the event; null if it could not be read.
const JointDef* joint_before(const SceneContext& context, const std::string& id,
                             const ChangedJoints& changed) {
    if (const auto found = changed.find(id); found != changed.end()) return &found->second;
    const auto has_id = [&](const JointEntry& joint) { return joint.id == id; };
    const auto found = std::find_if(context.scene.joints.begin(), context.scene.joints.end(), has_id);
    return found != context.scene.joints.end() ? &found->def : nullptr;
}

/// Whether no key of the event changes the joint.
bool changes_nothing(const ObjectReader& object) {
    const JsonValue::Object* members = object.at().value->object();
    return std::all_of(members->begin(), members->end(), [](const JsonMember& member) {
        return member.key == "at" || member.key == "do" || member.key == "joint" ||
               is_ignored_key(member.key);
    });
}

/// The id of a joint; an error if there is no such joint.
std::optional<std::string> read_joint_id(SceneContext& context, const Cursor& at) {
    std::optional<std::string> id = read_text(context.sink, at);
    if (!id || context.joint_ids.contains(*id)) return id;
    std::vector<std::string_view> known(context.joint_ids.begin(), context.joint_ids.end());
    if (known.size() > tuning::max_candidates) known.resize(tuning::max_candidates);
    context.sink.error(at, fmt::format("there is no joint \"{}\"", *id),
                       known.empty() ? "define it under \"joints\", with an \"id\"" : suggestion(*id, known));
    return std::nullopt;
}

}  // namespace

std::optional<action::SetJoint> read_joint_change(SceneContext& context, ObjectReader& object,
                                                  ChangedJoints& changed) {
    DiagnosticSink& sink = context.sink;
    const std::size_t errors_before = sink.error_count();
    const auto at = object.require("joint", "name the joint, \"joint\": \"hinge\"");
    const auto id = at ? read_joint_id(context, *at) : std::nullopt;
    std::vector<std::string_view> given_keys;
    for (const std::string_view key : all_keys) {
        if (object.find(key)) given_keys.push_back(key);
    }
    if (id && changes_nothing(object)) {
        sink.error(object.at(), "the event does not change the joint",
                   "write \"motor\": {\"speed\": 2, \"max_force\": 100}, for example");
    }
    const JointDef* before = id ? joint_before(context, *id, changed) : nullptr;
    if (before == nullptr) return std::nullopt;
    action::SetJoint out{.joint = *id, .change = {}};
    JointDef def = *before;
    const std::vector<std::string_view> supported_keys = std::visit(
        [&]<class Def>(Def& joint) {
            ChangeReader<Def> reader{object, joint, out.change};
            reader.read();
            return reader.keys;
        },
        def);
    for (const std::string_view key : given_keys) {
        if (std::find(supported_keys.begin(), supported_keys.end(), key) != supported_keys.end()) continue;
        sink.error_at_key(
            *object.find(key),
            fmt::format("joint \"{}\" is a {} joint, which has no \"{}\"", *id, kind_of(def), key),
            fmt::format("it has: {}", fmt::join(supported_keys, ", ")));
    }
    if (sink.error_count() != errors_before) return std::nullopt;
    changed.insert_or_assign(*id, std::move(def));
    return out;
}

}  // namespace toibox::scene
