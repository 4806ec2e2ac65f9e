// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/tuning.h"

#include <array>
#include <cstddef>
#include <vector>

namespace toibox::broad {

/// A stack for the walk of a tree: on the machine's stack as long as the tree is balanced, on the heap
/// beyond, for nested boxes make a tree as deep as it has leaves.
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
    std::array<T, static_cast<std::size_t>(tuning::inline_stack_capacity)>
        inline_;  // uninitialised on purpose
    std::vector<T> overflow_;
};

}  // namespace toibox::broad
