// SPDX-License-Identifier: MIT
// A team of threads that sleeps between steps. A worker that has nothing to do spins for some microseconds,
// because the next run of the same step comes at once, and then waits on a condition.
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

/// Rounds of waiting before a thread gives its core away. Origin: some 20 µs, longer than a colour takes.
constexpr int spins = 2000;

void relax_core() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

}  // namespace

#if defined(__wasm__)

struct ThreadPool::Team {};
ThreadPool::ThreadPool(int) {}
ThreadPool::~ThreadPool() = default;
void ThreadPool::run(FunctionRef<void(int)> work) {
    work(0);
}
void SpinBarrier::wait() {}

#else

struct ThreadPool::Team {
    std::mutex mutex;
    std::condition_variable wake;
    std::atomic<unsigned> run_count{0};  ///< Raised under the mutex, read without it by who spins.
    std::atomic<int> busy{0};
    std::atomic<bool> closing{false};
    const FunctionRef<void(int)>* work = nullptr;
    std::vector<std::thread> threads;

    /// False when the pool closes.
    bool wait_for_run(unsigned seen) {
        for (int i = 0; i < spins; ++i) {
            if (run_count.load(std::memory_order_acquire) != seen) return !closing;
            relax_core();
        }
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return run_count.load(std::memory_order_relaxed) != seen; });
        return !closing;
    }
    void serve(int worker) {
        for (unsigned seen = 0; wait_for_run(seen); ++seen) {
            (*work)(worker);
            busy.fetch_sub(1, std::memory_order_release);
        }
    }
    void announce() {
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
    team_ = std::make_unique<Team>();
    for (int worker = 1; worker < threads; ++worker) {
        team_->threads.emplace_back([team = team_.get(), worker] { team->serve(worker); });
    }
}

ThreadPool::~ThreadPool() {
    if (!team_) return;
    team_->closing = true;
    team_->announce();
    for (std::thread& thread : team_->threads)
        thread.join();
}

void ThreadPool::run(FunctionRef<void(int)> work) {
    if (!team_) {
        work(0);
        return;
    }
    team_->work = &work;
    team_->busy.store(size_ - 1, std::memory_order_relaxed);
    team_->announce();
    work(0);
    for (int i = 0; team_->busy.load(std::memory_order_acquire) != 0; ++i) {
        i < spins ? relax_core() : std::this_thread::yield();
    }
}

void SpinBarrier::wait() {
    if (workers_ == 1) return;
    const unsigned phase = phase_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) == workers_ - 1) {
        arrived_.store(0, std::memory_order_relaxed);
        phase_.fetch_add(1, std::memory_order_release);
        return;
    }
    for (int i = 0; phase_.load(std::memory_order_acquire) == phase; ++i) {
        i < spins ? relax_core() : std::this_thread::yield();
    }
}

#endif

}  // namespace toibox
