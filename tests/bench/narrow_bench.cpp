// SPDX-License-Identifier: MIT
// Measures the computation of manifolds: nanoseconds per pair, including the relative transform, for families
// of 512 pairs that stay in the CPU's cache. The contenders take turns, and the fastest turn counts, which
// excludes other load on the machine. Box2D 2.4.1 takes part if it supports the shapes. Collide caches are
// warm, as in consecutive steps. The second part measures each distance method on the same families, without
// a cache and, if the method has one, with a warm cache.
#include "toibox/narrow/distance_method.h"

#include "narrow/collide/collide_batch.h"
#include "tests/bench/narrow_cases.h"

#include <box2d/box2d.h>
#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>

namespace {

using namespace toibox;
using namespace toibox::narrow_cases;

constexpr std::size_t pairs_in_family = 512;
constexpr int turns = 400;
constexpr float margin = 0.02f;

float checksum = 0.0f;  // printed, so that the compiler cannot remove the work

/// A contender and its minimum time for a whole family.
struct BenchEntry {
    const char* name;
    std::function<float()> run;
    double min_time = std::numeric_limits<double>::infinity();
};

float run_collide(std::vector<Pair>& pairs) {
    float sum = 0.0f;
    for (Pair& pair : pairs) {
        const Manifold manifold =
            collide(pair.a, pair.b, inv_mul(pair.pose_a, pair.pose_b), margin, pair.cache);
        sum += static_cast<float>(manifold.count) + manifold.points[0].separation;
    }
    return sum;
}

// ---- Batches

/// A family in the form that a step of the world uses: a table of records, and pairs of indices into the
/// table. Empty if a shape has no record.
struct Batch {
    std::vector<PolygonRecord> table;
    std::vector<PolygonPair> pairs;
    std::vector<CollideCache> caches;
    std::vector<Manifold> manifolds;
};

Batch batch_of(const std::vector<Pair>& pairs) {
    Batch batch;
    for (const Pair& pair : pairs) {
        const auto index = static_cast<std::int32_t>(batch.table.size());
        batch.table.push_back(record_of(pair.a));
        batch.table.push_back(record_of(pair.b));
        if (batch.table.back().count == 0.0f || batch.table[batch.table.size() - 2].count == 0.0f) return {};
        batch.pairs.push_back({.a = index, .b = index + 1, .b_in_a = {}, .margin = margin});
    }
    batch.caches.resize(pairs.size());
    batch.manifolds.resize(pairs.size());
    return batch;
}

float run_batch(const std::vector<Pair>& pairs, Batch& batch, Isa isa) {
    for (std::size_t i = 0; i < pairs.size(); ++i)
        batch.pairs[i].b_in_a = inv_mul(pairs[i].pose_a, pairs[i].pose_b);
    collide_polygons(batch.table, batch.pairs, batch.caches, batch.manifolds, isa);
    float sum = 0.0f;
    for (const Manifold& manifold : batch.manifolds)
        sum += static_cast<float>(manifold.count) + manifold.points[0].separation;
    return sum;
}

// ---- Box2D

struct Box2dPair {
    b2PolygonShape a;
    b2PolygonShape b;
    b2CircleShape circle;
    b2Transform pose_a;
    b2Transform pose_b;
    bool b_is_circle = false;
};

b2Vec2 to_box2d(Vec2 v) {
    return {v.x, v.y};
}
b2Transform to_box2d(const Transform& x) {
    b2Transform result;
    result.p = to_box2d(x.p);
    result.q.c = x.q.c;
    result.q.s = x.q.s;
    return result;
}
b2PolygonShape to_box2d(const Polygon& polygon) {
    std::vector<b2Vec2> points;
    for (const Vec2 v : polygon.vertices())
        points.push_back(to_box2d(v));
    b2PolygonShape shape;
    shape.Set(points.data(), static_cast<int>(points.size()));
    return shape;
}

// Box2D 2.4.1 has no capsules and no rounded polygons.
bool is_supported_by_box2d(const Pair& pair) {
    const auto* a = std::get_if<Polygon>(&pair.a);
    const auto* b = std::get_if<Polygon>(&pair.b);
    return a != nullptr && a->radius() == 0.0f && (b == nullptr || b->radius() == 0.0f) &&
           !std::holds_alternative<Capsule>(pair.b);
}

std::vector<Box2dPair> box2d_pairs_of(const std::vector<Pair>& pairs) {
    std::vector<Box2dPair> box2d_pairs;
    for (const Pair& pair : pairs) {
        if (!is_supported_by_box2d(pair)) return {};
        Box2dPair box2d_pair;
        box2d_pair.a = to_box2d(std::get<Polygon>(pair.a));
        box2d_pair.pose_a = to_box2d(pair.pose_a);
        box2d_pair.pose_b = to_box2d(pair.pose_b);
        if (const auto* circle = std::get_if<Circle>(&pair.b)) {
            box2d_pair.b_is_circle = true;
            box2d_pair.circle.m_radius = circle->radius;
            box2d_pair.circle.m_p = to_box2d(circle->center);
        } else {
            box2d_pair.b = to_box2d(std::get<Polygon>(pair.b));
        }
        box2d_pairs.push_back(box2d_pair);
    }
    return box2d_pairs;
}

float run_box2d(const std::vector<Box2dPair>& pairs) {
    float sum = 0.0f;
    for (const Box2dPair& pair : pairs) {
        b2Manifold manifold;
        if (pair.b_is_circle) {
            b2CollidePolygonAndCircle(&manifold, &pair.a, pair.pose_a, &pair.circle, pair.pose_b);
        } else {
            b2CollidePolygons(&manifold, &pair.a, pair.pose_a, &pair.b, pair.pose_b);
        }
        sum += static_cast<float>(manifold.pointCount) + manifold.localNormal.x;
    }
    return sum;
}

// ---- Measuring

double nanoseconds_of(const std::function<float()>& run) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    checksum += run();
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

void measure(std::vector<BenchEntry>& contenders) {
    for (int turn = 0; turn < turns; ++turn) {
        for (BenchEntry& contender : contenders) {
            const double elapsed = nanoseconds_of(contender.run);
            contender.min_time = elapsed < contender.min_time ? elapsed : contender.min_time;
        }
    }
}

void report(Family& family) {
    std::vector<Box2dPair> box2d_pairs = box2d_pairs_of(family.pairs);
    std::vector<BenchEntry> contenders{{"one by one", [&] { return run_collide(family.pairs); }}};
    std::vector<Batch> batches(3, batch_of(family.pairs));
    for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
        Batch& batch = batches[static_cast<std::size_t>(isa)];
        if (batch.pairs.empty() || !is_available(isa)) continue;
        contenders.push_back(
            {to_string(isa).data(), [&, isa] { return run_batch(family.pairs, batch, isa); }});
    }
    if (!box2d_pairs.empty()) contenders.push_back({"Box2D 2.4.1", [&] { return run_box2d(box2d_pairs); }});
    measure(contenders);
    std::printf("%-34s", family.name.c_str());
    for (const BenchEntry& contender : contenders) {
        std::printf("  %s %6.1f", contender.name,
                    contender.min_time / static_cast<double>(family.pairs.size()));
    }
    std::printf("\n");
}

