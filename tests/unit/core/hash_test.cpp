// SPDX-License-Identifier: MIT
#include "toibox/core/hash.h"

#include "toibox/core/rng.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

template <class... Values>
std::uint64_t hash_of(Values... values) {
    Hasher hasher;
    (hasher.add(values), ...);
    return hasher.value();
}

// If these values change, every recorded hash of a world is invalid.
TEST(Hasher, KeepsItsValues) {
    EXPECT_EQ(hash_of(), 5670936604414767169u);
    EXPECT_EQ(hash_of(std::uint64_t{0}), 3870209870754878677u);
    EXPECT_EQ(hash_of(1.0f, std::uint32_t{2}, std::string_view("toibox")), 7383461019665203984u);
}

TEST(Hasher, DistinguishesOrderTypeAndLength) {
    constexpr std::uint32_t zero = 0;
    EXPECT_NE(hash_of(1.0f, 2.0f), hash_of(2.0f, 1.0f));
    EXPECT_NE(hash_of(zero), hash_of(zero, zero));
    EXPECT_NE(hash_of(), hash_of(zero));
    EXPECT_NE(hash_of(zero), hash_of(std::uint64_t{0}));
    EXPECT_NE(hash_of(std::string_view("ab"), std::string_view("c")),
              hash_of(std::string_view("a"), std::string_view("bc")));
}

TEST(Hasher, TreatsNegativeZeroAsZeroAndAllNansAsEqual) {
    EXPECT_EQ(hash_of(-0.0f), hash_of(0.0f));
    EXPECT_EQ(hash_of(-0.0), hash_of(0.0));
    EXPECT_EQ(hash_of(std::bit_cast<float>(0xFFC0'0001u)), hash_of(std::numeric_limits<float>::quiet_NaN()));
    EXPECT_NE(hash_of(std::numeric_limits<float>::denorm_min()), hash_of(0.0f));
}

// Avalanche: flipping one bit of three words flips each bit of the hash in about half of the trials. With 600
// trials per bit, each count must be within 5.7 standard deviations of its mean, and the overall frequency
// within 0.01 of ½.
TEST(Hasher, SpreadsEveryInputBitOverTheWholeHash) {
    Rng rng(11);
    constexpr int trials = 600;
    double sum = 0.0;
    for (int word = 0; word < 3; ++word) {
        for (std::uint32_t bit = 0; bit < 64; ++bit) {
            int flips[64] = {};
            for (int t = 0; t < trials; ++t) {
                std::uint64_t words[3] = {rng.next_u64(), rng.next_u64(), rng.next_u64()};
                const std::uint64_t before = hash_of(words[0], words[1], words[2]);
                words[word] ^= std::uint64_t{1} << bit;
                const std::uint64_t change = before ^ hash_of(words[0], words[1], words[2]);
                for (std::uint32_t out = 0; out < 64; ++out) {
                    flips[out] += static_cast<int>((change >> out) & 1u);
                }
            }
            for (const int flip : flips) {
                EXPECT_NEAR(flip, trials / 2, 70) << "word " << word << " bit " << bit;
                sum += flip;
            }
        }
    }
    EXPECT_NEAR(sum / (3 * 64 * 64 * trials), 0.5, 0.01);
}

// 200,000 streams of small numbers and zeros, which are common in worlds. The expected number of collisions
// is 1e-9.
TEST(Hasher, HasNoCollisionsAmongSmallNumbers) {
    std::vector<std::uint64_t> hashes;
    for (std::uint32_t a = 0; a < 100; ++a) {
        for (std::uint32_t b = 0; b < 100; ++b) {
            for (std::uint32_t c = 0; c < 20; ++c) {
                hashes.push_back(hash_of(a, static_cast<float>(b), c));
            }
        }
    }
    std::sort(hashes.begin(), hashes.end());
    EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
}

}  // namespace
}  // namespace toibox
