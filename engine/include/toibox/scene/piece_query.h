// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/volume_tree.h"
#include "toibox/scene/query.h"

#include <cstdint>

namespace toibox::scene {

// Distance and time of impact of two bodies made of convex pieces. Trees of bounding volumes reject most
// pairs of pieces; the rest go to the narrow phase or to a time-of-impact method. The counts show the cost
// of a concave body and how many tests each kind of volume saves.

/// One test during the traversal of the trees.
struct PieceEvent {
    enum class Kind : std::uint8_t {
        Volumes,  ///< Do the volumes of nodes a and b overlap?
        Near,     ///< May pieces below nodes a and b be nearer than the nearest pair so far?
        Circles,  ///< May the circles of nodes a and b meet before the best hit? Not before t = `value`.
        Pieces,   ///< Do pieces a and b touch? `value`: separation, metres; negative when overlapping.
        Impact,   ///< Do pieces a and b meet before the best hit? `value`: t, as a fraction of the step.
    };
    Kind kind = Kind::Volumes;
    std::uint32_t a = 0;  ///< Preorder index of a node, or index of a piece, of body A.
    std::uint32_t b = 0;
    bool met = false;  ///< The answer is yes; Impact: this is the best hit so far.
    double value = 0.0;
};
using PieceRecorder = TraceRecorder<PieceEvent>;

/// Work of a traversal of two trees.
struct PieceCount {
    std::uint64_t tests = 0;   ///< Tests of two volumes.
    std::uint64_t visits = 0;  ///< Pairs of nodes that passed the test: volumes that overlap or may be near.
    std::uint64_t pairs = 0;   ///< Pairs of pieces that were tested.
};

/// Distance between the two bodies, or depth of their overlap.
struct PieceContact {
    /// Metres. If positive, the exact distance; otherwise minus the depth of the deepest pair of pieces.
    double separation = 0.0;
    Vec2d normal{};   ///< Unit, from A to B, of the nearest or deepest pair.
    Vec2d point_a{};  ///< Witness points of the nearest or deepest pair, world.
    Vec2d point_b{};
    std::uint32_t piece_a = 0;  ///< The nearest or deepest pair; ties go to the lowest indices.
    std::uint32_t piece_b = 0;
    PieceCount meeting{};  ///< The search for touching pieces.
    PieceCount nearest{};  ///< The branch-and-bound search for the nearest pair, if no pieces touch.
};

/// Uses trees of `query.volume`. The result, except for the counts, is bit-identical for all volumes.
/// Requires: kind Pieces without motion, at least one piece per side (asserted).
/// Error: as measure_distance. The depth is that of one pair of pieces; a longer translation may be needed to
/// separate the bodies.
/// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996 (trees against each other).
PieceContact contact_of_pieces(const QueryEntry& query, PieceRecorder* recorder = nullptr);

/// When the two bodies first come within the target.
struct PieceImpact {
    ToiState state = ToiState::Separated;
    double t = 1.0;         ///< Fraction of the step, as ToiResult::t.
    double distance = 0.0;  ///< Between the two pieces at t, metres; 0 if Separated.
    Vec2d point{};
    Vec2d normal{};
    std::uint32_t piece_a = 0;  ///< The pair that hits first, or whose search failed.
    std::uint32_t piece_b = 0;
    std::uint64_t swept_tests = 0;  ///< Tests of two moving circles.
    std::uint64_t toi_calls = 0;    ///< Calls of the method: pairs of pieces that the circles did not reject.
};

/// Trees of circles that move with the bodies (MovingCircles) reject pairs. Certified advancement tests the
/// other pairs, those that may meet earliest first, up to the earliest hit so far. Like certified
/// advancement, the result is never late and never misses. Overlapped takes precedence; Exhausted: free up to
/// t. Requires: kind Pieces with motion, at least one piece per side (asserted). Source: M. Trtík, "Collision
/// detection", lecture PA199, Masaryk University 2024, slide 37 (moving spheres, here as a mid phase).
PieceImpact impact_of_pieces(const QueryEntry& query, PieceRecorder* recorder = nullptr);

}  // namespace toibox::scene
