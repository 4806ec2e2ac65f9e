// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"

#include <cstdint>
#include <map>
#include <tuple>

namespace toibox::app {

/// A position in a history, independent of the branch from which it is seen.
using PositionKey = std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>;  ///< Branch, frame, inputs.
PositionKey key_of(const replay::Recording& recording, const replay::HistoryPosition& position);

/// The position one input or one frame earlier. Requires: not the first position of the history.
replay::HistoryPosition position_before(const replay::Recording& recording,
                                        const replay::HistoryPosition& position);

/// What a recording does not contain: the time of each frame and what each command created. Others can then
/// repeat the inputs at the same times in other worlds.
class SessionLog {
public:
    struct Entry {
        double time = 0.0;       ///< Simulation time at the position, seconds.
        CommandOutcome created;  ///< By the input that led to the position.
    };

    void clear() { entries_.clear(); }
    /// Adds the current frame of the history and the inputs of the frame before it. Requires: the last change
    /// of the history was a step.
    void add_frame(const replay::History& history);
    /// Adds the inputs that are applied at the current position.
    void add_inputs(const replay::History& history);
    /// Adds everything from the start up to the current position. Cost: repeats all steps.
    void repeat(const replay::History& history);
    /// Null if the position was not added.
    [[nodiscard]] const Entry* find(const PositionKey& key) const;

private:
    std::map<PositionKey, Entry> entries_;
};

}  // namespace toibox::app
