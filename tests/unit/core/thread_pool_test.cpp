// SPDX-License-Identifier: MIT
#include "toibox/core/thread_pool.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

std::size_t index_of(int worker) {
    return static_cast<std::size_t>(worker);
}

TEST(ThreadPool, RunsEachWorkerOnce) {
    for (const int threads : {1, 2, 3, 4, 8}) {
        ThreadPool pool(threads);
        EXPECT_EQ(pool.size(), threads);
        std::vector<std::atomic<int>> calls(index_of(threads));
        pool.run([&](int worker) { ++calls[index_of(worker)]; });
        for (const std::atomic<int>& count : calls) {
            EXPECT_EQ(count, 1) << threads << " threads";
        }
    }
}

TEST(ThreadPool, CallerIsWorkerZero) {
    ThreadPool pool(3);
    std::vector<std::thread::id> thread_ids(3);
    pool.run([&](int worker) { thread_ids[index_of(worker)] = std::this_thread::get_id(); });
    EXPECT_EQ(thread_ids[0], std::this_thread::get_id());
    EXPECT_NE(thread_ids[1], thread_ids[0]);
    EXPECT_NE(thread_ids[2], thread_ids[0]);
    EXPECT_NE(thread_ids[1], thread_ids[2]);
}

TEST(ThreadPool, PoolOfOneRunsOnTheCaller) {
    ThreadPool pool(1);
    int calls = 0;  // not atomic: no other thread may access it
    for (int i = 0; i < 100; ++i) {
        pool.run([&](int worker) {
            EXPECT_EQ(worker, 0);
            ++calls;
        });
    }
    EXPECT_EQ(calls, 100);
}

// Non-atomic writes of the workers are read by the caller after the run and by the workers of the next run;
// both need synchronisation. The pauses let the helpers fall asleep between some runs.
TEST(ThreadPool, SynchronisesWritesBetweenRuns) {
    constexpr int threads = 3;
    constexpr int runs = 500;
    ThreadPool pool(threads);
    std::vector<int> written(threads, 0);
    int seed = 0;
    for (int run = 0; run < runs; ++run) {
        seed = run;
        pool.run([&](int worker) { written[index_of(worker)] += seed + worker; });
        if (run % 100 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    const int sum = runs * (runs - 1) / 2;
    for (int worker = 0; worker < threads; ++worker) {
        EXPECT_EQ(written[index_of(worker)], sum + runs * worker);
    }
}

TEST(ThreadPool, CanBeDestroyedWithoutARun) {
    for (int i = 0; i < 50; ++i) {
        const ThreadPool pool(4);
        EXPECT_EQ(pool.size(), 4);
    }
}

// Each loop reads the results of the previous loop; its grain is smaller than, equal to or larger than the
// count. Every index is processed once per loop.
TEST(WorkerTeam, ProcessesEveryIndexOnceInConsecutiveLoops) {
    for (const int threads : {1, 2, 3, 4}) {
        ThreadPool pool(threads);
        std::vector<int> before(1001, 0);
        std::vector<int> after(1001, 0);
        constexpr int loops = 200;
        run_with_team(pool, [&](WorkerTeam& team) {
            for (int loop = 0; loop < loops; ++loop) {
                const std::size_t grain = std::array<std::size_t, 4>{1, 7, 1001, 5000}[index_of(loop % 4)];
                team.for_chunks(before.size(), grain, [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i)
                        after[i] = before[before.size() - 1 - i] + 1;
                });
                before.swap(after);
            }
        });
        EXPECT_EQ(before, std::vector<int>(1001, loops)) << threads << " threads";
    }
}

// More indices than the maximum number of chunks.
TEST(WorkerTeam, UsesLargerChunksForLongLoops) {
    ThreadPool pool(3);
    std::vector<std::uint8_t> done(200000, 0);
    run_with_team(pool, [&](WorkerTeam& team) {
        team.for_chunks(done.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                ++done[i];
        });
    });
    EXPECT_EQ(done, std::vector<std::uint8_t>(200000, 1));
}

// 66,667 blocks of three, the last of two: more than the maximum number of chunks.
TEST(WorkerTeam, NumbersBlocksOfAFixedSize) {
    constexpr std::size_t count = 200000;
    constexpr std::size_t size = 3;
    for (const int threads : {1, 3}) {
        ThreadPool pool(threads);
        std::vector<std::size_t> covered(WorkerTeam::block_count(count, size), 0);
        run_with_team(pool, [&](WorkerTeam& team) {
            team.for_blocks(count, size, [&](std::size_t block, std::size_t begin, std::size_t end) {
                EXPECT_EQ(begin, block * size);
                covered[block] += end - begin;
            });
        });
        std::vector<std::size_t> expected(66667, size);
        expected.back() = 2;
        EXPECT_EQ(covered, expected) << threads;
    }
}

TEST(WorkerTeam, DoesNothingForAnEmptyLoop) {
    ThreadPool pool(2);
    run_with_team(pool, [&](WorkerTeam& team) {
        team.for_chunks(0, 8, [](std::size_t, std::size_t) { ADD_FAILURE(); });
    });
}

}  // namespace
}  // namespace toibox
