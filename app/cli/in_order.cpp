// SPDX-License-Identifier: MIT
#include "app/cli/in_order.h"

#include "app/cli/interrupt.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace toibox::app {

namespace {

/// What the threads share.
struct Bench {
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t next = 0;
    std::size_t finished = 0;
    std::vector<bool> done;
    int at_work = 0;
    std::exception_ptr failure;
};

void labour(const OrderedWork& order, Bench& bench) {
    std::unique_lock lock(bench.mutex);
    while (bench.next < order.count && !bench.failure && !InterruptGuard::interrupted()) {
        const std::size_t mine = bench.next++;
        lock.unlock();
        std::exception_ptr failure;
        try {
            order.work(mine);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure) {
            bench.failure = failure;
        } else {
            bench.done[mine] = true;
            ++bench.finished;
        }
        bench.changed.notify_one();
    }
    --bench.at_work;
    bench.changed.notify_one();
}

}  // namespace

void do_in_order(const OrderedWork& order) {
    Bench bench;
    bench.done.resize(order.count);
    const std::size_t threads = std::min(order.count, static_cast<std::size_t>(std::max(order.threads, 1)));
    bench.at_work = static_cast<int>(threads);
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < threads; ++i)
        workers.emplace_back([&] { labour(order, bench); });

    std::unique_lock lock(bench.mutex);
    for (std::size_t i = 0; i < order.count && !bench.failure; ++i) {
        const auto is_settled = [&] { return bench.done[i] || bench.at_work == 0 || bench.failure; };
        while (!bench.changed.wait_for(lock, std::chrono::milliseconds(100), is_settled)) {
            if (order.progress) order.progress(bench.finished);
        }
        if (bench.failure || !bench.done[i]) continue;  // a gap: nobody is left to do it
        const std::size_t finished = bench.finished;
        lock.unlock();
        if (order.progress) order.progress(finished);
        order.deliver(i);
        lock.lock();
    }
    const std::exception_ptr failure = bench.failure;
    lock.unlock();
    workers.clear();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace toibox::app
