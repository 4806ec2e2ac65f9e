// SPDX-License-Identifier: MIT

// Walks over the boundaries: two features are closest if each lies in the Voronoi region of the other; where
// one does not, the neighbour across the border is nearer. With the last pair as the start it takes one look
// if little has moved; unlike GJK it needs the order of the vertices. In the plane only two pairs of features
// can be closest: vertex and vertex, or edge and vertex. Each step shortens the distance of the pair, or
// leaves an edge for its end at the same distance, so the walk ends; against rounding it has a bound.
// Sources: M. Lin, J. Canny, "A Fast Algorithm for Incremental Distance Calculation", ICRA 1991; B. Mirtich,
// "V-Clip", ACM Transactions on Graphics 17(3), 1998, section 3 (a vertex behind an edge: here the nearest
// edge of the core is taken, not that of the most distant plane, so that the distance falls there too).

#include "toibox/narrow/tuning.h"

#include "distance_methods.h"

#include <limits>
#include <optional>

namespace toibox::narrow_methods {

namespace {

/// The boundary of one core, from A's origin.
struct Boundary {
    std::span<const Vec2d> points;
    Rotd q;
    Vec2d offset;

    [[nodiscard]] int count() const { return static_cast<int>(points.size()); }
    [[nodiscard]] Vec2d local(int i) const { return points[static_cast<std::size_t>(i)]; }
    [[nodiscard]] Vec2d point(int i) const { return offset + rotate(q, local(i)); }
    /// The next vertex that is elsewhere; i itself if there is none.
    [[nodiscard]] int next(int i) const {
        int k = i;
        do {
            k = k + 1 < count() ? k + 1 : 0;
        } while (k != i && local(k) == local(i));
        return k;
    }
    [[nodiscard]] int previous(int i) const {
        int k = i;
        do {
            k = k > 0 ? k - 1 : count() - 1;
        } while (k != i && local(k) == local(i));
        return k;
    }
    /// The first vertex after those that are as high as vertex i but for `rounding`, if that lies lower than
    /// they. Heights are along one direction, so that if neither end of the level stretch falls, i is lowest;
    /// its neighbours alone do not tell: in the middle of a side they are level with it, be it at the bottom
    /// or on top.
    template <class Height>
    [[nodiscard]] std::optional<int> find_lower_vertex(int i, double rounding,
                                                       const Height& height_of) const {
        const double height = height_of(point(i));
        for (const bool is_forward : {true, false}) {
            int k = i;
            for (int n = 1; n < count(); ++n) {
                k = is_forward ? next(k) : previous(k);
                const double at = height_of(point(k));
                if (at > height + rounding) break;
                if (at < height - rounding) return k;
            }
        }
        return std::nullopt;
    }
};

/// An edge, and how a point lies to it. Lengths are times the edge's.
struct Face {
    Vec2d p;
    Vec2d q;
    Vec2d e;

    Face(const Boundary& core, int i) : p(core.point(i)), q(core.point(core.next(i))), e(q - p) {}
    [[nodiscard]] double along(Vec2d v) const { return dot(v - p, e); }
    [[nodiscard]] double back(Vec2d v) const { return dot(q - v, e); }
    /// In front of the edge; from the nearer end, whose rounding is smaller.
    [[nodiscard]] double height(Vec2d v) const {
        const Vec2d near = along(v) < back(v) ? p : q;
        return dot(right_perp(e), v - near);
    }
};

/// Heights of v that differ by no more are one: else edges that are parallel would send each other round.
double rounding_of(const Face& face, Vec2d v) {
    const Vec2d size = abs(face.p) + abs(face.q) + abs(v);
    return tuning::gjk_rounding * (size.x + size.y) * length(face.e);
}

/// The same of dot(v − w, p − v), where p is near v.
double rounding_of(Vec2d v, Vec2d w) {
    const Vec2d size = abs(v) + abs(w);
    return tuning::gjk_rounding * (size.x + size.y) * length(v - w);
}

double distance_squared_to(const Face& face, Vec2d v) {
    if (!(face.along(v) > 0.0)) return length_squared(v - face.p);
    if (!(face.back(v) > 0.0)) return length_squared(v - face.q);
    const double height = face.height(v);
    return height * height / length_squared(face.e);
}

enum class WalkStatus : std::uint8_t { Moved, Closest, Overlap };

template <class Trace>
class Walk {
public:
    Walk(const DistanceInput& input, Trace& trace)
        : input_(input),
          trace_(trace),
          pair_(pair_of(input)),
          core_{Boundary{pair_.points_a, pair_.q_a, {}}, Boundary{pair_.points_b, pair_.q_b, pair_.offset}} {}

