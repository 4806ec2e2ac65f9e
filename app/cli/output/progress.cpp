// SPDX-License-Identifier: MIT
#include "app/cli/output/progress.h"

#include "toibox/core/utf8.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace toibox::app {

Progress::Progress(std::string_view title, std::int64_t total, bool enabled)
    : title_(printable(title).text),
      total_(total),
      enabled_(enabled && total > 0 && ::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::update(std::int64_t done) {
    if (!enabled_ || done <= 0) return;
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    shown_ = true;
    const double fraction = static_cast<double>(done) / static_cast<double>(total_);
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    const auto filled = static_cast<std::size_t>(fraction * 24.0);
    fmt::print(stderr, "\r\x1b[K{} [{:<24}] {:3.0f} %, {:.0f} s left", title_, std::string(filled, '#'),
               fraction * 100.0, elapsed / fraction - elapsed);
    std::fflush(stderr);
}

}  // namespace toibox::app
