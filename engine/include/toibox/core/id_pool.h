// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace toibox {

/// Hands out slots of index-based columns, last freed first, and tells a live slot from a stale handle to it.
///
/// A slot's generation goes up by one when it is handed out and again when it is freed: odd is alive. So the
/// two lists below are the whole state, a default handle (generation 0) is never live, and the same sequence
/// of calls gives the same handles everywhere. A generation comes round after 2³¹ uses of one slot. Cost:
/// O(1) a call; a new slot may reallocate.
class IdPool {
public:
    /// The index of a slot that is now alive: the one freed last, else a new one at the end.
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
    /// The handle of what lives at `index`; null where nothing does.
    template <class AnyHandle>
    [[nodiscard]] AnyHandle handle_at(std::uint32_t index) const {
        return is_live(index) ? AnyHandle{index, generations_[index]} : AnyHandle{};
    }

    /// Slots, dead ones included: the length of the columns.
    [[nodiscard]] std::uint32_t capacity() const { return static_cast<std::uint32_t>(generations_.size()); }
    [[nodiscard]] std::uint32_t live_count() const {
        return static_cast<std::uint32_t>(generations_.size() - free_.size());
    }

    /// The state, for whoever hashes or writes it: generation of each slot, and the free slots, next one
    /// last.
    [[nodiscard]] std::span<const std::uint32_t> generations() const { return generations_; }
    [[nodiscard]] std::span<const std::uint32_t> free_list() const { return free_; }
    /// A pool from a state that was read; nothing unless `free_list` names every dead slot exactly once.
    [[nodiscard]] static std::optional<IdPool> from_state(std::vector<std::uint32_t> generations,
                                                          std::vector<std::uint32_t> free_list);

    friend bool operator==(const IdPool&, const IdPool&) = default;

private:
    std::vector<std::uint32_t> generations_;
    std::vector<std::uint32_t> free_;
};

}  // namespace toibox
