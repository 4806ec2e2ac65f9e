// SPDX-License-Identifier: MIT
#include "toibox/geometry/convex_proxy.h"

#include "toibox/core/assert.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace toibox {

namespace {

/// A convex polygon whose edges are moved inwards by `depth`: the intersection of the half-planes of the
/// edges, which are already sorted by angle. Source: M. de Berg et al., "Computational Geometry", 3rd
/// edition, chapter 4.2 (the idea; with sorted lines one pass is enough).
class InsetPolygon {
public:
    InsetPolygon(std::span<const Vec2d> polygon, double depth) {
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Vec2d edge = polygon[i + 1 < polygon.size() ? i + 1 : 0] - polygon[i];
            const Vec2d normal = (1.0 / length(edge)) * right_perp(edge);
            x_[i] = normal.x;
            y_[i] = normal.y;
            offset_[i] = dot(normal, polygon[i]) - depth;
            add_edge(i);
        }
        while (count_ > 2 && is_beyond(kept_[first_], last_corner()))
            --count_;
    }
    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] Vec2d corner(std::size_t i) const {
        return intersection(kept_[first_ + i], kept_[first_ + (i + 1 < count_ ? i + 1 : 0)]);
    }

private:
    /// Adds a line and drops the lines at both ends of the list that become redundant.
    void add_edge(std::size_t line) {
        while (count_ >= 2 && is_beyond(line, last_corner()))
            --count_;
        while (count_ >= 2 && is_beyond(line, corner(0))) {
            ++first_;
            --count_;
        }
        kept_[first_ + count_++] = static_cast<std::uint16_t>(line);
    }
    [[nodiscard]] Vec2d last_corner() const { return corner(count_ - 2); }
    [[nodiscard]] bool is_beyond(std::size_t line, Vec2d point) const {
        return x_[line] * point.x + y_[line] * point.y > offset_[line];
    }
    [[nodiscard]] Vec2d intersection(std::size_t i, std::size_t j) const {
        const double determinant = x_[i] * y_[j] - y_[i] * x_[j];
        return {(y_[j] * offset_[i] - y_[i] * offset_[j]) / determinant,
                (x_[i] * offset_[j] - x_[j] * offset_[i]) / determinant};
    }

    std::array<double, Polygon::max_vertices> x_;
    std::array<double, Polygon::max_vertices> y_;
    std::array<double, Polygon::max_vertices> offset_;
    std::array<std::uint16_t, Polygon::max_vertices> kept_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
};

}  // namespace

ConvexProxyBuffer::ConvexProxyBuffer(const Shape& shape) {
    if (const auto* polygon = std::get_if<Polygon>(&shape)) {
        for (const Vec2 vertex : polygon->vertices())
            points_[count_++] = widen(vertex);
        radius_ = static_cast<double>(polygon->radius());
    } else if (const auto* circle = std::get_if<Circle>(&shape)) {
        points_[0] = widen(circle->center);
        count_ = 1;
        radius_ = static_cast<double>(circle->radius);
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        points_[0] = widen(capsule->a);
        points_[1] = widen(capsule->b);
        count_ = 2;
        radius_ = static_cast<double>(capsule->radius);
    } else if (const auto* segment = std::get_if<Segment>(&shape)) {
        points_[0] = widen(segment->a);
        points_[1] = widen(segment->b);
        count_ = 2;
    }
}

ConvexProxyBuffer::ConvexProxyBuffer(const ConvexProxy& shape, double depth) {
    if (shape.points.size() < 3 || depth <= shape.radius) {
        for (const Vec2d& point : shape.points)
            points_[count_++] = point;
        radius_ = shape.radius > depth ? shape.radius - depth : 0.0;
        return;
    }
    const InsetPolygon inset(shape.points, depth - shape.radius);
    TOIBOX_ASSERT(inset.count() >= 3);
    for (std::size_t i = 0; i < inset.count(); ++i)
        points_[count_++] = inset.corner(i);
}

void ConvexProxyBuffer::shrink(Vec2d center, double factor) {
    if (!(factor > 0.0)) count_ = 1;
    for (int i = 0; i < count_; ++i)
        points_[i] = center + factor * (points_[i] - center);
    radius_ *= factor;
}

int support(std::span<const Vec2d> points, Vec2d direction) {
    int best = 0;
    double max_projection = dot(points[0], direction);
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double projection = dot(points[i], direction);
        if (projection > max_projection) {
            max_projection = projection;
            best = static_cast<int>(i);
        }
    }
    return best;
}

}  // namespace toibox
