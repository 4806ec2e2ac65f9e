// SPDX-License-Identifier: MIT
// World queries by shape: casts, overlaps, and the closest shape. Pairs are tested in double and in ascending
// index order, so that results do not depend on the broad phase. A cast examines a pair only over the part of
// the path on which the boxes of the pair are near each other, so the swept distance is on the scale of the
// shapes. A hit is accurate to `resolution` for casts up to 10⁹ times the shape's size.

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world.h"
#include "toibox/geometry/bounds.h"
#include "toibox/narrow/gjk.h"
#include "toibox/narrow/penetration.h"
#include "toibox/toi/toi.h"

#include "dynamics/state/activity.h"
#include "dynamics/world/query_candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace toibox {
namespace {

struct Boxd {
    Vec2d lower;
    Vec2d upper;
};

Boxd widen(const Aabb& box) {
    return {widen(box.lower), widen(box.upper)};
}

/// Rounds outward and clamps to the range of float.
Aabb narrow_outward(const Boxd& box) {
    constexpr double max_float = static_cast<double>(std::numeric_limits<float>::max());
    constexpr double rounding = static_cast<double>(std::numeric_limits<float>::epsilon());
    const auto round_away = [](double value, double sign) {
        const double out = value + sign * rounding * (value < 0.0 ? -value : value);
        return static_cast<float>(out < -max_float ? -max_float : (out > max_float ? max_float : out));
    };
    return {{round_away(box.lower.x, -1.0), round_away(box.lower.y, -1.0)},
            {round_away(box.upper.x, 1.0), round_away(box.upper.y, 1.0)}};
}

/// A shape that is being cast.
struct CastShape {
    ConvexProxy proxy;
    Transformd from;
    Vec2d translation;
    Boxd box;           ///< Bounding box at the start of the cast.
    double gap = 0.0;   ///< ShapeCast::gap.
    double resolution;  ///< How far short of `gap` the cast stops, metres.

