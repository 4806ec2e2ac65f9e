// SPDX-License-Identifier: MIT

// The walk over closest features as a picture: where it stands, the borders of the Voronoi regions that it
// looks at, and where it came from. Which line decided is read off where it went next.

#include "app/session/method_studies.h"

#include <algorithm>
#include <array>

namespace toibox::app::method_studies {

namespace {

enum class WalkLine : std::uint8_t {
    Start,
    OfVertex,
    OfEnds,
    Behind,
    Scan,
    Inside,
    Neighbour,
    Meet,
    Closest
};
constexpr std::array<std::string_view, 9> walk_lines{
    "f, g ← last pair, or A0 and B0", "if past a vertex's border: edge", "if past an edge's end: that end",
    "if behind edge f: look at all",  "   f ← the nearest in front",     "   none: overlap",
    "if g's neighbour is nearer: go", "   if they meet: overlap",        "else: f and g are closest",
};

/// A feature of one core: a vertex, or the edge from it to the next.
struct Feature {
    bool of_a = true;
    int first = 0;
    int second = -1;  ///< −1: a vertex.

    [[nodiscard]] bool is_edge() const { return second >= 0; }
};

class Placed {
public:
    explicit Placed(const PairCase& pair) : pair_(pair) {}

    [[nodiscard]] Vec2d at(const Feature& f, int i) const {
        return f.of_a ? placed_a(pair_, i) : placed_b(pair_, i);
    }
    [[nodiscard]] const ToiCase::Points& shape(const Feature& f) const { return f.of_a ? pair_.a : pair_.b; }

    /// Of the pair the one that is an edge, if any is, first.
    [[nodiscard]] std::array<Feature, 2> features(const DistanceEvent& event) const {
        const Feature a{true, event.features.index_a};
        const Feature b{false, event.features.index_b};
        if (event.features.kind == ClosestFeature::FaceA) return {edge_of(a), b};
        if (event.features.kind == ClosestFeature::FaceB) return {edge_of(b), a};
        return {a, b};
    }

