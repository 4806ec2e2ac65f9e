// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Every operation of a SIMD policy of math/wide, callable on arrays, so that a test can compare instruction
/// sets. Include it only in sources compiled for one instruction set, because all its functions are compiled
/// for that set.
namespace toibox::wide_probe {

enum class Operation : std::uint8_t {
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    SquareRoot,
    Absolute,
    Min,
    Max,
    Less,  ///< Comparisons return 1 or 0.
    LessEqual,
    Equal,
    And,     ///< a < b and b < c.
    Or,      ///< a < b or b < c.
    AndNot,  ///< b < c and not a < b.
    Select,  ///< a < b ? c : a.
};
inline constexpr int operation_count = 16;

/// Three columns of operands.
struct Operands {
    const float* a;
    const float* b;
    const float* c;
};

/// Computes `lanes` results from the operands at `offset`. Bit i of `bits` is the comparison of lane i.
using Apply = void (*)(Operation operation, const Operands& operands, int offset, float* results,
                       unsigned& bits);
/// Stores the lanes of x, then those of y.
using LoadPairs = void (*)(const float* pairs, float* results);
/// Four columns of `lanes` values each.
using Gather = void (*)(const float* base, const std::int32_t* index, float* columns);
using Scatter = void (*)(float* base, const std::int32_t* index, unsigned lanes_set, const float* columns);

struct Probe {
    int lanes;
    Apply apply;
    LoadPairs load_pairs;
    Gather gather;
    Scatter scatter;
};

template <class S>
typename S::M comparison(Operation operation, typename S::F a, typename S::F b, typename S::F c) {
    switch (operation) {
        case Operation::LessEqual:
            return S::less_equal(a, b);
        case Operation::Equal:
            return S::equal(a, b);
        case Operation::And:
            return S::mask_and(S::less(a, b), S::less(b, c));
        case Operation::Or:
            return S::mask_or(S::less(a, b), S::less(b, c));
        case Operation::AndNot:
            return S::mask_andnot(S::less(a, b), S::less(b, c));
        default:
            return S::less(a, b);
    }
}

template <class S>
typename S::F result(Operation operation, typename S::F a, typename S::F b, typename S::F c) {
    switch (operation) {
        case Operation::Add:
            return a + b;
        case Operation::Subtract:
            return a - b;
        case Operation::Multiply:
            return a * b;
        case Operation::Divide:
            return a / b;
        case Operation::Negate:
            return -a;
        case Operation::SquareRoot:
            return S::sqrt(a);
        case Operation::Absolute:
            return S::abs(a);
        case Operation::Min:
            return S::min(a, b);
        case Operation::Max:
            return S::max(a, b);
        case Operation::Select:
            return S::select(S::less(a, b), c, a);
        default:
            return S::select(comparison<S>(operation, a, b, c), S::set1(1.0f), S::set1(0.0f));
    }
}

template <class S>
void apply(Operation operation, const Operands& operands, int offset, float* results, unsigned& bits) {
    const typename S::F a = S::load(operands.a + offset);
    const typename S::F b = S::load(operands.b + offset);
    const typename S::F c = S::load(operands.c + offset);
    S::store(results, result<S>(operation, a, b, c));
    bits = S::bits(comparison<S>(operation, a, b, c));
}

template <class S>
void load_pairs(const float* pairs, float* results) {
    typename S::F x;
    typename S::F y;
    S::load_pairs(pairs, x, y);
    S::store(results, x);
    S::store(results + S::lanes, y);
}

template <class S>
void gather(const float* base, const std::int32_t* index, float* columns) {
    typename S::F x;
    typename S::F y;
    typename S::F z;
    typename S::F w;
    S::gather4(base, index, x, y, z, w);
    S::store(columns, x);
    S::store(columns + S::lanes, y);
    S::store(columns + 2 * S::lanes, z);
    S::store(columns + 3 * S::lanes, w);
}

template <class S>
void scatter(float* base, const std::int32_t* index, unsigned lanes_set, const float* columns) {
    S::scatter4(base, index, lanes_set, S::load(columns), S::load(columns + S::lanes),
                S::load(columns + 2 * S::lanes), S::load(columns + 3 * S::lanes));
}

template <class S>
inline constexpr Probe probe_of{S::lanes, apply<S>, load_pairs<S>, gather<S>, scatter<S>};

}  // namespace toibox::wide_probe

namespace toibox::isa_scalar {
extern const wide_probe::Probe wide_probe;
}
namespace toibox::isa_sse2 {
extern const wide_probe::Probe wide_probe;
}
namespace toibox::isa_avx2 {
extern const wide_probe::Probe wide_probe;
}
