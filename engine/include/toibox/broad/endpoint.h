// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"

namespace toibox::broad {

/// The start or end of a box on an axis: an entry of the sorted lists.
struct Endpoint {
    float value = 0.0f;
    std::uint32_t key = 0;  ///< 2 · id, plus 1 for the end.

    [[nodiscard]] ProxyId id() const { return key >> 1; }
    [[nodiscard]] bool is_end() const { return (key & 1) != 0; }
};
/// The order of the lists: by value, then starts before ends (so that touching boxes overlap), then by id.
inline bool is_before(const Endpoint& a, const Endpoint& b) {
    if (a.value != b.value) return a.value < b.value;
    return a.is_end() != b.is_end() ? b.is_end() : a.id() < b.id();
}

}  // namespace toibox::broad
