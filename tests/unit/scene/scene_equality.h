// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/scene.h"

#include <string>

namespace toibox::scene::test {

/// The first part in which two scenes differ; empty if they are identical bit for bit. Claims are compared by
/// text and time.
inline std::string difference(const Scene& a, const Scene& b) {
    const auto same_body = [](const BodyEntry& x, const BodyEntry& y) {
        const BodyDef& p = x.def;
        const BodyDef& q = y.def;
        bool same = x.id == y.id && p.type == q.type && p.position == q.position && p.angle == q.angle &&
                    p.linear_velocity == q.linear_velocity && p.angular_velocity == q.angular_velocity &&
                    p.linear_damping == q.linear_damping && p.angular_damping == q.angular_damping &&
                    p.gravity_scale == q.gravity_scale && p.bullet == q.bullet &&
                    p.fixed_rotation == q.fixed_rotation && p.lock_x == q.lock_x && p.lock_y == q.lock_y &&
                    p.allow_sleep == q.allow_sleep && p.mass == q.mass && p.continuous == q.continuous &&
                    x.shapes.size() == y.shapes.size();
        for (std::size_t i = 0; same && i < x.shapes.size(); ++i) {
            const ShapeEntry& s = x.shapes[i];
            const ShapeEntry& t = y.shapes[i];
            same = s.shape == t.shape && s.color == t.color && s.def.material == t.def.material &&
                   s.def.filter == t.def.filter && s.def.sensor == t.def.sensor &&
                   s.def.one_way == t.def.one_way;
        }
        return same;
    };
    if (a.title != b.title || a.goal != b.goal || a.variant != b.variant) return "title";
    if (a.step != b.step || a.duration != b.duration || a.seed != b.seed) return "time";
    if (!(a.settings == b.settings)) return "settings";
    if (a.bodies.size() != b.bodies.size()) return "bodies";
    for (std::size_t i = 0; i < a.bodies.size(); ++i) {
        if (!same_body(a.bodies[i], b.bodies[i])) return "body " + a.bodies[i].id;
    }
    if (a.emitters.size() != b.emitters.size()) return "emitters";
    for (std::size_t i = 0; i < a.emitters.size(); ++i) {
        const EmitterEntry& p = a.emitters[i];
        const EmitterEntry& q = b.emitters[i];
        if (!same_body(p.body, q.body) || p.first != q.first || p.every != q.every || p.count != q.count ||
            p.lifetime != q.lifetime || p.jitter.position != q.jitter.position ||
            p.jitter.angle != q.jitter.angle || p.jitter.velocity != q.jitter.velocity ||
            p.jitter.spin != q.jitter.spin) {
            return "emitter " + p.body.id;
        }
    }
    if (a.winds.size() != b.winds.size()) return "winds";
    for (std::size_t i = 0; i < a.winds.size(); ++i) {
        const WindEntry& p = a.winds[i];
        const WindEntry& q = b.winds[i];
        if (!(p.box == q.box) || p.velocity != q.velocity || p.drag != q.drag || p.first != q.first ||
            p.end != q.end) {
            return "wind " + std::to_string(i);
        }
    }
    if (a.wheel_rays.size() != b.wheel_rays.size()) return "wheel rays";
    for (std::size_t i = 0; i < a.wheel_rays.size(); ++i) {
        const WheelRayEntry& p = a.wheel_rays[i];
        const WheelRayEntry& q = b.wheel_rays[i];
        if (p.body != q.body || p.at != q.at || p.direction != q.direction || p.length != q.length ||
            p.frequency != q.frequency || p.damping_ratio != q.damping_ratio || p.friction != q.friction ||
            !(p.motor == q.motor)) {
            return "wheel ray " + std::to_string(i);
        }
    }
    if (a.walkers.size() != b.walkers.size()) return "walkers";
    for (std::size_t i = 0; i < a.walkers.size(); ++i) {
        const WalkerEntry& p = a.walkers[i];
        const WalkerEntry& q = b.walkers[i];
        if (p.body != q.body || p.skin != q.skin || p.slides != q.slides || p.max_slope != q.max_slope ||
            p.carried != q.carried)
            return "walker " + p.body;
    }
    if (a.joints.size() != b.joints.size()) return "joints";
    for (std::size_t i = 0; i < a.joints.size(); ++i) {
        const JointEntry& p = a.joints[i];
        const JointEntry& q = b.joints[i];
        if (p.id != q.id || p.body_a != q.body_a || p.body_b != q.body_b || p.def.index() != q.def.index()) {
            return "joint " + p.id;
        }
    }
    if (a.timeline.size() != b.timeline.size()) return "timeline";
    for (std::size_t i = 0; i < a.timeline.size(); ++i) {
        const Event& p = a.timeline[i];
        const Event& q = b.timeline[i];
        if (p.step != q.step || p.action.index() != q.action.index()) return "event " + std::to_string(i);
        const auto* p_set = std::get_if<action::SetSettings>(&p.action);
        if (p_set != nullptr && !(p_set->settings == std::get<action::SetSettings>(q.action).settings)) {
            return "event " + std::to_string(i);
        }
    }
    if (a.parameters.size() != b.parameters.size() || a.variants.size() != b.variants.size())
        return "variants";
    if (a.lesson.size() != b.lesson.size() || a.queries.size() != b.queries.size())
        return "lesson or queries";
    if (a.probes.size() != b.probes.size()) return "probes";
    if (a.sweeps.size() != b.sweeps.size() || a.expect.size() != b.expect.size()) return "sweeps or claims";
    for (std::size_t i = 0; i < a.expect.size(); ++i) {
        if (a.expect[i].text != b.expect[i].text || a.expect[i].when != b.expect[i].when ||
            a.expect[i].at != b.expect[i].at) {
            return "claim " + a.expect[i].text;
        }
    }
    return {};
}

}  // namespace toibox::scene::test
