// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/scene.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace toibox::scene::test {

inline bool are_equal(const ShapeEntry& a, const ShapeEntry& b) {
    return a.shape == b.shape && a.color == b.color && a.def.material == b.def.material &&
           a.def.filter == b.def.filter && a.def.sensor == b.def.sensor && a.def.one_way == b.def.one_way;
}

inline bool are_equal(const BodyDef& a, const BodyDef& b) {
    return a.type == b.type && a.position == b.position && a.angle == b.angle &&
           a.linear_velocity == b.linear_velocity && a.angular_velocity == b.angular_velocity &&
           a.linear_damping == b.linear_damping && a.angular_damping == b.angular_damping &&
           a.gravity_scale == b.gravity_scale && a.bullet == b.bullet &&
           a.fixed_rotation == b.fixed_rotation && a.lock_x == b.lock_x && a.lock_y == b.lock_y &&
           a.allow_sleep == b.allow_sleep && a.mass == b.mass && a.continuous == b.continuous;
}

inline bool are_equal(const BodyEntry& a, const BodyEntry& b) {
    return a.id == b.id && are_equal(a.def, b.def) &&
           std::ranges::equal(a.shapes, b.shapes,
                              [](const ShapeEntry& x, const ShapeEntry& y) { return are_equal(x, y); });
}

inline bool are_equal(const EmitterEntry& a, const EmitterEntry& b) {
    return are_equal(a.body, b.body) && a.first == b.first && a.every == b.every && a.count == b.count &&
           a.lifetime == b.lifetime && a.jitter.position == b.jitter.position &&
           a.jitter.angle == b.jitter.angle && a.jitter.velocity == b.jitter.velocity &&
           a.jitter.spin == b.jitter.spin;
}

inline bool are_equal(const WindEntry& a, const WindEntry& b) {
    return a.box == b.box && a.velocity == b.velocity && a.drag == b.drag && a.first == b.first &&
           a.end == b.end;
}

inline bool are_equal(const WheelRayEntry& a, const WheelRayEntry& b) {
    return a.body == b.body && a.at == b.at && a.direction == b.direction && a.length == b.length &&
           a.frequency == b.frequency && a.damping_ratio == b.damping_ratio && a.friction == b.friction &&
           a.motor == b.motor;
}

inline bool are_equal(const WalkerEntry& a, const WalkerEntry& b) {
    return a.body == b.body && a.skin == b.skin && a.slides == b.slides && a.max_slope == b.max_slope &&
           a.carried == b.carried;
}

inline bool are_equal(const JointEntry& a, const JointEntry& b) {
    return a.id == b.id && a.body_a == b.body_a && a.body_b == b.body_b && a.def.index() == b.def.index();
}

inline bool are_equal(const Event& a, const Event& b) {
    if (a.step != b.step || a.action.index() != b.action.index()) return false;
    const auto* settings = std::get_if<action::SetSettings>(&a.action);
    return settings == nullptr || settings->settings == std::get<action::SetSettings>(b.action).settings;
}

inline bool are_equal(const Claim& a, const Claim& b) {
    return a.text == b.text && a.when == b.when && a.at == b.at;
}

/// "body 3" if the fourth entries of a list named "body" differ; "number of body entries"; empty if equal.
template <class Entry>
std::string difference(const std::string& name, const std::vector<Entry>& a, const std::vector<Entry>& b) {
    if (a.size() != b.size()) return "number of " + name + " entries";
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!are_equal(a[i], b[i])) return name + " " + std::to_string(i);
    }
    return {};
}

/// The first part in which two scenes differ; empty if no difference is found. Most parts are compared
/// completely, these only in part:
/// - joints: ids, bodies and kind;
/// - events: step, kind and world settings;
/// - claims: text and time;
/// - parameters, variants, lessons, queries, probes and sweeps: their number.
/// The view is not compared.
inline std::string difference(const Scene& a, const Scene& b) {
    if (a.title != b.title || a.goal != b.goal || a.variant != b.variant) return "title";
    if (a.step != b.step || a.duration != b.duration || a.seed != b.seed) return "time";
    if (!(a.settings == b.settings)) return "settings";
    for (const std::string& text : {
             difference("body", a.bodies, b.bodies),
             difference("emitter", a.emitters, b.emitters),
             difference("wind", a.winds, b.winds),
             difference("wheel ray", a.wheel_rays, b.wheel_rays),
             difference("walker", a.walkers, b.walkers),
             difference("joint", a.joints, b.joints),
             difference("event", a.timeline, b.timeline),
             difference("claim", a.expect, b.expect),
         }) {
        if (!text.empty()) return text;
    }
    if (a.parameters.size() != b.parameters.size() || a.variants.size() != b.variants.size())
        return "variants";
    if (a.lesson.size() != b.lesson.size() || a.queries.size() != b.queries.size())
        return "lesson or queries";
    if (a.probes.size() != b.probes.size() || a.sweeps.size() != b.sweeps.size()) return "probes or sweeps";
    return {};
}

}  // namespace toibox::scene::test
