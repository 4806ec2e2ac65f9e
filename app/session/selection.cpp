// SPDX-License-Identifier: MIT
#include "app/session/selection.h"

#include "toibox/geometry/bounds.h"
#include "toibox/geometry/convex_proxy.h"

#include "app/session/pair_order.h"

#include <algorithm>
#include <utility>

namespace toibox::app {

std::optional<DistanceProbe> probe_distance(const World& world, ShapeHandle first, ShapeHandle second) {
    const auto [a, b] = ordered_pair(world, first, second);
    const auto shape_a = world.find(a);
    const auto shape_b = world.find(b);
    if (!shape_a || !shape_b) return std::nullopt;
    DistanceProbe probe{.shape_a = a,
                        .shape_b = b,
                        .pose_a = world.find(shape_a->body)->transform(),
                        .pose_b = world.find(shape_b->body)->transform(),
                        .result = {},
                        .iterations = {}};
    const ConvexProxyBuffer points_a(shape_a->geometry);
    const ConvexProxyBuffer points_b(shape_b->geometry);
    TraceRecorder<GjkIteration> recorder;
    probe.result = gjk_distance(points_a.proxy(), widen(probe.pose_a), points_b.proxy(), widen(probe.pose_b),
                                {}, recorder);
    probe.iterations = std::move(recorder.events);
    return probe;
}

namespace {

/// The closest pair among shapes whose boxes are within `reach`. If its distance is at most `reach`, no other
/// pair is closer.
std::optional<DistanceProbe> closest_within(const World& world, const BodyView& body, float reach) {
    std::optional<DistanceProbe> best;
    for (const ShapeHandle own : body.shapes()) {
        const Aabb box = fattened(compute_aabb(world.find(own)->geometry, body.transform()), reach);
        world.query_aabb(box, [&](ShapeHandle other) {
            if (world.find(other)->body == body.handle()) return true;
            auto probe = probe_distance(world, own, other);
            if (probe && (!best || probe->result.distance < best->result.distance)) best = std::move(probe);
            return true;
        });
    }
    return best;
}

}  // namespace

std::optional<DistanceProbe> closest_pair(const World& world, BodyHandle body, float reach) {
    const auto view = world.find(body);
    if (!view) return std::nullopt;
    for (const float fraction : {0.01f, 0.1f}) {
        auto near = closest_within(world, *view, fraction * reach);
        if (near && near->result.distance <= static_cast<double>(fraction * reach)) return near;
    }
    return closest_within(world, *view, reach);
}

Vec2 grab_point(const World& world, BodyHandle body, Vec2 point) {
    const bool is_on_body = std::ranges::any_of(
        world.shapes_at(point), [&](ShapeHandle shape) { return world.find(shape)->body == body; });
    const auto view = world.find(body);
    return is_on_body || !view ? point : view->center();
}

}  // namespace toibox::app
