// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/tuning.h"

#include <array>
#include <cstddef>
#include <vector>

namespace toibox::broad {

/// A stack for tree traversal. It uses inline memory, which suffices for balanced trees, and the heap beyond
/// that: nested boxes make a tree as deep as its number of leaves.
template <class T>
class NodeStack {
public:
    void push(const T& item) {
        if (count_ < inline_.size()) {
            inline_[count_] = item;
        } else {
            overflow_.push_back(item);
        }
        ++count_;
    }
    T pop() {
        --count_;
        if (count_ < inline_.size()) return inline_[count_];
        const T item = overflow_.back();
        overflow_.pop_back();
        return item;
    }
    [[nodiscard]] bool empty() const { return count_ == 0; }

private:
    std::size_t count_ = 0;
    // Intentionally uninitialised.
    std::array<T, static_cast<std::size_t>(tuning::inline_stack_capacity)> inline_;
    std::vector<T> overflow_;
};

}  // namespace toibox::broad
