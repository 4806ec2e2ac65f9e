// SPDX-License-Identifier: MIT
#pragma once

// What the program does with untrusted files: it reads, restores and replays them for a few steps. The
// fuzzers and the tests with corrupted files use these functions.

#include "toibox/replay/simulation.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace toibox::fuzz {

/// How an attempt ended. Each of these outcomes is correct. A bug shows as a `fault`, a crash or a report of
/// a sanitizer.
enum class AttemptEnd : std::uint8_t { Rejected, Recovered, Ran };

struct AttemptResult {
    AttemptEnd end = AttemptEnd::Ran;
    std::string reason{};  ///< Text for the user: why the file was rejected, or what was lost.
    std::string fault{};   ///< A bug: an error without a reason, or an invalid state. Empty if there is none.
};

/// Reads a recording, restores its states, starts its scene, replays it, seeks in it, adds inputs and
/// verifies it.
AttemptResult try_recording(std::span<const std::byte> bytes);

/// Reads the state of a run of the same scene as `start`, restores it, and steps twice.
AttemptResult try_state(const replay::Simulation& start, std::span<const std::byte> world,
                        std::span<const std::byte> script_state);

/// Reads a scene, writes it and reads it again; resolves, starts and steps each variant twice.
AttemptResult try_scene(std::string_view text);

}  // namespace toibox::fuzz
