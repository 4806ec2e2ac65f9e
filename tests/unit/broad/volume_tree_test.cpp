// SPDX-License-Identifier: MIT
#include "toibox/broad/volume_tree.h"

#include "toibox/geometry/any_bounding_volume.h"
#include "toibox/geometry/decomposition.h"

#include "tests/support/distance_oracle.h"
#include "tests/support/generators.h"
#include "tests/support/print.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::broad {
namespace {

using testing_support::Generator;
using testing_support::moved;
using PiecePair = std::pair<std::uint32_t, std::uint32_t>;

/// The convex pieces of a random concave polygon.
std::vector<Polygon> concave_body(Generator& random) {
    for (;;) {
        const float radius = random.rng.next_bool() ? random.uniform(0.0f, 0.05f) : 0.0f;
        auto pieces = decompose(random.simple_polygon(random.rng.integer(5, 40), 1.0f), radius);
        if (pieces) return *std::move(pieces);
    }
}

template <class V>
class VolumeTrees : public testing::Test {
protected:
    using Tree = VolumeTree<V>;
    using QueryStats = typename Tree::QueryStats;

    static std::vector<V> volumes_of(const std::vector<Polygon>& pieces) {
        std::vector<V> volumes;
        for (const Polygon& piece : pieces) {
            const ConvexProxyBuffer buffer{Shape(piece)};
            const auto volume = V::around(buffer.proxy());
            EXPECT_TRUE(volume.has_value());
            volumes.push_back(volume.value_or(V{}));
        }
        return volumes;
    }
    static std::vector<PiecePair> pairs_of(const Tree& a, const Transformd& pose_a, const Tree& b,
                                           const Transformd& pose_b, QueryStats& count) {
        std::vector<PiecePair> pairs;
        Tree::find_pairs(a, pose_a, b, pose_b, count, [&](std::uint32_t i, std::uint32_t j) {
            pairs.emplace_back(i, j);
            return true;
        });
        return pairs;
    }
    static std::vector<PiecePair> touching_pairs(const std::vector<Polygon>& a, const Transformd& pose_a,
                                                 const std::vector<Polygon>& b, const Transformd& pose_b) {
        std::vector<PiecePair> pairs;
        for (std::uint32_t i = 0; i < a.size(); ++i) {
            const ConvexProxyBuffer buffer_a{Shape(a[i])};
            const auto points_a = oracle::placed(buffer_a.proxy(), pose_a, {});
            for (std::uint32_t j = 0; j < b.size(); ++j) {
                const ConvexProxyBuffer buffer_b{Shape(b[j])};
                const auto points_b = oracle::placed(buffer_b.proxy(), pose_b, {});
                const auto radius_sum =
                    oracle::Real(buffer_a.proxy().radius) + oracle::Real(buffer_b.proxy().radius);
                if (oracle::distance(points_a, points_b).distance <= radius_sum) pairs.emplace_back(i, j);
            }
        }
        return pairs;
    }
};

struct VolumeNames {
    template <class V>
    static std::string GetName(int) {
        std::string name(info(V::kind).name);
        std::erase(name, '-');
        return name;
    }
};
using Volumes = testing::Types<BoundingCircle, BoundingBox, OrientedBox, Dop8, Dop16, BoundingHull>;
TYPED_TEST_SUITE(VolumeTrees, Volumes, VolumeNames);

// Brute force over all pairs gives the same pairs of overlapping volumes, and they include all pairs of
// touching pieces.
TYPED_TEST(VolumeTrees, FindAllPairsOfOverlappingVolumes) {
    Generator random(21);
    std::size_t found = 0;
    for (int i = 0; i < 150; ++i) {
        SCOPED_TRACE("seed 21, case " + std::to_string(i));
        const std::vector<Polygon> a = concave_body(random);
        const std::vector<Polygon> b = concave_body(random);
        const std::vector<TypeParam> volumes_a = this->volumes_of(a);
        const std::vector<TypeParam> volumes_b = this->volumes_of(b);
        const Transformd pose_a = widen(random.transform(1.0f));
        const Transformd pose_b = widen(random.transform(1.0f));

        typename VolumeTree<TypeParam>::QueryStats count;
        std::vector<PiecePair> pairs = this->pairs_of(VolumeTree<TypeParam>(volumes_a), pose_a,
                                                      VolumeTree<TypeParam>(volumes_b), pose_b, count);
        EXPECT_EQ(count.pairs, pairs.size());
        std::ranges::sort(pairs);

        std::vector<PiecePair> expected;
        const Transformd b_in_a = inv_mul(pose_a, pose_b);
        for (std::uint32_t j = 0; j < a.size(); ++j) {
            for (std::uint32_t k = 0; k < b.size(); ++k) {
                if (overlaps(volumes_a[j], moved(volumes_b[k], b_in_a))) expected.emplace_back(j, k);
            }
        }
        EXPECT_EQ(pairs, expected);
        EXPECT_TRUE(std::ranges::includes(pairs, this->touching_pairs(a, pose_a, b, pose_b)));
        found += pairs.size();
    }
    EXPECT_GT(found, 150u);
}

// Two squares just touch. The length of their rotation differs slightly from 1, as after integration.
TYPED_TEST(VolumeTrees, FindTouchingPiecesUnderAnUnnormalisedRotation) {
    Generator random(22);
    const std::vector<Polygon> square{make_box({0.5f, 0.5f}, {}, 0.0f, 0.25f)};
    const VolumeTree<TypeParam> tree(this->volumes_of(square));
    for (int i = 0; i < 500; ++i) {
        SCOPED_TRACE("seed 22, case " + std::to_string(i));
        const double length = random.uniform_double(0.9995, 1.0005);
        const Rotd rotation = make_rotd(random.angle());
        const Transformd pose_a{random.point_double(100.0), {length * rotation.c, length * rotation.s}};
        Transformd near_pose{pose_a.p, pose_a.q};
        Transformd far_pose{pose_a.p + 4.0 * random.direction(), pose_a.q};
        for (int halving = 0; halving < 60; ++halving) {
            Transformd middle_pose = near_pose;
            middle_pose.p = 0.5 * (near_pose.p + far_pose.p);
            (this->touching_pairs(square, pose_a, square, middle_pose).empty() ? far_pose : near_pose) =
                middle_pose;
        }
        typename VolumeTree<TypeParam>::QueryStats count;
        ASSERT_EQ(this->pairs_of(tree, pose_a, tree, near_pose, count).size(), 1u);
    }
}

TYPED_TEST(VolumeTrees, HaveMinimalHeightEvenIfAllPiecesCoincide) {
    for (const std::size_t pieces : {1u, 2u, 3u, 7u, 64u, 65u, 1000u}) {
        const std::vector<Polygon> boxes(pieces, make_box({0.5f, 0.5f}));
        const VolumeTree<TypeParam> tree(this->volumes_of(boxes));
        const int levels = static_cast<int>(std::ceil(std::log2(static_cast<double>(pieces))));
        EXPECT_EQ(tree.height(), 1 + levels);
        EXPECT_EQ(tree.nodes().size(), 2 * pieces - 1);
    }
}

TYPED_TEST(VolumeTrees, WithoutPiecesFindNothing) {
    const VolumeTree<TypeParam> empty_tree;
    const VolumeTree<TypeParam> single_piece(this->volumes_of({make_box({0.5f, 0.5f})}));
    typename VolumeTree<TypeParam>::QueryStats count;
    EXPECT_TRUE(this->pairs_of(empty_tree, {}, single_piece, {}, count).empty());
    EXPECT_TRUE(this->pairs_of(single_piece, {}, empty_tree, {}, count).empty());
    empty_tree.query(single_piece.nodes()[0].volume, count, [](std::uint32_t) { return true; });
    EXPECT_EQ(count.volume_tests, 0u);
    EXPECT_EQ(empty_tree.height(), 0);
}

TYPED_TEST(VolumeTrees, ReportInAFixedOrderAndStopOnRequest) {
    Generator random(23);
    const VolumeTree<TypeParam> a(this->volumes_of(concave_body(random)));
    const VolumeTree<TypeParam> b(this->volumes_of(concave_body(random)));
    typename VolumeTree<TypeParam>::QueryStats first;
    typename VolumeTree<TypeParam>::QueryStats second;
    const std::vector<PiecePair> pairs = this->pairs_of(a, {}, b, {}, first);
    ASSERT_GT(pairs.size(), 2u);
    EXPECT_EQ(pairs, this->pairs_of(a, {}, b, {}, second));
    EXPECT_EQ(first.volume_tests, second.volume_tests);

    std::vector<PiecePair> first_two;
    typename VolumeTree<TypeParam>::QueryStats stopped;
    VolumeTree<TypeParam>::find_pairs(a, {}, b, {}, stopped, [&](std::uint32_t i, std::uint32_t j) {
        first_two.emplace_back(i, j);
        return first_two.size() < 2;
    });
    EXPECT_EQ(first_two, std::vector<PiecePair>(pairs.begin(), pairs.begin() + 2));
    EXPECT_LT(stopped.volume_tests, first.volume_tests);
}

// Branch and bound finds the same minimum distance as brute force, from any initial bound, and visits less
// than half of the pairs.
TYPED_TEST(VolumeTrees, FindTheNearestPieces) {
    Generator random(77);
    std::uint64_t visited_pairs = 0;
    std::uint64_t all_pairs = 0;
    for (int round = 0; round < 40; ++round) {
        const std::vector<Polygon> a = concave_body(random);
        const std::vector<Polygon> b = concave_body(random);
        const Transformd pose_a = random.transform_double(2.0);
        Transformd pose_b = random.transform_double(2.0);
        const double length_error = 1.0 + 1e-4 * random.uniform_double(-1.0, 1.0);
        pose_b.q = {length_error * pose_b.q.c, length_error * pose_b.q.s};
        const auto distance = [&](std::uint32_t i, std::uint32_t j) {
            const ConvexProxyBuffer piece_a{Shape(a[i])};
            const ConvexProxyBuffer piece_b{Shape(b[j])};
            const auto core = oracle::distance(oracle::placed(piece_a.proxy(), pose_a, {}),
                                               oracle::placed(piece_b.proxy(), pose_b, {}));
            const double gap =
                static_cast<double>(core.distance) - piece_a.proxy().radius - piece_b.proxy().radius;
            return gap > 0.0 ? gap : 0.0;
        };
        double expected = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < a.size(); ++i) {
            for (std::uint32_t j = 0; j < b.size(); ++j)
                expected = std::min(expected, distance(i, j));
        }
        const VolumeTree<TypeParam> tree_a(this->volumes_of(a));
        const VolumeTree<TypeParam> tree_b(this->volumes_of(b));
        for (const double initial_bound :
             {std::numeric_limits<double>::infinity(), expected + 0.1, expected}) {
            typename VolumeTree<TypeParam>::QueryStats count;
            double bound = initial_bound;
            double found = std::numeric_limits<double>::infinity();
            VolumeTree<TypeParam>::find_within_distance(tree_a, pose_a, tree_b, pose_b, initial_bound, count,
                                                        [&](std::uint32_t i, std::uint32_t j) {
                                                            found = std::min(found, distance(i, j));
                                                            bound = std::min(bound, found);
                                                            return bound;
                                                        });
            EXPECT_EQ(found, expected) << "round " << round << ", initial bound " << initial_bound;
            visited_pairs += count.pairs;
            all_pairs += a.size() * b.size();
        }
    }
    EXPECT_LT(visited_pairs, all_pairs / 2);
}

