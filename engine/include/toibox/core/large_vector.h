// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace toibox {

/// Like operator new, aligned to at least `alignment` (a power of two). Allocations of 2 MB and more use huge
/// pages if the system provides them: random access to large arrays otherwise suffers TLB misses. Has no
/// effect on results.
[[nodiscard]] void* allocate_large(std::size_t bytes, std::size_t alignment);
/// `bytes` and `alignment` must equal the arguments of allocate_large.
void free_large(void* memory, std::size_t bytes, std::size_t alignment);

/// An allocator for arrays that may grow to many megabytes.
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
