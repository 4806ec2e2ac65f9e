// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#if defined(__linux__)
    #include <sys/mman.h>
#endif

namespace toibox {

/// Allocates as std::allocator does, but asks for large pages where it allocates at least one: a list of many
/// megabytes that is walked in another list's order else spends its time on page tables. Changes no result.
template <class T>
struct LargePageAllocator {
    using value_type = T;
    static constexpr std::size_t page = std::size_t{1} << 21u;

    LargePageAllocator() = default;
    template <class U>
    explicit(false) LargePageAllocator(const LargePageAllocator<U>&) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < page) return static_cast<T*>(::operator new(bytes, std::align_val_t{alignof(T)}));
        void* const memory = ::operator new(bytes, std::align_val_t{page});
#if defined(__linux__)
        madvise(memory, bytes / page * page, MADV_HUGEPAGE);  // a wish: what becomes of it does not matter
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) {
        const bool is_large = count * sizeof(T) >= page;
        ::operator delete(memory, std::align_val_t{is_large ? page : alignof(T)});
    }
    friend bool operator==(const LargePageAllocator&, const LargePageAllocator&) { return true; }
};

/// For lists that may grow to many megabytes.
template <class T>
using LargeVector = std::vector<T, LargePageAllocator<T>>;

}  // namespace toibox
