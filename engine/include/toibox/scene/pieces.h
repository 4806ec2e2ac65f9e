// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/volume_tree.h"
#include "toibox/scene/query.h"

#include <cstdint>

namespace toibox::scene {

/// Two bodies of convex pieces against each other: trees of bounding volumes leave out most pairs of pieces,
/// and only the rest is put to the narrow phase, or to a time of impact. What a concave body costs, and what
/// each volume saves of it, is in the counts.

/// A step of such a search, in order of execution.
struct PieceEvent {
    enum class Kind : std::uint8_t {
        Volumes,  ///< Nodes a, b of the trees (preorder): their volumes overlap, or not.
        Near,     ///< Nodes a, b: something below them may be nearer than what was found, or not.
        Circles,  ///< Nodes a, b: their circles may meet, from t = `value` on, or not before the best hit.
        Pieces,   ///< Pieces a, b are `value` metres apart; negative: minus their depth.
        Impact,   ///< Pieces a, b: a time of impact up to the best hit; `value` is t of the whole step.
    };
    Kind kind = Kind::Volumes;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    bool met = false;  ///< Impact: this one is now the first.
    double value = 0.0;
};
using PieceRecorder = TraceRecorder<PieceEvent>;

/// What a walk through two trees took.
struct PieceCount {
    std::uint64_t tests = 0;   ///< Of volume against volume.
    std::uint64_t visits = 0;  ///< Pairs of nodes that the walk went into, as their volumes met.
    std::uint64_t pairs = 0;   ///< Of pieces that were passed on.
};

/// How the two stand to each other.
struct PieceContact {
    /// Metres; at or below 0 minus the depth of the deepest pair of pieces. Above it the distance, exact.
    double separation = 0.0;
    Vec2d normal{};   ///< Unit, from A to B, of that pair.
    Vec2d point_a{};  ///< Its witnesses, in the world.
    Vec2d point_b{};
    std::uint32_t piece_a = 0;  ///< The deepest or nearest pair; of several the first by number.
    std::uint32_t piece_b = 0;
    PieceCount meeting{};  ///< The search for pieces that touch.
    PieceCount nearest{};  ///< If there are none: the search for the nearest, by branch and bound.
};

/// By trees of `query.volume`. The answer, counts apart, does not depend on it: bit for bit.
/// Requires kind Pieces without motion, at least one piece a side (asserted).
/// Error: as measure_distance. Depth is that of two pieces: to part the bodies may take a longer way.
/// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996 (trees against each other).
PieceContact contact_of_pieces(const QueryEntry& query, PieceRecorder* recorder = nullptr);

/// When the two first come within the target.
struct PieceImpact {
    ToiState state = ToiState::Separated;
    double t = 1.0;         ///< As ToiResult: of the step.
    double distance = 0.0;  ///< Between the two pieces at t. Separated: 0, as is all that follows.
    Vec2d point{};
    Vec2d normal{};
    std::uint32_t piece_a = 0;  ///< The pair that is first, or that failed.
    std::uint32_t piece_b = 0;
    std::uint64_t swept_tests = 0;  ///< Of moving circle against moving circle.
    std::uint64_t toi_calls = 0;    ///< Pairs of pieces that the circles did not part.
};

/// By trees of circles that move with the bodies (MovingCircles) and certified advancement of what they leave
/// over, those that may meet earliest first, and no further than to the earliest hit so far: never late,
/// never blind, as that method is. Overlapped goes before all else; Exhausted: free up to t. Requires kind
/// Pieces with motion, at least one piece a side (asserted). Source: lecture 000, "moving spheres" (as a mid
/// phase).
PieceImpact impact_of_pieces(const QueryEntry& query, PieceRecorder* recorder = nullptr);

}  // namespace toibox::scene
