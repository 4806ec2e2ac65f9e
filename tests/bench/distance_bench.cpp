// SPDX-License-Identifier: MIT
// What a GJK distance costs, beside Box2D 2.4.1's b2Distance in the same run: nanoseconds a query for each
// kind of difficulty of the property tests, cold and warm (from its own answer). Both get shapes and
// transforms in their own form; conversion is not counted. Queries come in blocks that stay in the CPU's
// cache; within a block the contenders take turns and the least of all turns counts, so that what else the
// machine does falls out. Usage: distance_bench [QUERIES of a kind, default 50000]
#include "toibox/narrow/gjk.h"

#include "tests/property/gjk_cases.h"

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

double checksum = 0.0;  // printed, so that no work can be left out

struct PeerShape {
    std::vector<b2Vec2> points;

    explicit PeerShape(const std::vector<Vec2d>& from) {
        for (const Vec2d& p : from)
            points.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
    }
};

b2Transform peer(const Transformd& pose) {
    b2Transform out;
    out.p.Set(static_cast<float>(pose.p.x), static_cast<float>(pose.p.y));
    out.q.s = static_cast<float>(pose.q.s);
    out.q.c = static_cast<float>(pose.q.c);
    return out;
}

/// One query, ready for both.
struct Query {
    gjk_cases::Case c;
    SimplexSeed seed;
    PeerShape peer_a;
    PeerShape peer_b;
    b2DistanceInput peer_input;
    b2SimplexCache peer_cache;

    explicit Query(gjk_cases::Case made) : c(std::move(made)), peer_a(c.a), peer_b(c.b) {
        peer_input.transformA = peer(c.pose_a);
        peer_input.transformB = peer(c.pose_b);
        peer_input.useRadii = false;
        peer_cache.count = 0;
    }
    /// Once it lies where it stays.
    void settle() {
        peer_input.proxyA.Set(peer_a.points.data(), static_cast<int32>(peer_a.points.size()), 0.0f);
        peer_input.proxyB.Set(peer_b.points.data(), static_cast<int32>(peer_b.points.size()), 0.0f);
        seed = gjk_distance({c.a, 0.0}, c.pose_a, {c.b, 0.0}, c.pose_b).seed;
        b2DistanceOutput output;
        b2Distance(&output, &peer_cache, &peer_input);
    }
};

void ours(std::vector<Query>& block, bool warm) {
    for (const Query& query : block) {
        const gjk_cases::Case& c = query.c;
        const SimplexSeed start = warm ? query.seed : SimplexSeed{};
        checksum += gjk_distance({c.a, 0.0}, c.pose_a, {c.b, 0.0}, c.pose_b, start).core_distance;
    }
}

void theirs(std::vector<Query>& block, bool warm) {
    for (const Query& query : block) {
        b2SimplexCache cache = query.peer_cache;
        if (!warm) cache.count = 0;
        b2DistanceOutput output;
        b2Distance(&output, &cache, &query.peer_input);
        checksum += static_cast<double>(output.distance);
    }
}

struct BenchEntry {
    void (*run)(std::vector<Query>&, bool);
    bool warm;
};
constexpr std::array<BenchEntry, 4> contenders{
    {{ours, false}, {theirs, false}, {ours, true}, {theirs, true}}};
using Times = std::array<double, contenders.size()>;

/// Nanoseconds of the block, by contender.
Times measure(std::vector<Query>& block) {
    using Clock = std::chrono::steady_clock;
    Times least;
    least.fill(std::numeric_limits<double>::infinity());
    for (int turn = 0; turn < turns; ++turn) {
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            const Clock::time_point start = Clock::now();
            contenders[i].run(block, contenders[i].warm);
            const double taken = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
            least[i] = std::min(least[i], taken);
        }
    }
    return least;
}

/// Nanoseconds a query, by contender.
Times measure(gjk_cases::Kind kind, std::size_t queries) {
    Times sum{};
    for (std::size_t done = 0; done < queries; done += queries_per_block) {
        std::vector<Query> block;
        for (std::size_t i = 0; i < queries_per_block; ++i) {
            gjk_cases::Random random(static_cast<std::uint64_t>(kind) * 1'000'000'000u + done + i);
            block.emplace_back(gjk_cases::make(kind, random));
        }
        for (Query& query : block)
            query.settle();
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
    const long asked = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 50'000;
    if (asked < 1 || asked > 100'000'000) {
        std::fprintf(stderr, "distance_bench: QUERIES must be 1 … 100000000, is \"%s\"\n", argv[1]);
        return 2;
    }
    std::printf("ns a query: toibox, Box2D 2.4.1, ratio\n");
    Times mean{};
    for (const gjk_cases::KindInfo& kind : gjk_cases::kinds) {
        const Times times = measure(kind.kind, static_cast<std::size_t>(asked));
        print(std::string(kind.name), times);
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += times[i] / static_cast<double>(std::size(gjk_cases::kinds));
    }
    print("mean", mean);
    std::printf("checksum %g\n", checksum);
    return 0;
}
