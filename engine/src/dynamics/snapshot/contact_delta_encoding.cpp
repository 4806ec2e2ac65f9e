// SPDX-License-Identifier: MIT
#include "dynamics/snapshot/contact_delta_encoding.h"

#include <algorithm>
#include <bit>

namespace toibox {

namespace {

void xor_bits(float& value, float predicted) {
    value =
        std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) ^ std::bit_cast<std::uint32_t>(predicted));
}
void xor_bits(Vec2& value, Vec2 predicted) {
    xor_bits(value.x, predicted.x);
    xor_bits(value.y, predicted.y);
}

/// XORs each predictable field with its prediction from the poses `a` and `b` of the bodies.
void xor_predicted_fields(const BodyPose& a, const BodyPose& b, Contact& contact) {
    const Vec2 from_b_to_a = a.center - b.center;
    const bool has_base = contact.base.reach >= 0.0f;
    for (std::size_t i = 0; i < std::min<std::size_t>(contact.count, contact.points.size()); ++i) {
        ContactPoint& point = contact.points[i];
        const Vec2 r_b = point.r_a + from_b_to_a;
        xor_bits(point.r_b, r_b);
        if (!has_base) continue;
        xor_bits(point.local_a, inv_rotate(a.rotation, point.r_a - contact.rounding_a * contact.normal));
        xor_bits(point.local_b, inv_rotate(b.rotation, r_b + contact.rounding_b * contact.normal));
        xor_bits(point.base_separation, point.separation);
    }
    if (!has_base) return;
    xor_bits(contact.base.offset, inv_rotate(a.rotation, b.center - a.center));
    const Rot relative_rotation = inverse(a.rotation) * b.rotation;
    xor_bits(contact.base.turn.c, relative_rotation.c);
    xor_bits(contact.base.turn.s, relative_rotation.s);
}

}  // namespace

void toggle_delta_encoding(const WorldState& state, Contact& contact) {
    const std::vector<BodyMotion>& motion = state.bodies.motion;
    if (contact.body_a >= motion.size() || contact.body_b >= motion.size()) return;
    xor_predicted_fields(motion[contact.body_a].start, motion[contact.body_b].start, contact);
}

}  // namespace toibox
