// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/assert.h"
#include "toibox/core/handle.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox {

/// Gives out the indices of parallel columns and knows which are live. The last index freed is the next one
/// given out, so the same calls give the same indices: the free list is part of a world's state, and its
/// members are open to whoever reads or writes that state.
struct IdPool {
    std::vector<std::uint32_t> generation;  ///< Of each slot; odd while it is live.
    std::vector<std::uint32_t> free;        ///< Dead slots, the next one to be given out last.

    /// Cost: O(1) amortised.
    std::uint32_t acquire() {
        if (free.empty()) {
            generation.push_back(1);
            return static_cast<std::uint32_t>(generation.size() - 1);
        }
        const std::uint32_t index = free.back();
        free.pop_back();
        ++generation[index];
        return index;
    }

    /// Requires: live (asserted). Handles of the slot are stale from now on.
    void release(std::uint32_t index) {
        TOIBOX_ASSERT(is_live(index));
        ++generation[index];
        free.push_back(index);
    }

    [[nodiscard]] bool is_live(std::uint32_t index) const {
        return index < generation.size() && (generation[index] & 1u) != 0;
    }
    /// Whether the handle's object still lives.
    template <class Tag>
    [[nodiscard]] bool is_live(Handle<Tag> handle) const {
        return is_live(handle.index) && generation[handle.index] == handle.generation;
    }
    template <class AnyHandle>
    [[nodiscard]] AnyHandle handle_at(std::uint32_t index) const {
        return is_live(index) ? AnyHandle{index, generation[index]} : AnyHandle{};
    }

    /// Slots, dead ones included: the length of the columns.
    [[nodiscard]] std::size_t capacity() const { return generation.size(); }
    [[nodiscard]] std::size_t live_count() const { return generation.size() - free.size(); }
};

}  // namespace toibox
