// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace toibox {

/// Union-find over body indices; the root of a set is its lowest index.
class DisjointSets {
public:
    /// For bodies added with make_set. Requires: parent.size() is above their indices.
    explicit DisjointSets(std::vector<std::uint32_t>& parent) : parent_(parent) {}
    /// Starts with `count` bodies, each in its own set.
    DisjointSets(std::vector<std::uint32_t>& parent, std::size_t count) : parent_(parent) {
        parent_.resize(count);
        for (std::uint32_t i = 0; i < count; ++i)
            parent_[i] = i;
    }
    /// Puts the body in its own set.
    void make_set(std::uint32_t i) { parent_[i] = i; }
    std::uint32_t root(std::uint32_t i) {
        while (parent_[i] != i) {
            parent_[i] = parent_[parent_[i]];
            i = parent_[i];
        }
        return i;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        a = root(a);
        b = root(b);
        if (a == b) return;
        if (b < a) std::swap(a, b);
        parent_[b] = a;
    }

private:
    std::vector<std::uint32_t>& parent_;
};

}  // namespace toibox
