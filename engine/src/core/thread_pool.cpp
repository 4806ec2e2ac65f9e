// SPDX-License-Identifier: MIT
// The pool's threads sleep between steps. An idle worker first spins for some microseconds, because the next
// run of the same step usually follows immediately, and then waits on a condition variable.
#include "toibox/core/thread_pool.h"

#include "toibox/core/assert.h"

#if !defined(__wasm__)
    #include <condition_variable>
    #include <mutex>
    #include <thread>
    #include <vector>
#endif

namespace toibox {
namespace {

/// Number of spins before a thread yields its core or sleeps. Origin: about 20 µs, longer than solving one
/// colour takes.
constexpr int max_spins = 2000;

void cpu_pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// Call number i of a wait for another thread: spins at first, later yields.
void spin_or_yield(int i) {
#if defined(__wasm__)
    static_cast<void>(i);
#else
    i < max_spins ? cpu_pause() : std::this_thread::yield();
#endif
}

}  // namespace

#if defined(__wasm__)

struct ThreadPool::SharedState {};
ThreadPool::ThreadPool(int) {}
ThreadPool::~ThreadPool() = default;
void ThreadPool::run(FunctionRef<void(int)> work) {
    work(0);
}
void WorkerTeam::run_helper() {}

#else

struct ThreadPool::SharedState {
    std::mutex mutex;
    std::condition_variable wake;
    std::atomic<unsigned> run_count{
        0};  ///< Incremented under the mutex; spinning threads read it without locking.
    std::atomic<int> busy{0};
    std::atomic<bool> closing{false};
    const FunctionRef<void(int)>* work = nullptr;
    std::vector<std::thread> threads;

    /// Returns false when the pool closes.
    bool wait_for_job(unsigned seen) {
        for (int i = 0; i < max_spins; ++i) {
            if (run_count.load(std::memory_order_acquire) != seen) return !closing;
            cpu_pause();
        }
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return run_count.load(std::memory_order_relaxed) != seen; });
        return !closing;
    }
    void run_worker(int worker) {
        for (unsigned seen = 0; wait_for_job(seen); ++seen) {
            (*work)(worker);
            busy.fetch_sub(1, std::memory_order_release);
        }
    }
    void wake_workers() {
        {
            const std::lock_guard lock(mutex);
            run_count.fetch_add(1, std::memory_order_release);
        }
        wake.notify_all();
    }
};

ThreadPool::ThreadPool(int threads) : size_(threads) {
    TOIBOX_ASSERT(threads >= 1);
    if (threads <= 1) return;
    shared_ = std::make_unique<SharedState>();
    for (int worker = 1; worker < threads; ++worker) {
        shared_->threads.emplace_back([shared = shared_.get(), worker] { shared->run_worker(worker); });
    }
}

ThreadPool::~ThreadPool() {
    if (!shared_) return;
    shared_->closing = true;
    shared_->wake_workers();
    for (std::thread& thread : shared_->threads)
        thread.join();
}

void ThreadPool::run(FunctionRef<void(int)> work) {
    if (!shared_) {
        work(0);
        return;
    }
    shared_->work = &work;
    shared_->busy.store(size_ - 1, std::memory_order_relaxed);
    shared_->wake_workers();
    work(0);
    for (int i = 0; shared_->busy.load(std::memory_order_acquire) != 0; ++i)
        spin_or_yield(i);
}

void WorkerTeam::run_helper() {
    for (int idle = 0; !stopped_.load(std::memory_order_acquire);) {
        if (run_chunk(false)) {
            idle = 0;
        } else {
            spin_or_yield(idle);
            idle = idle < max_spins ? idle + 1 : max_spins;
        }
    }
}

#endif

bool WorkerTeam::run_chunk(bool is_lead) {
    std::uint64_t seen = range_.load(std::memory_order_acquire);
    for (;;) {
        ChunkRange range = unpacked(seen);
        if (range.front >= range.back) return false;
        const std::size_t chunk = is_lead ? range.front++ : --range.back;
        if (!range_.compare_exchange_weak(seen, packed(range), std::memory_order_acq_rel)) continue;
        const std::size_t begin = chunk * chunk_;
        const std::size_t end = begin + chunk_ < count_ ? begin + chunk_ : count_;
        (*work_)(begin, end);
        done_.fetch_add(1, std::memory_order_release);
        return true;
    }
}

void WorkerTeam::for_chunks(std::size_t count, std::size_t grain,
                            FunctionRef<void(std::size_t, std::size_t)> work) {
    TOIBOX_ASSERT(grain > 0);
    if (count == 0) return;
    if (count <= grain) return work(0, count);
    constexpr std::size_t max_chunks = 0xffff;
    chunk_ = grain * (count / (grain * max_chunks) + 1);
    count_ = count;
    work_ = &work;
    const auto chunks = static_cast<std::uint16_t>((count + chunk_ - 1) / chunk_);
    done_.store(0, std::memory_order_relaxed);
    const std::uint32_t loop = unpacked(range_.load(std::memory_order_relaxed)).loop + 1;
    range_.store(packed({loop, 0, chunks}), std::memory_order_release);
    while (run_chunk(true)) {
    }
    for (int i = 0; done_.load(std::memory_order_acquire) != chunks; ++i)
        spin_or_yield(i);
}

void run_with_team(ThreadPool& pool, FunctionRef<void(WorkerTeam&)> program) {
    WorkerTeam team(pool.size());
    pool.run([&](int worker) {
        if (worker != 0) return team.run_helper();
        program(team);
        team.stop_helpers();
    });
}

}  // namespace toibox