// ---- Distances

/// A family as input of the distance methods. `buffers` own the points that `inputs` refer to.
struct DistanceFamily {
    std::vector<std::unique_ptr<ConvexProxyBuffer>> buffers;
    std::vector<DistanceInput> inputs;
};

DistanceFamily distance_family_of(const std::vector<Pair>& pairs) {
    DistanceFamily result;
    for (const Pair& pair : pairs) {
        result.buffers.push_back(std::make_unique<ConvexProxyBuffer>(pair.a));
        const ConvexProxy a = result.buffers.back()->proxy();
        result.buffers.push_back(std::make_unique<ConvexProxyBuffer>(pair.b));
        const ConvexProxy b = result.buffers.back()->proxy();
        result.inputs.push_back({.a = a, .pose_a = widen(pair.pose_a), .b = b, .pose_b = widen(pair.pose_b)});
    }
    return result;
}

float run_distance(const DistanceFamily& family, DistanceMethod method) {
    double sum = 0.0;
    for (const DistanceInput& input : family.inputs)
        sum += measure_distance(method, input).separation;
    return static_cast<float>(sum);
}

void report_distances(const Family& family) {
    const DistanceFamily cold = distance_family_of(family.pairs);
    DistanceFamily warm = distance_family_of(family.pairs);
    for (const DistanceMethodInfo& row : distance_methods()) {
        for (DistanceInput& input : warm.inputs)
            input.cache = measure_distance(row.method, input).cache;
        std::vector<BenchEntry> contenders{{"cold", [&] { return run_distance(cold, row.method); }}};
        if (row.uses_cache) contenders.push_back({"warm", [&] { return run_distance(warm, row.method); }});
        measure(contenders);
        std::printf("%-34s  %-16s", family.name.c_str(), row.name.data());
        for (const BenchEntry& contender : contenders)
            std::printf("  %s %6.1f", contender.name,
                        contender.min_time / static_cast<double>(family.pairs.size()));
        std::printf("\n");
    }
}

}  // namespace

