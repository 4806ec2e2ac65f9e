// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace toibox {

/// Allocates slots of index-based columns, last freed first, and detects stale handles.
///
/// The generation of a slot is incremented on acquire and on release, so odd means live. A default handle
/// (generation 0) is never live. `generations` and `free_list` are the complete state, and the same sequence
/// of calls gives the same handles everywhere. A generation wraps around after 2³¹ uses of one slot. Cost:
/// O(1) per call; a new slot may reallocate.
class IdPool {
public:
    /// Returns the index of a slot that is now live: the most recently freed slot, or a new one at the end if
    /// none is free.
    [[nodiscard]] std::uint32_t acquire();
    /// Requires: `index` is live (asserted).
    void release(std::uint32_t index);

    /// False for any index beyond the capacity.
    [[nodiscard]] bool is_live(std::uint32_t index) const {
        return index < generations_.size() && (generations_[index] & 1u) != 0;
    }
    [[nodiscard]] bool is_live(std::uint32_t index, std::uint32_t generation) const {
        return is_live(index) && generations_[index] == generation;
    }
    template <class Tag>
    [[nodiscard]] bool is_live(Handle<Tag> handle) const {
        return is_live(handle.index, handle.generation);
    }
    /// The handle of the object at `index`; null if the slot is free.
    template <class AnyHandle>
    [[nodiscard]] AnyHandle handle_at(std::uint32_t index) const {
        return is_live(index) ? AnyHandle{index, generations_[index]} : AnyHandle{};
    }

    /// Number of slots including free ones: the length of the columns.
    [[nodiscard]] std::uint32_t capacity() const { return static_cast<std::uint32_t>(generations_.size()); }
    [[nodiscard]] std::uint32_t live_count() const {
        return static_cast<std::uint32_t>(generations_.size() - free_.size());
    }

    /// The state, for hashing and serialization: the generation of each slot, and the free slots. The last
    /// free slot is reused first.
    [[nodiscard]] std::span<const std::uint32_t> generations() const { return generations_; }
    [[nodiscard]] std::span<const std::uint32_t> free_list() const { return free_; }
    /// Restores a pool from saved state; nullopt unless `free_list` contains every free slot exactly once.
    [[nodiscard]] static std::optional<IdPool> from_state(std::vector<std::uint32_t> generations,
                                                          std::vector<std::uint32_t> free_list);

    friend bool operator==(const IdPool&, const IdPool&) = default;

private:
    std::vector<std::uint32_t> generations_;
    std::vector<std::uint32_t> free_;
};

}  // namespace toibox
