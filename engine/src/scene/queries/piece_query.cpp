// SPDX-License-Identifier: MIT
#include "toibox/scene/piece_query.h"

#include "toibox/core/assert.h"
#include "toibox/geometry/any_bounding_volume.h"
#include "toibox/narrow/distance_method.h"
#include "toibox/scene/tuning.h"
#include "toibox/toi/moving_circles.h"

#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

namespace toibox::scene {

namespace {

template <class V>
broad::VolumeTree<V> tree_of(const std::vector<QueryShape>& pieces) {
    std::vector<V> volumes;
    volumes.reserve(pieces.size());
    for (const QueryShape& piece : pieces) {
        const std::optional<V> volume = V::around(piece.proxy());
        TOIBOX_ASSERT(volume);  // readers limit coordinates far below tuning::max_volume_coordinate
        volumes.push_back(*volume);
    }
    return broad::VolumeTree<V>(volumes);
}

/// Forwards the steps of a traversal to the recorder, if there is one.
struct TraversalTrace {
    static constexpr bool enabled = true;
    PieceRecorder* recorder;
    PieceEvent::Kind kind;

    void operator()(const broad::NodePair& pair) const {
        if (recorder != nullptr) (*recorder)({kind, pair.a, pair.b, pair.met, 0.0});
    }
};

/// The minimum separation of all tested pairs of pieces.
class MinSeparationSearch {
public:
    MinSeparationSearch(const QueryEntry& query, PieceRecorder* recorder)
        : query_(query),
          pose_a_(pose_at(query.sweep_a, 0.0)),
          pose_b_(pose_at(query.sweep_b, 0.0)),
          recorder_(recorder) {}

    void test_pair(std::uint32_t a, std::uint32_t b) {
        const DistanceResult result = measure_distance(DistanceMethod::Epa, {.a = query_.pieces_a[a].proxy(),
                                                                             .pose_a = pose_a_,
                                                                             .b = query_.pieces_b[b].proxy(),
                                                                             .pose_b = pose_b_});
        if (recorder_ != nullptr)
            (*recorder_)({PieceEvent::Kind::Pieces, a, b, result.separation <= 0.0, result.separation});
        // The order of the traversal depends on the volume; the result must not.
        const bool is_earlier = std::pair(a, b) < std::pair(best_.piece_a, best_.piece_b);
        if (result.separation < best_.separation || (result.separation == best_.separation && is_earlier)) {
            best_.separation = result.separation;
            best_.normal = result.normal;
            best_.point_a = result.point_a;
            best_.point_b = result.point_b;
            best_.piece_a = a;
            best_.piece_b = b;
        }
    }
    [[nodiscard]] PieceContact& best() { return best_; }
    [[nodiscard]] const Transformd& pose_a() const { return pose_a_; }
    [[nodiscard]] const Transformd& pose_b() const { return pose_b_; }

private:
    const QueryEntry& query_;
    Transformd pose_a_;
    Transformd pose_b_;
    PieceRecorder* recorder_;
    PieceContact best_{.separation = std::numeric_limits<double>::infinity()};
};

template <class V>
PieceCount piece_count(const typename broad::VolumeTree<V>::QueryStats& count) {
    return {.tests = count.volume_tests, .visits = count.visits, .pairs = count.pairs};
}

/// First tests the pairs of pieces with overlapping volumes. If none of these touch, the bodies do not
/// overlap, and the minimum separation found bounds the search for the nearest pair.
template <class V>
PieceContact contact_with_volume(const QueryEntry& query, PieceRecorder* recorder) {
    using Tree = broad::VolumeTree<V>;
    const Tree a = tree_of<V>(query.pieces_a);
    const Tree b = tree_of<V>(query.pieces_b);
    MinSeparationSearch search(query, recorder);
    typename Tree::QueryStats meeting;
    const auto test_pair = [&](std::uint32_t i, std::uint32_t j) {
        search.test_pair(i, j);
        return true;
    };
    Tree::find_pairs(a, search.pose_a(), b, search.pose_b(), meeting, test_pair,
                     TraversalTrace{recorder, PieceEvent::Kind::Volumes});
    search.best().meeting = piece_count<V>(meeting);
    if (search.best().separation <= 0.0) return search.best();
    typename Tree::QueryStats nearest;
    const auto test_near_pair = [&](std::uint32_t i, std::uint32_t j) {
        search.test_pair(i, j);
        const double separation = search.best().separation;
        return separation > 0.0 ? separation : 0.0;
    };
    Tree::find_within_distance(a, search.pose_a(), b, search.pose_b(), search.best().separation, nearest,
                               test_near_pair, TraversalTrace{recorder, PieceEvent::Kind::Near});
    search.best().nearest = piece_count<V>(nearest);
    return search.best();
}

/// The first part of a sweep, from 0 to t.
Sweep up_to(const Sweep& sweep, double t) {
    return {sweep.local_center, sweep.c0, center_at(sweep, t), sweep.q0, t * sweep.delta_angle};
}

/// The earliest impact of all tested pairs of pieces.
class FirstImpactSearch {
public:
    FirstImpactSearch(const QueryEntry& query, PieceRecorder* recorder)
        : query_(query), recorder_(recorder) {}

