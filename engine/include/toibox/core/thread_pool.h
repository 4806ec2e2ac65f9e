// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include <atomic>
#include <cstddef>
#include <memory>

namespace toibox {

/// Fork and join with a fixed team: `run` calls the same function once on each worker and returns when all
/// are done. Work is divided by the worker's number and by nothing else (no queue, no stealing), so that
/// which worker does what depends on the size of the team only, and no result on either.
class ThreadPool {
public:
    /// Requires: 1 ≤ threads. The caller of `run` is worker 0, so threads − 1 are started; none where the
    /// platform has no threads.
    explicit ThreadPool(int threads);
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ~ThreadPool();

    [[nodiscard]] int size() const { return size_; }
    /// Calls work(worker) for each worker in [0, size). Not from inside `work`, and from one thread at a
    /// time.
    void run(FunctionRef<void(int)> work);

private:
    struct Team;
    int size_ = 1;
    std::unique_ptr<Team> team_;
};

/// Where the workers of one `run` wait for each other. Spins for a while, since the waits of a solver are
/// shorter than a trip to the scheduler, then yields.
class SpinBarrier {
public:
    explicit SpinBarrier(int workers) : workers_(workers) {}
    /// What was written before by any worker is seen after by all.
    void wait();

private:
    int workers_;
    alignas(64) std::atomic<int> arrived_{0};
    alignas(64) std::atomic<unsigned> phase_{0};
};

/// A worker's share of [0, count): contiguous, ascending with the worker, together everything.
struct Share {
    std::size_t begin = 0;
    std::size_t end = 0;
};
constexpr Share share_of(std::size_t count, int worker, int workers) {
    const auto part = [=](int w) {
        return count * static_cast<std::size_t>(w) / static_cast<std::size_t>(workers);
    };
    return {part(worker), part(worker + 1)};
}

}  // namespace toibox
