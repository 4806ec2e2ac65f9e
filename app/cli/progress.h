// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace toibox::app {

/// A line on standard error that says how far long work has come and when it will end. Shows nothing for the
/// first second, nor where standard error is no terminal.
class Progress {
public:
    Progress(std::string_view what, std::int64_t total, bool wanted);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void update(std::int64_t done);

private:
    using Clock = std::chrono::steady_clock;

    std::string what_;
    std::int64_t total_;
    bool enabled_;
    bool shown_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_ + std::chrono::seconds(1);
};

}  // namespace toibox::app
