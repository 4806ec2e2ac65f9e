// SPDX-License-Identifier: MIT
#include "app/cli/base/interrupt.h"

#include <atomic>
#include <csignal>

namespace toibox::app {

namespace {

// Global, because a signal handler can reach nothing else. Atomic, because several threads read it.
std::atomic<int> signal_received = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void handle_signal(int signal) {
    signal_received = 1;
    std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
    signal_received = 0;
    struct sigaction action = {};
    action.sa_handler = handle_signal;  // no SA_RESTART: blocking reads must return
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::interrupted() {
    return signal_received != 0;
}

}  // namespace toibox::app
