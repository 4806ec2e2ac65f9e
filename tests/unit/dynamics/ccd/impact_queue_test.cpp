// SPDX-License-Identifier: MIT

// ImpactQueue is compared with an unsorted list that is searched linearly.

#include "dynamics/ccd/impact_queue.h"

#include "toibox/core/rng.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

constexpr int body_count = 12;
constexpr std::uint64_t seed = 5;

std::uint32_t random_index(Rng& rng) {
    return static_cast<std::uint32_t>(rng.uniform(0.0f, static_cast<float>(body_count) - 0.01f));
}

/// Each body has one shape, with the same index. Only four times occur, so that many are equal.
ImpactCandidate random_candidate(Rng& rng) {
    ImpactCandidate impact;
    impact.searched_body = random_index(rng);
    const std::uint32_t other =
        (impact.searched_body + 1 + random_index(rng) % (body_count - 1)) % body_count;
    impact.t = 0.25 * static_cast<double>(random_index(rng) % 4);
    impact.body_a = impact.shape_a = std::min(impact.searched_body, other);
    impact.body_b = impact.shape_b = std::max(impact.searched_body, other);
    return impact;
}

auto sort_key(const ImpactCandidate& impact) {
    return std::tuple(impact.t, impact.shape_a, impact.shape_b, impact.searched_body);
}

struct PlainList {
    std::vector<ImpactCandidate> candidates;
    void invalidate(std::uint32_t searched_body) {
        std::erase_if(candidates,
                      [&](const ImpactCandidate& impact) { return impact.searched_body == searched_body; });
    }
    void add(const ImpactCandidate& impact) {
        invalidate(impact.searched_body);
        candidates.push_back(impact);
    }
    std::vector<std::uint32_t> invalidate_impacts_with(std::uint32_t body) {
        std::vector<std::uint32_t> invalidated;
        for (const ImpactCandidate& impact : candidates) {
            if (impact.searched_body != body && (impact.body_a == body || impact.body_b == body))
                invalidated.push_back(impact.searched_body);
        }
        for (const std::uint32_t searched_body : invalidated)
            invalidate(searched_body);
        std::sort(invalidated.begin(), invalidated.end());
        return invalidated;
    }
};

/// Calls invalidate_impacts_with(body). Returns the searched bodies whose impacts were invalidated,
/// ascending.
std::vector<std::uint32_t> invalidate_impacts_with(ImpactQueue& queue, std::uint32_t body) {
    std::vector<std::uint32_t> invalidated;
    queue.invalidate_impacts_with(body,
                                  [&](std::uint32_t searched_body) { invalidated.push_back(searched_body); });
    std::sort(invalidated.begin(), invalidated.end());
    return invalidated;
}

TEST(ImpactQueue, MatchesAPlainList) {
    Rng rng(seed);
    ImpactQueue queue;
    PlainList list;
    queue.begin(body_count);
    int invalidated_count = 0;
    for (int i = 0; i < 4000; ++i) {
        const std::uint32_t action = random_index(rng);
        if (action < 6) {
            const ImpactCandidate impact = random_candidate(rng);
            queue.add(impact);
            list.add(impact);
        } else if (action < 8) {
            const std::uint32_t searched_body = random_index(rng);
            queue.invalidate(searched_body);
            list.invalidate(searched_body);
        } else if (action < 10) {
            const std::uint32_t body = random_index(rng);
            const std::vector<std::uint32_t> expected = list.invalidate_impacts_with(body);
            ASSERT_EQ(invalidate_impacts_with(queue, body), expected)
                << "seed " << seed << ", iteration " << i;
            invalidated_count += static_cast<int>(expected.size());
        } else {
            const auto popped = queue.pop_earliest();
            const auto expected = std::ranges::min_element(list.candidates, {}, sort_key);
            ASSERT_EQ(popped.has_value(), expected != list.candidates.end())
                << "seed " << seed << ", iteration " << i;
            if (!popped) continue;
            ASSERT_EQ(sort_key(*popped), sort_key(*expected)) << "seed " << seed << ", iteration " << i;
            list.invalidate(popped->searched_body);
        }
        ASSERT_EQ(queue.empty(), list.candidates.empty()) << "seed " << seed << ", iteration " << i;
    }
    EXPECT_GT(invalidated_count, 100);
}

TEST(ImpactQueue, BeginClearsTheQueue) {
    ImpactQueue queue;
    queue.begin(3);
    ImpactCandidate impact;
    impact.body_b = impact.shape_b = impact.searched_body = 1;
    queue.add(impact);
    queue.begin(2);
    EXPECT_TRUE(queue.empty());
    EXPECT_FALSE(queue.pop_earliest());
    EXPECT_TRUE(invalidate_impacts_with(queue, 0).empty());
}

}  // namespace
}  // namespace toibox
