// SPDX-License-Identifier: MIT
// Measures gjk_distance() and Box2D 2.4.1's b2Distance in nanoseconds per query, for each kind of case in the
// property tests (gjk_cases). Cold queries start without a simplex, warm queries from the final simplex of
// the same query. Conversion to each engine's types is not measured. Queries come in blocks that stay in the
// CPU's cache; within a block the contenders take turns, and the fastest turn counts, which excludes other
// load on the machine. Usage: distance_bench [QUERIES]   (queries per kind; default: 50000)
#include "toibox/narrow/gjk.h"

#include "tests/property/collision/gjk_cases.h"

#include <algorithm>
#include <array>
#include <box2d/b2_distance.h>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace toibox;

constexpr std::size_t queries_per_block = 250;
constexpr int turns = 9;

double checksum = 0.0;  // printed, so that the compiler cannot remove the work

struct Box2dShape {
    std::vector<b2Vec2> points;

    explicit Box2dShape(const std::vector<Vec2d>& vertices) {
        for (const Vec2d& p : vertices)
            points.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
    }
};

b2Transform to_box2d(const Transformd& pose) {
    b2Transform out;
    out.p.Set(static_cast<float>(pose.p.x), static_cast<float>(pose.p.y));
    out.q.s = static_cast<float>(pose.q.s);
    out.q.c = static_cast<float>(pose.q.c);
    return out;
}

/// A query in the types of both engines.
struct Query {
    gjk_cases::Case c;
    SimplexSeed seed;
    Box2dShape box2d_a;
    Box2dShape box2d_b;
    b2DistanceInput box2d_input;
    b2SimplexCache box2d_cache;

    explicit Query(gjk_cases::Case query_case) : c(std::move(query_case)), box2d_a(c.a), box2d_b(c.b) {
        box2d_input.transformA = to_box2d(c.pose_a);
        box2d_input.transformB = to_box2d(c.pose_b);
        box2d_input.useRadii = false;
        box2d_cache.count = 0;
    }
    /// Computes the caches for warm queries. Do not move the query in memory afterwards: Box2D's proxies
    /// point into it.
    void prepare() {
        box2d_input.proxyA.Set(box2d_a.points.data(), static_cast<int32>(box2d_a.points.size()), 0.0f);
        box2d_input.proxyB.Set(box2d_b.points.data(), static_cast<int32>(box2d_b.points.size()), 0.0f);
        seed = gjk_distance({c.a, 0.0}, c.pose_a, {c.b, 0.0}, c.pose_b).seed;
        b2DistanceOutput output;
        b2Distance(&output, &box2d_cache, &box2d_input);
    }
};

void run_toibox(std::vector<Query>& block, bool warm) {
    for (const Query& query : block) {
        const gjk_cases::Case& c = query.c;
        const SimplexSeed seed = warm ? query.seed : SimplexSeed{};
        checksum += gjk_distance({c.a, 0.0}, c.pose_a, {c.b, 0.0}, c.pose_b, seed).core_distance;
    }
}

void run_box2d(std::vector<Query>& block, bool warm) {
    for (const Query& query : block) {
        b2SimplexCache cache = query.box2d_cache;
        if (!warm) cache.count = 0;
        b2DistanceOutput output;
        b2Distance(&output, &cache, &query.box2d_input);
        checksum += static_cast<double>(output.distance);
    }
}

struct Contender {
    void (*run)(std::vector<Query>&, bool warm);
    bool warm;
};
constexpr std::array<Contender, 4> contenders{
    {{run_toibox, false}, {run_box2d, false}, {run_toibox, true}, {run_box2d, true}}};
using Times = std::array<double, contenders.size()>;

/// Nanoseconds per block, for each contender.
Times measure(std::vector<Query>& block) {
    using Clock = std::chrono::steady_clock;
    Times minimum;
    minimum.fill(std::numeric_limits<double>::infinity());
    for (int turn = 0; turn < turns; ++turn) {
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            const Clock::time_point start = Clock::now();
            contenders[i].run(block, contenders[i].warm);
            const double elapsed = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
            minimum[i] = std::min(minimum[i], elapsed);
        }
    }
    return minimum;
}

/// Nanoseconds per query, for each contender.
Times measure(gjk_cases::Kind kind, std::size_t queries) {
    Times sum{};
    for (std::size_t done = 0; done < queries; done += queries_per_block) {
        std::vector<Query> block;
        for (std::size_t i = 0; i < queries_per_block; ++i) {
            gjk_cases::Random random(static_cast<std::uint64_t>(kind) * 1'000'000'000u + done + i);
            block.emplace_back(gjk_cases::make(kind, random));
        }
        for (Query& query : block)
            query.prepare();
        const Times times = measure(block);
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += times[i];
    }
    const std::size_t blocks = (queries + queries_per_block - 1) / queries_per_block;
    for (double& time : sum)
        time /= static_cast<double>(blocks * queries_per_block);
    return sum;
}

void print(const std::string& name, const Times& t) {
    std::printf("%-28s  cold %6.1f %6.1f  %.2f   warm %6.1f %6.1f  %.2f\n", name.c_str(), t[0], t[1],
                t[0] / t[1], t[2], t[3], t[2] / t[3]);
}

}  // namespace

int main(int argc, char** argv) {
    const long queries = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 50'000;
    if (queries < 1 || queries > 100'000'000) {
        std::fprintf(stderr,
                     "distance_bench: QUERIES must be a whole number from 1 to 100000000, got \"%s\"\n",
                     argv[1]);
        return 2;
    }
    std::printf("ns per query: toibox, Box2D 2.4.1, toibox/Box2D\n");
    Times mean{};
    for (const gjk_cases::KindInfo& kind : gjk_cases::kinds) {
        const Times times = measure(kind.kind, static_cast<std::size_t>(queries));
        print(std::string(kind.name), times);
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += times[i] / static_cast<double>(std::size(gjk_cases::kinds));
    }
    print("mean", mean);
    std::printf("checksum %g\n", checksum);
    return 0;
}
