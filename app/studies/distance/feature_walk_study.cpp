// SPDX-License-Identifier: MIT

// Study of the closest-feature walk: shows the current pair of features, the borders of their Voronoi
// regions, and the previous pairs. The deciding line of pseudocode is derived from the next event of the
// trace.

#include "app/studies/distance/method_studies.h"

#include <algorithm>
#include <array>

namespace toibox::app::method_studies {

namespace {

enum class WalkLine : std::uint8_t {
    Start,
    PastVertexBorder,
    PastEdgeEnd,
    Behind,
    Scan,
    Inside,
    Neighbour,
    MeetsNeighbour,
    Closest
};
constexpr std::array<std::string_view, 9> walk_lines{
    "f, g ← last pair, or A0 and B0", "if past a vertex's border: edge", "if past an edge's end: that end",
    "if behind edge f: scan edges",   "   f ← nearest edge facing g",    "   none: overlap",
    "if g's neighbour is nearer: go", "   if it crosses f: overlap",     "else: f and g are closest",
};

/// A feature of one core: a vertex, or the edge between two vertices.
struct Feature {
    bool is_of_a = true;  ///< False: a feature of B.
    int first = 0;
    int second = -1;  ///< Second vertex of an edge; −1 if the feature is a vertex.

    [[nodiscard]] bool is_edge() const { return second >= 0; }
};

/// The features of both cores in world coordinates.
class PairFeatures {
public:
    explicit PairFeatures(const PairCase& pair) : pair_(pair) {}

    [[nodiscard]] Vec2d at(const Feature& f, int i) const {
        return f.is_of_a ? world_vertex_a(pair_, i) : world_vertex_b(pair_, i);
    }
    [[nodiscard]] const ToiCase::Points& shape(const Feature& f) const {
        return f.is_of_a ? pair_.a : pair_.b;
    }

    /// The two features of an event. If one is an edge, it comes first.
    [[nodiscard]] std::array<Feature, 2> features(const DistanceEvent& event) const {
        const Feature a{true, event.features.index_a};
        const Feature b{false, event.features.index_b};
        if (event.features.kind == ClosestFeature::FaceA) return {edge_of(a), b};
        if (event.features.kind == ClosestFeature::FaceB) return {edge_of(b), a};
        return {a, b};
    }

