// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace toibox::app {

/// A progress bar with the remaining time on standard error. Hidden during the first second, and if standard
/// error is not a terminal.
class Progress {
public:
    Progress(std::string_view title, std::int64_t total, bool enabled);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `done`: finished units of `total`.
    void update(std::int64_t done);

private:
    using Clock = std::chrono::steady_clock;

    std::string title_;
    std::int64_t total_;
    bool enabled_;
    bool shown_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_ + std::chrono::seconds(1);
};

}  // namespace toibox::app
