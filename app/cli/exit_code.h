// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::app {

/// What a run of the program ends with; scripts rely on these.
struct ExitCode {
    static constexpr int success = 0;
    static constexpr int check_failed =
        1;                           ///< It ran, and the answer is no: a claim failed, a lint found errors.
    static constexpr int usage = 2;  ///< The command line makes no sense.
    static constexpr int bad_input = 3;  ///< A file was read and is wrong.
    static constexpr int io = 4;         ///< A file could not be read or written.
    static constexpr int aborted = 5;  ///< A state became non-finite, or the program failed: no memory left.
    static constexpr int interrupted = 130;
};

}  // namespace toibox::app
