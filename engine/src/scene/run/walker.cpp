// SPDX-License-Identifier: MIT
// The surroundings of a walker: moving bodies, obstacles, and the ground under it. Ground is within reach and
// no steeper than the walker's `max_slope`, measured against gravity. Of several surfaces, the one nearest to
// the body's centre is used, so that a walker across a gap stands on the side where most of the walker is.
#include "scene/run/walker.h"

#include "toibox/geometry/bounds.h"
#include "toibox/math/trig.h"
#include "toibox/narrow/gjk.h"
#include "toibox/narrow/penetration.h"
#include "toibox/scene/tuning.h"

namespace toibox::scene {

Vec2d KnownMotion::mean_velocity_at(Vec2d point) const {
    const Vec2d arm = point - center;
    return velocity + (1.0 / seconds) * (rotate(make_rotd(spin * seconds), arm) - arm);
}

KnownMotion known_motion(const BodyView& body, double seconds) {
    const BodyVelocity velocity = body.velocity();
    return {.center = widen(body.center()),
            .velocity = widen(velocity.linear),
            .spin = static_cast<double>(velocity.angular),
            .seconds = seconds};
}

void KinematicSet::add(const World& world, const BodyView& body, double seconds) {
    const BodyVelocity velocity = body.velocity();
    if (velocity.linear == Vec2{} && velocity.angular == 0.0f) return;
    KinematicMotion motion{.body = body.handle(), .motion = known_motion(body, seconds), .box = empty_aabb};
    for (const ShapeHandle shape : body.shapes())
        motion.box = merged(motion.box, compute_aabb(world.find(shape)->geometry, body.transform()));
    motions.push_back(motion);
    if (is_moving.size() <= motion.body.index) is_moving.resize(motion.body.index + 1);
    is_moving[motion.body.index] = 1;
}

bool is_obstacle(const Walker& walker, const ShapeView& own, const ShapeView& other) {
    return other.body != walker.body.handle() && !other.sensor && may_collide(own.filter, other.filter) &&
           !walker.world.lets_pass(other.handle, own.handle);
}

Transform pose_at(const Walker& walker, Vec2d displacement) {
    const Transformd frame = widen(walker.body.transform());
    return narrow(Transformd{frame.p + displacement, frame.q});
}

ShapeDistance distance_to(const Walker& walker, Vec2d displacement, const ShapeView& own,
                          const ShapeView& other) {
    const ConvexProxyBuffer own_proxy(own.geometry);
    const ConvexProxyBuffer other_proxy(other.geometry);
    const Transformd pose = widen(pose_at(walker, displacement));
    const Transformd frame = widen(walker.world.find(other.body)->transform());
    const GjkResult apart = gjk_distance(other_proxy.proxy(), frame, own_proxy.proxy(), pose);
    if (apart.distance > 0.0) return {other.handle, apart.distance, apart.point_a, apart.normal};
    const Penetration inside = penetration(other_proxy.proxy(), frame, own_proxy.proxy(), pose);
    return {other.handle, -inside.depth, apart.point_a, inside.normal};
}

bool is_ground(const Walker& walker, Vec2d normal) {
    const double min_cosine = sin_cos(static_cast<double>(walker.entry.max_slope)).cos;
    return walker.up != Vec2d{} && dot(normal, walker.up) >= min_cosine - tuning::slope_rounding;
}

std::optional<Footing> find_footing(const Walker& walker, Vec2d displacement) {
    std::optional<Footing> footing;
    if (walker.up == Vec2d{}) return footing;
    const double reach = tuning::footing_reach * static_cast<double>(walker.entry.skin);
    const ConvexProxyBuffer center_point(Circle{.radius = 0.0f});
    const Transformd center{widen(walker.body.center()) + displacement, {}};
    double nearest = 0.0;
    for_each_solid(walker, [&](const ShapeView& own) {
        const Aabb around =
            fattened(compute_aabb(own.geometry, pose_at(walker, displacement)), static_cast<float>(reach));
        walker.world.query_aabb(around, [&](ShapeHandle handle) {
            const ShapeView other = *walker.world.find(handle);
            if (!is_obstacle(walker, own, other)) return true;
            const ShapeDistance found = distance_to(walker, displacement, own, other);
            if (found.distance > reach || !is_ground(walker, found.normal)) return true;
            const BodyView body = *walker.world.find(other.body);
            const ConvexProxyBuffer ground(other.geometry);
            const double distance =
                gjk_distance(ground.proxy(), widen(body.transform()), center_point.proxy(), center).distance;
            if (footing && distance >= nearest) return true;
            nearest = distance;
            const double own_speed = static_cast<double>(own.material.tangent_speed);
            footing = Footing{.normal = found.normal,
                              .gap = found.distance,
                              .velocity = {},
                              .tangent_speed = own_speed + static_cast<double>(other.material.tangent_speed)};
            if (body.info().type == BodyType::Kinematic)
                footing->velocity = known_motion(body, walker.seconds).mean_velocity_at(center.p);
            return true;
        });
    });
    return footing;
}

Vec2d turned_along_ground(const Walker& walker, Vec2d normal, Vec2d relative) {
    const double rise = dot(relative, walker.up);
    if (!(rise < 0.0)) return relative;
    const Vec2d tangent = right_perp(normal);
    return dot(relative - rise * walker.up, tangent) * tangent;
}

}  // namespace toibox::scene
