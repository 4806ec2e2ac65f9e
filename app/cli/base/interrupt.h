// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::app {

/// While a guard exists, the first Ctrl-C (or SIGTERM) only sets a flag, so that work can end cleanly. The
/// second Ctrl-C terminates the program.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /// Whether a signal arrived since the last guard was created.
    [[nodiscard]] static bool interrupted();
};

}  // namespace toibox::app
