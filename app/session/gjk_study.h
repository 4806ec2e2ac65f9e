// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/gjk.h"

#include "app/session/minkowski.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// What GJK did on one pair, as two pictures and a page of numbers show it: made of its own trace, but for
/// the side on which it is drawn. GJK works in B − A; people draw A − B, its mirror image in the origin.

/// The lines of the algorithm, in the order in which they run.
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
/// "p ← the point of S nearest to 0"
std::string_view text_of(GjkLine line);
std::span<const GjkLine> gjk_lines();

struct GjkVertex {
    int index_a = 0;
    int index_b = 0;
    Vec2d point_a{};      ///< World.
    Vec2d point_b{};      ///< World.
    Vec2d w{};            ///< point_a − point_b
    double weight = 0.0;  ///< Of the closest point; 0 for a vertex that does not carry it.

    [[nodiscard]] bool is(const GjkVertex& other) const {
        return index_a == other.index_a && index_b == other.index_b;
    }
};

/// The vertex that point `a` of A and point `b` of B make.
GjkVertex vertex_of(const PairCase& pair, int a, int b);
/// A vertex of B − A, as the engine gives it, in A − B.
GjkVertex in_a_minus_b(const GjkIteration::Vertex& vertex);

/// One time round the loop.
struct SimplexStep {
    std::vector<GjkVertex> kept{};       ///< The simplex that carries the closest point: 1 … 3 vertices.
    std::vector<GjkVertex> dropped{};    ///< What was in it before and does not.
    std::optional<GjkVertex> support{};  ///< Furthest against `closest`; none once 0 is enclosed.
    Vec2d closest{};                     ///< Point of the simplex nearest to 0, in A − B.
    Vec2d witness_a{};                   ///< The points of the cores that it is the difference of, world.
    Vec2d witness_b{};
    double upper = 0.0;      ///< |closest|, metres: no less than the distance of the cores.
    double lower = 0.0;      ///< How far the plane through the support lies from 0: no more than it.
    double tolerance = 0.0;  ///< At which the two count as one.
    GjkLine deciding_line = GjkLine::Continue;  ///< The line that ended the iteration.

    [[nodiscard]] bool is_last() const { return deciding_line != GjkLine::Continue; }
    [[nodiscard]] double gap() const { return upper - lower; }
};

struct GjkStudy {
    PairCase pair{};
    SimplexSeed seed{};  ///< What it started from; count 0: nothing.
    GjkResult result{};
    std::vector<SimplexStep> steps{};
    std::vector<DifferenceVertex> difference{};  ///< A − B, the cores'.
    double separation = 0.0;  ///< Of the surfaces, metres; below 0 the depth, which GJK alone cannot tell.
    Vec2d normal{};           ///< From A to B: of the distance, or of the shortest way out.
};

/// Runs GJK with a trace. Cost: microseconds.
GjkStudy study_gjk(const PairCase& pair, const SimplexSeed& seed = {});

/// The end of the run in a word: "overlap", "exact", …
std::string_view label(GjkExit exit);
/// Why the iteration ended as it did, a sentence.
std::string_view reason(const SimplexStep& step);

}  // namespace toibox::app
