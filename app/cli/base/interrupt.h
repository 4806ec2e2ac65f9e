// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::app {

/// During its lifetime the first Ctrl-C (or SIGTERM) only sets a flag, so that work can end cleanly. The
/// second one terminates the program.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    [[nodiscard]] static bool interrupted();
};

}  // namespace toibox::app
