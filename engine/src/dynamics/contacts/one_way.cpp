// SPDX-License-Identifier: MIT

// Tests whether a shape is in front of a one-way shape, by comparing the plane of each solid face with the
// lowest point of the other shape. Rejected alternative: the direction between closest points. At the corner
// of a platform this direction points up to shapes that pass beside the platform, so the corner would stop
// them.

#include "dynamics/contacts/one_way.h"

#include "toibox/geometry/convex_proxy.h"
#include "toibox/narrow/gjk.h"

#include "dynamics/contacts/one_way_tuning.h"

#include <algorithm>
#include <cmath>

namespace toibox {

namespace {

/// Projection of a shape on a direction, metres.
struct Span {
    double min;
    double max;
};

Span span_along(Vec2d direction, const ConvexProxy& shape, const Transformd& frame) {
    const Vec2d local = inv_rotate(frame.q, direction);
    double lower = dot(local, shape.points[0]);
    double upper = lower;
    for (const Vec2d& point : shape.points.subspan(1)) {
        const double along = dot(local, point);
        lower = std::min(lower, along);
        upper = std::max(upper, along);
    }
    const double origin = dot(direction, frame.p);
    return {origin + lower - shape.radius, origin + upper + shape.radius};
}

/// A one-way shape (platform) and another shape, in the frame of the platform.
struct FramedPair {
    const ConvexProxy& platform;
    const ConvexProxy& other;
    Transformd other_frame;
    double max_depth;  ///< Metres.
};

/// True if the other shape is in front of the platform's supporting line with this normal, or behind the
/// line by no more than the allowed depth.
bool is_in_front_of_plane(const FramedPair& pair, Vec2d normal) {
    const Span platform = span_along(normal, pair.platform, {});
    const Span other = span_along(normal, pair.other, pair.other_frame);
    const double thickness = (platform.max - platform.min) + (other.max - other.min);
    const double allowed = std::min(pair.max_depth, tuning::one_way_thickness_fraction * thickness);
    return other.min - platform.max >= -allowed;
}

/// The normal of a circle's surface where the other shape is closest; zero if the circle's centre is inside
/// the other shape.
Vec2d normal_of_circle(const FramedPair& pair) {
    return gjk_distance(pair.platform, {}, pair.other, pair.other_frame).normal;
}

}  // namespace

bool lies_in_front(const OneWaySide& side, const Shape& other, const Transformd& other_frame, double depth) {
    const ConvexProxyBuffer platform_buffer(side.shape);
    const ConvexProxyBuffer other_buffer(other);
    const ConvexProxy platform = platform_buffer.proxy();
    const ConvexProxy other_proxy = other_buffer.proxy();
    const FramedPair pair{platform, other_proxy, inv_mul(side.frame, other_frame), depth};
    const Vec2d direction = widen(side.direction);
    const auto is_solid = [&](Vec2d normal) { return dot(normal, direction) >= tuning::one_way_face_cosine; };
    // A shape above the ridge of two slopes may be in front of neither slope.
    if (is_in_front_of_plane(pair, direction)) return true;
    const std::span<const Vec2d> points = platform.points;
    if (points.size() == 1) {
        const Vec2d normal = normal_of_circle(pair);
        return is_solid(normal) && is_in_front_of_plane(pair, normal);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2d outwards = right_perp(points[i + 1 < points.size() ? i + 1 : 0] - points[i]);
        const double size = length(outwards);
        if (!(size > 0.0)) continue;
        const Vec2d normal = (1.0 / size) * outwards;
        if (is_solid(normal) && is_in_front_of_plane(pair, normal)) return true;
    }
    return false;
}

bool lies_behind(const OneWaySide& side, const Shape& other, const Transformd& other_frame, double depth) {
    if (lies_in_front(side, other, other_frame, depth)) return false;
    const ConvexProxyBuffer platform(side.shape);
    const ConvexProxyBuffer other_buffer(other);
    const Vec2d across = right_perp(widen(side.direction));
    const Span width = span_along(across, platform.proxy(), {});
    const Span other_width = span_along(across, other_buffer.proxy(), inv_mul(side.frame, other_frame));
    return width.min < other_width.max && other_width.min < width.max;
}

double one_way_depth(const WorldSettings& settings) {
    return static_cast<double>(tuning::one_way_slops * settings.slop);
}

}  // namespace toibox
