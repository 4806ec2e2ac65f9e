// SPDX-License-Identifier: MIT
// The tunnelling probe: ray casts along the paths of centres of mass, distances at the two sampled states,
// and certified times of impact between them.

#include "toibox/scene/tunnelling.h"

#include "toibox/broad/box_index.h"
#include "toibox/continuous/toi.h"
#include "toibox/dynamics/one_way.h"
#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/ray_cast.h"
#include "toibox/narrow/gjk.h"

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
    double turn = 0.0;   ///< Radians, unwrapped.
    double reach = 0.0;  ///< Of its shapes from there.
    bool fast = false;   ///< Moved farther than its inner radius, and not static.

    [[nodiscard]] Sweep sweep() const { return {local_center, from, to, start.q, turn}; }
};

namespace {

Transformd placement(const BodyView& body) {
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

/// Whether the segment from `from` to `to`, in the shape's frame, passes through the shape: in and out again.
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

bool apart(const Shape& a, const Transformd& pose_a, const Shape& b, const Transformd& pose_b) {
    const ConvexProxyBuffer proxy_a(a);
    const ConvexProxyBuffer proxy_b(b);
    return gjk_distance(proxy_a.proxy(), pose_a, proxy_b.proxy(), pose_b).distance > 0.0;
}

/// Whether two shapes come together while each goes straight, and turns evenly, from its start to its end.
bool meet(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b) {
    constexpr double touching = 1e-6;
    const ConvexProxyBuffer proxy_a(a);
    const ConvexProxyBuffer proxy_b(b);
    const ToiInput input{proxy_a.proxy(), proxy_b.proxy(), sweep_a, sweep_b};
    const ToiOptions options{.target = touching, .tolerance = 0.5 * touching, .max_iterations = 1000};
    return time_of_impact(ToiMethod::Certified, input, options).state != ToiState::Separated;
}

/// Whether a pair with a one-way shape is one that this stops, from where the two start.
bool stop_each_other(const World& world, const ShapeView& a, const Transformd& pose_a, const ShapeView& b,
                     const Transformd& pose_b) {
    if (a.one_way == Vec2{} && b.one_way == Vec2{}) return true;
    const double depth = one_way_depth(world.settings());
    return (a.one_way != Vec2{} &&
            lies_in_front({a.geometry, a.one_way, pose_a}, b.geometry, pose_b, depth)) ||
           (b.one_way != Vec2{} && lies_in_front({b.geometry, b.one_way, pose_b}, a.geometry, pose_a, depth));
}

/// Holds all that is within `reach` of the way, rounding included.
Aabb bounds_of_path(Vec2d from, Vec2d to, double reach) {
    constexpr double rounding = 1e-6;
    const auto lower = [&](double a, double b) {
        const double least = std::min(a, b) - reach;
        return static_cast<float>(least - rounding * (std::abs(least) + reach));
    };
    return {{lower(from.x, to.x), lower(from.y, to.y)}, {-lower(-from.x, -to.x), -lower(-from.y, -to.y)}};
}

}  // namespace

void TunnellingProbe::forget() {
    memory_.before.clear();
    memory_.impacts.clear();
}

void TunnellingProbe::before(const World& world) {
    forget();
    for (const BodyHandle handle : world.bodies()) {
        const std::optional<const BodyView> body = world.find(handle);
        memory_.before.resize(handle.index + 1);
        memory_.before[handle.index] = {handle, placement(*body), widen(body->center()), body->angle()};
    }
}

void TunnellingProbe::note_impacts(const World& world) {
    for (const ImpactEvent& event : world.events().impact) {
        const std::optional<ShapeView> a = world.find(event.a);
        const std::optional<ShapeView> b = world.find(event.b);
        if (a && b) memory_.impacts.push_back({a->body, b->body});
    }
}

bool TunnellingProbe::met(BodyHandle a, BodyHandle b) const {
    return std::any_of(memory_.impacts.begin(), memory_.impacts.end(), [&](const Crossing& pair) {
        return (pair.body == a && pair.other == b) || (pair.body == b && pair.other == a);
    });
}

std::vector<TunnellingProbe::Path> TunnellingProbe::paths(const World& world) const {
    std::vector<Path> paths;
    for (const BodyHandle handle : world.bodies()) {
        if (handle.index >= memory_.before.size() || memory_.before[handle.index].body != handle)
            continue;  // came in this step
        const BodyView body = *world.find(handle);
        const TunnellingMemory::Remembered& old = memory_.before[handle.index];
        Path path{.body = handle,
                  .start = old.transform,
                  .end = placement(body),
                  .from = old.center,
                  .to = widen(body.center()),
                  .local_center = widen(body.mass().local_center),
                  .turn = body.angle() - old.angle,
                  .reach = static_cast<double>(body.mass().max_extent)};
        const double inner = static_cast<double>(body.mass().min_extent);
        path.fast =
            body.info().type != BodyType::Static && length_squared(path.to - path.from) > inner * inner;
        paths.push_back(path);
    }
    return paths;
}

bool TunnellingProbe::crosses(const World& world, const Path& path, const Path& other) const {
    const BodyView theirs = *world.find(other.body);
    const Vec2d from = inv_transform_point(other.start, path.from);
    const Vec2d to = inv_transform_point(other.end, path.to);
    const Vec2d middle = widen(theirs.mass().local_center);
    if (distance_to_segment(middle, from, to) > other.reach) return false;

    const std::vector<ShapeHandle> their_shapes = theirs.shapes();
    const std::vector<ShapeHandle> my_shapes = world.find(path.body)->shapes();
    const auto collide = [&](ShapeHandle a, ShapeHandle b) {
        const ShapeView shape_a = *world.find(a);
        const ShapeView shape_b = *world.find(b);
        return !shape_a.sensor && !shape_b.sensor && may_collide(shape_a.filter, shape_b.filter) &&
               stop_each_other(world, shape_a, path.start, shape_b, other.start);
    };
    const auto passed = [&](ShapeHandle b) {
        return std::any_of(my_shapes.begin(), my_shapes.end(),
                           [&](ShapeHandle a) { return collide(a, b); }) &&
               passes_through(world.find(b)->geometry, from, to);
    };
    if (std::none_of(their_shapes.begin(), their_shapes.end(), passed)) return false;
    bool meets = false;
    for (const ShapeHandle a : my_shapes) {
        for (const ShapeHandle b : their_shapes) {
            if (!collide(a, b)) continue;
            const Shape& mine = world.find(a)->geometry;
            const Shape& hit = world.find(b)->geometry;
            if (!apart(mine, path.start, hit, other.start) || !apart(mine, path.end, hit, other.end))
                return false;
            meets = meets || meet(mine, path.sweep(), hit, other.sweep());
        }
    }
    return meets;
}

std::vector<Crossing> TunnellingProbe::after(const World& world) const {
    const std::vector<Path> all = paths(world);
    std::vector<Crossing> crossings;
    if (std::none_of(all.begin(), all.end(), [](const Path& path) { return path.fast; })) return crossings;
    broad::BoxIndex index;
    index.resize(all.size());
    for (std::uint32_t i = 0; i < all.size(); ++i)
        index.set(i, bounds_of_path(all[i].from, all[i].to, all[i].reach));
    index.refresh();
    for (const Path& path : all) {
        if (!path.fast) continue;
        index.query(bounds_of_path(path.from, path.to, 0.0), [&](std::uint32_t i) {
            const Path& other = all[i];
            if (other.body == path.body || met(path.body, other.body)) return true;
            if (other.fast && other.body < path.body && crosses(world, other, path))
                return true;  // counted as that one's
            if (crosses(world, path, other) && !is_filtered_by_joint(world, path.body, other.body))
                crossings.push_back({path.body, other.body});
            return true;
        });
    }
    std::ranges::sort(crossings, {}, [](const Crossing& one) { return std::pair(one.body, one.other); });
    return crossings;
}

}  // namespace toibox::scene
