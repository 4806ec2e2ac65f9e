// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/volume_tree.h"
#include "toibox/scene/query.h"

#include <cstdint>

namespace toibox::scene {

/// Distance and time of impact of two bodies made of convex pieces. Trees of bounding volumes reject most
/// pairs of pieces; the rest go to the narrow phase or to a time-of-impact method. The counts show the cost
/// of a concave body and what each volume saves.

/// One test of such a search, in execution order.
struct PieceEvent {
    enum class Kind : std::uint8_t {
        Volumes,  ///< Nodes a, b of the trees (preorder): whether their volumes overlap.
        Near,     ///< Nodes a, b: whether pieces below them may be nearer than the nearest so far.
        Circles,  ///< Nodes a, b: whether their circles may meet before the best hit; from t = `value` on.
        Pieces,   ///< Pieces a, b: `value` is their separation, metres; negative: minus their depth.
        Impact,   ///< Pieces a, b: a time of impact up to the best hit; `value` is t of the whole step.
    };
    Kind kind = Kind::Volumes;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    bool met = false;  ///< The test succeeded; Impact: this hit is now the first.
    double value = 0.0;
};
using PieceRecorder = TraceRecorder<PieceEvent>;

/// Work of a traversal of two trees.
struct PieceCount {
    std::uint64_t tests = 0;   ///< Volume against volume.
    std::uint64_t visits = 0;  ///< Pairs of nodes that were descended into because their volumes overlap.
    std::uint64_t pairs = 0;   ///< Pairs of pieces that were tested.
};

/// Distance or depth of the two bodies.
struct PieceContact {
    /// Metres. Positive: the exact distance; else minus the depth of the deepest pair of pieces.
    double separation = 0.0;
    Vec2d normal{};   ///< Unit, from A to B, of that pair.
    Vec2d point_a{};  ///< Witness points of that pair, world.
    Vec2d point_b{};
    std::uint32_t piece_a = 0;  ///< The deepest or nearest pair; ties go to the lowest indices.
    std::uint32_t piece_b = 0;
    PieceCount meeting{};  ///< The search for touching pieces.
    PieceCount nearest{};  ///< If there are none: the branch-and-bound search for the nearest pair.
};

/// Uses trees of `query.volume`. The result, except for the counts, is bit-identical for all volumes.
/// Requires: kind Pieces without motion, at least one piece per side (asserted).
/// Error: as measure_distance. Depth is that of two pieces: separating the bodies may take a longer
/// translation.
/// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996 (trees against each other).
PieceContact contact_of_pieces(const QueryEntry& query, PieceRecorder* recorder = nullptr);

/// When the two bodies first come within the target.
struct PieceImpact {
    ToiState state = ToiState::Separated;
    double t = 1.0;         ///< Fraction of the step, as ToiResult::t.
    double distance = 0.0;  ///< Between the two pieces at t; 0 if Separated.
    Vec2d point{};
    Vec2d normal{};
    std::uint32_t piece_a = 0;  ///< The pair with the first hit, or that failed.
    std::uint32_t piece_b = 0;
    std::uint64_t swept_tests = 0;  ///< Moving circle against moving circle.
    std::uint64_t toi_calls = 0;    ///< Pairs of pieces that the circles did not reject.
};

/// Trees of circles that move with the bodies (MovingCircles) reject pairs. Certified advancement tests the
/// rest, those that may meet earliest first, up to the earliest hit so far; like that method it is never late
/// and never misses. Overlapped takes precedence; Exhausted: free up to t.
/// Requires: kind Pieces with motion, at least one piece per side (asserted).
/// Source: lecture 000, "moving spheres" (as a mid phase).
PieceImpact impact_of_pieces(const QueryEntry& query, PieceRecorder* recorder = nullptr);

}  // namespace toibox::scene
