// SPDX-License-Identifier: MIT

// GJK distance: moves a simplex over the Minkowski difference B − A towards the origin, one support point at
// a time, maintaining a lower and an upper bound of the distance. Unlike SAT it needs no edge list, and
// unlike closest-feature walking no coherence. Source: see gjk.h. Two choices differ from the textbook. The
// frame has A's origin but the orientation of the world: a rotation widened from float is off unit length by
// 1e-7, which is harmless unless the rotation is inverted. And the search direction of an edge is its
// perpendicular.

#include "toibox/narrow/gjk.h"

#include "toibox/core/assert.h"
#include "toibox/narrow/tuning.h"

#include "narrow/distance/gjk_pair.h"
#include "narrow/distance/gjk_simplex.h"

#include <limits>

namespace toibox {

namespace gjk {
namespace {

/// Bounds of the distance for one simplex.
struct Bounds {
    double upper = 0.0;
    double gap = 0.0;  ///< Upper minus lower.
};

/// Two vertices of the difference share a vertex of one shape, or none (parallel edges). If they share none,
/// the longer edge is the face, because a zero edge of duplicate vertices has no normal.
ClosestFeature feature_of(const Pair& pair, const Simplex& s) {
    if (s.count == 1) return ClosestFeature::VertexVertex;
    const int a0 = index_a(s.v0.id);
    const int a1 = index_a(s.v1.id);
    const int b0 = index_b(s.v0.id);
    const int b1 = index_b(s.v1.id);
    if (b0 == b1) return ClosestFeature::FaceA;
    if (a0 == a1) return ClosestFeature::FaceB;
    const Vec2d edge_a = pair.point_a(a1) - pair.point_a(a0);
    const Vec2d edge_b = pair.point_b(b1) - pair.point_b(b0);
    return length_squared(edge_a) < length_squared(edge_b) ? ClosestFeature::FaceB : ClosestFeature::FaceA;
}

GjkIteration::Vertex describe(const Pair& pair, Vec2d origin, const Vertex& v, double weight) {
    const int ia = index_a(v.id);
    const int ib = index_b(v.id);
    return {ia, ib, origin + pair.point_a(ia), origin + pair.point_b(ib), v.w, weight};
}

GjkIteration describe(const Pair& pair, Vec2d origin, const Simplex& s, const Vertex& support) {
    GjkIteration it;
    const std::array<double, 3> weight = weights(s);
    const std::array<Vertex, 3> vertices{s.v0, s.v1, s.v2};
    it.count = s.count;
    for (std::size_t i = 0; i < static_cast<std::size_t>(it.count); ++i) {
        it.simplex[i] = describe(pair, origin, vertices[i], weight[i]);
        it.closest += weight[i] * vertices[i].w;
    }
    it.support = describe(pair, origin, support, 0.0);
    return it;
}

/// The search, split into readable parts. Meant to be inlined completely (see flatten below): through memory,
/// vertices written in halves and read immediately would stall, which doubles the time.
template <class Trace>
class Search {
public:
    Search(const Pair& pair, Trace& trace) : pair_(pair), trace_(trace) {}

    /// Starts with the valid part of the seed: existing indices, each pair once.
    void start(const SimplexSeed& seed) {
        const std::size_t count = seed.count < 3u ? seed.count : 3u;
        for (std::size_t i = 0; i < count; ++i) {
            const SupportPair id = pack(seed.index_a[i], seed.index_b[i]);
            const bool exists =
                seed.index_a[i] < pair_.points_a.size() && seed.index_b[i] < pair_.points_b.size();
            if (exists && !s_.contains(id)) s_.push(vertex(id));
        }
        if (s_.count == 0) s_.push(support(pair_.offset));
    }

    void run(Vec2d origin) {
        while (!done_ && iterations_ < gjk_max_iterations) {
            const int count_before = s_.count;
            update_closest_point();
            Vertex next{};
            if (!done_) next = find_next_support();
            if constexpr (Trace::enabled) {
                GjkIteration it = describe(pair_, origin, s_, next);
                it.index = iterations_;
                it.dropped = count_before - s_.count;
                it.direction = -closest_.outward;
                it.upper = current_.upper;
                it.lower = current_.upper - current_.gap;
                it.tolerance = tuning::gjk_rounding * scale_;
                it.last = done_;
                it.exit = exit_;
                trace_(it);
            }
            ++iterations_;
            if (!done_) {
                update_best();
                s_.push(next);
            }
        }
        if (exit_ == GjkExit::NoProgress || exit_ == GjkExit::IterationLimit) restore_best();
    }

