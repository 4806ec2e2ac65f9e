// SPDX-License-Identifier: MIT

// s(t) along an axis from the closest features. The three kinds differ only in the frame of the axis: the
// world, A or B.

#include "toibox/toi/separation_function.h"

namespace toibox {

namespace {

/// A face through two points of the shape, with its normal oriented along `outward`.
struct FacePlane {
    Vec2d axis;
    Vec2d anchor;
};
FacePlane make_face_plane(const ConvexProxy& shape, int first, int second, const Rotd& q, Vec2d outward) {
    const Vec2d p0 = shape.points[static_cast<std::size_t>(first)];
    const Vec2d p1 = shape.points[static_cast<std::size_t>(second)];
    const Vec2d normal = normalized(right_perp(p1 - p0));
    const bool is_flipped = dot(rotate(q, normal), outward) < 0.0;
    return {is_flipped ? -normal : normal, 0.5 * (p0 + p1)};
}

Vec2d world_point(const ConvexProxy& shape, const Transformd& pose, int index) {
    return transform_point(pose, shape.points[static_cast<std::size_t>(index)]);
}

/// Velocity at t of a point that moves with the sweep, metres per step.
Vec2d velocity_at(const Sweep& sweep, double t, Vec2d point_world) {
    return (sweep.c1 - sweep.c0) + sweep.delta_angle * left_perp(point_world - center_at(sweep, t));
}

}  // namespace

SeparationFunction::SeparationFunction(const ToiInput& motion, const GjkResult& closest, double t)
    : motion_(&motion), radii_(motion.a.radius + motion.b.radius), feature_(closest.feature) {
    const SimplexSeed& seed = closest.seed;
    if (feature_ == ClosestFeature::FaceA) {
        const FacePlane face = make_face_plane(motion.a, seed.index_a[0], seed.index_a[1],
                                               rotation_at(motion.sweep_a, t), closest.normal);
        axis_ = face.axis;
        anchor_ = face.anchor;
    } else if (feature_ == ClosestFeature::FaceB) {
        const FacePlane face = make_face_plane(motion.b, seed.index_b[0], seed.index_b[1],
                                               rotation_at(motion.sweep_b, t), -closest.normal);
        axis_ = face.axis;
        anchor_ = face.anchor;
    } else {
        axis_ = closest.normal;
    }
}

SeparationFunction::SeparationFunction(const ToiInput& motion, ClosestFeature feature, Vec2d axis,
                                       Vec2d anchor)
    : motion_(&motion),
      radii_(motion.a.radius + motion.b.radius),
      feature_(feature),
      axis_(axis),
      anchor_(anchor) {}

SeparationFunction::Deepest SeparationFunction::deepest(double t) const {
    const ConvexProxy& a = motion_->a;
    const ConvexProxy& b = motion_->b;
    const Transformd pose_a = pose_at(motion_->sweep_a, t);
    const Transformd pose_b = pose_at(motion_->sweep_b, t);
    if (feature_ == ClosestFeature::FaceA) {
        const Vec2d n = rotate(pose_a.q, axis_);
        const int ib = support(b.points, inv_rotate(pose_b.q, -n));
        return {-1, ib, dot(n, world_point(b, pose_b, ib) - transform_point(pose_a, anchor_)) - radii_};
    }
    if (feature_ == ClosestFeature::FaceB) {
        const Vec2d n = rotate(pose_b.q, axis_);
        const int ia = support(a.points, inv_rotate(pose_a.q, -n));
        return {ia, -1, dot(n, world_point(a, pose_a, ia) - transform_point(pose_b, anchor_)) - radii_};
    }
    const int ia = support(a.points, inv_rotate(pose_a.q, axis_));
    const int ib = support(b.points, inv_rotate(pose_b.q, -axis_));
    return {ia, ib, dot(axis_, world_point(b, pose_b, ib) - world_point(a, pose_a, ia)) - radii_};
}

double SeparationFunction::at(int index_a, int index_b, double t) const {
    const Transformd pose_a = pose_at(motion_->sweep_a, t);
    const Transformd pose_b = pose_at(motion_->sweep_b, t);
    const Vec2d point_a =
        index_a < 0 ? transform_point(pose_a, anchor_) : world_point(motion_->a, pose_a, index_a);
    const Vec2d point_b =
        index_b < 0 ? transform_point(pose_b, anchor_) : world_point(motion_->b, pose_b, index_b);
    if (feature_ == ClosestFeature::FaceA) return dot(rotate(pose_a.q, axis_), point_b - point_a) - radii_;
    if (feature_ == ClosestFeature::FaceB) return dot(rotate(pose_b.q, axis_), point_a - point_b) - radii_;
    return dot(axis_, point_b - point_a) - radii_;
}

RootSample SeparationFunction::with_slope(int index_a, int index_b, double t) const {
    const Transformd pose_a = pose_at(motion_->sweep_a, t);
    const Transformd pose_b = pose_at(motion_->sweep_b, t);
    const Vec2d point_a =
        index_a < 0 ? transform_point(pose_a, anchor_) : world_point(motion_->a, pose_a, index_a);
    const Vec2d point_b =
        index_b < 0 ? transform_point(pose_b, anchor_) : world_point(motion_->b, pose_b, index_b);
    Vec2d n = axis_;  // from A to B
    double axis_rotation = 0.0;
    if (feature_ == ClosestFeature::FaceA) {
        n = rotate(pose_a.q, axis_);
        axis_rotation = motion_->sweep_a.delta_angle;
    } else if (feature_ == ClosestFeature::FaceB) {
        n = -rotate(pose_b.q, axis_);
        axis_rotation = motion_->sweep_b.delta_angle;
    }
    const Vec2d offset = point_b - point_a;
    const Vec2d velocity =
        velocity_at(motion_->sweep_b, t, point_b) - velocity_at(motion_->sweep_a, t, point_a);
    return {.s = dot(n, offset) - radii_,
            .slope = dot(n, velocity) + axis_rotation * dot(left_perp(n), offset)};
}

}  // namespace toibox
