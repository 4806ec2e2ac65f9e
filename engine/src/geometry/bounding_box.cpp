// SPDX-License-Identifier: MIT
#include "toibox/geometry/bounding_box.h"

#include "toibox/core/assert.h"

#include "volume_padding.h"

namespace toibox {

namespace {

BoundingBox inflated(const BoundingBox& box, double by) {
    return {box.lower - Vec2d{by, by}, box.upper + Vec2d{by, by}};
}
double max_abs_coordinate(const BoundingBox& box) {
    const double lower = geometry::max_abs_coordinate(box.lower);
    const double upper = geometry::max_abs_coordinate(box.upper);
    return lower > upper ? lower : upper;
}

}  // namespace

std::optional<BoundingBox> BoundingBox::around(const ConvexProxy& shape) {
    if (!geometry::can_be_bounded(shape)) return std::nullopt;
    BoundingBox box{shape.points[0], shape.points[0]};
    for (const Vec2d point : shape.points.subspan(1)) {
        box.lower = min(box.lower, point);
        box.upper = max(box.upper, point);
    }
    return fattened(box, shape.radius);
}

BoundingBox moved(const BoundingBox& box, const Transformd& pose) {
    TOIBOX_ASSERT(geometry::is_finite(pose));
    const Vec2d half = 0.5 * (box.upper - box.lower);
    const Vec2d turn = abs(Vec2d{pose.q.c, pose.q.s});
    const Vec2d turned{turn.x * half.x + turn.y * half.y, turn.y * half.x + turn.x * half.y};
    const Vec2d middle = transform_point(pose, center(box));
    const double thin = half.x < half.y ? half.x : half.y;
    return inflated({middle - turned, middle + turned},
                    geometry::rotation_length_deficit(pose.q) * thin +
                        geometry::padding(geometry::transformed_max_abs(pose, max_abs_coordinate(box))));
}

BoundingBox fattened(const BoundingBox& box, double by) {
    return inflated(box, by + geometry::padding(max_abs_coordinate(box) + by));
}
double area(const BoundingBox& box) {
    const Vec2d size = box.upper - box.lower;
    return size.x * size.y;
}

}  // namespace toibox
