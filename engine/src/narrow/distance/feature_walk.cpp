// SPDX-License-Identifier: MIT

// Walks over the boundaries: two features are closest if each is in the Voronoi region of the other;
// if not, the neighbour across the violated border is closer. Starting from the last pair, one check suffices
// if little has moved. Unlike GJK it needs the order of the vertices. In 2D only two kinds of feature pairs
// can be closest: vertex-vertex and edge-vertex. Each step shortens the distance between the features, or
// moves from an edge to its end at the same distance, so the walk ends; a bound guards against rounding.
// Sources: M. Lin, J. Canny, "A Fast Algorithm for Incremental Distance Calculation", ICRA 1991; B. Mirtich,
// "V-Clip", ACM Transactions on Graphics 17(3), 1998, section 3 (for a vertex behind an edge, the nearest
// edge of the core is used instead of the edge whose plane is most distant, so that the distance decreases in
// this case, too).

#include "toibox/narrow/tuning.h"

#include "narrow/distance/distance_methods.h"

#include <limits>
#include <optional>

namespace toibox::narrow_methods {

namespace {

/// The boundary of one core, relative to A's origin.
struct Boundary {
    std::span<const Vec2d> points;
    Rotd q;
    Vec2d offset;

    [[nodiscard]] int count() const { return static_cast<int>(points.size()); }
    [[nodiscard]] Vec2d local(int i) const { return points[static_cast<std::size_t>(i)]; }
    [[nodiscard]] Vec2d point(int i) const { return offset + rotate(q, local(i)); }
    /// The next vertex at a different position; i itself if there is none.
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
    /// From vertex i, skips the vertices at the same height up to `rounding` in both directions, and returns
    /// the next vertex if it is lower. Heights are along one direction, so if neither end of the level
    /// stretch descends, i is lowest. Checking only its neighbours does not suffice: within a straight side
    /// they are level with i, whether the side is at the bottom or at the top.
    template <class Height>
    [[nodiscard]] std::optional<int> find_lower_vertex(int i, double rounding,
                                                       const Height& height_of) const {
        const double height = height_of(point(i));
        for (const bool is_forward : {true, false}) {
            int k = i;
            for (int n = 1; n < count(); ++n) {
                k = is_forward ? next(k) : previous(k);
                const double neighbour_height = height_of(point(k));
                if (neighbour_height > height + rounding) break;
                if (neighbour_height < height - rounding) return k;
            }
        }
        return std::nullopt;
    }
};

/// An edge, and coordinates of points relative to it. Lengths are multiplied by the length of the edge.
struct Face {
    Vec2d p;
    Vec2d q;
    Vec2d e;

