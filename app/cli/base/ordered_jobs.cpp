// SPDX-License-Identifier: MIT
#include "app/cli/base/ordered_jobs.h"

#include "app/cli/base/interrupt.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace toibox::app {

namespace {

/// State shared by the threads; `mutex` guards all other members.
struct WorkQueue {
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t next_job = 0;  ///< Index of the next job to start. Started jobs are always finished.
    std::size_t finished_jobs = 0;
    std::vector<bool> is_done;  ///< By index of the job.
    int workers = 0;
    std::exception_ptr failure;
};

void run_worker(const OrderedJobs& jobs, WorkQueue& queue) {
    std::unique_lock lock(queue.mutex);
    while (queue.next_job < jobs.count && !queue.failure && !InterruptGuard::interrupted()) {
        const std::size_t index = queue.next_job++;
        lock.unlock();
        std::exception_ptr failure;
        try {
            jobs.work(index);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure) {
            queue.failure = failure;
        } else {
            queue.is_done[index] = true;
            ++queue.finished_jobs;
        }
        queue.changed.notify_one();
    }
    --queue.workers;
    queue.changed.notify_one();
}

/// Starts the requested number of threads, or as many as the system allows.
std::vector<std::jthread> start_workers(const OrderedJobs& jobs, WorkQueue& queue) {
    const std::size_t wanted = std::min(jobs.count, static_cast<std::size_t>(std::max(jobs.threads, 1)));
    std::vector<std::jthread> workers;
    workers.reserve(wanted);
    const std::lock_guard lock(queue.mutex);  // keeps the workers waiting until all are counted
    try {
        while (workers.size() < wanted) {
            workers.emplace_back([&] { run_worker(jobs, queue); });
            ++queue.workers;
        }
    } catch (const std::exception&) {
        // No memory or permission for another thread: continue with fewer; the results are the same.
    }
    return workers;
}

void run_on_calling_thread(const OrderedJobs& jobs) {
    for (std::size_t i = 0; i < jobs.count && !InterruptGuard::interrupted(); ++i) {
        jobs.work(i);
        if (jobs.progress) jobs.progress(i + 1);
        jobs.deliver(i);
    }
}

void deliver_all(const OrderedJobs& jobs, WorkQueue& queue) {
    std::unique_lock lock(queue.mutex);
    for (std::size_t i = 0; i < jobs.count; ++i) {
        const auto is_settled = [&] { return queue.is_done[i] || queue.workers == 0 || queue.failure; };
        while (!queue.changed.wait_for(lock, std::chrono::milliseconds(100), is_settled)) {
            if (jobs.progress) jobs.progress(queue.finished_jobs);
        }
        if (queue.failure || !queue.is_done[i]) return;  // no worker is left
        const std::size_t finished = queue.finished_jobs;
        lock.unlock();
        if (jobs.progress) jobs.progress(finished);
        jobs.deliver(i);
        lock.lock();
    }
}

}  // namespace

void run_ordered(const OrderedJobs& jobs) {
    WorkQueue queue;
    queue.is_done.resize(jobs.count);
    std::vector<std::jthread> workers = start_workers(jobs, queue);
    if (workers.empty()) return run_on_calling_thread(jobs);
    try {
        deliver_all(jobs, queue);
    } catch (...) {
        const std::lock_guard lock(queue.mutex);
        queue.failure = std::current_exception();  // also stops the workers
    }
    workers.clear();
    if (queue.failure) std::rethrow_exception(queue.failure);
}

}  // namespace toibox::app
