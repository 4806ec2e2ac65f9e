// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::app {

/// While one lives, the first Ctrl-C (or SIGTERM) is only noted, so that work can end in order; a second one
/// kills.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    [[nodiscard]] static bool interrupted();
};

}  // namespace toibox::app