    /// The point of feature f that is nearest to v.
    [[nodiscard]] Vec2d nearest(const Feature& f, Vec2d v) const {
        const Vec2d p = at(f, f.first);
        if (!f.is_edge()) return p;
        const Vec2d e = at(f, f.second) - p;
        const double square = length_squared(e);
        return square > 0.0 ? p + std::clamp(dot(v - p, e) / square, 0.0, 1.0) * e : p;
    }

private:
    [[nodiscard]] Feature edge_of(Feature f) const {
        const int next = next_vertex(shape(f), f.first);
        if (next != f.first) f.second = next;
        return f;
    }
    const PairCase& pair_;
};

std::string name_of(const Feature& f) {
    const auto name = [&](int i) { return f.is_of_a ? vertex_name_a(i) : vertex_name_b(i); };
    return f.is_edge() ? name(f.first) + "–" + name(f.second) : name(f.first);
}

/// The closest points of the two features: the point on A, then the point on B.
std::array<Vec2d, 2> closest_points_of(const PairFeatures& shapes, const DistanceEvent& event) {
    const std::array<Feature, 2> pair = shapes.features(event);
    const Vec2d g = shapes.at(pair[1], pair[1].first);
    const Vec2d f = shapes.nearest(pair[0], g);
    return pair[0].is_of_a ? std::array{f, g} : std::array{g, f};
}

WalkLine walk_line_of(const MethodTrace& trace, std::size_t i) {
    using Kind = DistanceEvent::Kind;
    const DistanceEvent& event = trace.events[i];
    if (event.kind == Kind::Scan) return trace.is_last(i) ? WalkLine::Inside : WalkLine::Scan;
    if (trace.is_last(i)) return trace.answer.cores_overlap ? WalkLine::MeetsNeighbour : WalkLine::Closest;
    const DistanceEvent& next = trace.events[i + 1];
    if (next.kind == Kind::Scan) return WalkLine::Behind;
    if (event.features.kind == ClosestFeature::VertexVertex) return WalkLine::PastVertexBorder;
    return next.features.kind == ClosestFeature::VertexVertex ? WalkLine::PastEdgeEnd : WalkLine::Neighbour;
}

std::string reason_of(WalkLine line, const std::string& f, const std::string& g, const std::string& next) {
    switch (line) {
        case WalkLine::PastVertexBorder:
            return "One vertex is outside the other's Voronoi region, so an adjacent edge is nearer. Next: " +
                   next + ".";
        case WalkLine::PastEdgeEnd:
            return g + " is past an end of " + f + ": that end is nearer.";
        case WalkLine::Behind:
            return g + " is behind " + f + ": it is inside the core or nearer to another edge.";
        case WalkLine::Scan:
            return g + " is in front of an edge. The nearest such edge is next: " + next + ".";
        case WalkLine::Inside:
            return g + " is behind every edge: the cores overlap.";
        case WalkLine::Neighbour:
            return "A neighbour of " + g + " is nearer. Next: " + next + ".";
        case WalkLine::MeetsNeighbour:
            return "The edge to the nearer neighbour crosses or touches " + f + ": the cores overlap.";
        default:
            break;
    }
    return "Each feature is in the other's Voronoi region: no other features are nearer.";
}

/// Draws the borders of the Voronoi region of a feature: the perpendiculars at the ends of an edge, or to the
/// two edges at a vertex. Borders that the point `other` is past are highlighted.
void draw_borders(TraceStep& step, const PairFeatures& shapes, const Feature& f, Vec2d other) {
    const auto border = [&](Vec2d at, Vec2d outward, bool is_past) {
        step.world_marks.push_back({.kind = TraceMark::Kind::Ray,
                                    .color = is_past     ? MarkColor::Bad
                                             : f.is_of_a ? MarkColor::A
                                                         : MarkColor::B,
                                    .from = at,
                                    .to = at + outward,
                                    .label = is_past ? "past" : "",
                                    .strength = is_past ? 1.0f : 0.55f});
    };
    const Vec2d p = shapes.at(f, f.first);
    if (f.is_edge()) {
        const Vec2d q = shapes.at(f, f.second);
        const Vec2d outward = normalized(right_perp(q - p));
        border(p, outward, dot(other - p, q - p) < 0.0);
        border(q, outward, dot(other - q, q - p) > 0.0);
        return;
    }
    for (const bool is_forward : {true, false}) {
        const int k = next_vertex(shapes.shape(f), f.first, is_forward);
        if (k == f.first) return;
        const Vec2d along = normalized(shapes.at(f, k) - p);
        border(p, is_forward ? right_perp(along) : left_perp(along), dot(other - p, along) > 0.0);
    }
}

void draw_feature(TraceStep& step, const PairFeatures& shapes, const Feature& f, float strength,
                  const std::string& label) {
    const MarkColor color = f.is_of_a ? MarkColor::A : MarkColor::B;
    const Vec2d p = shapes.at(f, f.first);
    if (f.is_edge())
        step.world_marks.push_back(
            {TraceMark::Kind::Line, color, p, shapes.at(f, f.second), label, strength});
    else
        step.world_marks.push_back({TraceMark::Kind::Ring, color, p, {}, label, strength});
}

/// Draws at most `max_past_steps` previous pairs of features; older pairs are fainter.
void draw_previous_steps(TraceStep& step, const MethodTrace& trace, const PairFeatures& shapes,
                         std::size_t i) {
    constexpr float newest_strength = 0.65f;
    constexpr float min_strength = 0.12f;
    constexpr float fade = 0.75f;
    float strength = newest_strength;
    const std::size_t first = i > max_past_steps ? i - max_past_steps : 0;
    for (std::size_t k = i; k > first; --k) {
        const DistanceEvent& event = trace.events[k - 1];
        const std::array<Vec2d, 2> ends = closest_points_of(shapes, event);
        for (const Feature& f : shapes.features(event)) {
            if (f.is_edge()) draw_feature(step, shapes, f, strength, {});
        }
        step.world_marks.push_back({TraceMark::Kind::Dashed, MarkColor::Dim, ends[0], ends[1], {}, strength});
        step.world_marks.push_back({TraceMark::Kind::Dot, MarkColor::A, ends[0], {}, {}, strength});
        step.world_marks.push_back({TraceMark::Kind::Dot, MarkColor::B, ends[1], {}, {}, strength});
        strength = std::max(min_strength, fade * strength);
    }
}

/// The tests of the pair of features in order, up to the first test that fails.
std::vector<TraceCheck> checks_of(WalkLine line, const std::string& f, const std::string& g, bool is_edge) {
    if (line == WalkLine::Scan || line == WalkLine::Inside)
        return {{.label = g + " in front of an edge",
                 .holds = line == WalkLine::Scan,
                 .verdict = "go to the nearest"}};
    if (!is_edge) {
        const bool holds = line != WalkLine::PastVertexBorder;
        return {{.label = f + " and " + g + " in each other's region",
                 .holds = holds,
                 .verdict = line == WalkLine::Closest ? "closest" : ""}};
    }
    std::vector<TraceCheck> checks{
        {.label = g + " between the ends of " + f, .holds = line != WalkLine::PastEdgeEnd}};
    if (line == WalkLine::PastEdgeEnd) return checks;
    checks.push_back({.label = g + " in front of " + f, .holds = line != WalkLine::Behind});
    if (line == WalkLine::Behind) return checks;
    checks.push_back({.label = "no neighbour of " + g + " nearer",
                      .holds = line == WalkLine::Closest,
                      .verdict = "closest"});
    return checks;
}

TraceStep step_of(const MethodTrace& trace, const PairFeatures& shapes, std::size_t i) {
    const DistanceEvent& event = trace.events[i];
    const WalkLine line = walk_line_of(trace, i);
    const std::array<Feature, 2> pair = shapes.features(event);
    std::string next;
    if (!trace.is_last(i)) {
        const std::array<Feature, 2> next_pair = shapes.features(trace.events[i + 1]);
        next = name_of(next_pair[0]) + " and " + name_of(next_pair[1]);
    }
    TraceStep step{.event = event, .line = line_index(line)};
    step.reason = reason_of(line, name_of(pair[0]), name_of(pair[1]), next);
    step.checks = checks_of(line, name_of(pair[0]), name_of(pair[1]), pair[0].is_edge());
    const std::array<Vec2d, 2> ends = closest_points_of(shapes, event);
    draw_previous_steps(step, trace, shapes, i);
    if (event.kind == DistanceEvent::Kind::Walk) {
        for (const Feature& f : pair)
            draw_borders(step, shapes, f, ends[f.is_of_a ? 1 : 0]);
    }
    step.world_marks.push_back({TraceMark::Kind::Dashed, MarkColor::Plain, ends[0], ends[1]});
    for (const Feature& f : pair)
        draw_feature(step, shapes, f, 1.0f, name_of(f));
    if (line == WalkLine::Closest) add_gap_marks(step, trace.pair, ends[0], ends[1], trace.answer.normal);
    step.numbers.push_back(
        {"f to g", length(ends[1] - ends[0]), "Distance between the features; decreases with every step."});
    if (line == WalkLine::Closest && trace.pair.sum_of_radii() > 0.0)
        step.numbers.push_back(
            {"minus the radii", trace.answer.separation, "Distance between the surfaces."});
    return step;
}

}  // namespace

std::span<const std::string_view> feature_walk_pseudocode() {
    return walk_lines;
}

std::vector<TraceStep> feature_walk_steps(const MethodTrace& trace) {
    const PairFeatures shapes(trace.pair);
    std::vector<TraceStep> steps;
    for (std::size_t i = 0; i < trace.events.size(); ++i)
        steps.push_back(step_of(trace, shapes, i));
    return steps;
}

}  // namespace toibox::app::method_studies
