// SPDX-License-Identifier: MIT
#include "toibox/core/id_pool.h"

#include "toibox/core/assert.h"

#include <utility>

namespace toibox {

std::uint32_t IdPool::acquire() {
    if (free_.empty()) {
        TOIBOX_ASSERT(generations_.size() < BodyHandle::null_index);
        generations_.push_back(1);
        return capacity() - 1;
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    ++generations_[index];
    return index;
}

void IdPool::release(std::uint32_t index) {
    TOIBOX_ASSERT(is_live(index));
    ++generations_[index];
    free_.push_back(index);
}

std::optional<IdPool> IdPool::from_state(std::vector<std::uint32_t> generations,
                                         std::vector<std::uint32_t> free_list) {
    std::size_t free_count = 0;
    for (const std::uint32_t generation : generations) {
        free_count += (generation & 1u) == 0 ? 1u : 0u;
    }
    if (free_count != free_list.size()) return std::nullopt;
    std::vector<bool> seen(generations.size(), false);
    for (const std::uint32_t index : free_list) {
        const bool is_free = index < generations.size() && (generations[index] & 1u) == 0;
        if (!is_free || seen[index]) return std::nullopt;
        seen[index] = true;
    }
    IdPool pool;
    pool.generations_ = std::move(generations);
    pool.free_ = std::move(free_list);
    return pool;
}

}  // namespace toibox
