// SPDX-License-Identifier: MIT
// Results must not depend on the SIMD width: compares every operation of every policy with the scalar policy,
// on special values (±0, NaN, infinities, denormals) and random bit patterns.
#include "toibox/core/rng.h"
#include "toibox/math/wide/isa.h"

#include "wide_probe.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using wide_probe::Operation;
using wide_probe::Probe;

/// Null if the build or the processor does not support the instruction set.
const Probe* find_probe(Isa isa) {
    if (!is_available(isa)) return nullptr;
#if defined(TOIBOX_TEST_X86_KERNELS)
    if (isa == Isa::Sse2) return &isa_sse2::wide_probe;
    if (isa == Isa::Avx2) return &isa_avx2::wide_probe;
#endif
    return &isa_scalar::wide_probe;
}

std::uint32_t bits_of(float x) {
    return std::bit_cast<std::uint32_t>(x);
}

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float denormal = std::numeric_limits<float>::denorm_min();
constexpr float min_normal = std::numeric_limits<float>::min();
constexpr float max_finite = std::numeric_limits<float>::max();
constexpr std::array<float, 16> special_values{
    0.0f,        -0.0f,      1.0f,        -1.0f, 1.0f / 3.0f, denormal, -denormal, min_normal,
    -min_normal, max_finite, -max_finite, inf,   -inf,        nan,      1e-20f,    16777217.0f};

struct Columns {
    std::vector<float> a;
    std::vector<float> b;
    std::vector<float> c;
};

/// All triples of special values, then random bit patterns. Only one NaN is used: with two different NaNs, an
/// operation returns the NaN of its first operand, and a compiler may swap operands.
Columns operands() {
    Columns columns;
    for (const float a : special_values) {
        for (const float b : special_values) {
            for (const float c : special_values) {
                columns.a.push_back(a);
                columns.b.push_back(b);
                columns.c.push_back(c);
            }
        }
    }
    Rng rng(11);
    const auto pattern = [&rng] {
        const auto x = std::bit_cast<float>(rng.next());
        return x == x ? x : nan;
    };
    for (int i = 0; i < 8000; ++i) {
        columns.a.push_back(pattern());
        columns.b.push_back(pattern());
        columns.c.push_back(pattern());
    }
    return columns;
}

class SimdLanes : public testing::TestWithParam<Isa> {
protected:
    void SetUp() override {
        probe_ = find_probe(GetParam());
        if (probe_ == nullptr) GTEST_SKIP() << to_string(GetParam()) << " is not available";
    }
    [[nodiscard]] std::size_t lanes() const { return static_cast<std::size_t>(probe_->lanes); }

    const Probe* probe_ = nullptr;
};