    Face(const Boundary& core, int i) : p(core.point(i)), q(core.point(core.next(i))), e(q - p) {}
    [[nodiscard]] double from_start(Vec2d v) const { return dot(v - p, e); }
    [[nodiscard]] double from_end(Vec2d v) const { return dot(q - v, e); }
    /// Height in front of the edge, measured from the nearer end, which has the smaller rounding error.
    [[nodiscard]] double height(Vec2d v) const {
        const Vec2d near = from_start(v) < from_end(v) ? p : q;
        return dot(right_perp(e), v - near);
    }
};

/// The rounding error of face.height(v). Heights that differ by at most this must count as equal, or parallel
/// edges would send the walk back and forth.
double rounding_of(const Face& face, Vec2d v) {
    const Vec2d size = abs(face.p) + abs(face.q) + abs(v);
    return tuning::gjk_rounding * (size.x + size.y) * length(face.e);
}

/// The rounding error of dot(v − w, p − v), where p is near v.
double rounding_of(Vec2d v, Vec2d w) {
    const Vec2d size = abs(v) + abs(w);
    return tuning::gjk_rounding * (size.x + size.y) * length(v - w);
}

double distance_squared_to(const Face& face, Vec2d v) {
    if (!(face.from_start(v) > 0.0)) return length_squared(v - face.p);
    if (!(face.from_end(v) > 0.0)) return length_squared(v - face.q);
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

    /// Starts with the cached pair, as far as these shapes have its features.
    void start(const FeaturePair& features) {
        if (features.index_a < core_[0].count()) index_[0] = features.index_a;
        if (features.index_b < core_[1].count()) index_[1] = features.index_b;
        if (features.kind == ClosestFeature::FaceA) set_edge(0, index_[0]);
        if (features.kind == ClosestFeature::FaceB) set_edge(1, index_[1]);
    }

    DistanceResult run(int max_iterations) {
        const int step_bound = 4 * (core_[0].count() + core_[1].count()) + 16;
        const int limit = max_iterations < step_bound ? max_iterations : step_bound;
        WalkStatus status = WalkStatus::Moved;
        int steps = 0;
        for (; status == WalkStatus::Moved && steps < limit; ++steps) {
            if constexpr (Trace::enabled) trace_step(DistanceEvent::Kind::Walk, steps);
            status = edge_side_ < 0 ? step_from_vertices(steps) : step_from_edge(steps);
        }
        DistanceResult result =
            status == WalkStatus::Closest ? current_result() : make_core_overlap_result(input_);
        if (status == WalkStatus::Moved) result.state = DistanceState::Exhausted;
        result.iterations = steps;
        result.cache.features = features();
        return result;
    }

private:
    void set_edge(std::size_t side, int first) {
        index_[side] = first;
        const bool is_edge = core_[side].next(first) != first;
        edge_side_ = is_edge ? static_cast<int>(side) : -1;
    }
    void set_vertices(std::size_t side, int vertex) {
        index_[side] = vertex;
        edge_side_ = -1;
    }
    [[nodiscard]] FeaturePair features() const {
        const ClosestFeature kind = edge_side_ < 0    ? ClosestFeature::VertexVertex
                                    : edge_side_ == 0 ? ClosestFeature::FaceA
                                                      : ClosestFeature::FaceB;
        return {kind, static_cast<std::uint8_t>(index_[0]), static_cast<std::uint8_t>(index_[1])};
    }

    /// Two vertices: each must be between the perpendiculars at the edges of the other.
    WalkStatus step_from_vertices(int steps) {
        for (std::size_t side = 0; side < 2; ++side) {
            const Boundary& core = core_[side];
            const int i = index_[side];
            const Vec2d v = core.point(i);
            const Vec2d d = core_[1 - side].point(index_[1 - side]) - v;
            if (d == Vec2d{}) return WalkStatus::Overlap;
            const int before = core.previous(i);
            for (const int neighbour : {core.next(i), before}) {
                if (!(dot(d, core.point(neighbour) - v) > 0.0)) continue;
                set_edge(side, neighbour == before && core.next(i) != before ? before : i);
                return WalkStatus::Moved;
            }
        }
        for (std::size_t side = 0; side < 2; ++side) {
            const Boundary& core = core_[side];
            const Vec2d v = core.point(index_[side]);
            const Vec2d w = core_[1 - side].point(index_[1 - side]);
            const auto away = [&](Vec2d p) { return dot(v - w, p - v); };
            if (core.find_lower_vertex(index_[side], rounding_of(v, w), away)) return scan(side, w, steps);
        }
        return WalkStatus::Closest;
    }

    /// An edge and a vertex: the vertex must be in front of the edge, between the perpendiculars at its ends,
    /// and neither of its neighbours may be closer to the line of the edge.
    WalkStatus step_from_edge(int steps) {
        const auto side = static_cast<std::size_t>(edge_side_);
        const Boundary& core = core_[side];
        const Boundary& other = core_[1 - side];
        const Face face(core, index_[side]);
        const int j = index_[1 - side];
        const Vec2d v = other.point(j);
        if (!(face.from_start(v) > 0.0)) return set_vertices(side, index_[side]), WalkStatus::Moved;
        if (!(face.from_end(v) > 0.0)) return set_vertices(side, core.next(index_[side])), WalkStatus::Moved;
        const double height = face.height(v);
        if (!(height > 0.0)) {
            // On the edge up to rounding, the shapes touch. A scan could not end here: for collinear edges,
            // rounding decides behind which of them the vertex is, and would send the walk back and forth.
            return height < -rounding_of(face, v) ? scan(side, v, steps) : WalkStatus::Overlap;
        }
        const std::optional<int> neighbour = steepest_neighbour(face, other, j, v, height);
        if (neighbour) return descend(side, face, *neighbour, steps);
        const auto height_of = [&](Vec2d p) { return face.height(p); };
        const std::optional<int> beyond = other.find_lower_vertex(j, rounding_of(face, v), height_of);
        return beyond ? descend(side, face, *beyond, steps) : WalkStatus::Closest;
    }

    /// Among the neighbours closer to the line of the edge, the one reached by the steeper boundary edge:
    /// that edge faces the line.
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

    /// Moves from the vertex of the other core straight to the vertex `lower`, as far as this path stays
    /// above the edge.
    WalkStatus descend(std::size_t side, const Face& face, int lower, int steps) {
        const Boundary& other = core_[1 - side];
        const int j = index_[1 - side];
        const Vec2d v = other.point(j);
        const Vec2d w = other.point(lower);
        const double height = face.height(v);
        const double height_after = face.height(w);
        const bool before_start = !(face.from_start(w) > 0.0);
        if (!before_start && face.from_end(w) > 0.0) {
            if (!(height_after > 0.0)) return WalkStatus::Overlap;  // the path crosses the edge
            index_[1 - side] = lower;
            return WalkStatus::Moved;
        }
        const double start_distance = before_start ? face.from_start(v) : face.from_end(v);
        const double end_distance = before_start ? face.from_start(w) : face.from_end(w);
        const double height_at_border =
            height + start_distance / (start_distance - end_distance) * (height_after - height);
        if (!(height_at_border > 0.0)) return WalkStatus::Overlap;
        if (!before_start) index_[side] = core_[side].next(index_[side]);
        const bool is_next = lower == other.next(j);
        // The path is not along an edge but through the core, whose boundary is closer to the vertex at the
        // border.
        if (!is_next && lower != other.previous(j))
            return scan(1 - side, core_[side].point(index_[side]), steps);
        set_edge(1 - side, is_next ? j : lower);
        return WalkStatus::Moved;
    }

    /// A vertex behind an edge is inside, or closer to another edge.
    WalkStatus scan(std::size_t side, Vec2d v, int steps) {
        if constexpr (Trace::enabled) trace_step(DistanceEvent::Kind::Scan, steps);
        const Boundary& core = core_[side];
        int nearest = -1;
        double min_squared = std::numeric_limits<double>::infinity();
        for (int i = 0; i < core.count(); ++i) {
            const Face face(core, i);
            if (!(face.height(v) > 0.0)) continue;
            const double d = distance_squared_to(face, v);
            if (!(d < min_squared)) continue;
            min_squared = d;
            nearest = i;
        }
        if (nearest < 0) return WalkStatus::Overlap;
        set_edge(side, nearest);
        return WalkStatus::Moved;
    }

    [[nodiscard]] DistanceResult current_result() const {
        const Vec2d a = core_[0].point(index_[0]);
        const Vec2d b = core_[1].point(index_[1]);
        if (edge_side_ < 0) return make_separated_result(input_, length(b - a), normalized(b - a), a, b);
        const auto side = static_cast<std::size_t>(edge_side_);
        const Face face(core_[side], index_[side]);
        const double size = length(face.e);
        const Vec2d outward = (1.0 / size) * right_perp(face.e);
        const Vec2d v = edge_side_ == 0 ? b : a;
        const double distance = face.height(v) / size;
        const double edge_squared = face.from_start(v) + face.from_end(v);
        const Vec2d foot = lerp(face.p, face.q, face.from_start(v) / edge_squared);
        if (edge_side_ == 0) return make_separated_result(input_, distance, outward, foot, b);
        return make_separated_result(input_, distance, -outward, a, foot);
    }

    void trace_step(DistanceEvent::Kind kind, int steps) {
        const DistanceResult current = current_result();
        const double distance = current.separation + radii(input_);
        trace_(DistanceEvent{.kind = kind,
                             .iteration = steps,
                             .index_a = index_[0],
                             .index_b = index_[1],
                             .direction = current.normal,
                             .features = features(),
                             .lower = distance,
                             .upper = distance});
    }

    const DistanceInput& input_;
    Trace& trace_;
    gjk::Pair pair_;
    std::array<Boundary, 2> core_;
    std::array<int, 2> index_{};
    int edge_side_ = -1;  ///< Owner of the edge: 0 A, 1 B; −1: two vertices.
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
