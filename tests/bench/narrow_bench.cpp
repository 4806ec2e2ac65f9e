// SPDX-License-Identifier: MIT
// What a manifold costs: nanoseconds a pair, relative transform included, for families of 512 pairs that stay
// in the cache of the CPU. The contenders take turns, and the least of all turns counts, so that what else
// the machine does falls out. Box2D 2.4.1 stands beside them where it has the pair. Caches are warm, as in a
// step that follows another. Below, the same families by each method of distance, cold and, where it is
// coherent, from its own cache: the price of a method, not of a manifold.
#include "toibox/narrow/collide_batch.h"
#include "toibox/narrow/distance_method.h"

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

float checksum = 0.0f;  // printed, so that no work can be left out

/// Something that makes the manifolds of a whole family.
struct BenchEntry {
    const char* name;
    std::function<float()> run;
    double least = std::numeric_limits<double>::infinity();
};

float run_collide(std::vector<Pair>& pairs) {
    float sum = 0.0f;
    for (Pair& pair : pairs) {
        const Manifold manifold =
            collide(pair.a, pair.b, inv_mul(pair.place_a, pair.place_b), margin, pair.cache);
        sum += static_cast<float>(manifold.count) + manifold.points[0].separation;
    }
    return sum;
}

// ---- Many at once

/// A family as a step would hold it: records in a table, pairs by index.
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
        batch.pairs[i].b_in_a = inv_mul(pairs[i].place_a, pairs[i].place_b);
    collide_polygons(batch.table, batch.pairs, batch.caches, batch.manifolds, isa);
    float sum = 0.0f;
    for (const Manifold& manifold : batch.manifolds)
        sum += static_cast<float>(manifold.count) + manifold.points[0].separation;
    return sum;
}

// ---- Box2D

struct PeerPair {
    b2PolygonShape a;
    b2PolygonShape b;
    b2CircleShape circle;
    b2Transform place_a;
    b2Transform place_b;
    bool b_is_circle = false;
};

b2Vec2 peer(Vec2 v) {
    return {v.x, v.y};
}
b2Transform peer(const Transform& x) {
    b2Transform result;
    result.p = peer(x.p);
    result.q.c = x.q.c;
    result.q.s = x.q.s;
    return result;
}
b2PolygonShape peer(const Polygon& polygon) {
    std::vector<b2Vec2> points;
    for (const Vec2 v : polygon.vertices())
        points.push_back(peer(v));
    b2PolygonShape shape;
    shape.Set(points.data(), static_cast<int>(points.size()));
    return shape;
}

// No capsules there, and its polygons are not rounded at will.
bool peer_has(const Pair& pair) {
    const auto* a = std::get_if<Polygon>(&pair.a);
    const auto* b = std::get_if<Polygon>(&pair.b);
    return a != nullptr && a->radius() == 0.0f && (b == nullptr || b->radius() == 0.0f) &&
           !std::holds_alternative<Capsule>(pair.b);
}

std::vector<PeerPair> peers_of(const std::vector<Pair>& pairs) {
    std::vector<PeerPair> peers;
    for (const Pair& pair : pairs) {
        if (!peer_has(pair)) return {};
        PeerPair made;
        made.a = peer(std::get<Polygon>(pair.a));
        made.place_a = peer(pair.place_a);
        made.place_b = peer(pair.place_b);
        if (const auto* circle = std::get_if<Circle>(&pair.b)) {
            made.b_is_circle = true;
            made.circle.m_radius = circle->radius;
            made.circle.m_p = peer(circle->center);
        } else {
            made.b = peer(std::get<Polygon>(pair.b));
        }
        peers.push_back(made);
    }
    return peers;
}

float run_peer(const std::vector<PeerPair>& pairs) {
    float sum = 0.0f;
    for (const PeerPair& pair : pairs) {
        b2Manifold manifold;
        if (pair.b_is_circle) {
            b2CollidePolygonAndCircle(&manifold, &pair.a, pair.place_a, &pair.circle, pair.place_b);
        } else {
            b2CollidePolygons(&manifold, &pair.a, pair.place_a, &pair.b, pair.place_b);
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
            const double taken = nanoseconds_of(contender.run);
            contender.least = taken < contender.least ? taken : contender.least;
        }
    }
}

void report(Family& family) {
    std::vector<PeerPair> peers = peers_of(family.pairs);
    std::vector<BenchEntry> contenders{{"one by one", [&] { return run_collide(family.pairs); }}};
    std::vector<Batch> batches(3, batch_of(family.pairs));
    for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
        Batch& batch = batches[static_cast<std::size_t>(isa)];
        if (batch.pairs.empty() || !is_available(isa)) continue;
        contenders.push_back(
            {to_string(isa).data(), [&, isa] { return run_batch(family.pairs, batch, isa); }});
    }
    if (!peers.empty()) contenders.push_back({"Box2D 2.4.1", [&] { return run_peer(peers); }});
    measure(contenders);
    std::printf("%-34s", family.name.c_str());
    for (const BenchEntry& contender : contenders) {
        std::printf("  %s %6.1f", contender.name, contender.least / static_cast<double>(family.pairs.size()));
    }
    std::printf("\n");
}

// ---- Distances

/// A family as the methods of distance see it. The buffers hold the points of the inputs.
struct DistanceFamily {
    std::vector<std::unique_ptr<ConvexProxyBuffer>> buffers;
    std::vector<DistanceInput> inputs;
};

DistanceFamily distances_of(const std::vector<Pair>& pairs) {
    DistanceFamily made;
    for (const Pair& pair : pairs) {
        made.buffers.push_back(std::make_unique<ConvexProxyBuffer>(pair.a));
        const ConvexProxy a = made.buffers.back()->proxy();
        made.buffers.push_back(std::make_unique<ConvexProxyBuffer>(pair.b));
        const ConvexProxy b = made.buffers.back()->proxy();
        made.inputs.push_back({.a = a, .pose_a = widen(pair.place_a), .b = b, .pose_b = widen(pair.place_b)});
    }
    return made;
}

float run_distance(const DistanceFamily& family, DistanceMethod method) {
    double sum = 0.0;
    for (const DistanceInput& input : family.inputs)
        sum += measure_distance(method, input).separation;
    return static_cast<float>(sum);
}

void report_distances(const Family& family) {
    const DistanceFamily cold = distances_of(family.pairs);
    DistanceFamily warm = distances_of(family.pairs);
    for (const DistancePromises& row : distance_methods()) {
        for (DistanceInput& input : warm.inputs)
            input.cache = measure_distance(row.method, input).cache;
        std::vector<BenchEntry> contenders{{"cold", [&] { return run_distance(cold, row.method); }}};
        if (row.uses_cache) contenders.push_back({"warm", [&] { return run_distance(warm, row.method); }});
        measure(contenders);
        std::printf("%-34s  %-16s", family.name.c_str(), row.name.data());
        for (const BenchEntry& contender : contenders)
            std::printf("  %s %6.1f", contender.name,
                        contender.least / static_cast<double>(family.pairs.size()));
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
    std::printf("ns a pair, least of %d turns\n", turns);
    for (Family& each : families)
        report(each);
    std::printf("ns a distance, least of %d turns\n", turns);
    for (const Family& each : families)
        report_distances(each);
    std::printf("checksum %g\n", static_cast<double>(checksum));
    return 0;
}