    void write_result(GjkResult& result, Vec2d origin, double radius_a, double radius_b) const {
        const std::array<double, 3> weight = weights(s_);
        Vec2d a;
        Vec2d b;
        const std::array<SupportPair, 3> ids{s_.v0.id, s_.v1.id, s_.v2.id};
        for (std::size_t i = 0; i < static_cast<std::size_t>(s_.count); ++i) {
            const int ia = index_a(ids[i]);
            const int ib = index_b(ids[i]);
            a += weight[i] * pair_.point_a(ia);
            b += weight[i] * pair_.point_b(ib);
            result.seed.index_a[i] = static_cast<std::uint8_t>(ia);
            result.seed.index_b[i] = static_cast<std::uint8_t>(ib);
        }
        result.seed.count = static_cast<std::uint8_t>(s_.count);
        result.iterations = iterations_;
        result.exit = exit_;
        result.point_a = origin + a;
        if (exit_ == GjkExit::Enclosed) {
            result.feature = ClosestFeature::Overlap;
            result.point_b = result.point_a;
            return;
        }
        const double radii = radius_a + radius_b;
        result.feature = feature_of(pair_, s_);
        result.core_distance = current_.upper;
        result.distance = current_.upper > radii ? current_.upper - radii : 0.0;
        result.normal = inv_length_ * closest_.outward;
        result.point_a += radius_a * result.normal;
        result.point_b = origin + b - radius_b * result.normal;
    }

private:
    Vertex vertex(SupportPair id) { return pair_.vertex(id, scale_); }
    /// The vertex of B − A farthest in the direction −outward.
    Vertex support(Vec2d outward) { return vertex(pair_.support_against(outward)); }

    /// Updates the closest point and the upper bound; done if the simplex contains or touches the origin.
    void update_closest_point() {
        closest_ = solve(s_);
        inv_length_ = 1.0 / length(closest_.outward);
        current_.upper = closest_.reach * inv_length_;
        if (closest_.enclosed || !(current_.upper > tuning::gjk_rounding * scale_)) {
            current_ = {};
            finish(GjkExit::Enclosed);
        }
    }
    /// Finds the next vertex and its lower bound; done if it brings no progress.
    Vertex find_next_support() {
        const SupportPair id = pair_.support_against(closest_.outward);
        if (s_.contains(id)) {
            finish(GjkExit::RepeatedSupport);
            if constexpr (!Trace::enabled) return {};  // only a trace needs its position
        }
        const Vertex next = vertex(id);
        current_.gap = (closest_.reach - dot(closest_.outward, next.w)) * inv_length_;
        if (done_) return next;
        if (current_.gap <= tuning::gjk_rounding * scale_) {
            finish(GjkExit::DualityGap);
        } else if (!(current_.upper < best_bounds_.upper) && !(current_.gap < best_bounds_.gap)) {
            finish(GjkExit::NoProgress);
        }
        return next;
    }
    void finish(GjkExit exit) {
        exit_ = exit;
        done_ = true;
    }
    /// Progress is a smaller upper bound or a smaller gap. If rounding prevents further progress, the best
    /// simplex is the one with the smallest gap.
    void update_best() {
        if (current_.upper < best_bounds_.upper) best_bounds_.upper = current_.upper;
        if (current_.gap < best_bounds_.gap) {
            best_bounds_.gap = current_.gap;
            best_count_ = s_.count;
            best0_ = s_.v0.id;
            best1_ = s_.v1.id;
        }
    }
    void restore_best() {
        s_.count = 0;
        s_.push(vertex(best0_));
        if (best_count_ > 1) s_.push(vertex(best1_));
        closest_ = solve(s_);
        inv_length_ = 1.0 / length(closest_.outward);
        current_.upper = closest_.reach * inv_length_;
    }

    Pair pair_;
    Trace& trace_;
    Simplex s_;
    Closest closest_;
    double inv_length_ = 0.0;  ///< 1 / |closest_.outward|
    double scale_ = 0.0;
    Bounds current_;
    Bounds best_bounds_{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    int best_count_ = 0;  ///< Simplex with the smallest gap, by its supports.
    SupportPair best0_{};
    SupportPair best1_{};
    int iterations_ = 0;
    GjkExit exit_ = GjkExit::IterationLimit;
    bool done_ = false;
};

}  // namespace
}  // namespace gjk

// Flattened to keep the search in registers. Measured with 8 by 8 vertices, g++ 12: warm start 34 ns instead
// of 60.
template <class Trace>
[[gnu::flatten]] GjkResult gjk_distance(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                                        const Transformd& pose_b, const SimplexSeed& seed, Trace& trace) {
    TOIBOX_ASSERT(a.count() >= 1 && a.count() <= Polygon::max_vertices);
    TOIBOX_ASSERT(b.count() >= 1 && b.count() <= Polygon::max_vertices);
    gjk::Search<Trace> search(gjk::Pair(a, pose_a, b, pose_b), trace);
    search.start(seed);
    search.run(pose_a.p);
    GjkResult result;
    search.write_result(result, pose_a.p, a.radius, b.radius);
    return result;
}

template GjkResult gjk_distance(const ConvexProxy&, const Transformd&, const ConvexProxy&, const Transformd&,
                                const SimplexSeed&, NoTrace&);
template GjkResult gjk_distance(const ConvexProxy&, const Transformd&, const ConvexProxy&, const Transformd&,
                                const SimplexSeed&, TraceRecorder<GjkIteration>&);

GjkResult gjk_distance(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                       const Transformd& pose_b, const SimplexSeed& seed) {
    NoTrace no_trace;
    return gjk_distance(a, pose_a, b, pose_b, seed, no_trace);
}

}  // namespace toibox