    /// The pair of the last time, as far as these shapes have it.
    void start(const FeaturePair& features) {
        if (features.index_a < core_[0].count()) index_[0] = features.index_a;
        if (features.index_b < core_[1].count()) index_[1] = features.index_b;
        if (features.kind == ClosestFeature::FaceA) set_edge(0, index_[0]);
        if (features.kind == ClosestFeature::FaceB) set_edge(1, index_[1]);
    }

    DistanceResult run(int max_iterations) {
        const int most = 4 * (core_[0].count() + core_[1].count()) + 16;
        const int limit = max_iterations < most ? max_iterations : most;
        WalkStatus step = WalkStatus::Moved;
        int steps = 0;
        for (; step == WalkStatus::Moved && steps < limit; ++steps) {
            if constexpr (Trace::enabled) trace_step(DistanceEvent::Kind::Walk, steps);
            step = face_of_ < 0 ? step_from_vertices(steps) : step_from_edge(steps);
        }
        DistanceResult answer =
            step == WalkStatus::Closest ? current_result() : make_core_overlap_result(input_);
        if (step == WalkStatus::Moved) answer.state = DistanceState::Exhausted;
        answer.iterations = steps;
        answer.cache.features = features();
        return answer;
    }

private:
    void set_edge(std::size_t side, int first) {
        index_[side] = first;
        const bool is_edge = core_[side].next(first) != first;
        face_of_ = is_edge ? static_cast<int>(side) : -1;
    }
    void set_vertices(std::size_t side, int vertex) {
        index_[side] = vertex;
        face_of_ = -1;
    }
    [[nodiscard]] FeaturePair features() const {
        const ClosestFeature kind = face_of_ < 0    ? ClosestFeature::VertexVertex
                                    : face_of_ == 0 ? ClosestFeature::FaceA
                                                    : ClosestFeature::FaceB;
        return {kind, static_cast<std::uint8_t>(index_[0]), static_cast<std::uint8_t>(index_[1])};
    }

    /// Two vertices: each must lie between the perpendiculars at the other's edges.
    WalkStatus step_from_vertices(int steps) {
        for (std::size_t side = 0; side < 2; ++side) {
            const Boundary& own = core_[side];
            const int i = index_[side];
            const Vec2d v = own.point(i);
            const Vec2d d = core_[1 - side].point(index_[1 - side]) - v;
            if (d == Vec2d{}) return WalkStatus::Overlap;
            const int before = own.previous(i);
            for (const int neighbour : {own.next(i), before}) {
                if (!(dot(d, own.point(neighbour) - v) > 0.0)) continue;
                set_edge(side, neighbour == before && own.next(i) != before ? before : i);
                return WalkStatus::Moved;
            }
        }
        for (std::size_t side = 0; side < 2; ++side) {
            const Boundary& own = core_[side];
            const Vec2d v = own.point(index_[side]);
            const Vec2d w = core_[1 - side].point(index_[1 - side]);
            const auto away = [&](Vec2d p) { return dot(v - w, p - v); };
            if (own.find_lower_vertex(index_[side], rounding_of(v, w), away)) return scan(side, w, steps);
        }
        return WalkStatus::Closest;
    }

    /// An edge and a vertex: the vertex must lie between the perpendiculars at the edge's ends and in front,
    /// and neither of its neighbours may be nearer to the edge's line.
    WalkStatus step_from_edge(int steps) {
        const auto side = static_cast<std::size_t>(face_of_);
        const Boundary& own = core_[side];
        const Boundary& other = core_[1 - side];
        const Face face(own, index_[side]);
        const int j = index_[1 - side];
        const Vec2d v = other.point(j);
        if (!(face.along(v) > 0.0)) return set_vertices(side, index_[side]), WalkStatus::Moved;
        if (!(face.back(v) > 0.0)) return set_vertices(side, own.next(index_[side])), WalkStatus::Moved;
        const double height = face.height(v);
        if (!(height > 0.0)) {
            // On the edge but for rounding: touching. Of sides in one line, rounding tells which others it
            // lies behind, and would send the walk to and fro between them.
            return height < -rounding_of(face, v) ? scan(side, v, steps) : WalkStatus::Overlap;
        }
        const std::optional<int> neighbour = steepest_neighbour(face, other, j, v, height);
        if (neighbour) return descend(side, face, *neighbour, steps);
        const auto height_of = [&](Vec2d p) { return face.height(p); };
        const std::optional<int> beyond = other.find_lower_vertex(j, rounding_of(face, v), height_of);
        return beyond ? descend(side, face, *beyond, steps) : WalkStatus::Closest;
    }

