// SPDX-License-Identifier: MIT
// The tunnelling probe: ray casts along the paths of centres of mass, distances in the states before and
// after the step, and certified times of impact between these states.

#include "toibox/scene/tunnelling_probe.h"

#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/ray_cast.h"
#include "toibox/narrow/gjk.h"
#include "toibox/toi/toi.h"

#include "broad/box_index.h"
#include "dynamics/contacts/one_way.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace toibox::scene {

/// A body's motion over the step; at rest, both ends are the same.
struct TunnellingProbe::Path {
    BodyHandle body;
    Transformd start;
    Transformd end;
    Vec2d from;  ///< Centre of mass.
    Vec2d to;
    Vec2d local_center;
    double rotation = 0.0;  ///< Radians, unwrapped.
    double reach = 0.0;     ///< Maximum distance of the shapes from the centre of mass, metres.
    bool is_fast = false;   ///< Not static, and moved farther than the inner radius.

    [[nodiscard]] Sweep sweep() const { return {local_center, from, to, start.q, rotation}; }
};

namespace {

Transformd pose_of(const BodyView& body) {
    return widen(body.transform());
}

bool is_filtered_by_joint(const World& world, BodyHandle a, BodyHandle b) {
    for (const JointHandle handle : world.joints()) {
        const JointBase& joint = base_of(*world.find(handle));
        if (joint.collide_connected) continue;
        const bool same = joint.body_a == a.index && joint.body_b == b.index;
        const bool swapped = joint.body_a == b.index && joint.body_b == a.index;
        if (same || swapped) return true;
    }
    return false;
}

/// Whether the segment from `from` to `to`, in the shape's frame, enters and leaves the shape.
bool passes_through(const Shape& shape, Vec2d from, Vec2d to) {
    if (!ray_cast(shape, {}, {from, to}).hit) return false;
    return std::holds_alternative<Segment>(shape) || ray_cast(shape, {}, {to, from}).hit;
}

double distance_to_segment(Vec2d point, Vec2d from, Vec2d to) {
    const Vec2d along = to - from;
    const double length_sq = length_squared(along);
    const double t = length_sq > 0.0 ? std::clamp(dot(point - from, along) / length_sq, 0.0, 1.0) : 0.0;
    return distance(point, from + t * along);
}

bool are_separated(const Shape& a, const Transformd& pose_a, const Shape& b, const Transformd& pose_b) {
    const ConvexProxyBuffer proxy_a(a);
    const ConvexProxyBuffer proxy_b(b);
    return gjk_distance(proxy_a.proxy(), pose_a, proxy_b.proxy(), pose_b).distance > 0.0;
}

/// Whether two shapes touch during their sweeps.
bool touch_in_step(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b) {
    constexpr double touch_distance = 1e-6;  // metres
    const ConvexProxyBuffer proxy_a(a);
    const ConvexProxyBuffer proxy_b(b);
    const ToiInput input{proxy_a.proxy(), proxy_b.proxy(), sweep_a, sweep_b};
    const ToiOptions options{
        .target = touch_distance, .tolerance = 0.5 * touch_distance, .max_iterations = 1000};
    return time_of_impact(ToiMethod::Certified, input, options).state != ToiState::Separated;
}

/// Whether one-way shapes allow the pair to collide, given the poses at the start of the step.
bool one_way_collides(const World& world, const ShapeView& a, const Transformd& pose_a, const ShapeView& b,
                      const Transformd& pose_b) {
    if (a.one_way == Vec2{} && b.one_way == Vec2{}) return true;
    const double depth = one_way_depth(world.settings());
    return (a.one_way != Vec2{} &&
            lies_in_front({a.geometry, a.one_way, pose_a}, b.geometry, pose_b, depth)) ||
           (b.one_way != Vec2{} && lies_in_front({b.geometry, b.one_way, pose_b}, a.geometry, pose_a, depth));
}

/// Box of all points within `reach` of the path, enlarged to cover rounding.
Aabb bounds_of_path(Vec2d from, Vec2d to, double reach) {
    constexpr double rounding = 1e-6;
    const auto lower_bound = [&](double a, double b) {
        const double lower = std::min(a, b) - reach;
        return static_cast<float>(lower - rounding * (std::abs(lower) + reach));
    };
    return {{lower_bound(from.x, to.x), lower_bound(from.y, to.y)},
            {-lower_bound(-from.x, -to.x), -lower_bound(-from.y, -to.y)}};
}

}  // namespace

void TunnellingProbe::clear() {
    memory_.before.clear();
    memory_.impacts.clear();
}

void TunnellingProbe::begin_step(const World& world) {
    clear();
    for (const BodyHandle handle : world.bodies()) {
        const std::optional<const BodyView> body = world.find(handle);
        memory_.before.resize(handle.index + 1);
        memory_.before[handle.index] = {handle, pose_of(*body), widen(body->center()), body->angle()};
    }
}