int main() {
    using testing_support::Generator;
    const auto box = [](Generator& random) -> Shape {
        return make_box({random.uniform(0.3f, 0.6f), random.uniform(0.3f, 0.6f)});
    };
    const auto rounded_box = [](Generator& random) -> Shape {
        return make_box({random.uniform(0.3f, 0.6f), random.uniform(0.3f, 0.6f)}, {}, 0.0f, 0.05f);
    };
    const auto hexagon = [](Generator& random) -> Shape {
        return make_regular_polygon(6, random.uniform(0.4f, 0.6f));
    };
    const auto octagon = [](Generator& random) -> Shape {
        return make_regular_polygon(8, random.uniform(0.4f, 0.6f));
    };
    const auto circle = [](Generator& random) -> Shape { return Circle{{}, random.uniform(0.3f, 0.6f)}; };
    const auto capsule = [](Generator&) -> Shape { return Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.2f}; };
    std::vector<Family> families;
    families.push_back(family("boxes, separated", pairs_in_family, InitialGap::Separated, box, box));
    families.push_back(family("boxes, touching", pairs_in_family, InitialGap::Touching, box, box));
    families.push_back(family("boxes, overlapping", pairs_in_family, InitialGap::Overlapping, box, box));
    families.push_back(
        family("rounded boxes, touching", pairs_in_family, InitialGap::Touching, rounded_box, rounded_box));
    families.push_back(
        family("hexagon on box, touching", pairs_in_family, InitialGap::Touching, box, hexagon));
    families.push_back(family("octagons, touching", pairs_in_family, InitialGap::Touching, octagon, octagon));
    families.push_back(
        family("octagons, overlapping", pairs_in_family, InitialGap::Overlapping, octagon, octagon));
    families.push_back(
        family("box and circle, touching", pairs_in_family, InitialGap::Touching, box, circle));
    families.push_back(
        family("box and circle, separated", pairs_in_family, InitialGap::Separated, box, circle));
    families.push_back(
        family("box and capsule, touching", pairs_in_family, InitialGap::Touching, box, capsule));
    families.push_back(family("capsules, touching", pairs_in_family, InitialGap::Touching, capsule, capsule));
    families.push_back(family("circles, touching", pairs_in_family, InitialGap::Touching, circle, circle));
    std::printf("ns per pair, minimum of %d turns\n", turns);
    for (Family& entry : families)
        report(entry);
    std::printf("ns per distance query, minimum of %d turns\n", turns);
    for (const Family& entry : families)
        report_distances(entry);
    std::printf("checksum %g\n", static_cast<double>(checksum));
    return 0;
}