// The trace has one event per counted volume test and does not change the result.
TYPED_TEST(VolumeTrees, TraceTheirTraversal) {
    Generator random(78);
    const VolumeTree<TypeParam> a(this->volumes_of(concave_body(random)));
    const VolumeTree<TypeParam> b(this->volumes_of(concave_body(random)));
    TraceRecorder<NodePair> trace;
    typename VolumeTree<TypeParam>::QueryStats count;
    std::vector<PiecePair> pairs;
    VolumeTree<TypeParam>::find_pairs(
        a, {}, b, {}, count,
        [&](std::uint32_t i, std::uint32_t j) {
            pairs.emplace_back(i, j);
            return true;
        },
        trace);
    typename VolumeTree<TypeParam>::QueryStats untraced;
    EXPECT_EQ(pairs, this->pairs_of(a, {}, b, {}, untraced));
    EXPECT_EQ(trace.events.size(), count.volume_tests);
    EXPECT_EQ(count.volume_tests, untraced.volume_tests);
    const auto met_count = std::ranges::count_if(trace.events, [](const NodePair& pair) { return pair.met; });
    EXPECT_EQ(static_cast<std::uint64_t>(met_count), count.visits);
    // Each overlapping pair that is not a pair of leaves has two child pairs.
    EXPECT_EQ(count.volume_tests, 1 + 2 * (count.visits - count.pairs));
}

