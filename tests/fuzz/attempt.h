// SPDX-License-Identifier: MIT
#pragma once

// What the program does with bytes that may be anything: read, restored, replayed for a few steps. Shared by
// the fuzzers and by the tests of mutated files.

#include "toibox/replay/simulation.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace toibox::fuzz {

/// How an attempt ended. Each is sound; what is not is a `fault`, a crash or a finding of a sanitizer.
enum class AttemptEnd : std::uint8_t { Refused, Recovered, Ran };

struct AttemptResult {
    AttemptEnd end = AttemptEnd::Ran;
    std::string reason{};  ///< As a user reads it: why refused, or what was lost.
    std::string fault{};   ///< What should never be: an error without a reason, a state that is broken.
};

/// A recording: read, every state in it unpacked and put in place, its scene started, replayed, gone to and
/// fro in, interfered with, verified.
AttemptResult try_recording(std::span<const std::byte> bytes);

/// A state as bytes, of a run like `start`: read, put in place, stepped twice.
AttemptResult try_state(const replay::Simulation& start, std::span<const std::byte> world,
                        std::span<const std::byte> script_state);

/// A scene: read, written and read again, each variant resolved, started and stepped twice.
AttemptResult try_scene(std::string_view text);

}  // namespace toibox::fuzz
