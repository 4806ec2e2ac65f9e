// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <emmintrin.h>

/// Four lanes; see scalar.h for the members.
namespace toibox::isa_sse2 {

struct Simd {
    static constexpr int lanes = 4;
    using F = __m128;
    using M = __m128;

    static F load(const float* from) { return _mm_loadu_ps(from); }
    static void store(float* to, F a) { _mm_storeu_ps(to, a); }
    static void load_pairs(const float* from, F& x, F& y) {
        const F low = _mm_loadu_ps(from);
        const F high = _mm_loadu_ps(from + 4);
        x = _mm_shuffle_ps(low, high, 0x88);
        y = _mm_shuffle_ps(low, high, 0xdd);
    }
    static F set1(float a) { return _mm_set1_ps(a); }
    static F sqrt(F a) { return _mm_sqrt_ps(a); }
    static F abs(F a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
    static F min(F a, F b) { return _mm_min_ps(a, b); }
    static F max(F a, F b) { return _mm_max_ps(a, b); }

    static M less(F a, F b) { return _mm_cmplt_ps(a, b); }
    static M less_equal(F a, F b) { return _mm_cmple_ps(a, b); }
    static M equal(F a, F b) { return _mm_cmpeq_ps(a, b); }
    static M mask_and(M a, M b) { return _mm_and_ps(a, b); }
    static M mask_or(M a, M b) { return _mm_or_ps(a, b); }
    static M mask_andnot(M a, M b) { return _mm_andnot_ps(a, b); }
    static F select(M mask, F yes, F no) { return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no)); }
    static unsigned bits(M mask) { return static_cast<unsigned>(_mm_movemask_ps(mask)); }

    static void gather4(const float* base, const std::int32_t* index, F& x, F& y, F& z, F& w) {
        const F r0 = _mm_loadu_ps(row(base, index[0]));
        const F r1 = _mm_loadu_ps(row(base, index[1]));
        const F r2 = _mm_loadu_ps(row(base, index[2]));
        const F r3 = _mm_loadu_ps(row(base, index[3]));
        transpose(r0, r1, r2, r3, x, y, z, w);
    }
    static void scatter4(float* base, const std::int32_t* index, unsigned lanes_set, F x, F y, F z, F w) {
        F r0, r1, r2, r3;
        transpose(x, y, z, w, r0, r1, r2, r3);
        if ((lanes_set & 1u) != 0) _mm_storeu_ps(row(base, index[0]), r0);
        if ((lanes_set & 2u) != 0) _mm_storeu_ps(row(base, index[1]), r1);
        if ((lanes_set & 4u) != 0) _mm_storeu_ps(row(base, index[2]), r2);
        if ((lanes_set & 8u) != 0) _mm_storeu_ps(row(base, index[3]), r3);
    }

private:
    static const float* row(const float* base, std::int32_t index) {
        return base + 4 * static_cast<std::int64_t>(index);
    }
    static float* row(float* base, std::int32_t index) { return base + 4 * static_cast<std::int64_t>(index); }
    static void transpose(F a, F b, F c, F d, F& x, F& y, F& z, F& w) {
        const F ab_low = _mm_unpacklo_ps(a, b);
        const F cd_low = _mm_unpacklo_ps(c, d);
        const F ab_high = _mm_unpackhi_ps(a, b);
        const F cd_high = _mm_unpackhi_ps(c, d);
        x = _mm_movelh_ps(ab_low, cd_low);
        y = _mm_movehl_ps(cd_low, ab_low);
        z = _mm_movelh_ps(ab_high, cd_high);
        w = _mm_movehl_ps(cd_high, ab_high);
    }
};

}  // namespace toibox::isa_sse2
