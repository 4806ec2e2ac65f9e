// SPDX-License-Identifier: MIT
#include "toibox/geometry/bounding_box.h"

#include "toibox/core/assert.h"

#include "geometry/volume_padding.h"

namespace toibox {

namespace {

BoundingBox inflated(const BoundingBox& box, double margin) {
    return {box.lower - Vec2d{margin, margin}, box.upper + Vec2d{margin, margin}};
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
    const Vec2d half_extents = 0.5 * (box.upper - box.lower);
    const Vec2d abs_q = abs(Vec2d{pose.q.c, pose.q.s});
    const Vec2d rotated_half_extents{abs_q.x * half_extents.x + abs_q.y * half_extents.y,
                                     abs_q.y * half_extents.x + abs_q.x * half_extents.y};
    const Vec2d moved_center = transform_point(pose, center(box));
    const double min_half_extent = half_extents.x < half_extents.y ? half_extents.x : half_extents.y;
    return inflated({moved_center - rotated_half_extents, moved_center + rotated_half_extents},
                    geometry::rotation_length_deficit(pose.q) * min_half_extent +
                        geometry::padding(geometry::transformed_max_abs(pose, max_abs_coordinate(box))));
}

BoundingBox fattened(const BoundingBox& box, double margin) {
    return inflated(box, margin + geometry::padding(max_abs_coordinate(box) + margin));
}
double area(const BoundingBox& box) {
    const Vec2d size = box.upper - box.lower;
    return size.x * size.y;
}

}  // namespace toibox