void TunnellingProbe::record_impacts(const World& world) {
    for (const ImpactEvent& event : world.events().impact) {
        const std::optional<ShapeView> a = world.find(event.a);
        const std::optional<ShapeView> b = world.find(event.b);
        if (a && b) memory_.impacts.push_back({a->body, b->body});
    }
}

bool TunnellingProbe::had_impact(BodyHandle a, BodyHandle b) const {
    return std::any_of(memory_.impacts.begin(), memory_.impacts.end(), [&](const Crossing& pair) {
        return (pair.body == a && pair.other == b) || (pair.body == b && pair.other == a);
    });
}

std::vector<TunnellingProbe::Path> TunnellingProbe::paths(const World& world) const {
    std::vector<Path> paths;
    for (const BodyHandle handle : world.bodies()) {
        if (handle.index >= memory_.before.size() || memory_.before[handle.index].body != handle)
            continue;  // created in this step
        const BodyView body = *world.find(handle);
        const TunnellingMemory::StoredBody& old = memory_.before[handle.index];
        Path path{.body = handle,
                  .start = old.transform,
                  .end = pose_of(body),
                  .from = old.center,
                  .to = widen(body.center()),
                  .local_center = widen(body.mass().local_center),
                  .rotation = body.angle() - old.angle,
                  .reach = static_cast<double>(body.mass().max_extent)};
        const double inner = static_cast<double>(body.mass().min_extent);
        path.is_fast =
            body.info().type != BodyType::Static && length_squared(path.to - path.from) > inner * inner;
        paths.push_back(path);
    }
    return paths;
}

bool TunnellingProbe::crosses(const World& world, const Path& path, const Path& other) const {
    const BodyView other_body = *world.find(other.body);
    const Vec2d from = inv_transform_point(other.start, path.from);
    const Vec2d to = inv_transform_point(other.end, path.to);
    const Vec2d center = widen(other_body.mass().local_center);
    if (distance_to_segment(center, from, to) > other.reach) return false;

    const std::vector<ShapeHandle> other_shapes = other_body.shapes();
    const std::vector<ShapeHandle> shapes = world.find(path.body)->shapes();
    const auto can_collide = [&](ShapeHandle a, ShapeHandle b) {
        const ShapeView shape_a = *world.find(a);
        const ShapeView shape_b = *world.find(b);
        return !shape_a.sensor && !shape_b.sensor && may_collide(shape_a.filter, shape_b.filter) &&
               one_way_collides(world, shape_a, path.start, shape_b, other.start);
    };
    const auto is_passed = [&](ShapeHandle b) {
        return std::any_of(shapes.begin(), shapes.end(), [&](ShapeHandle a) { return can_collide(a, b); }) &&
               passes_through(world.find(b)->geometry, from, to);
    };
    if (std::none_of(other_shapes.begin(), other_shapes.end(), is_passed)) return false;
    bool touched = false;
    for (const ShapeHandle a : shapes) {
        for (const ShapeHandle b : other_shapes) {
            if (!can_collide(a, b)) continue;
            const Shape& shape = world.find(a)->geometry;
            const Shape& other_shape = world.find(b)->geometry;
            if (!are_separated(shape, path.start, other_shape, other.start) ||
                !are_separated(shape, path.end, other_shape, other.end))
                return false;
            touched = touched || touch_in_step(shape, path.sweep(), other_shape, other.sweep());
        }
    }
    return touched;
}

std::vector<Crossing> TunnellingProbe::crossings(const World& world) const {
    const std::vector<Path> all = paths(world);
    std::vector<Crossing> found;
    if (std::none_of(all.begin(), all.end(), [](const Path& path) { return path.is_fast; })) return found;
    broad::BoxIndex index;
    index.resize(all.size());
    for (std::uint32_t i = 0; i < all.size(); ++i)
        index.set(i, bounds_of_path(all[i].from, all[i].to, all[i].reach));
    index.refresh();
    for (const Path& path : all) {
        if (!path.is_fast) continue;
        index.query(bounds_of_path(path.from, path.to, 0.0), [&](std::uint32_t i) {
            const Path& other = all[i];
            if (other.body == path.body || had_impact(path.body, other.body)) return true;
            if (other.is_fast && other.body < path.body && crosses(world, other, path))
                return true;  // counted for the other body
            if (crosses(world, path, other) && !is_filtered_by_joint(world, path.body, other.body))
                found.push_back({path.body, other.body});
            return true;
        });
    }
    std::ranges::sort(found, {},
                      [](const Crossing& crossing) { return std::pair(crossing.body, crossing.other); });
    return found;
}

}  // namespace toibox::scene