    /// Of the neighbours that are nearer to the edge's line the one that the boundary falls to more steeply:
    /// its edge is the one that looks at the line.
    static std::optional<int> steepest_neighbour(const Face& face, const Boundary& other, int j, Vec2d v,
                                                 double height) {
        std::optional<int> best;
        double steepest = 0.0;
        for (const int k : {other.next(j), other.previous(j)}) {
            const Vec2d w = other.point(k);
            if (k == j || !(face.height(w) < height - rounding_of(face, v))) continue;
            const double slope = (face.height(w) - height) / length(w - v);
            if (best && !(slope < steepest)) continue;
            best = k;
            steepest = slope;
        }
        return best;
    }

    /// Goes from the other's vertex straight to a lower one, as far as it stays over the edge.
    WalkStatus descend(std::size_t side, const Face& face, int lower, int steps) {
        const Boundary& other = core_[1 - side];
        const int j = index_[1 - side];
        const Vec2d v = other.point(j);
        const Vec2d w = other.point(lower);
        const double height = face.height(v);
        const double height_after = face.height(w);
        const bool before_start = !(face.along(w) > 0.0);
        if (!before_start && face.back(w) > 0.0) {
            if (!(height_after > 0.0)) return WalkStatus::Overlap;  // the way crosses the edge
            index_[1 - side] = lower;
            return WalkStatus::Moved;
        }
        const double here = before_start ? face.along(v) : face.back(v);
        const double there = before_start ? face.along(w) : face.back(w);
        const double height_at_border = height + here / (here - there) * (height_after - height);
        if (!(height_at_border > 0.0)) return WalkStatus::Overlap;
        if (!before_start) index_[side] = core_[side].next(index_[side]);
        const bool is_next = lower == other.next(j);
        // Not along an edge but through the core: its boundary is nearer to the border's vertex than the way.
        if (!is_next && lower != other.previous(j))
            return scan(1 - side, core_[side].point(index_[side]), steps);
        set_edge(1 - side, is_next ? j : lower);
        return WalkStatus::Moved;
    }

    /// A vertex that lies behind an edge is inside, or nearer to another edge.
    WalkStatus scan(std::size_t side, Vec2d v, int steps) {
        if constexpr (Trace::enabled) trace_step(DistanceEvent::Kind::Scan, steps);
        const Boundary& own = core_[side];
        int nearest = -1;
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < own.count(); ++i) {
            const Face face(own, i);
            if (!(face.height(v) > 0.0)) continue;
            const double d = distance_squared_to(face, v);
            if (!(d < least)) continue;
            least = d;
            nearest = i;
        }
        if (nearest < 0) return WalkStatus::Overlap;
        set_edge(side, nearest);
        return WalkStatus::Moved;
    }

    [[nodiscard]] DistanceResult current_result() const {
        const Vec2d a = core_[0].point(index_[0]);
        const Vec2d b = core_[1].point(index_[1]);
        if (face_of_ < 0) return make_separated_result(input_, length(b - a), normalized(b - a), a, b);
        const auto side = static_cast<std::size_t>(face_of_);
        const Face face(core_[side], index_[side]);
        const double size = length(face.e);
        const Vec2d outward = (1.0 / size) * right_perp(face.e);
        const Vec2d v = face_of_ == 0 ? b : a;
        const double distance = face.height(v) / size;
        const double whole = face.along(v) + face.back(v);
        const Vec2d foot = lerp(face.p, face.q, face.along(v) / whole);
        if (face_of_ == 0) return make_separated_result(input_, distance, outward, foot, b);
        return make_separated_result(input_, distance, -outward, a, foot);
    }

    void trace_step(DistanceEvent::Kind kind, int steps) {
        const DistanceResult now = current_result();
        const double distance = now.separation + radii(input_);
        trace_(DistanceEvent{.kind = kind,
                             .iteration = steps,
                             .index_a = index_[0],
                             .index_b = index_[1],
                             .direction = now.normal,
                             .features = features(),
                             .lower = distance,
                             .upper = distance});
    }

    const DistanceInput& input_;
    Trace& trace_;
    gjk::Pair pair_;
    std::array<Boundary, 2> core_;
    std::array<int, 2> index_{};
    int face_of_ = -1;  ///< Whose edge it is: 0 A's, 1 B's; −1: two vertices.
};

}  // namespace

template <class Trace>
DistanceResult feature_walk(const DistanceInput& input, const DistanceOptions& options, Trace& trace) {
    Walk<Trace> walk(input, trace);
    walk.start(input.cache.features);
    return walk.run(options.max_iterations);
}

template DistanceResult feature_walk(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceResult feature_walk(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
