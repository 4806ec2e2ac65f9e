// SPDX-License-Identifier: MIT
#include "toibox/core/large_vector.h"

#include <new>

#if defined(__linux__)
    #include <sys/mman.h>
#endif

namespace toibox {

namespace {

constexpr std::size_t huge_page_size = std::size_t{1} << 21u;

std::align_val_t alignment_of(std::size_t bytes, std::size_t alignment) {
    return std::align_val_t{bytes < huge_page_size ? alignment : huge_page_size};
}

}  // namespace

void* allocate_large(std::size_t bytes, std::size_t alignment) {
    void* const memory = ::operator new(bytes, alignment_of(bytes, alignment));
#if defined(__linux__)
    // Only a hint; failure does not matter.
    if (bytes >= huge_page_size) madvise(memory, bytes / huge_page_size * huge_page_size, MADV_HUGEPAGE);
#endif
    return memory;
}

void free_large(void* memory, std::size_t bytes, std::size_t alignment) {
    ::operator delete(memory, alignment_of(bytes, alignment));
}

}  // namespace toibox