TYPED_TEST(VolumeTrees, FindThePiecesThatAVolumeOverlaps) {
    Generator random(24);
    for (int i = 0; i < 100; ++i) {
        SCOPED_TRACE("seed 24, case " + std::to_string(i));
        const std::vector<TypeParam> volumes = this->volumes_of(concave_body(random));
        const ConvexProxyBuffer buffer(moved(random.shape(0.2f), random.point(1.0f)));
        const auto volume = TypeParam::around(buffer.proxy());
        ASSERT_TRUE(volume.has_value());
        std::vector<std::uint32_t> found;
        typename VolumeTree<TypeParam>::QueryStats count;
        VolumeTree<TypeParam>(volumes).query(*volume, count, [&](std::uint32_t piece) {
            found.push_back(piece);
            return true;
        });
        std::ranges::sort(found);
        std::vector<std::uint32_t> expected;
        for (std::uint32_t j = 0; j < volumes.size(); ++j) {
            if (overlaps(volumes[j], *volume)) expected.push_back(j);
        }
        EXPECT_EQ(found, expected);
    }
}

// Two combs of 50 teeth. The second is shifted so that only its first teeth are near the last teeth of the
// first. Brute force would test 2500 pairs.
TYPED_TEST(VolumeTrees, TestFewOfAllPairs) {
    std::vector<Polygon> teeth;
    for (int i = 0; i < 50; ++i)
        teeth.push_back(make_box({0.2f, 2.0f}, {static_cast<float>(i), 0.0f}));
    const VolumeTree<TypeParam> comb(this->volumes_of(teeth));
    typename VolumeTree<TypeParam>::QueryStats count;
    const auto pairs = this->pairs_of(comb, {}, comb, {{48.5, 3.9}, {}}, count);
    EXPECT_LT(count.volume_tests, 250u);
    EXPECT_LT(pairs.size(), 50u);
}

}  // namespace
}  // namespace toibox::broad