    /// The point of a feature that is nearest to v.
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
    const auto name = [&](int i) { return f.of_a ? name_of_a(i) : name_of_b(i); };
    return f.is_edge() ? name(f.first) + "–" + name(f.second) : name(f.first);
}

/// The nearest points of the pair, A's first.
std::array<Vec2d, 2> ends_of(const Placed& placed, const DistanceEvent& event) {
    const std::array<Feature, 2> pair = placed.features(event);
    const Vec2d g = placed.at(pair[1], pair[1].first);
    const Vec2d f = placed.nearest(pair[0], g);
    return pair[0].of_a ? std::array{f, g} : std::array{g, f};
}

WalkLine walk_line_of(const Story& story, std::size_t i) {
    using Kind = DistanceEvent::Kind;
    const DistanceEvent& event = story.events[i];
    if (event.kind == Kind::Scan) return story.is_last(i) ? WalkLine::Inside : WalkLine::Scan;
    if (story.is_last(i)) return story.answer.cores_overlap ? WalkLine::Meet : WalkLine::Closest;
    const DistanceEvent& next = story.events[i + 1];
    if (next.kind == Kind::Scan) return WalkLine::Behind;
    if (event.features.kind == ClosestFeature::VertexVertex) return WalkLine::OfVertex;
    return next.features.kind == ClosestFeature::VertexVertex ? WalkLine::OfEnds : WalkLine::Neighbour;
}

std::string reason_of(WalkLine line, const std::string& f, const std::string& g, const std::string& next) {
    switch (line) {
        case WalkLine::OfVertex:
            return "Past a border of a vertex's region the edge there is nearer: " + next + ".";
        case WalkLine::OfEnds:
            return g + " lies past an end of " + f + ": that end is nearer.";
        case WalkLine::Behind:
            return g + " lies behind " + f + ": inside, or nearer to another edge.";
        case WalkLine::Scan:
            return "In front of this edge, and nearest to it: " + next + ".";
        case WalkLine::Inside:
            return g + " lies behind every edge: the cores overlap.";
        case WalkLine::Neighbour:
            return "The boundary comes nearer beside " + g + ": on to " + next + ".";
        case WalkLine::Meet:
            return "The way to the nearer neighbour crosses " + f + ", or they touch: the cores overlap.";
        default:
            break;
    }
    return "Each lies in the other's region: no other features are nearer.";
}

/// Borders of a feature's Voronoi region: the perpendiculars at the ends of its edges. Those that the other
/// point is past stand out.
void draw_borders(MethodStep& step, const Placed& placed, const Feature& f, Vec2d other) {
    const auto border = [&](Vec2d at, Vec2d outward, bool is_past) {
        step.world.push_back({.kind = StepMark::Kind::Ray,
                              .ink = is_past  ? Ink::Bad
                                     : f.of_a ? Ink::A
                                              : Ink::B,
                              .from = at,
                              .to = at + outward,
                              .label = is_past ? "past" : "",
                              .strength = is_past ? 1.0f : 0.55f});
    };
    const Vec2d p = placed.at(f, f.first);
    if (f.is_edge()) {
        const Vec2d q = placed.at(f, f.second);
        const Vec2d outward = normalized(right_perp(q - p));
        border(p, outward, dot(other - p, q - p) < 0.0);
        border(q, outward, dot(other - q, q - p) > 0.0);
        return;
    }
    for (const bool is_forward : {true, false}) {
        const int k = next_vertex(placed.shape(f), f.first, is_forward);
        if (k == f.first) return;
        const Vec2d along = normalized(placed.at(f, k) - p);
        border(p, is_forward ? right_perp(along) : left_perp(along), dot(other - p, along) > 0.0);
    }
}

void draw_feature(MethodStep& step, const Placed& placed, const Feature& f, float strength,
                  const std::string& label) {
    const Ink ink = f.of_a ? Ink::A : Ink::B;
    const Vec2d p = placed.at(f, f.first);
    if (f.is_edge())
        step.world.push_back({StepMark::Kind::Line, ink, p, placed.at(f, f.second), label, strength});
    else
        step.world.push_back({StepMark::Kind::Ring, ink, p, {}, label, strength});
}

/// The pairs before, the farther back the fainter.
void draw_past(MethodStep& step, const Story& story, const Placed& placed, std::size_t i) {
    constexpr float of_last = 0.65f;
    constexpr float least = 0.12f;
    constexpr float fade = 0.75f;
    float strength = of_last;
    const std::size_t first = i > most_past_marks ? i - most_past_marks : 0;
    for (std::size_t k = i; k > first; --k) {
        const DistanceEvent& event = story.events[k - 1];
        const std::array<Vec2d, 2> ends = ends_of(placed, event);
        for (const Feature& f : placed.features(event)) {
            if (f.is_edge()) draw_feature(step, placed, f, strength, {});
        }
        step.world.push_back({StepMark::Kind::Dashed, Ink::Dim, ends[0], ends[1], {}, strength});
        step.world.push_back({StepMark::Kind::Dot, Ink::A, ends[0], {}, {}, strength});
        step.world.push_back({StepMark::Kind::Dot, Ink::B, ends[1], {}, {}, strength});
        strength = std::max(least, fade * strength);
    }
}

/// What was asked of the pair, in order, to the first that fails.
std::vector<StepCheck> checks_of(WalkLine line, const std::string& f, const std::string& g, bool is_edge) {
    if (line == WalkLine::Scan || line == WalkLine::Inside)
        return {{.what = g + " in front of an edge",
                 .holds = line == WalkLine::Scan,
                 .verdict = "the nearest of them"}};
    if (!is_edge) {
        const bool holds = line != WalkLine::OfVertex;
        return {{.what = f + " and " + g + " in each other's region",
                 .holds = holds,
                 .verdict = line == WalkLine::Closest ? "closest" : ""}};
    }
    std::vector<StepCheck> checks{
        {.what = g + " between the ends of " + f, .holds = line != WalkLine::OfEnds}};
    if (line == WalkLine::OfEnds) return checks;
    checks.push_back({.what = g + " in front of " + f, .holds = line != WalkLine::Behind});
    if (line == WalkLine::Behind) return checks;
    checks.push_back({.what = "no neighbour of " + g + " nearer",
                      .holds = line == WalkLine::Closest,
                      .verdict = "closest"});
    return checks;
}

MethodStep step_of(const Story& story, const Placed& placed, std::size_t i) {
    const DistanceEvent& event = story.events[i];
    const WalkLine line = walk_line_of(story, i);
    const std::array<Feature, 2> pair = placed.features(event);
    std::string next;
    if (!story.is_last(i)) {
        const std::array<Feature, 2> after = placed.features(story.events[i + 1]);
        next = name_of(after[0]) + " and " + name_of(after[1]);
    }
    MethodStep step{.event = event, .line = place_of(line)};
    step.reason = reason_of(line, name_of(pair[0]), name_of(pair[1]), next);
    step.checks = checks_of(line, name_of(pair[0]), name_of(pair[1]), pair[0].is_edge());
    const std::array<Vec2d, 2> ends = ends_of(placed, event);
    draw_past(step, story, placed, i);
    if (event.kind == DistanceEvent::Kind::Walk) {
        for (const Feature& f : pair)
            draw_borders(step, placed, f, ends[f.of_a ? 1 : 0]);
    }
    step.world.push_back({StepMark::Kind::Dashed, Ink::Plain, ends[0], ends[1]});
    for (const Feature& f : pair)
        draw_feature(step, placed, f, 1.0f, name_of(f));
    if (line == WalkLine::Closest) mark_gap(step, story.pair, ends[0], ends[1], story.answer.normal);
    step.numbers.push_back({"f to g, the cores", length(ends[1] - ends[0]), "It falls with every step."});
    if (line == WalkLine::Closest && story.pair.radii() > 0.0)
        step.numbers.push_back({"less the radii", story.answer.separation, "Between the surfaces."});
    return step;
}

}  // namespace

std::span<const std::string_view> walk_code() {
    return walk_lines;
}

std::vector<MethodStep> walk_steps(const Story& story) {
    const Placed placed(story.pair);
    std::vector<MethodStep> steps;
    for (std::size_t i = 0; i < story.events.size(); ++i)
        steps.push_back(step_of(story, placed, i));
    return steps;
}

}  // namespace toibox::app::method_studies
