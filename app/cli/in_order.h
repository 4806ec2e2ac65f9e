// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace toibox::app {

/// Independent work on several threads whose results come in order.
struct OrderedJobs {
    std::size_t count = 0;
    int threads = 1;
    std::function<void(std::size_t)> work;     ///< On any thread; two never have the same index.
    std::function<void(std::size_t)> deliver;  ///< On the calling thread, in order, as soon as it can be.
    /// On the calling thread, now and then: how many are done. May be left out.
    std::function<void(std::size_t)> progress = {};
};

/// Does all of it, on fewer threads where the system gives no more, be it this one alone. After an
/// interruption nothing more is begun; what was begun by then, always the first so many, is ended and
/// delivered. What one of the functions throws ends it all and comes out here.
void run_ordered(const OrderedJobs& jobs);

}  // namespace toibox::app
