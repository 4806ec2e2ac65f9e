// SPDX-License-Identifier: MIT
// The only query that is not in double: a manifold comes from the function that world steps use, with float
// shapes and B relative to A. The relative transform is computed in double, so that no precision is lost far
// from the origin.
#include "toibox/core/assert.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/hull.h"
#include "toibox/scene/query.h"

#include <algorithm>
#include <cmath>

namespace toibox::scene {

namespace {

bool is_within_world_limits(const QueryShape& shape) {
    const double limit = static_cast<double>(toibox::tuning::max_shape_size);
    return shape.radius <= limit && std::all_of(shape.points.begin(), shape.points.end(), [&](Vec2d p) {
               return std::abs(p.x) <= limit && std::abs(p.y) <= limit;
           });
}

}  // namespace

Result<Shape, std::string> world_shape(const QueryShape& shape) {
    if (!is_within_world_limits(shape)) return Err{std::string("the shape is larger than a world allows")};
    const float radius = static_cast<float>(shape.radius);
    if (shape.radius > 0.0 && !(radius >= toibox::tuning::min_shape_radius))
        return Err{std::string("the radius is smaller than a world allows")};
    std::vector<Vec2> points;
    for (const Vec2d p : shape.points)
        points.push_back(narrow(p));
    if (points.size() == 1) return Shape(Circle{.center = points[0], .radius = radius});
    if (points.size() > 2) {
        const Result<Polygon, PolygonError> polygon = make_polygon(points, radius);
        if (!polygon) return Err{describe(polygon.error())};
        return Shape(*polygon);
    }
    if (points[0] == points[1]) return Err{std::string("both ends are the same point")};
    if (radius > 0.0f) return Shape(Capsule{.a = points[0], .b = points[1], .radius = radius});
    return Shape(Segment{.a = points[0], .b = points[1], .ghost_a = {}, .ghost_b = {}});
}

Manifold manifold_of(const QueryEntry& query) {
    const Result<Shape, std::string> a = world_shape(query.a);
    const Result<Shape, std::string> b = world_shape(query.b);
    TOIBOX_ASSERT(a && b);
    const Transformd b_in_a = inv_mul(pose_at(query.sweep_a, 0.0), pose_at(query.sweep_b, 0.0));
    CollideCache cold;
    Manifold manifold = collide(*a, *b, narrow(b_in_a), static_cast<float>(query.margin), cold);
    if (manifold.count == 0) manifold.normal = {};
    return manifold;
}

}  // namespace toibox::scene
