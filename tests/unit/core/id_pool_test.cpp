// SPDX-License-Identifier: MIT
#include "toibox/core/id_pool.h"

#include "toibox/core/rng.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

TEST(IdPool, NumbersNewSlotsInOrder) {
    IdPool pool;
    for (std::uint32_t i = 0; i < 10; ++i) {
        EXPECT_EQ(pool.acquire(), i);
    }
    EXPECT_EQ(pool.capacity(), 10u);
    EXPECT_EQ(pool.live_count(), 10u);
}

TEST(IdPool, ReusesTheSlotFreedLast) {
    IdPool pool;
    for (int i = 0; i < 4; ++i) {
        static_cast<void>(pool.acquire());
    }
    pool.release(1);
    pool.release(3);
    EXPECT_EQ(pool.live_count(), 2u);
    EXPECT_EQ(pool.acquire(), 3u);
    EXPECT_EQ(pool.acquire(), 1u);
    EXPECT_EQ(pool.acquire(), 4u);
}

TEST(IdPool, DetectsAStaleHandle) {
    IdPool pool;
    const auto old_handle = pool.handle_at<BodyHandle>(pool.acquire());
    EXPECT_TRUE(pool.is_live(old_handle));
    pool.release(old_handle.index);
    EXPECT_FALSE(pool.is_live(old_handle));
    const auto new_handle = pool.handle_at<BodyHandle>(pool.acquire());
    EXPECT_EQ(new_handle.index, old_handle.index);
    EXPECT_TRUE(pool.is_live(new_handle));
    EXPECT_FALSE(pool.is_live(old_handle));
}

TEST(IdPool, HandlesThatWereNeverIssuedAreNotLive) {
    IdPool pool;
    EXPECT_FALSE(pool.is_live(BodyHandle{}));
    EXPECT_FALSE(pool.is_live(BodyHandle{0, 0}));
    static_cast<void>(pool.acquire());
    EXPECT_FALSE(pool.is_live(BodyHandle{0, 0}));
    EXPECT_FALSE(pool.is_live(BodyHandle{1, 1}));
    EXPECT_TRUE(pool.handle_at<BodyHandle>(7).is_null());
    pool.release(0);
    EXPECT_TRUE(pool.handle_at<BodyHandle>(0).is_null());
}

// Random calls of acquire and release.
TEST(IdPool, MatchesAListOfAllIssuedHandles) {
    Rng rng(1);
    IdPool pool;
    std::vector<BodyHandle> live;
    std::vector<BodyHandle> dead;
    for (int step = 0; step < 20'000; ++step) {
        if (live.empty() || rng.below(20) < 11) {
            live.push_back(pool.handle_at<BodyHandle>(pool.acquire()));
        } else {
            const std::uint32_t victim = rng.below(static_cast<std::uint32_t>(live.size()));
            dead.push_back(live[victim]);
            pool.release(live[victim].index);
            live[victim] = live.back();
            live.pop_back();
        }
        ASSERT_EQ(pool.live_count(), live.size());
    }
    for (const BodyHandle handle : live) {
        EXPECT_TRUE(pool.is_live(handle));
    }
    for (const BodyHandle handle : dead) {
        EXPECT_FALSE(pool.is_live(handle));
    }
}

TEST(IdPool, ContinuesIdenticallyAfterItsStateIsRestored) {
    Rng rng(2);
    IdPool pool;
    for (int i = 0; i < 100; ++i) {
        static_cast<void>(pool.acquire());
    }
    for (int i = 0; i < 60; ++i) {
        const std::uint32_t index = rng.below(100);
        if (pool.is_live(index)) pool.release(index);
    }
    auto read = IdPool::from_state({pool.generations().begin(), pool.generations().end()},
                                   {pool.free_list().begin(), pool.free_list().end()});
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(*read, pool);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(read->acquire(), pool.acquire());
    }
}

TEST(IdPool, RejectsAnInconsistentState) {
    EXPECT_TRUE(IdPool::from_state({1, 2, 3}, {1}).has_value());
    EXPECT_FALSE(IdPool::from_state({1, 2, 3}, {}).has_value()) << "slot 1 is lost";
    EXPECT_FALSE(IdPool::from_state({1, 2, 3}, {0}).has_value()) << "slot 0 is alive";
    EXPECT_FALSE(IdPool::from_state({1, 2, 3}, {9}).has_value()) << "there is no slot 9";
    EXPECT_FALSE(IdPool::from_state({2, 2, 3}, {1, 1}).has_value()) << "slot 1 twice";
}

}  // namespace
}  // namespace toibox