    /// At the start of the cast, a distance between surfaces up to this counts as contact, metres. Along the
    /// cast, the target distance is gap + resolution.
    [[nodiscard]] double reach() const { return gap + 2.0 * resolution; }
};

/// Part of a cast, as fractions of its translation.
struct Interval {
    double first = 0.0;
    double last = 1.0;
};

/// Clips the interval to the fractions t with lower ≤ t · translation ≤ upper.
void clip_interval(Interval& interval, double lower, double upper, double translation) {
    if (translation == 0.0) {
        if (lower > 0.0 || upper < 0.0) interval.last = -1.0;
        return;
    }
    const double in = (translation > 0.0 ? lower : upper) / translation;
    const double out = (translation > 0.0 ? upper : lower) / translation;
    interval.first = in > interval.first ? in : interval.first;
    interval.last = out < interval.last ? out : interval.last;
}

/// Fractions of the cast at which the boxes are near each other; empty if last < first. The margin is twice
/// the reach, so if the interval does not start at fraction 0, the shapes are still out of reach there.
Interval near_interval(const CastShape& mover, const Boxd& obstacle) {
    const double margin = 2.0 * mover.reach();
    Interval interval;
    clip_interval(interval, obstacle.lower.x - mover.box.upper.x - margin,
                  obstacle.upper.x - mover.box.lower.x + margin, mover.translation.x);
    clip_interval(interval, obstacle.lower.y - mover.box.upper.y - margin,
                  obstacle.upper.y - mover.box.lower.y + margin, mover.translation.y);
    return interval;
}

Sweep stationary_sweep(const Transformd& pose) {
    return {.local_center = {}, .c0 = pose.p, .c1 = pose.p, .q0 = pose.q, .delta_angle = 0.0};
}

/// Whether the mover, which penetrates by `depth` at `pose`, penetrates deeper a little further along the
/// cast.
bool goes_deeper(const CastShape& mover, Transformd pose, const ConvexProxy& other, const Transformd& frame,
                 double depth) {
    const double ahead = tuning::cast_look_ahead * mover.resolution;
    pose.p += ahead * normalized(mover.translation);
    return penetration(other, frame, mover.proxy, pose).depth > depth + tuning::sliding_fraction * ahead;
}

/// Hit of a pair that is within reach at `start`; nullopt if the mover moves away or slides along the
/// surface.
std::optional<ShapeCastHit> hit_at_start(const CastShape& mover, const Transformd& start,
                                         const ConvexProxy& other, const Transformd& frame,
                                         const GjkResult& closest) {
    ShapeCastHit hit{.shape = {},
                     .distance = closest.distance,
                     .point = 0.5 * (closest.point_a + closest.point_b),
                     .normal = closest.normal};
    if (!(closest.distance > 0.0)) {
        const Penetration overlap = penetration(other, frame, mover.proxy, start);
        hit.distance = -overlap.depth;
        hit.normal = overlap.normal;
    }
    // The signed distance of convex shapes along a line has a single minimum: if it does not decrease now, it
    // never will.
    const double tolerance = tuning::sliding_fraction * length(mover.translation);
    if (!(dot(mover.translation, hit.normal) < -tolerance)) return std::nullopt;
    // Near the centre of a shape there are several ways out, and the normal belongs to only one of them.
    if (hit.distance < 0.0 && !goes_deeper(mover, start, other, frame, -hit.distance)) return std::nullopt;
    return hit;
}

std::optional<ShapeCastHit> cast_against(const CastShape& mover, const ConvexProxy& other,
                                         const Transformd& frame, const Boxd& box) {
    const Interval interval = near_interval(mover, box);
    if (!(interval.first <= interval.last)) return std::nullopt;
    Transformd start = mover.from;
    start.p += interval.first * mover.translation;
    const GjkResult closest = gjk_distance(other, frame, mover.proxy, start);
    if (!(closest.distance > mover.reach())) {
        auto hit = hit_at_start(mover, start, other, frame, closest);
        if (hit) hit->fraction = interval.first;
        return hit;
    }

    ToiInput input{other, mover.proxy, stationary_sweep(frame), stationary_sweep(start)};
    input.sweep_b.c1 = mover.from.p + interval.last * mover.translation;
    const ToiOptions options{.target = mover.gap + mover.resolution,
                             .tolerance = 0.5 * mover.resolution,
                             .max_iterations = tuning::cast_iterations};
    const ToiResult toi = time_of_impact(ToiMethod::LinearCast, input, options);
    if (toi.state == ToiState::Separated) return std::nullopt;
    return ShapeCastHit{.shape = {},
                        .fraction = interval.first + toi.t * (interval.last - interval.first),
                        .distance = toi.distance,
                        .point = toi.point,
                        .normal = toi.normal};
}

bool is_valid_pose(const Transform& pose) {
    const float squared_length = pose.q.c * pose.q.c + pose.q.s * pose.q.s;
    return is_finite(pose.p) && std::abs(squared_length - 1.0f) <= tuning::unit_tolerance;
}

bool is_valid_cast(const Shape& shape, const ShapeCast& cast) {
    return is_valid_pose(cast.from) && is_finite(cast.translation) && cast.translation != Vec2{} &&
           cast.gap >= 0.0f && std::isfinite(cast.gap) && is_valid(compute_aabb(shape, cast.from));
}

/// Calls visit(hit) for each shape that the cast hits, in ascending order of shape indices.
template <class Visitor>
void for_each_hit(const World& world, const Shape& shape, const ShapeCast& cast, Visitor&& visit) {
    if (!is_valid_cast(shape, cast)) return;
    const WorldState& state = world.state();
    const ConvexProxyBuffer buffer(shape);
    const Boxd box = widen(compute_aabb(shape, cast.from));
    const Vec2d size = box.upper - box.lower;
    const CastShape mover{
        .proxy = buffer.proxy(),
        .from = widen(cast.from),
        .translation = widen(cast.translation),
        .box = box,
        .gap = static_cast<double>(cast.gap),
        .resolution = std::max(tuning::min_cast_resolution, tuning::cast_resolution * (size.x + size.y))};
    const double margin = 2.0 * mover.reach();
    const Vec2d margins{margin, margin};
    const Aabb swept = narrow_outward({min(box.lower, box.lower + mover.translation) - margins,
                                       max(box.upper, box.upper + mover.translation) + margins});
    for (const std::uint32_t other : collect_candidates(state, swept)) {
        if (!passes_mask(state, other, cast.mask)) continue;
        const Transform frame = body_transform(state, state.shapes.body[other]);
        const Shape& geometry = state.shapes.geometry[other];
        const ConvexProxyBuffer obstacle(geometry);
        auto hit = cast_against(mover, obstacle.proxy(), widen(frame), widen(compute_aabb(geometry, frame)));
        if (!hit) continue;
        hit->shape = world.shape_at(other);
        visit(*hit);
    }
}

}  // namespace

