// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace toibox {

/// Fork-join parallelism with a fixed set of threads: `run` calls the same function once on each worker and
/// returns when all are done. The function itself decides how the work is divided (see WorkerTeam).
class ThreadPool {
public:
    /// Requires: threads ≥ 1 (asserted). The caller of `run` is worker 0, so threads − 1 threads are started;
    /// none on platforms without threads.
    explicit ThreadPool(int threads);
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ~ThreadPool();

    [[nodiscard]] int size() const { return size_; }
    /// Calls work(worker) for each worker in [0, size). Must not be called from within `work` or from several
    /// threads at the same time.
    void run(FunctionRef<void(int)> work);

private:
    struct SharedState;
    int size_ = 1;
    std::unique_ptr<SharedState> shared_;
};

/// A lead worker and its helpers. Within one run_with_team the lead executes the program and publishes
/// parallel loops, whose chunks are taken by any free worker. Which worker runs a chunk is not deterministic.
/// Each chunk runs exactly once, and all chunks of a loop are finished when its call returns. The lead waits
/// only for chunks in progress, so a preempted helper delays the lead only if it was preempted within a
/// chunk.
class WorkerTeam {
public:
    explicit WorkerTeam(int workers) : workers_(workers) {}
    /// The number of workers, including the lead.
    [[nodiscard]] int workers() const { return workers_; }
    /// Called by the lead only. Calls work(begin, end) for chunks that together cover [0, count). Chunks have
    /// `grain` elements, or a multiple of `grain` if there would be more than 65,535 chunks; the last may be
    /// shorter. Chunks see earlier writes of the lead; after the call the lead sees the writes of all chunks.
    void for_chunks(std::size_t count, std::size_t grain, FunctionRef<void(std::size_t, std::size_t)> work);
    /// Like for_chunks, with a chunk size chosen for load balance: about four chunks per worker, of at least
    /// `min_size` elements. A single worker gets everything as one chunk.
    void for_balanced_chunks(std::size_t count, std::size_t min_size,
                             FunctionRef<void(std::size_t, std::size_t)> work) {
        const std::size_t balanced = count / (4 * static_cast<std::size_t>(workers_));
        for_chunks(count, workers_ == 1 ? count + 1 : (balanced > min_size ? balanced : min_size), work);
    }
    /// Like for_chunks, in blocks of a fixed size that does not depend on the number of workers: calls
    /// work(block, begin, end) for each, so that a block can have its own memory.
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
    /// Called by the lead when it has no more work. Makes run_helper() return.
    void stop_helpers() { stopped_.store(true, std::memory_order_release); }
    /// Called by the helpers: runs chunks until stop_helpers().
    void run_helper();

private:
    /// The remaining chunks of a loop. The lead takes from the front and helpers from the back, so that in
    /// successive loops over the same memory each worker tends to find its data in its cache.
    struct ChunkRange {
        std::uint32_t loop = 0;
        std::uint16_t front = 0;
        std::uint16_t back = 0;
    };
    static constexpr std::uint64_t packed(ChunkRange range) {
        return std::uint64_t{range.loop} << 32u | std::uint64_t{range.front} << 16u |
               std::uint64_t{range.back};
    }
    static constexpr ChunkRange unpacked(std::uint64_t bits) {
        return {static_cast<std::uint32_t>(bits >> 32u), static_cast<std::uint16_t>(bits >> 16u),
                static_cast<std::uint16_t>(bits)};
    }
    /// Takes a chunk and runs it; false if none is left.
    bool run_chunk(bool is_lead);

    int workers_;
    alignas(64) std::atomic<std::uint64_t> range_{0};
    alignas(64) std::atomic<std::uint32_t> done_{0};
    alignas(64) std::atomic<bool> stopped_{false};
    // Written by the lead between loops, read by the worker that owns a chunk.
    const FunctionRef<void(std::size_t, std::size_t)>* work_ = nullptr;
    std::size_t count_ = 0;
    std::size_t chunk_ = 1;
};

/// Runs `program(team)` on the calling thread, with the other workers of the pool as helpers.
void run_with_team(ThreadPool& pool, FunctionRef<void(WorkerTeam&)> program);

}  // namespace toibox
