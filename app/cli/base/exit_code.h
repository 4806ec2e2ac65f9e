// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::app {

/// Exit codes of the program. Scripts rely on them.
struct ExitCode {
    static constexpr int success = 0;
    /// The command ran, but a check failed: for example, a claim failed, lint found errors, or verify or diff
    /// found a difference.
    static constexpr int check_failed = 1;
    static constexpr int usage = 2;      ///< The command line is invalid.
    static constexpr int bad_input = 3;  ///< A file was read and is invalid.
    static constexpr int io = 4;  ///< A file could not be read or written, or OpenGL or ffmpeg is missing.
    static constexpr int aborted = 5;  ///< A step failed, memory ran out, or an internal error occurred.
    static constexpr int interrupted = 130;
};

}  // namespace toibox::app
