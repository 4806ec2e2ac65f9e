// SPDX-License-Identifier: MIT

// The contract of every distance method, including the promises in its row of distance_methods(), checked
// against brute force in long double on every kind of difficult case.

#include "tests/contract/distance_fixture.h"

#include <cstdlib>
#include <cstring>
#include <string>

namespace toibox {
namespace {

using gjk_cases::Case;
using gjk_cases::KindInfo;
using gjk_cases::Random;
using oracle::Real;

/// Queries per kind; the environment variable TOIBOX_QUERIES overrides it.
int queries_per_kind() {
    const char* text = std::getenv("TOIBOX_QUERIES");
    return text != nullptr ? std::atoi(text) : 100;
}
// Tolerances, relative to the extent of both shapes.
constexpr Real max_error = 1e-14L;
constexpr Real max_gap = 1e-13L;  ///< For normals and for the decision between apart and overlapping.

/// The exact result of a query.
struct Truth {
    std::vector<oracle::Point> a;
    std::vector<oracle::Point> b;
    Real cores = 0;       ///< Separation of the cores, negative when overlapping.
    Real separation = 0;  ///< Separation of the surfaces.
    Real extent = 0;
    bool contains_vertex = false;  ///< One core contains a vertex of the other.

    explicit Truth(const DistanceInput& in)
        : a(oracle::placed(in.a, in.pose_a, in.pose_a.p)), b(oracle::placed(in.b, in.pose_b, in.pose_a.p)) {
        const oracle::Distance d = oracle::distance(a, b);
        cores = d.distance > 0 ? d.distance : -d.depth;
        const Real radii = Real(in.a.radius) + Real(in.b.radius);
        separation = cores - radii;
        extent = oracle::extent(in.a, in.pose_a, in.b, in.pose_b) + radii;
        for (const oracle::Point& p : a)
            contains_vertex = contains_vertex || oracle::distance({p}, b).distance <= max_gap * extent;
        for (const oracle::Point& p : b)
            contains_vertex = contains_vertex || oracle::distance(a, {p}).distance <= max_gap * extent;
    }
};

/// Checks a result that is marked as exact.
void expect_exact(const DistanceMethodInfo& method, const DistanceInput& in, const Truth& truth,
                  const DistanceResult& r) {
    const Real separation = Real(r.separation);
    EXPECT_LE(std::fabs(separation - truth.separation), max_error * truth.extent);
    const oracle::Point n = oracle::exact(r.normal);
    EXPECT_NEAR(length(r.normal), 1.0, 1e-15);
    EXPECT_LE(truth.cores - oracle::separation_along(truth.a, truth.b, n), max_gap * truth.extent);
    if (!method.gives_points) return;
    // The witness points are on their surfaces and opposite each other, up to the rounding of their
    // coordinates.
    const Real point_tolerance = 1e-14L * (truth.extent + 10);
    const oracle::Point a_to_b = oracle::exact(r.point_b) - oracle::exact(r.point_a);
    EXPECT_LE(std::fabs(oracle::dot(a_to_b, n) - separation), point_tolerance);
    const oracle::Point sideways{a_to_b.x - separation * n.x, a_to_b.y - separation * n.y};
    EXPECT_LE(oracle::length(sideways), point_tolerance + max_gap * truth.extent);
    const auto surface_error = [&](Vec2d point, const ConvexProxy& shape,
                                   const std::vector<oracle::Point>& core) {
        const oracle::Point p = oracle::exact(point) - oracle::exact(in.pose_a.p);
        const oracle::Distance d = oracle::distance({p}, core);
        return std::fabs((d.distance > 0 ? d.distance : -d.depth) - Real(shape.radius));
    };
    const Real tolerance = truth.cores > 0 ? point_tolerance : point_tolerance + max_gap * truth.extent;
    EXPECT_LE(surface_error(r.point_a, in.a, truth.a), tolerance);
    EXPECT_LE(surface_error(r.point_b, in.b, truth.b), tolerance);
}

void check_promises(const DistanceMethodInfo& method, const DistanceInput& in, const DistanceResult& r,
                    std::uint64_t seed) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, testing::Message() << "seed " << seed);
    const Truth truth(in);
    const Real tolerance = max_gap * truth.extent;
    ASSERT_TRUE(r.state == DistanceState::Apart || r.state == DistanceState::Overlapping);
    const bool apart = r.state == DistanceState::Apart;
    EXPECT_EQ(apart, r.separation > 0.0);
    const bool may_miss = !method.detects_crossings && truth.cores <= 0 && !truth.contains_vertex;
    if (may_miss) return;
    if (truth.separation > tolerance) {
        EXPECT_TRUE(apart);
    }
    if (truth.separation < -tolerance) {
        EXPECT_FALSE(apart);
    }
    if (truth.cores > tolerance) {
        EXPECT_FALSE(r.cores_overlap);
    }
    // A method that only detects overlap may stop before it knows whether the cores overlap.
    if (truth.cores < -tolerance && method.gives_distance) {
        EXPECT_TRUE(r.cores_overlap);
    }
    const bool has_normal = r.normal != Vec2d{};
    if (r.cores_overlap ? method.gives_depth : method.gives_distance) {
        EXPECT_TRUE(r.is_exact);
    }
    if (r.is_exact) {
        expect_exact(method, in, truth, r);
    } else if (apart) {
        // A lower bound, proven by the normal.
        EXPECT_TRUE(has_normal);
        EXPECT_LE(Real(r.separation), truth.separation + tolerance);
        EXPECT_GT(oracle::separation_along(truth.a, truth.b, oracle::exact(r.normal)),
                  Real(in.a.radius) + Real(in.b.radius) - tolerance);
    } else {
        EXPECT_GE(Real(r.separation), truth.separation - tolerance);
    }
}

