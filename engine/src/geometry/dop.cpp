// SPDX-License-Identifier: MIT
#include "toibox/geometry/dop.h"

#include "toibox/core/assert.h"

#include "geometry/volume_padding.h"

#include <limits>

namespace toibox {

namespace {

template <int K>
Dop<K> inflated(Dop<K> dop, double margin) {
    for (double& offset : dop.offset)
        offset += margin;
    return dop;
}

/// The largest |offset|. Since ±x and ±y are among the directions, it is at least the largest coordinate of a
/// corner.
template <int K>
double max_abs_coordinate(const Dop<K>& dop) {
    double magnitude = 0.0;
    for (const double offset : dop.offset)
        magnitude = std::abs(offset) > magnitude ? std::abs(offset) : magnitude;
    return magnitude;
}

template <int K>
double min_width(const Dop<K>& dop) {
    constexpr std::size_t half_count = Dop<K>::count / 2;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < half_count; ++i) {
        const double width = dop.offset[i] + dop.offset[i + half_count];
        smallest = width < smallest ? width : smallest;
    }
    return smallest;
}

template <int K>
Dop<K> dop_around_points(std::span<const Vec2d> points) {
    Dop<K> dop;
    for (std::size_t i = 0; i < dop.count; ++i) {
        const Vec2d direction = Dop<K>::direction(i);
        double max_projection = dot(direction, points[0]);
        for (const Vec2d point : points.subspan(1)) {
            const double projection = dot(direction, point);
            max_projection = projection > max_projection ? projection : max_projection;
        }
        dop.offset[i] = max_projection;
    }
    return dop;
}

}  // namespace

template <int K>
std::optional<Dop<K>> Dop<K>::around(const ConvexProxy& shape) {
    if (!geometry::can_be_bounded(shape)) return std::nullopt;
    const double magnitude = geometry::max_abs_coordinate(shape.points) + shape.radius;
    return inflated(dop_around_points<K>(shape.points), shape.radius + geometry::padding(magnitude));
}

template <int K>
Vec2d Dop<K>::corner(std::size_t i) const {
    const std::size_t j = i + 1 < count ? i + 1 : 0;
    const Vec2d a = direction(i);
    const Vec2d b = direction(j);
    const double scale = 1.0 / cross(a, b);
    return {scale * (offset[i] * b.y - offset[j] * a.y), scale * (a.x * offset[j] - b.x * offset[i])};
}

template <int K>
Dop<K> moved(const Dop<K>& dop, const Transformd& pose) {
    TOIBOX_ASSERT(geometry::is_finite(pose));
    std::array<Vec2d, Dop<K>::count> corners{};
    for (std::size_t i = 0; i < dop.count; ++i)
        corners[i] = transform_point(pose, dop.corner(i));
    const double magnitude = geometry::transformed_max_abs(pose, max_abs_coordinate(dop));
    return inflated(
        dop_around_points<K>(corners),
        geometry::rotation_length_deficit(pose.q) * min_width(dop) + geometry::padding(magnitude));
}

template <int K>
Dop<K> fattened(const Dop<K>& dop, double margin) {
    return inflated(dop, margin + geometry::padding(max_abs_coordinate(dop) + margin));
}

template <int K>
double area(const Dop<K>& dop) {
    const Vec2d origin = dop.corner(0);
    double twice = 0.0;
    for (std::size_t i = 1; i + 1 < dop.count; ++i)
        twice += cross(dop.corner(i) - origin, dop.corner(i + 1) - origin);
    return 0.5 * twice;
}

template struct Dop<8>;
template struct Dop<16>;
template Dop8 moved(const Dop8& dop, const Transformd& pose);
template Dop16 moved(const Dop16& dop, const Transformd& pose);
template Dop8 fattened(const Dop8& dop, double margin);
template Dop16 fattened(const Dop16& dop, double margin);
template double area(const Dop8& dop);
template double area(const Dop16& dop);

}  // namespace toibox
