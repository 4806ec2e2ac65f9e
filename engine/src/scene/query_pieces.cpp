// SPDX-License-Identifier: MIT
#include "toibox/continuous/moving_circles.h"
#include "toibox/core/assert.h"
#include "toibox/geometry/any_bounding_volume.h"
#include "toibox/narrow/distance_method.h"
#include "toibox/scene/pieces.h"
#include "toibox/scene/tuning.h"

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
        TOIBOX_ASSERT(volume);  // readers keep coordinates far below tuning::max_volume_coordinate
        volumes.push_back(*volume);
    }
    return broad::VolumeTree<V>(volumes);
}

/// Hands a walk's steps on, or drops them.
struct WalkTrace {
    static constexpr bool enabled = true;
    PieceRecorder* recorder;
    PieceEvent::Kind kind;

    void operator()(const broad::NodePair& pair) const {
        if (recorder != nullptr) (*recorder)({kind, pair.a, pair.b, pair.met, 0.0});
    }
};

/// The least separation of all pairs of pieces that it is told of.
class MinSeparationSearch {
public:
    MinSeparationSearch(const QueryEntry& query, PieceRecorder* recorder)
        : query_(query),
          pose_a_(pose_at(query.sweep_a, 0.0)),
          pose_b_(pose_at(query.sweep_b, 0.0)),
          recorder_(recorder) {}

    void test_pair(std::uint32_t a, std::uint32_t b) {
        const DistanceResult answer = measure_distance(DistanceMethod::Epa, {.a = query_.pieces_a[a].proxy(),
                                                                             .pose_a = pose_a_,
                                                                             .b = query_.pieces_b[b].proxy(),
                                                                             .pose_b = pose_b_});
        if (recorder_ != nullptr)
            (*recorder_)({PieceEvent::Kind::Pieces, a, b, answer.separation <= 0.0, answer.separation});
        // The order of the walk is the volume's; the answer is not.
        const bool is_earlier = std::pair(a, b) < std::pair(best_.piece_a, best_.piece_b);
        if (answer.separation < best_.separation || (answer.separation == best_.separation && is_earlier)) {
            best_.separation = answer.separation;
            best_.normal = answer.normal;
            best_.point_a = answer.point_a;
            best_.point_b = answer.point_b;
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
PieceCount counts(const typename broad::VolumeTree<V>::QueryStats& count) {
    return {.tests = count.volume_tests, .visits = count.visits, .pairs = count.pairs};
}

/// First the pieces whose volumes meet. If none of those touch, nothing does, and the nearest of them, where
/// there are any, bounds the search for the nearest of all.
template <class V>
PieceContact contact_by(const QueryEntry& query, PieceRecorder* recorder) {
    using Tree = broad::VolumeTree<V>;
    const Tree a = tree_of<V>(query.pieces_a);
    const Tree b = tree_of<V>(query.pieces_b);
    MinSeparationSearch least(query, recorder);
    typename Tree::QueryStats meeting;
    const auto test_pair = [&](std::uint32_t i, std::uint32_t j) {
        least.test_pair(i, j);
        return true;
    };
    Tree::find_pairs(a, least.pose_a(), b, least.pose_b(), meeting, test_pair,
                     WalkTrace{recorder, PieceEvent::Kind::Volumes});
    least.best().meeting = counts<V>(meeting);
    if (least.best().separation <= 0.0) return least.best();
    typename Tree::QueryStats nearest;
    const auto test_near_pair = [&](std::uint32_t i, std::uint32_t j) {
        least.test_pair(i, j);
        const double separation = least.best().separation;
        return separation > 0.0 ? separation : 0.0;
    };
    Tree::find_within_distance(a, least.pose_a(), b, least.pose_b(), least.best().separation, nearest,
                               test_near_pair, WalkTrace{recorder, PieceEvent::Kind::Near});
    least.best().nearest = counts<V>(nearest);
    return least.best();
}

/// The motion up to t alone.
Sweep up_to(const Sweep& sweep, double t) {
    return {sweep.local_center, sweep.c0, center_at(sweep, t), sweep.q0, t * sweep.delta_angle};
}

/// The earliest impact of all pairs of pieces that it is told of.
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

/// Best first: of all pairs of nodes that are left the one is looked at that may meet earliest, so no pair of
/// pieces is asked that can only meet after the earliest hit.
class SweptTreeSearch {
public:
    SweptTreeSearch(const QueryEntry& query, PieceRecorder* recorder)
        : a_(tree_of<BoundingCircle>(query.pieces_a)),
          b_(tree_of<BoundingCircle>(query.pieces_b)),
          circles_(query.sweep_a, query.sweep_b),
          // Certified advancement calls a hit up to there.
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
            const bool into_a = Tree::descends_into_a(node_a, node_b);
            test(into_a ? i + 1 : i, into_a ? j : j + 1, first.best());
            test(into_a ? node_a.right : i, into_a ? j : node_b.right, first.best());
        }
    }

private:
    using Tree = broad::VolumeTree<BoundingCircle>;
    /// When two nodes may meet; ties go by number.
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
            return contact_by<BoundingCircle>(query, recorder);
        case BoundingVolumeKind::Box:
            return contact_by<BoundingBox>(query, recorder);
        case BoundingVolumeKind::OrientedBox:
            return contact_by<OrientedBox>(query, recorder);
        case BoundingVolumeKind::Dop8:
            return contact_by<Dop8>(query, recorder);
        case BoundingVolumeKind::Dop16:
            return contact_by<Dop16>(query, recorder);
        case BoundingVolumeKind::Hull:
            return contact_by<BoundingHull>(query, recorder);
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