bool same_bits(const DistanceResult& x, const DistanceResult& y) {
    const double dx[] = {x.separation, x.normal.x,  x.normal.y, x.point_a.x,
                         x.point_a.y,  x.point_b.x, x.point_b.y};
    const double dy[] = {y.separation, y.normal.x,  y.normal.y, y.point_a.x,
                         y.point_a.y,  y.point_b.x, y.point_b.y};
    return std::memcmp(dx, dy, sizeof dx) == 0 && x.state == y.state && x.cores_overlap == y.cores_overlap &&
           x.is_exact == y.is_exact && x.iterations == y.iterations && x.cache == y.cache;
}

/// Random bytes. Half of them are small, so that the cache is often plausible.
DistanceCache random_cache(Random& random) {
    const auto byte = [&] { return static_cast<std::uint8_t>(random.below(random.below(2) == 0 ? 4 : 256)); };
    DistanceCache cache;
    cache.simplex.count = byte();
    for (std::size_t i = 0; i < 3; ++i) {
        cache.simplex.index_a[i] = byte();
        cache.simplex.index_b[i] = byte();
    }
    cache.features = {static_cast<ClosestFeature>(random.below(4)), byte(), byte()};
    cache.axis = {static_cast<SatAxis::Kind>(random.below(3)), byte(), byte()};
    return cache;
}

template <class Body>
void for_each_case(Body body) {
    for (const KindInfo& kind : gjk_cases::kinds) {
        for (int i = 0; i < queries_per_kind() && !testing::Test::HasFailure(); ++i) {
            const std::uint64_t seed =
                static_cast<std::uint64_t>(kind.kind) * 1'000'000u + static_cast<std::uint64_t>(i);
            Random random(seed);
            const Case c = gjk_cases::make(kind.kind, random);
            SCOPED_TRACE(std::string(kind.name));
            body(c, random, seed);
        }
    }
}

TEST_P(DistanceContract, KeepsItsPromises) {
    for_each_case([&](const Case& c, Random&, std::uint64_t seed) {
        const DistanceInput in = input_of(c);
        check_promises(GetParam(), in, solve(in), seed);
    });
}

