// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace toibox {

/// Fork and join with a fixed team: `run` calls the same function once on each worker and returns when all
/// are done. How the work is divided is the function's business (see WorkerTeam).
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
    struct SharedState;
    int size_ = 1;
    std::unique_ptr<SharedState> shared_;
};

/// One worker leads, the others help: inside one `run` the lead goes through its program and hands out loops,
/// whose chunks are taken by whoever is free. Who does which chunk is chance; that each is done once, and all
/// are done when the call returns, is not. The lead never waits for a helper that has nothing in hand, so a
/// helper whose core was taken away costs no more than the chunk that it held.
class WorkerTeam {
public:
    explicit WorkerTeam(int workers) : workers_(workers) {}
    /// The lead and its helpers.
    [[nodiscard]] int workers() const { return workers_; }
    /// The lead, from one thread. Calls work(begin, end) for chunks of `grain` (a multiple, for more than
    /// 65,535 of them; the last may be shorter) that together are [0, count). What was written before is seen
    /// by the chunks, and what they wrote by the caller.
    void for_chunks(std::size_t count, std::size_t grain, FunctionRef<void(std::size_t, std::size_t)> work);
    /// The same in as many chunks as even out what they cost (four for each worker), of at least `least`.
    /// Alone, all at once.
    void for_balanced_chunks(std::size_t count, std::size_t min_size,
                             FunctionRef<void(std::size_t, std::size_t)> work) {
        const std::size_t even = count / (4 * static_cast<std::size_t>(workers_));
        for_chunks(count, workers_ == 1 ? count + 1 : (even > min_size ? even : min_size), work);
    }
    /// The same in runs of a fixed size, whatever the number of workers: calls work(run, begin, end) for
    /// each, so that a run may have memory of its own.
    void for_blocks(std::size_t count, std::size_t size,
                    FunctionRef<void(std::size_t, std::size_t, std::size_t)> work) {
        for_chunks(count, size, [&](std::size_t begin, std::size_t end) {
            for (; begin < end; begin += size)
                work(begin / size, begin, end - begin < size ? end : begin + size);
        });
    }
    [[nodiscard]] static constexpr std::size_t block_count(std::size_t count, std::size_t size) {
        return (count + size - 1) / size;
    }
    /// The lead has no more work: `help` returns.
    void stop_helpers() { stopped_.store(true, std::memory_order_release); }
    /// The others, until they are dismissed.
    void run_helper();

private:
    /// Which chunks are left, and of which loop: the lead takes from the front and helpers from the back, so
    /// that in loop after loop over the same memory each finds what it had before.
    struct ChunkRange {
        std::uint32_t loop = 0;
        std::uint16_t front = 0;
        std::uint16_t back = 0;
    };
    static constexpr std::uint64_t packed(ChunkRange t) {
        return std::uint64_t{t.loop} << 32u | std::uint64_t{t.front} << 16u | std::uint64_t{t.back};
    }
    static constexpr ChunkRange unpacked(std::uint64_t bits) {
        return {static_cast<std::uint32_t>(bits >> 32u), static_cast<std::uint16_t>(bits >> 16u),
                static_cast<std::uint16_t>(bits)};
    }
    /// Takes a chunk and does it; false if none is left.
    bool run_chunk(bool lead);

    int workers_;
    alignas(64) std::atomic<std::uint64_t> range_{0};
    alignas(64) std::atomic<std::uint32_t> done_{0};
    alignas(64) std::atomic<bool> stopped_{false};
    // Written by the lead between loops, read by who holds a chunk.
    const FunctionRef<void(std::size_t, std::size_t)>* work_ = nullptr;
    std::size_t count_ = 0;
    std::size_t chunk_ = 1;
};

/// Runs `program(team)` on the caller, with the pool's other workers as helpers.
void run_with_team(ThreadPool& pool, FunctionRef<void(WorkerTeam&)> program);

}  // namespace toibox
