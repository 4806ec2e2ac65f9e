// SPDX-License-Identifier: MIT

// ImpactQueue against a plain list that is searched from end to end.

#include "toibox/dynamics/impact_queue.h"

#include "toibox/core/rng.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

constexpr int bodies = 12;
constexpr std::uint64_t seed = 5;

std::uint32_t any_body(Rng& rng) {
    return static_cast<std::uint32_t>(rng.uniform(0.0f, static_cast<float>(bodies) - 0.01f));
}

/// One shape a body; few times, so that many are equal.
FoundImpact any_impact(Rng& rng) {
    FoundImpact impact;
    impact.searcher = any_body(rng);
    const std::uint32_t met = (impact.searcher + 1 + any_body(rng) % (bodies - 1)) % bodies;
    impact.t = 0.25 * static_cast<double>(any_body(rng) % 4);
    impact.body_a = impact.shape_a = std::min(impact.searcher, met);
    impact.body_b = impact.shape_b = std::max(impact.searcher, met);
    return impact;
}

auto order_of(const FoundImpact& impact) {
    return std::tuple(impact.t, impact.shape_a, impact.shape_b, impact.searcher);
}

struct PlainList {
    std::vector<FoundImpact> found;
    void forget(std::uint32_t searcher) {
        std::erase_if(found, [&](const FoundImpact& impact) { return impact.searcher == searcher; });
    }
    void add(const FoundImpact& impact) {
        forget(impact.searcher);
        found.push_back(impact);
    }
    std::vector<std::uint32_t> forget_meetings_with(std::uint32_t body) {
        std::vector<std::uint32_t> searchers;
        for (const FoundImpact& impact : found) {
            if (impact.searcher != body && (impact.body_a == body || impact.body_b == body))
                searchers.push_back(impact.searcher);
        }
        for (const std::uint32_t searcher : searchers)
            forget(searcher);
        std::sort(searchers.begin(), searchers.end());
        return searchers;
    }
};

std::vector<std::uint32_t> searchers_of(ImpactQueue& queue, std::uint32_t body) {
    std::vector<std::uint32_t> searchers;
    queue.forget_meetings_with(body, [&](std::uint32_t searcher) { searchers.push_back(searcher); });
    std::sort(searchers.begin(), searchers.end());
    return searchers;
}

TEST(ImpactQueue, HoldsWhatAPlainListHolds) {
    Rng rng(seed);
    ImpactQueue queue;
    PlainList list;
    queue.begin(bodies);
    int met = 0;
    for (int i = 0; i < 4000; ++i) {
        const std::uint32_t what = any_body(rng);
        if (what < 6) {
            const FoundImpact impact = any_impact(rng);
            queue.add(impact);
            list.add(impact);
        } else if (what < 8) {
            const std::uint32_t searcher = any_body(rng);
            queue.forget(searcher);
            list.forget(searcher);
        } else if (what < 10) {
            const std::uint32_t body = any_body(rng);
            const std::vector<std::uint32_t> searchers = list.forget_meetings_with(body);
            ASSERT_EQ(searchers_of(queue, body), searchers) << "seed " << seed << ", turn " << i;
            met += static_cast<int>(searchers.size());
        } else {
            const auto first = queue.take_first();
            const auto least = std::ranges::min_element(list.found, {}, order_of);
            ASSERT_EQ(first.has_value(), least != list.found.end()) << "seed " << seed << ", turn " << i;
            if (!first) continue;
            ASSERT_EQ(order_of(*first), order_of(*least)) << "seed " << seed << ", turn " << i;
            list.forget(first->searcher);
        }
        ASSERT_EQ(queue.empty(), list.found.empty()) << "seed " << seed << ", turn " << i;
    }
    EXPECT_GT(met, 100);
}

TEST(ImpactQueue, BeginsEmpty) {
    ImpactQueue queue;
    queue.begin(3);
    FoundImpact impact;
    impact.body_b = impact.shape_b = impact.searcher = 1;
    queue.add(impact);
    queue.begin(2);
    EXPECT_TRUE(queue.empty());
    EXPECT_FALSE(queue.take_first());
    EXPECT_TRUE(searchers_of(queue, 0).empty());
}

}  // namespace
}  // namespace toibox
