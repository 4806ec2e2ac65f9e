// SPDX-License-Identifier: MIT
// Many pairs that are collided at once have the same manifolds and caches, bit for bit, as pairs that are
// collided one at a time, with every instruction set.
#include "narrow/collide/collide_batch.h"

#include "tests/property/collision/manifold_cases.h"
#include "tests/support/print.h"

#include <bit>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {

namespace {

using testing_support::Generator;

constexpr int pairs_per_run = 40'000;

/// Polygons with their records, pairs of these polygons, and the cache of each pair.
struct Batch {
    std::vector<Shape> shapes;
    std::vector<PolygonRecord> table;
    std::vector<PolygonPair> pairs;
    std::vector<CollideCache> caches;
};

Polygon random_polygon(int max_vertices_per_shape, Generator& random) {
    const float size = random.uniform(0.2f, 1.5f);
    const float radius = random.rng.below(3) == 0 ? random.uniform(0.0f, 0.2f) : 0.0f;
    switch (random.rng.below(4)) {
        case 0:
            return make_box({size, random.uniform(0.1f, 1.0f)}, random.point(0.3f), 0.0f, radius);
        case 1:
            return make_box({size, 1e-3f}, {}, random.uniform(-3.0f, 3.0f), radius);
        case 2:
            return make_regular_polygon(random.rng.integer(3, max_vertices_per_shape), size,
                                        random.point(0.3f));
        default:
            return make_box({size, size});
    }
}

/// A pose of B relative to A: far, near or overlapping; aligned, rotated by 90°, almost aligned, or at any
/// angle.
Transform random_placement(Generator& random) {
    Transform x{random.uniform(0.0f, 3.0f) * narrow(random.direction()), random.rotation()};
    switch (random.rng.below(5)) {
        case 0:
            x.q = {};
            break;
        case 1:
            x.q = {0.0f, 1.0f};
            break;
        case 2:
            x.q = make_rot(random.uniform(-1e-3f, 1e-3f));
            break;
        default:
            break;
    }
    if (random.rng.below(3) == 0) (random.rng.below(2) == 0 ? x.p.x : x.p.y) = 0.0f;
    return x;
}

/// The pose of the second of two equal polygons that are face to face, `gap` apart: shifted slightly, not at
/// all, or by about the length of the face, so that corners meet; parallel or almost parallel. Covers all
/// ties.
Transform twins_face_to_face(const Polygon& polygon, float gap, Generator& random) {
    const Vec2 normal = polygon.normals()[0];
    const float face_distance = dot(normal, polygon.vertices()[0]) + polygon.radius();
    const float edge = distance(polygon.vertices()[0], polygon.vertices()[1]);
    const float corner_shift = random.rng.below(2) == 0 ? 0.0f : (random.rng.below(2) == 0 ? edge : -edge);
    const float shift =
        corner_shift + (random.rng.below(2) == 0 ? 0.0f : edge * random.uniform(-2e-3f, 2e-3f));
    const Vec2 p = (2.0f * face_distance + gap) * normal + shift * left_perp(normal);
    const Rot lean = make_rot(random.rng.below(2) == 0 ? 0.0f : random.uniform(-1e-3f, 1e-3f));
    return {p, random.rng.below(2) == 0 ? lean : lean * Rot{-1.0f, 0.0f}};
}

CollideCache random_cache(Generator& random) {
    CollideCache cache;
    if (random.rng.below(3) == 0) return cache;
    cache.owner = random.rng.below(2) == 0 ? CollideCache::Owner::A : CollideCache::Owner::B;
    cache.reference = static_cast<std::uint8_t>(random.rng.below(random.rng.below(8) == 0 ? 256 : 5));
    cache.incident = static_cast<std::uint8_t>(random.rng.below(8));
    return cache;
}

Batch random_batch(int max_vertices_per_shape, Generator& random) {
    Batch batch;
    for (int i = 0; i < 400; ++i) {
        batch.shapes.emplace_back(random_polygon(max_vertices_per_shape, random));
        batch.table.push_back(record_of(batch.shapes.back()));
    }
    for (int i = 0; i < pairs_per_run; ++i) {
        PolygonPair pair;
        pair.a = random.rng.integer(0, 399);
        pair.b = random.rng.integer(0, 399);
        pair.b_in_a = random_placement(random);
        pair.margin = random.rng.below(2) == 0 ? 0.02f : random.uniform(0.0f, 0.5f);
        if (random.rng.below(4) == 0) {
            pair.b = pair.a;
            const auto& polygon = std::get<Polygon>(batch.shapes[static_cast<std::size_t>(pair.a)]);
            pair.b_in_a = twins_face_to_face(polygon, random.uniform(-0.01f, 0.03f), random);
        }
        batch.pairs.push_back(pair);
        batch.caches.push_back(random_cache(random));
    }
    return batch;
}

bool same_bits(Vec2 a, Vec2 b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_bits(const Manifold& a, const Manifold& b) {
    if (a.count != b.count) return false;
    if (a.count > 0 && !same_bits(a.normal, b.normal)) return false;
    for (int i = 0; i < a.count; ++i) {
        const ManifoldPoint& p = a.points[static_cast<std::size_t>(i)];
        const ManifoldPoint& q = b.points[static_cast<std::size_t>(i)];
        if (!same_bits(p.point, q.point) || p.id != q.id ||
            std::bit_cast<std::uint32_t>(p.separation) != std::bit_cast<std::uint32_t>(q.separation)) {
            return false;
        }
    }
    return true;
}

class CollideBatch : public testing::TestWithParam<Isa> {
protected:
    void SetUp() override {
        if (!is_available(GetParam())) GTEST_SKIP() << "no kernels for this instruction set";
    }

    /// Collides the batch at once and pair by pair, for three steps with persistent caches, and compares the
    /// results.
    void expect_equal_to_collide(Batch batch, Generator& random) {
        std::vector<CollideCache> reference = batch.caches;
        std::vector<Manifold> manifolds(batch.pairs.size());
        for (int step = 0; step < 3; ++step) {
            collide_polygons(batch.table, batch.pairs, batch.caches, manifolds, GetParam());
            for (std::size_t i = 0; i < batch.pairs.size(); ++i) {
                PolygonPair& pair = batch.pairs[i];
                const Manifold expected = collide(batch.shapes[static_cast<std::size_t>(pair.a)],
                                                  batch.shapes[static_cast<std::size_t>(pair.b)], pair.b_in_a,
                                                  pair.margin, reference[i]);
                ASSERT_TRUE(same_bits(manifolds[i], expected))
                    << "seed " << random.seed << ", pair " << i << ", step " << step;
                ASSERT_TRUE(batch.caches[i] == reference[i])
                    << "seed " << random.seed << ", pair " << i << ", step " << step;
                pair.b_in_a.p += random.point(0.01f);
                pair.b_in_a.q = normalized(make_rot(random.uniform(-0.01f, 0.01f)) * pair.b_in_a.q);
            }
        }
    }
};

TEST_P(CollideBatch, MatchesCollideForQuads) {
    Generator random(41);
    expect_equal_to_collide(random_batch(4, random), random);
}

TEST_P(CollideBatch, MatchesCollideForUpToEightVertices) {
    Generator random(42);
    expect_equal_to_collide(random_batch(8, random), random);
}

// Batches that do not fill all SIMD lanes, down to an empty batch.
TEST_P(CollideBatch, AcceptsAnyNumberOfPairs) {
    Generator random(43);
    const Batch all = random_batch(6, random);
    for (std::size_t count = 0; count < 20; ++count) {
        Batch few = all;
        few.pairs.resize(count);
        few.caches.resize(count);
        expect_equal_to_collide(few, random);
    }
}

std::string isa_name(const testing::TestParamInfo<Isa>& info) {
    return std::string(to_string(info.param));
}

INSTANTIATE_TEST_SUITE_P(EachIsa, CollideBatch, testing::Values(Isa::Scalar, Isa::Sse2, Isa::Avx2), isa_name);

// Larger polygons and other shapes have no record.
TEST(PolygonRecord, HoldsPolygonsOfUpToEightVertices) {
    EXPECT_EQ(record_of(make_regular_polygon(8, 1.0f)).count, 8.0f);
    EXPECT_EQ(record_of(make_regular_polygon(9, 1.0f)).count, 0.0f);
    EXPECT_EQ(record_of(Circle{}).count, 0.0f);
}

}  // namespace
}  // namespace toibox
