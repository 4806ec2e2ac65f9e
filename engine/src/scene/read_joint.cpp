// SPDX-License-Identifier: MIT
#include "toibox/scene/suggest.h"

#include "format_names.h"
#include "read_parts.h"

#include <charconv>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace toibox::scene {

namespace {

/// "plank-{i}" and "plank-{i+1}" for copy i of a repeated joint. Nothing if a brace is not closed or holds
/// something else.
std::optional<std::string> filled_in(std::string_view pattern, int i) {
    std::string out;
    while (!pattern.empty()) {
        const std::size_t open = pattern.find('{');
        out += pattern.substr(0, open);
        if (open == std::string_view::npos) break;
        const std::size_t close = pattern.find('}', open);
        if (close == std::string_view::npos || pattern[open + 1] != 'i') return std::nullopt;
        std::string_view shift = pattern.substr(open + 2, close - open - 2);
        int by = 0;
        if (shift.starts_with('+')) shift.remove_prefix(1);
        if (!shift.empty()) {
            const auto [end, error] = std::from_chars(shift.data(), shift.data() + shift.size(), by);
            if (error != std::errc{} || end != shift.data() + shift.size()) return std::nullopt;
        }
        out += std::to_string(std::int64_t{i} + by);
        pattern.remove_prefix(close + 1);
    }
    return out;
}

/// The ends and points of a joint as they are written; copies are made of it.
struct JointTemplate {
    std::string id;
    std::optional<Cursor> a;
    std::optional<Cursor> b;
    Vec2 anchor;  ///< Of a mouse joint: the point that is held.
    bool collide_connected = false;
    MouseJointDef mouse;
    JointKind kind = JointKind::Revolute;
};

std::optional<std::string> body_of_copy(SceneContext& context, const Cursor& at, const Repeat* repeat,
                                        int i) {
    if (repeat == nullptr) return read_body_id(context, at);
    const std::optional<std::string> pattern = read_text(context.reading, at);
    if (!pattern) return std::nullopt;
    std::optional<std::string> id = filled_in(*pattern, i);
    if (!id) {
        context.reading.error(at, fmt::format("\"{}\" is no pattern of ids", *pattern),
                              "write \"plank-{i}\" and \"plank-{i+1}\"");
        return std::nullopt;
    }
    if (!context.body_ids.contains(*id)) {
        context.reading.error(at, fmt::format("there is no body \"{}\", which copy {} needs", *id, i),
                              "lower \"count\", or shift with {i+1}, {i-1}");
        return std::nullopt;
    }
    return id;
}

/// False if something is wrong with it; then further copies would only say the same again.
bool add_joint(SceneContext& context, const JointTemplate& joint, const Repeat* repeat, int i, Vec2d shift) {
    const auto b = joint.b ? body_of_copy(context, *joint.b, repeat, i) : std::nullopt;
    if (joint.kind == JointKind::Revolute) {
        const auto a = joint.a ? body_of_copy(context, *joint.a, repeat, i) : std::nullopt;
        if (!a || !b) return false;
        if (*a == *b) {
            context.reading.error(*joint.b, fmt::format("the joint ties body \"{}\" to itself", *a),
                                  "name two bodies");
            return false;
        }
        RevoluteJointDef def;
        def.anchor = narrow(widen(joint.anchor) + shift);
        def.collide_connected = joint.collide_connected;
        context.scene.joints.push_back({joint.id, *a, *b, def});
        return true;
    }
    if (!b) return false;
    MouseJointDef def = joint.mouse;
    def.point = narrow(widen(joint.anchor) + shift);
    def.target = narrow(widen(joint.mouse.target) + shift);
    context.scene.joints.push_back({joint.id, "", *b, def});
    return true;
}

bool read_point(ObjectReader& object, std::string_view key, std::string_view hint, Vec2& out) {
    const auto at = object.require(key, hint);
    const auto point = at ? read_vec2(object.reading(), *at) : std::nullopt;
    if (point) out = *point;
    return point.has_value();
}

bool read_ties(ObjectReader& object, JointTemplate& joint) {
    if (joint.kind == JointKind::Revolute) {
        joint.a = object.require("a", "name the first body");
        joint.b = object.require("b", "name the second body");
        object.boolean("collide_connected", joint.collide_connected);
        return read_point(object, "anchor", "write the common point in the world, \"anchor\": [x, y]",
                          joint.anchor);
    }
    joint.b = object.require("body", "name the body that is held");
    object.number("frequency", joint.mouse.frequency, positive);
    object.number("damping_ratio", joint.mouse.damping_ratio, not_negative);
    object.number("max_force", joint.mouse.max_force, not_negative);
    const bool has_point =
        read_point(object, "point", "write where the body is held, \"point\": [x, y]", joint.anchor);
    const bool has_target =
        read_point(object, "target", "write where it is pulled to, \"target\": [x, y]", joint.mouse.target);
    return has_point && has_target;
}

void read_joint(SceneContext& context, const Cursor& at, std::set<std::string, std::less<>>& ids) {
    Reading& reading = context.reading;
    const std::string* name = id_of(*at.value);
    ObjectReader object(reading, at, name == nullptr ? "the joint" : fmt::format("joint \"{}\"", *name));
    const auto at_type = object.require("type", "write \"type\": \"revolute\" or \"mouse\"");
    const auto kind = at_type ? read_choice(reading, *at_type, joint_choices()) : std::nullopt;
    if (!kind) return;
    JointTemplate joint;
    joint.kind = static_cast<JointKind>(*kind);
    joint.id = fmt::format("joint-{}", at.index);
    const auto at_id = object.find("id");
    if (at_id) joint.id = read_id(reading, *at_id).value_or(joint.id);
    if (!ids.insert(joint.id).second) {
        reading.error(at_id.value_or(at), fmt::format("there is a joint \"{}\" already", joint.id),
                      "give it another id");
    }
    const bool is_complete = read_ties(object, joint);
    std::optional<Repeat> repeat;
    const auto at_repeat = object.find("repeat");
    if (at_repeat) repeat = read_repeat(reading, *at_repeat);
    object.finish();
    if (!is_complete || (at_repeat && !repeat)) return;
    if (!repeat) {
        add_joint(context, joint, nullptr, 0, {});
        return;
    }
    int i = 0;
    for (const Offset& offset : offsets(*repeat, context.scene.seed, joint.id)) {
        JointTemplate copy = joint;
        copy.id = fmt::format("{}-{}", joint.id, i);
        if (!add_joint(context, copy, &*repeat, i, offset.position)) return;
        ++i;
    }
}

}  // namespace

void read_joints(SceneContext& context, const Cursor& at) {
    const JsonValue::Array* items = read_array(context.reading, at, 0, 1'000'000);
    std::set<std::string, std::less<>> ids;
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        read_joint(context, at.item(i), ids);
    }
}

}  // namespace toibox::scene
