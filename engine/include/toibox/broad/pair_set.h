// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox::broad {

/// A set of pairs that is updated pair by pair: a hash table with linear probing and backward-shift deletion.
/// Its content, and the (meaningless) order of for_each, depend only on the sequence of changes.
class PairSet {
public:
    /// Returns false if the pair is already in the set.
    bool add(ProxyPair pair);
    /// Returns false if the pair is not in the set.
    bool remove(ProxyPair pair);
    void clear();
    [[nodiscard]] bool has(ProxyPair pair) const;
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Calls visit(pair) for each pair.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const std::uint64_t key : slots_) {
            if (key != empty) visit(pair_of(key));
        }
    }

private:
    static constexpr std::uint64_t empty = ~std::uint64_t{0};
    static std::uint64_t key_of(ProxyPair pair) { return std::uint64_t{pair.a} << 32 | pair.b; }
    static ProxyPair pair_of(std::uint64_t key) {
        return {static_cast<ProxyId>(key >> 32), static_cast<ProxyId>(key)};
    }
    [[nodiscard]] std::size_t home_slot(std::uint64_t key) const;
    [[nodiscard]] std::size_t slot_of(std::uint64_t key) const;
    void grow();

    std::vector<std::uint64_t> slots_;  ///< Size is zero or a power of two; never full.
    std::size_t size_ = 0;
};

}  // namespace toibox::broad
