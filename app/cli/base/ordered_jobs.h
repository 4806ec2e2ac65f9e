// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace toibox::app {

/// Independent jobs that run on several threads and whose results are delivered in order.
struct OrderedJobs {
    std::size_t count = 0;
    int threads = 1;
    std::function<void(std::size_t)> work;     ///< Called on any thread, once per index.
    std::function<void(std::size_t)> deliver;  ///< Called on the calling thread, in order.
    /// Called on the calling thread with the number of finished jobs. Optional.
    std::function<void(std::size_t)> progress = {};
};

/// Runs all jobs. If the system refuses to start threads, uses fewer, or only the calling thread. After an
/// interrupt, no job is started; the jobs already started, which have the lowest indices, are finished and
/// delivered. An exception from one of the functions stops the run and is rethrown.
void run_ordered(const OrderedJobs& jobs);

}  // namespace toibox::app
