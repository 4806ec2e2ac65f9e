// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/gjk.h"

#include "app/studies/distance/minkowski.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

// What GJK did on one pair, for display. The engine works in B − A, and the panel shows the usual A − B, so
// the trace of GJK is negated here.

/// A line of GJK's pseudocode, in order of execution.
enum class GjkLine : std::uint8_t {
    Start,
    Closest,
    Reduce,
    Enclosed,
    Support,
    Repeated,
    SmallGap,
    Stuck,
    Continue
};
/// A line of pseudocode as text: "p ← point of S nearest to 0".
std::string_view text_of(GjkLine line);
std::span<const GjkLine> gjk_lines();

struct GjkVertex {
    int index_a = 0;
    int index_b = 0;
    Vec2d point_a{};      ///< World.
    Vec2d point_b{};      ///< World.
    Vec2d w{};            ///< point_a − point_b
    double weight = 0.0;  ///< Weight of this vertex in the closest point; 0 for dropped vertices.

    /// Whether both come from the same vertices of A and B.
    [[nodiscard]] bool is_same_as(const GjkVertex& other) const {
        return index_a == other.index_a && index_b == other.index_b;
    }
};

/// The vertex of A − B from vertex `a` of A and vertex `b` of B.
GjkVertex vertex_of(const PairCase& pair, int a, int b);
/// Converts a vertex of B − A, as in the engine's trace, to A − B.
GjkVertex in_a_minus_b(const GjkIteration::Vertex& vertex);

/// One iteration of GJK.
struct SimplexStep {
    std::vector<GjkVertex> kept{};       ///< The simplex after its reduction: 1 … 3 vertices.
    std::vector<GjkVertex> dropped{};    ///< Vertices removed by the reduction.
    std::optional<GjkVertex> support{};  ///< Support point in direction −closest; none if 0 is enclosed.
    Vec2d closest{};                     ///< Point of the simplex nearest to 0, in A − B.
    Vec2d witness_a{};  ///< Closest point of A's core, world; `closest` is witness_a − witness_b.
    Vec2d witness_b{};
    double upper = 0.0;      ///< |closest|: upper bound of the distance between the cores, metres.
    double lower = 0.0;      ///< Lower bound, metres: distance from 0 to the line through the support point,
                             ///< perpendicular to `closest`.
    double tolerance = 0.0;  ///< GJK stops when upper − lower is at most this, metres.
    GjkLine deciding_line = GjkLine::Continue;  ///< The pseudocode line that ended the iteration.

    [[nodiscard]] bool is_last() const { return deciding_line != GjkLine::Continue; }
    [[nodiscard]] double gap() const { return upper - lower; }
};

struct GjkStudy {
    PairCase pair{};
    SimplexSeed seed{};  ///< Initial simplex; its `count` is 0 for a cold start.
    GjkResult result{};
    std::vector<SimplexStep> steps{};
    std::vector<DifferenceVertex> difference{};  ///< The Minkowski difference A − B of the cores.
    double separation = 0.0;  ///< Of the surfaces, metres; negative: minus the depth, which is not from GJK.
    /// Unit normal from A to B: along the witness points, or along the minimum translation if the shapes
    /// overlap.
    Vec2d normal{};
};

/// Runs GJK with a trace. Cost: microseconds.
GjkStudy study_gjk(const PairCase& pair, const SimplexSeed& seed = {});

/// A label for how GJK ended: "overlap", "exact", …
std::string_view label(GjkExit exit);
/// A sentence that explains how the iteration ended.
std::string_view reason(const SimplexStep& step);

}  // namespace toibox::app