INSTANTIATE_TEST_SUITE_P(Wide, SimdLanes, testing::Values(Isa::Scalar, Isa::Sse2, Isa::Avx2),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

TEST_P(SimdLanes, MatchTheScalarPolicy) {
    const Columns columns = operands();
    const wide_probe::Operands from{columns.a.data(), columns.b.data(), columns.c.data()};
    const auto count = static_cast<int>(columns.a.size());
    ASSERT_EQ(count % probe_->lanes, 0);
    for (int o = 0; o < wide_probe::operation_count; ++o) {
        const auto operation = static_cast<Operation>(o);
        for (int offset = 0; offset < count; offset += probe_->lanes) {
            std::array<float, 8> results{};
            unsigned mask = 0;
            probe_->apply(operation, from, offset, results.data(), mask);
            for (int lane = 0; lane < probe_->lanes; ++lane) {
                const auto i = static_cast<std::size_t>(offset + lane);
                float expected = 0.0f;
                unsigned expected_bit = 0;
                isa_scalar::wide_probe.apply(operation, from, offset + lane, &expected, expected_bit);
                ASSERT_EQ(bits_of(results[static_cast<std::size_t>(lane)]), bits_of(expected))
                    << "operation " << o << " of " << columns.a[i] << ", " << columns.b[i] << ", "
                    << columns.c[i];
                ASSERT_EQ((mask >> lane) & 1u, expected_bit) << "operation " << o;
            }
            ASSERT_EQ(mask >> probe_->lanes, 0u) << "operation " << o;
        }
    }
}

// As documented for min and max, equal zeros and NaN give the second operand. A <= instead of < would break
// this.
TEST_P(SimdLanes, MinAndMaxReturnTheSecondOperandIfUnordered) {
    struct Case {
        float a;
        float b;
    };
    for (const Case& tested : {Case{0.0f, -0.0f}, Case{-0.0f, 0.0f}, Case{nan, 1.0f}, Case{1.0f, nan}}) {
        const std::vector<float> a(8, tested.a);
        const std::vector<float> b(8, tested.b);
        for (const Operation operation : {Operation::Min, Operation::Max}) {
            std::array<float, 8> results{};
            unsigned mask = 0;
            probe_->apply(operation, {a.data(), b.data(), b.data()}, 0, results.data(), mask);
            for (std::size_t lane = 0; lane < lanes(); ++lane) {
                EXPECT_EQ(bits_of(results[lane]), bits_of(tested.b)) << tested.a << ", " << tested.b;
            }
        }
    }
}

TEST_P(SimdLanes, LoadPairsSeparatesXAndY) {
    std::vector<float> pairs;
    for (std::size_t i = 0; i < 2 * lanes(); ++i) {
        pairs.push_back(special_values[i]);
    }
    std::array<float, 16> results{};
    probe_->load_pairs(pairs.data(), results.data());
    for (std::size_t lane = 0; lane < lanes(); ++lane) {
        EXPECT_EQ(bits_of(results[lane]), bits_of(pairs[2 * lane])) << lane;
        EXPECT_EQ(bits_of(results[lanes() + lane]), bits_of(pairs[2 * lane + 1])) << lane;
    }
}

/// Rows of four floats with distinct bits; all are NaN, to prove that bits are copied unchanged.
std::vector<float> table_of_rows(std::size_t rows) {
    std::vector<float> floats;
    for (std::size_t i = 0; i < 4 * rows; ++i) {
        floats.push_back(std::bit_cast<float>(0x7FC00000u - 40u + static_cast<std::uint32_t>(i)));
    }
    return floats;
}

TEST_P(SimdLanes, GatherTheRowsOfTheirIndices) {
    const std::vector<float> rows = table_of_rows(32);
    Rng rng(12);
    for (int round = 0; round < 200; ++round) {
        std::array<std::int32_t, 8> index{};
        for (std::int32_t& i : index) {
            i = static_cast<std::int32_t>(rng.next() % 32u);  // a row may occur twice
        }
        std::array<float, 32> columns{};
        probe_->gather(rows.data(), index.data(), columns.data());
        for (std::size_t lane = 0; lane < lanes(); ++lane) {
            for (std::size_t column = 0; column < 4; ++column) {
                const std::size_t element = 4 * static_cast<std::size_t>(index[lane]) + column;
                ASSERT_EQ(bits_of(columns[column * lanes() + lane]), bits_of(rows[element]))
                    << "round " << round;
            }
        }
    }
}

// Every subset of the lanes. Rows with a stride of 5 in a table of 32 are distinct.
TEST_P(SimdLanes, ScatterOnlyTheLanesThatAreSet) {
    for (unsigned lanes_set = 0; lanes_set < (1u << lanes()); ++lanes_set) {
        std::array<std::int32_t, 8> index{};
        std::array<float, 32> columns{};
        for (std::size_t lane = 0; lane < lanes(); ++lane) {
            index[lane] = static_cast<std::int32_t>((lanes_set + 5 * lane) % 32);
        }
        for (std::size_t i = 0; i < columns.size(); ++i) {
            columns[i] = static_cast<float>(i);
        }
        std::vector<float> rows = table_of_rows(32);
        std::vector<float> expected = rows;
        for (std::size_t lane = 0; lane < lanes(); ++lane) {
            if (((lanes_set >> lane) & 1u) == 0) continue;
            for (std::size_t column = 0; column < 4; ++column) {
                const std::size_t element = 4 * static_cast<std::size_t>(index[lane]) + column;
                expected[element] = columns[column * lanes() + lane];
            }
        }
        probe_->scatter(rows.data(), index.data(), lanes_set, columns.data());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            ASSERT_EQ(bits_of(rows[i]), bits_of(expected[i])) << "lanes " << lanes_set << ", float " << i;
        }
    }
}

TEST(Isa, BestIsaIsAvailable) {
    EXPECT_TRUE(is_available(Isa::Scalar));
    EXPECT_TRUE(is_available(best_isa()));
    for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
        EXPECT_LE(is_available(isa) ? isa : Isa::Scalar, best_isa());
    }
}

}  // namespace
}  // namespace toibox