std::optional<ShapeCastHit> World::shape_cast_closest(const Shape& shape, const ShapeCast& cast) const {
    std::optional<ShapeCastHit> closest;
    for_each_hit(*this, shape, cast, [&](const ShapeCastHit& hit) {
        if (!closest || hit.fraction < closest->fraction) closest = hit;
    });
    return closest;
}

void World::shape_cast_all(const Shape& shape, const ShapeCast& cast,
                           FunctionRef<bool(const ShapeCastHit&)> visit) const {
    std::vector<ShapeCastHit> hits;
    for_each_hit(*this, shape, cast, [&](const ShapeCastHit& hit) { hits.push_back(hit); });
    std::sort(hits.begin(), hits.end(), [](const ShapeCastHit& a, const ShapeCastHit& b) {
        if (a.fraction != b.fraction) return a.fraction < b.fraction;
        return a.shape.index < b.shape.index;
    });
    for (const ShapeCastHit& hit : hits) {
        if (!visit(hit)) return;
    }
}

void World::overlap_shape(const Shape& shape, const Transform& pose, FunctionRef<bool(ShapeHandle)> visit,
                          std::uint64_t mask) const {
    const WorldState& state = *state_;
    const Aabb box = compute_aabb(shape, pose);
    if (!is_valid_pose(pose) || !is_valid(box)) return;
    const ConvexProxyBuffer query_proxy(shape);
    for (const std::uint32_t other : collect_candidates(state, box)) {
        if (!passes_mask(state, other, mask)) continue;
        const ConvexProxyBuffer obstacle(state.shapes.geometry[other]);
        const Transform frame = body_transform(state, state.shapes.body[other]);
        const GjkResult closest =
            gjk_distance(obstacle.proxy(), widen(frame), query_proxy.proxy(), widen(pose));
        if (!(closest.distance > 0.0) && !visit(shape_at(other))) return;
    }
}

std::optional<ShapeDistance> World::closest_shape(Vec2 point, double max_distance, std::uint64_t mask) const {
    if (!is_finite(point) || !(max_distance >= 0.0)) return std::nullopt;
    const WorldState& state = *state_;
    const Vec2d at = widen(point);
    const Vec2d margins{max_distance, max_distance};
    const std::array origin{Vec2d{}};
    const ConvexProxy query_proxy{.points = origin};
    const Transformd pose{at, {}};
    std::optional<ShapeDistance> closest;
    for (const std::uint32_t shape :
         collect_candidates(state, narrow_outward({at - margins, at + margins}))) {
        if (!passes_mask(state, shape, mask)) continue;
        const ConvexProxyBuffer buffer(state.shapes.geometry[shape]);
        const Transformd frame = widen(body_transform(state, state.shapes.body[shape]));
        const GjkResult separation = gjk_distance(buffer.proxy(), frame, query_proxy, pose);
        ShapeDistance found{shape_at(shape), separation.distance, separation.point_a, separation.normal};
        if (!(separation.distance > 0.0)) {
            const Penetration inside = penetration(buffer.proxy(), frame, query_proxy, pose);
            found = {found.shape, -inside.depth, at + inside.depth * inside.normal, inside.normal};
        }
        if (found.distance <= max_distance && (!closest || found.distance < closest->distance))
            closest = found;
    }
    return closest;
}

}  // namespace toibox
