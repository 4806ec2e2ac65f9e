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

/// The i-th wait for somebody else.
void wait_a_little(int i) {
#if defined(__wasm__)
    static_cast<void>(i);
#else
    i < spins ? relax_core() : std::this_thread::yield();
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
void Crew::help() {}

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
    for (int i = 0; team_->busy.load(std::memory_order_acquire) != 0; ++i)
        wait_a_little(i);
}

void Crew::help() {
    for (int idle = 0; !dismissed_.load(std::memory_order_acquire);) {
        if (do_chunk(false)) {
            idle = 0;
        } else {
            wait_a_little(idle);
            idle = idle < spins ? idle + 1 : spins;
        }
    }
}

#endif

bool Crew::do_chunk(bool lead) {
    std::uint64_t seen = ticket_.load(std::memory_order_acquire);
    for (;;) {
        Ticket ticket = unpacked(seen);
        if (ticket.front >= ticket.back) return false;
        const std::size_t chunk = lead ? ticket.front++ : --ticket.back;
        if (!ticket_.compare_exchange_weak(seen, packed(ticket), std::memory_order_acq_rel)) continue;
        const std::size_t begin = chunk * chunk_;
        const std::size_t end = begin + chunk_ < count_ ? begin + chunk_ : count_;
        (*work_)(begin, end);
        done_.fetch_add(1, std::memory_order_release);
        return true;
    }
}

void Crew::for_chunks(std::size_t count, std::size_t grain,
                      FunctionRef<void(std::size_t, std::size_t)> work) {
    TOIBOX_ASSERT(grain > 0);
    if (count == 0) return;
    if (count <= grain) return work(0, count);
    constexpr std::size_t most_chunks = 0xffff;
    chunk_ = grain * (count / (grain * most_chunks) + 1);
    count_ = count;
    work_ = &work;
    const auto chunks = static_cast<std::uint16_t>((count + chunk_ - 1) / chunk_);
    done_.store(0, std::memory_order_relaxed);
    const std::uint32_t loop = unpacked(ticket_.load(std::memory_order_relaxed)).loop + 1;
    ticket_.store(packed({loop, 0, chunks}), std::memory_order_release);
    while (do_chunk(true)) {
    }
    for (int i = 0; done_.load(std::memory_order_acquire) != chunks; ++i)
        wait_a_little(i);
}

void run_with_crew(ThreadPool& pool, FunctionRef<void(Crew&)> program) {
    Crew crew(pool.size());
    pool.run([&](int worker) {
        if (worker != 0) return crew.help();
        program(crew);
        crew.dismiss();
    });
}

}  // namespace toibox