// Needles and plates from 0.1 mm to 1 km, more extreme than in any scene.
TEST_P(DistanceContract, KeepsItsPromisesOnNeedles) {
    for (int i = 0; i < queries_per_kind() && !HasFailure(); ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        Random random(seed);
        const Case c = gjk_cases::needles(random);
        check_promises(GetParam(), input_of(c), solve(input_of(c)), seed);
    }
}

TEST_P(DistanceContract, KeepsItsPromisesWithRadii) {
    for_each_case([&](const Case& c, Random& random, std::uint64_t seed) {
        const DistanceInput in = input_of(c, random.uniform(0.0, 1.0), random.below(2) == 0 ? 0.0 : 0.3);
        check_promises(GetParam(), in, solve(in), seed);
    });
}

TEST_P(DistanceContract, KeepsItsPromisesFromAnyCache) {
    for_each_case([&](const Case& c, Random& random, std::uint64_t seed) {
        DistanceInput in = input_of(c);
        in.cache = random_cache(random);
        check_promises(GetParam(), in, solve(in), seed);
    });
}

// The cache is from the same method at another pose, as after a teleport.
TEST_P(DistanceContract, KeepsItsPromisesFromTheCacheOfAnotherPose) {
    for_each_case([&](const Case& c, Random& random, std::uint64_t seed) {
        DistanceInput in = input_of(c);
        const Vec2d jump{0.25 * (random.below(17) - 8), 0.25 * (random.below(17) - 8)};
        in.pose_b.p += jump;
        in.cache = solve(in).cache;
        in.pose_b.p = c.pose_b.p;
        check_promises(GetParam(), in, solve(in), seed);
    });
}

TEST_P(DistanceContract, KeepsItsPromisesWithSwappedShapes) {
    for_each_case([&](const Case& c, Random&, std::uint64_t seed) {
        const Case swapped{c.b, c.a, c.pose_b, c.pose_a};
        const DistanceInput in = input_of(swapped);
        check_promises(GetParam(), in, solve(in), seed);
    });
}

// If the cores are apart, a method that uses the cache needs at most two iterations from its own result. The
// other methods ignore the cache.
TEST_P(DistanceContract, ConvergesFromItsOwnCache) {
    for_each_case([&](const Case& c, Random&, std::uint64_t seed) {
        DistanceInput in = input_of(c);
        const DistanceResult cold = solve(in);
        in.cache = cold.cache;
        const DistanceResult warm = solve(in);
        check_promises(GetParam(), in, warm, seed);
        if (!GetParam().uses_cache) {
            EXPECT_TRUE(same_bits(cold, warm)) << "seed " << seed;
        } else if (!cold.cores_overlap) {
            EXPECT_LE(warm.iterations, 2) << "seed " << seed;
        }
    });
}

TEST_P(DistanceContract, TracingDoesNotChangeTheResult) {
    for_each_case([&](const Case& c, Random& random, std::uint64_t seed) {
        DistanceInput in = input_of(c, 0.1, 0.2);
        in.cache = random_cache(random);
        DistanceRecorder recorder;
        const DistanceResult traced = measure_distance(method(), in, {}, recorder);
        ASSERT_TRUE(same_bits(traced, solve(in))) << "seed " << seed;
        EXPECT_GE(recorder.events.size(), static_cast<std::size_t>(traced.iterations) + 1) << "seed " << seed;
        EXPECT_EQ(recorder.events.back().kind, DistanceEvent::Kind::End) << "seed " << seed;
        EXPECT_EQ(recorder.events.back().state, traced.state) << "seed " << seed;
    });
}

INSTANTIATE_TEST_SUITE_P(Methods, DistanceContract,
                         testing::ValuesIn(distance_methods().begin(), distance_methods().end()),
                         [](const auto& param) {
                             std::string name(param.param.name);
                             std::erase(name, '-');
                             return name;
                         });

}  // namespace
}  // namespace toibox