    void test_pair(std::uint32_t a, std::uint32_t b) {
        const double limit = best_.t;
        const ToiResult result =
            time_of_impact(ToiMethod::Certified,
                           {.a = query_.pieces_a[a].proxy(),
                            .b = query_.pieces_b[b].proxy(),
                            .sweep_a = limit < 1.0 ? up_to(query_.sweep_a, limit) : query_.sweep_a,
                            .sweep_b = limit < 1.0 ? up_to(query_.sweep_b, limit) : query_.sweep_b},
                           toi_options(query_));
        ++best_.toi_calls;
        const double t = limit * result.t;
        const bool is_overlap = result.state == ToiState::Overlapped;
        const bool is_first = result.state != ToiState::Separated &&
                              (is_overlap || t < limit || best_.state == ToiState::Separated);
        if (recorder_ != nullptr) (*recorder_)({PieceEvent::Kind::Impact, a, b, is_first, t});
        if (!is_first) return;
        best_.state = result.state;
        best_.t = t;
        best_.distance = result.distance;
        best_.point = result.point;
        best_.normal = result.normal;
        best_.piece_a = a;
        best_.piece_b = b;
    }
    [[nodiscard]] PieceImpact& best() { return best_; }

private:
    const QueryEntry& query_;
    PieceRecorder* recorder_;
    PieceImpact best_;
};

/// Best-first search: takes the pair of nodes that may meet earliest, so that no pieces are tested that can
/// only meet after the earliest hit.
class SweptTreeSearch {
public:
    SweptTreeSearch(const QueryEntry& query, PieceRecorder* recorder)
        : a_(tree_of<BoundingCircle>(query.pieces_a)),
          b_(tree_of<BoundingCircle>(query.pieces_b)),
          circles_(query.sweep_a, query.sweep_b),
          // The largest distance at which certified advancement reports a hit.
          reach_(query.target + query.tolerance),
          recorder_(recorder) {}

    void search(FirstImpactSearch& first) {
        test(0, 0, first.best());
        while (!open_.empty()) {
            const auto [t, i, j] = open_.top();
            open_.pop();
            if (t > first.best().t || first.best().state == ToiState::Overlapped) return;
            const auto& node_a = a_.nodes()[i];
            const auto& node_b = b_.nodes()[j];
            if (node_a.is_leaf() && node_b.is_leaf()) {
                first.test_pair(node_a.piece, node_b.piece);
                continue;
            }
            const bool descends_into_a = Tree::descends_into_a(node_a, node_b);
            test(descends_into_a ? i + 1 : i, descends_into_a ? j : j + 1, first.best());
            test(descends_into_a ? node_a.right : i, descends_into_a ? j : node_b.right, first.best());
        }
    }

private:
    using Tree = broad::VolumeTree<BoundingCircle>;
    /// The earliest time at which two nodes may meet, and the indices of the nodes, which break ties.
    using Open = std::tuple<double, std::uint32_t, std::uint32_t>;

    void test(std::uint32_t i, std::uint32_t j, PieceImpact& best) {
        ++best.swept_tests;
        const auto t = circles_.first_meeting(a_.nodes()[i].volume, b_.nodes()[j].volume, reach_, best.t);
        if (recorder_ != nullptr)
            (*recorder_)({PieceEvent::Kind::Circles, i, j, t.has_value(), t.value_or(1.0)});
        if (t) open_.emplace(*t, i, j);
    }

    Tree a_;
    Tree b_;
    MovingCircles circles_;
    double reach_;
    PieceRecorder* recorder_;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
};

}  // namespace

PieceContact contact_of_pieces(const QueryEntry& query, PieceRecorder* recorder) {
    TOIBOX_ASSERT(!query.pieces_a.empty() && !query.pieces_b.empty() && !query.moves);
    switch (query.volume) {
        case BoundingVolumeKind::Circle:
            return contact_with_volume<BoundingCircle>(query, recorder);
        case BoundingVolumeKind::Box:
            return contact_with_volume<BoundingBox>(query, recorder);
        case BoundingVolumeKind::OrientedBox:
            return contact_with_volume<OrientedBox>(query, recorder);
        case BoundingVolumeKind::Dop8:
            return contact_with_volume<Dop8>(query, recorder);
        case BoundingVolumeKind::Dop16:
            return contact_with_volume<Dop16>(query, recorder);
        case BoundingVolumeKind::Hull:
            return contact_with_volume<BoundingHull>(query, recorder);
    }
    return {};
}

PieceImpact impact_of_pieces(const QueryEntry& query, PieceRecorder* recorder) {
    TOIBOX_ASSERT(!query.pieces_a.empty() && !query.pieces_b.empty() && query.moves);
    FirstImpactSearch first(query, recorder);
    SweptTreeSearch(query, recorder).search(first);
    return first.best();
}

}  // namespace toibox::scene
