// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <immintrin.h>

/// Eight lanes; see scalar.h for the members. Only for sources compiled for AVX2.
namespace toibox::isa_avx2 {

struct Simd {
    static constexpr int lanes = 8;
    using F = __m256;
    using M = __m256;

    static F load(const float* from) { return _mm256_loadu_ps(from); }
    static void store(float* to, F a) { _mm256_storeu_ps(to, a); }
    static void load_pairs(const float* from, F& x, F& y) {
        const F first = _mm256_loadu_ps(from);
        const F second = _mm256_loadu_ps(from + 8);
        const F lanes_0145 = _mm256_permute2f128_ps(first, second, 0x20);
        const F lanes_2367 = _mm256_permute2f128_ps(first, second, 0x31);
        x = _mm256_shuffle_ps(lanes_0145, lanes_2367, 0x88);
        y = _mm256_shuffle_ps(lanes_0145, lanes_2367, 0xdd);
    }
    static F set1(float a) { return _mm256_set1_ps(a); }
    static F sqrt(F a) { return _mm256_sqrt_ps(a); }
    static F abs(F a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
    static F min(F a, F b) { return _mm256_min_ps(a, b); }
    static F max(F a, F b) { return _mm256_max_ps(a, b); }

    static M less(F a, F b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
    static M less_equal(F a, F b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
    static M equal(F a, F b) { return _mm256_cmp_ps(a, b, _CMP_EQ_OQ); }
    static M mask_and(M a, M b) { return _mm256_and_ps(a, b); }
    static M mask_or(M a, M b) { return _mm256_or_ps(a, b); }
    static M mask_andnot(M a, M b) { return _mm256_andnot_ps(a, b); }
    static F select(M mask, F yes, F no) { return _mm256_blendv_ps(no, yes, mask); }
    static unsigned bits(M mask) { return static_cast<unsigned>(_mm256_movemask_ps(mask)); }

    static void gather4(const float* base, const std::int32_t* index, F& x, F& y, F& z, F& w) {
        const F r04 = two_rows(base, index[0], index[4]);
        const F r15 = two_rows(base, index[1], index[5]);
        const F r26 = two_rows(base, index[2], index[6]);
        const F r37 = two_rows(base, index[3], index[7]);
        transpose(r04, r15, r26, r37, x, y, z, w);
    }
    static void scatter4(float* base, const std::int32_t* index, unsigned lanes_set, F x, F y, F z, F w) {
        F r04, r15, r26, r37;
        transpose(x, y, z, w, r04, r15, r26, r37);
        if (lanes_set == 0xffu) {  // the usual case
            store_low(base, index[0], r04);
            store_low(base, index[1], r15);
            store_low(base, index[2], r26);
            store_low(base, index[3], r37);
            store_high(base, index[4], r04);
            store_high(base, index[5], r15);
            store_high(base, index[6], r26);
            store_high(base, index[7], r37);
            return;
        }
        if ((lanes_set & 1u) != 0) store_low(base, index[0], r04);
        if ((lanes_set & 2u) != 0) store_low(base, index[1], r15);
        if ((lanes_set & 4u) != 0) store_low(base, index[2], r26);
        if ((lanes_set & 8u) != 0) store_low(base, index[3], r37);
        if ((lanes_set & 16u) != 0) store_high(base, index[4], r04);
        if ((lanes_set & 32u) != 0) store_high(base, index[5], r15);
        if ((lanes_set & 64u) != 0) store_high(base, index[6], r26);
        if ((lanes_set & 128u) != 0) store_high(base, index[7], r37);
    }

private:
    static const float* row(const float* base, std::int32_t index) {
        return base + 4 * static_cast<std::int64_t>(index);
    }
    static float* row(float* base, std::int32_t index) { return base + 4 * static_cast<std::int64_t>(index); }
    static F two_rows(const float* base, std::int32_t low, std::int32_t high) {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row(base, low))),
                                    _mm_loadu_ps(row(base, high)), 1);
    }
    static void store_low(float* base, std::int32_t index, F rows) {
        _mm_storeu_ps(row(base, index), _mm256_castps256_ps128(rows));
    }
    static void store_high(float* base, std::int32_t index, F rows) {
        _mm_storeu_ps(row(base, index), _mm256_extractf128_ps(rows, 1));
    }
    /// Two 4×4 transposes side by side; the operation is its own inverse.
    static void transpose(F a, F b, F c, F d, F& x, F& y, F& z, F& w) {
        const F ab_low = _mm256_unpacklo_ps(a, b);
        const F cd_low = _mm256_unpacklo_ps(c, d);
        const F ab_high = _mm256_unpackhi_ps(a, b);
        const F cd_high = _mm256_unpackhi_ps(c, d);
        x = _mm256_shuffle_ps(ab_low, cd_low, 0x44);
        y = _mm256_shuffle_ps(ab_low, cd_low, 0xee);
        z = _mm256_shuffle_ps(ab_high, cd_high, 0x44);
        w = _mm256_shuffle_ps(ab_high, cd_high, 0xee);
    }
};

}  // namespace toibox::isa_avx2
