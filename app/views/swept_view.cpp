// SPDX-License-Identifier: MIT
#include "app/views/swept_view.h"

#include "toibox/geometry/bounds.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace toibox::app {
namespace {

constexpr float swept_fill = 0.13f;   ///< Opacity.
constexpr float sector_fill = 0.07f;  ///< Opacity of the area of a turning shape.
constexpr float swept_outline = 0.55f;
constexpr float swept_outline_width = 1.0f;  ///< Points.
constexpr float min_travel = 1.0f;           ///< Points; shorter motions are not drawn.
/// Maximum distance between the path of a turning point and its chords, points.
constexpr double sample_error = 0.25;
constexpr int max_samples = 256;
/// Maximum distance of the hull of two poses from the area between them that is drawn as a hull, points.
constexpr double hull_error = 2.0;
constexpr double full_turn = 6.283185307179586;

/// The points whose hull, inflated by the radius, is the shape.
struct ShapeCore {
    std::vector<Vec2> points;
    float radius = 0.0f;
};

ShapeCore core_of(const Shape& shape) {
    if (const auto* circle = std::get_if<Circle>(&shape)) return {{circle->center}, circle->radius};
    if (const auto* capsule = std::get_if<Capsule>(&shape))
        return {{capsule->a, capsule->b}, capsule->radius};
    if (const auto* segment = std::get_if<Segment>(&shape)) return {{segment->a, segment->b}, 0.0f};
    const Polygon& polygon = std::get<Polygon>(shape);
    return {{polygon.vertices().begin(), polygon.vertices().end()}, polygon.radius()};
}

/// Convex hull, counter-clockwise; two points if all points are on a line. Source: A. M. Andrew, "Another
/// efficient algorithm for convex hulls in two dimensions", Inf. Proc. Letters 9, 1979.
std::vector<Vec2> convex_hull(std::vector<Vec2> points) {
    std::ranges::sort(points, [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    std::vector<Vec2> hull;
    const auto add_chain = [&](auto begin, auto end) {
        const std::size_t base = hull.size();
        for (auto at = begin; at != end; ++at) {
            while (hull.size() >= base + 2 &&
                   cross(hull.back() - hull[hull.size() - 2], *at - hull.back()) <= 0.0f)
                hull.pop_back();
            hull.push_back(*at);
        }
        hull.pop_back();  // the first point of the next chain
    };
    add_chain(points.begin(), points.end());
    add_chain(points.rbegin(), points.rend());
    return hull;
}

void add_core(const ShapeCore& core, const Transformd& pose, std::vector<Vec2>& points) {
    for (const Vec2 point : core.points)
        points.push_back(narrow(transform_point(pose, widen(point))));
}

/// Angle of an arc of `radius_points` whose chord is at most `sample_error` points off.
double chord_angle(double radius_points) {
    return 2.0 * std::acos(std::clamp(1.0 - sample_error / std::max(radius_points, sample_error), -1.0, 1.0));
}

/// Times of the poses whose consecutive hulls cover the swept area, 0 and 1 included. A hull of two poses
/// reaches beyond the area by half the way that its points turn. Between other poses this is swept anyway,
/// but not at both ends of the motion, so the poses are denser there.
std::vector<double> sample_times(double turn, double reach_points) {
    if (!(0.5 * turn * reach_points > hull_error)) return {0.0, 1.0};
    const double largest = std::max(chord_angle(reach_points) / turn, 1.0 / max_samples);
    double step = std::min(2.0 * sample_error / (reach_points * turn), largest);
    std::vector<double> times{0.0};
    while (times.back() + step < 0.5) {
        times.push_back(times.back() + step);
        step = std::min(2.0 * step, largest);
    }
    const std::size_t half = times.size();
    times.push_back(0.5);
    for (std::size_t i = half; i-- > 0;)
        times.push_back(1.0 - times[i]);
    return times;
}

/// Replaces each point by a circle of `radius`, so that a hull around the points includes it.
std::vector<Vec2> inflated(std::span<const Vec2> points, float radius, float radius_points) {
    if (!(radius > 0.0f)) return {points.begin(), points.end()};
    const int corners = std::clamp(
        static_cast<int>(std::ceil(full_turn / chord_angle(static_cast<double>(radius_points)))), 8, 64);
    std::vector<Vec2> circles;
    for (const Vec2 point : points) {
        for (int i = 0; i < corners; ++i) {
            const double angle = full_turn * i / corners;
            circles.push_back(point + radius * Vec2{static_cast<float>(std::cos(angle)),
                                                    static_cast<float>(std::sin(angle))});
        }
    }
    return circles;
}

}  // namespace

void draw_swept_shape(DrawBatch& batch, const Shape& shape, const Sweep& sweep, Color color) {
    const ShapeCore core = core_of(shape);
    const float point = batch.view().meters(1.0f);  // metres
    double reach = 0.0;                             // of the core from the centre of the turn
    for (const Vec2 vertex : core.points)
        reach = std::max(reach, length(widen(vertex) - sweep.local_center));
    const double turn = std::abs(sweep.delta_angle);
    if (!(length(sweep.c1 - sweep.c0) + turn * reach >= static_cast<double>(min_travel * point))) return;

    Style style{.fill = with_alpha(color, swept_fill),
                .outline = with_alpha(color, swept_outline),
                .width = swept_outline_width,
                .dashed = true};
    const double reach_points = reach / static_cast<double>(point);
    const std::vector<double> times = sample_times(turn, reach_points);
    const bool is_sector = times.size() > 2;
    std::vector<std::vector<Vec2>> pieces;
    for (std::size_t i = 1; i < times.size(); ++i) {
        std::vector<Vec2> points;
        add_core(core, pose_at(sweep, times[i - 1]), points);
        add_core(core, pose_at(sweep, times[i]), points);
        if (is_sector) points = inflated(points, core.radius, core.radius / point);
        pieces.push_back(convex_hull(std::move(points)));
    }
    if (is_sector) {
        style.fill = with_alpha(color, sector_fill);
        batch.region(pieces, style);
    } else if (pieces[0].size() > 2) {
        batch.polygon(pieces[0], {}, core.radius, style);
    } else {
        batch.capsule(pieces[0].front(), pieces[0].back(), core.radius, style);
    }
}

}  // namespace toibox::app
