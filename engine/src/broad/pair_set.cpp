// SPDX-License-Identifier: MIT
#include "toibox/broad/pair_set.h"

namespace toibox::broad {

std::size_t PairSet::home_slot(std::uint64_t key) const {
    // Fibonacci hashing: the upper bits of the product are well mixed.
    return ((key * 0x9E37'79B9'7F4A'7C15u) >> 32) & (slots_.size() - 1);
}

/// The slot of the key, or the empty slot where it belongs.
std::size_t PairSet::slot_of(std::uint64_t key) const {
    std::size_t slot = home_slot(key);
    while (slots_[slot] != empty && slots_[slot] != key)
        slot = (slot + 1) & (slots_.size() - 1);
    return slot;
}

void PairSet::grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? std::size_t{64} : 2 * slots_.size(), empty);
    old.swap(slots_);
    for (const std::uint64_t key : old) {
        if (key != empty) slots_[slot_of(key)] = key;
    }
}

bool PairSet::add(ProxyPair pair) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    const std::uint64_t key = key_of(pair);
    std::uint64_t& slot = slots_[slot_of(key)];
    if (slot == key) return false;
    slot = key;
    ++size_;
    return true;
}

bool PairSet::remove(ProxyPair pair) {
    if (slots_.empty()) return false;
    const std::size_t mask = slots_.size() - 1;
    std::size_t hole = slot_of(key_of(pair));
    if (slots_[hole] == empty) return false;
    for (std::size_t next = (hole + 1) & mask; slots_[next] != empty; next = (next + 1) & mask) {
        // A key may move into the hole if the hole is between its home slot and its slot.
        const std::size_t from_home = (next - home_slot(slots_[next])) & mask;
        const std::size_t from_hole = (next - hole) & mask;
        if (from_home < from_hole) continue;
        slots_[hole] = slots_[next];
        hole = next;
    }
    slots_[hole] = empty;
    --size_;
    return true;
}

void PairSet::clear() {
    slots_.assign(slots_.size(), empty);
    size_ = 0;
}

bool PairSet::has(ProxyPair pair) const {
    return !slots_.empty() && slots_[slot_of(key_of(pair))] != empty;
}

}  // namespace toibox::broad
