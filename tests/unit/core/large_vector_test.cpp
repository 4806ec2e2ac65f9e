// SPDX-License-Identifier: MIT
#include "toibox/core/large_vector.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace toibox {
namespace {

std::uintptr_t address_of(const void* memory) {
    return reinterpret_cast<std::uintptr_t>(memory);
}

TEST(LargeVector, KeepsItsElementsWhileItGrowsPastALargePage) {
    LargeVector<std::uint32_t> numbers;
    constexpr std::uint32_t count = 3'000'000;  // 12 MB
    for (std::uint32_t i = 0; i < count; ++i)
        numbers.push_back(i);
    const LargeVector<std::uint32_t> copy = numbers;
    numbers.clear();
    numbers.shrink_to_fit();
    ASSERT_EQ(copy.size(), count);
    for (std::uint32_t i = 0; i < count; ++i)
        ASSERT_EQ(copy[i], i);
}

TEST(LargeVector, AlignsLargeBuffersToALargePageAndSmallBuffersToTheirType) {
    struct alignas(64) CacheLine {
        char bytes[64];
    };
    const LargeVector<char> large(1u << 21u);
    EXPECT_EQ(address_of(large.data()) % (1u << 21u), 0u);
    const LargeVector<char> odd_sized((1u << 21u) + 1u);
    EXPECT_EQ(address_of(odd_sized.data()) % (1u << 21u), 0u);
    for (std::size_t count : {1u, 3u, 100u}) {
        const LargeVector<CacheLine> small(count);
        EXPECT_EQ(address_of(small.data()) % alignof(CacheLine), 0u);
    }
}

}  // namespace
}  // namespace toibox
