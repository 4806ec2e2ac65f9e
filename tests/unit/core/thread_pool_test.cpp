// SPDX-License-Identifier: MIT
#include "toibox/core/thread_pool.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

std::size_t index_of(int worker) {
    return static_cast<std::size_t>(worker);
}

TEST(ThreadPool, CallsEachWorkerOnce) {
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

TEST(ThreadPool, MakesTheCallerTheFirstWorker) {
    ThreadPool pool(3);
    std::vector<std::thread::id> who(3);
    pool.run([&](int worker) { who[index_of(worker)] = std::this_thread::get_id(); });
    EXPECT_EQ(who[0], std::this_thread::get_id());
    EXPECT_NE(who[1], who[0]);
    EXPECT_NE(who[2], who[0]);
    EXPECT_NE(who[1], who[2]);
}

TEST(ThreadPool, NeedsNoThreadForATeamOfOne) {
    ThreadPool pool(1);
    int calls = 0;  // not atomic: nobody else may touch it
    for (int i = 0; i < 100; ++i) {
        pool.run([&](int worker) {
            EXPECT_EQ(worker, 0);
            ++calls;
        });
    }
    EXPECT_EQ(calls, 100);
}

// What the workers write without atomics is read by the caller after the run, and read by the workers of the
// next run: both must be ordered. The pauses let the team fall asleep between some of the runs.
TEST(ThreadPool, HandsOverWhatWasWrittenInManyRuns) {
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

TEST(ThreadPool, EndsWithoutARun) {
    for (int i = 0; i < 50; ++i) {
        const ThreadPool pool(4);
        EXPECT_EQ(pool.size(), 4);
    }
}

TEST(Share, CoversEverythingOnceInOrder) {
    for (const std::size_t count : {0u, 1u, 2u, 7u, 8u, 9u, 100u, 1001u}) {
        for (int workers = 1; workers <= 9; ++workers) {
            std::size_t next = 0;
            for (int worker = 0; worker < workers; ++worker) {
                const Share share = share_of(count, worker, workers);
                EXPECT_EQ(share.begin, next) << count << " among " << workers;
                EXPECT_LE(share.begin, share.end);
                EXPECT_LE(share.end - share.begin, count / index_of(workers) + 1);
                next = share.end;
            }
            EXPECT_EQ(next, count) << workers << " workers";
        }
    }
}

// A ring of workers: in each round a worker reads what its neighbour wrote in the round before. Without the
// barrier's order a sum would miss a round (and a thread sanitizer would see the race).
TEST(SpinBarrier, ShowsEachRoundTheWritesOfTheRoundBefore) {
    constexpr int rounds = 100;  // even; with more workers than cores each may cost a trip to the scheduler
    for (const int threads : {1, 2, 3}) {
        ThreadPool pool(threads);
        SpinBarrier barrier(threads);
        std::vector<int> even(index_of(threads), 1);
        std::vector<int> odd(index_of(threads), 0);
        pool.run([&](int worker) {
            const std::size_t own = index_of(worker);
            const std::size_t neighbour = index_of((worker + 1) % threads);
            for (int round = 0; round < rounds; ++round) {
                const std::vector<int>& before = round % 2 == 0 ? even : odd;
                std::vector<int>& after = round % 2 == 0 ? odd : even;
                after[own] = before[neighbour] + 1;
                barrier.wait();
            }
        });
        EXPECT_EQ(even, std::vector<int>(index_of(threads), rounds + 1)) << threads << " threads";
        EXPECT_EQ(odd, std::vector<int>(index_of(threads), rounds)) << threads << " threads";
    }
}

// The same barrier serves run after run, as a solver uses it.
TEST(SpinBarrier, ServesManyRuns) {
    constexpr int threads = 3;
    ThreadPool pool(threads);
    SpinBarrier barrier(threads);
    std::vector<int> parts(threads, 0);
    std::vector<int> sums(threads, 0);
    for (int run = 0; run < 50; ++run) {
        pool.run([&](int worker) {
            parts[index_of(worker)] = run + worker;
            barrier.wait();
            sums[index_of(worker)] = std::accumulate(parts.begin(), parts.end(), 0);
            barrier.wait();
        });
        ASSERT_EQ(sums, std::vector<int>(threads, 3 * run + 3));
    }
}

}  // namespace
}  // namespace toibox
