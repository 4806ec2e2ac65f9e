// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace toibox::app {

/// Independent work on several threads whose results come in order.
struct OrderedWork {
    std::size_t count = 0;
    int threads = 1;
    std::function<void(std::size_t)> work;      ///< On any thread; two never have the same index.
    std::function<void(std::size_t)> deliver;   ///< On the calling thread, in order, as soon as it can be.
    std::function<void(std::size_t)> progress;  ///< On the calling thread, now and then: how many are done.
};

/// Does all of it. After an interruption nothing more is begun; what has been done by then is delivered, in
/// order, with gaps. What `work` throws ends it all and comes out here.
void do_in_order(const OrderedWork& order);

}  // namespace toibox::app
