// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace toibox {

/// Memory as from operator new, aligned to at least `alignment` (a power of two); from 2 MB on in large pages
/// if the system has some. A list of many megabytes that is walked in another list's order else waits for
/// page tables. Changes no result.
[[nodiscard]] void* allocate_large(std::size_t bytes, std::size_t alignment);
/// With the same numbers.
void free_large(void* memory, std::size_t bytes, std::size_t alignment);

/// For lists that may grow to many megabytes.
template <class T>
struct LargePageAllocator {
    using value_type = T;

    LargePageAllocator() = default;
    template <class U>
    explicit(false) LargePageAllocator(const LargePageAllocator<U>&) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        return static_cast<T*>(allocate_large(count * sizeof(T), alignof(T)));
    }
    void deallocate(T* memory, std::size_t count) { free_large(memory, count * sizeof(T), alignof(T)); }
    friend bool operator==(const LargePageAllocator&, const LargePageAllocator&) { return true; }
};

template <class T>
using LargeVector = std::vector<T, LargePageAllocator<T>>;

}  // namespace toibox
