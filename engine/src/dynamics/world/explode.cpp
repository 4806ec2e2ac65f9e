// SPDX-License-Identifier: MIT
// An explosion as one radial impulse per shape. The impulse is proportional to the width of the shape as seen
// from the centre of the explosion, so a crate flies as far as the same crate cut into planks. Shapes do not
// shield each other. As in Box2D v3, strength is impulse per projected length. In contrast to Box2D, that
// length is at most the diameter of the blast, so that the far end of a long plank near a small charge does
// not add to the impulse.
#include "toibox/dynamics/world.h"
#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/mass.h"
#include "toibox/narrow/gjk.h"

#include "dynamics/state/activity.h"
#include "dynamics/state/def_check.h"

namespace toibox {
namespace {

struct BlastImpulse {
    Vec2d impulse;
    Vec2d point;
};

/// Fraction of the full strength at the given distance from the centre of the explosion.
double strength(const ExplosionDef& def, double distance) {
    const double radius = static_cast<double>(def.radius);
    if (distance <= radius) return 1.0;
    const double falloff = static_cast<double>(def.falloff);
    return distance < radius + falloff ? 1.0 - (distance - radius) / falloff : 0.0;
}

/// Width of the shape perpendicular to `direction`, metres.
double width_across(const ConvexProxy& proxy, const Transformd& frame, Vec2d direction) {
    const Vec2d perpendicular = inv_rotate(frame.q, left_perp(direction));
    double low = dot(proxy.points[0], perpendicular);
    double high = low;
    for (const Vec2d point : proxy.points) {
        const double projection = dot(point, perpendicular);
        if (projection < low) low = projection;
        if (projection > high) high = projection;
    }
    return high - low + 2.0 * proxy.radius;
}

BlastImpulse blast_impulse_on(const ExplosionDef& def, const Shape& shape, const Transformd& frame) {
    const ConvexProxyBuffer buffer(shape);
    const Vec2d center = widen(def.position);
    const Vec2d origin;
    const ConvexProxy charge{{&origin, 1}, 0.0};
    const GjkResult nearest = gjk_distance(buffer.proxy(), frame, charge, {center, {}});
    const double fraction = strength(def, nearest.distance);
    Vec2d direction = -nearest.normal;
    Vec2d point = nearest.point_a;
    if (direction ==
        Vec2d{}) {  // The explosion is centred inside the shape: push the shape's centroid away from there.
        point = transform_point(frame, widen(mass_properties(shape, 1.0f).center));
        direction = normalized(point - center);
    }
    const double width = width_across(buffer.proxy(), frame, direction);
    const double reach = 2.0 * (static_cast<double>(def.radius) + static_cast<double>(def.falloff));
    const double length = width < reach ? width : reach;
    return {(fraction * static_cast<double>(def.impulse_per_length) * length) * direction, point};
}

}  // namespace

void World::explode(const ExplosionDef& def) {
    TOIBOX_ASSERT(!check(def));
    const float reach = def.radius + def.falloff;
    const Aabb box{def.position - Vec2{reach, reach}, def.position + Vec2{reach, reach}};
    query_aabb(box, [&](ShapeHandle handle) {
        const std::uint32_t shape = handle.index;
        const std::uint32_t body = state_->shapes.body[shape];
        if (state_->bodies.info[body].type != BodyType::Dynamic || state_->shapes.sensor[shape] != 0 ||
            (state_->shapes.filter[shape].category & def.mask) == 0) {
            return true;
        }
        const BlastImpulse blast =
            blast_impulse_on(def, state_->shapes.geometry[shape], widen(body_transform(*state_, body)));
        if (blast.impulse != Vec2d{}) {
            BodyView(*this, body).apply_impulse(narrow(blast.impulse), narrow(blast.point));
        }
        return true;
    });
}

}  // namespace toibox
