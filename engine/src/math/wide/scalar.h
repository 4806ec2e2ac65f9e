// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// One lane: the reference that every wider policy must match bit for bit. A kernel is a template over such a
/// policy `S`, instantiated in one .cpp per instruction set. That .cpp includes nothing else with functions:
/// the linker might keep a wide copy of a shared inline function for the whole program.
///
/// Members of every policy: `lanes`; `F`, floats with the built-in operators + − * /; `M`, a mask per lane.
/// Comparisons are false for NaN. `min(a, b)` is a < b ? a : b and `max(a, b)` is a > b ? a : b in each lane,
/// so ±0 and NaN behave the same at every width.
namespace toibox::isa_scalar {

struct Simd {
    static constexpr int lanes = 1;
    using F = float;
    using M = bool;

    static F load(const float* from) { return *from; }
    static void store(float* to, F a) { *to = a; }
    /// Interleaved: x, y of lane 0, x, y of lane 1 …
    static void load_pairs(const float* from, F& x, F& y) {
        x = from[0];
        y = from[1];
    }
    static F set1(float a) { return a; }
    static F sqrt(F a) { return __builtin_sqrtf(a); }
    static F abs(F a) { return __builtin_fabsf(a); }
    static F min(F a, F b) { return a < b ? a : b; }
    static F max(F a, F b) { return a > b ? a : b; }

    static M less(F a, F b) { return a < b; }
    static M less_equal(F a, F b) { return a <= b; }
    static M equal(F a, F b) { return a == b; }
    static M mask_and(M a, M b) { return a && b; }
    static M mask_or(M a, M b) { return a || b; }
    static M mask_andnot(M a, M b) { return !a && b; }
    static F select(M mask, F yes, F no) { return mask ? yes : no; }
    /// Bit i is the mask of lane i.
    static unsigned bits(M mask) { return mask ? 1u : 0u; }

    /// Four floats for each lane, from base + 4·index[lane]: one row of a table of bodies.
    static void gather4(const float* base, const std::int32_t* index, F& x, F& y, F& z, F& w) {
        const float* row = base + 4 * static_cast<std::int64_t>(*index);
        x = row[0];
        y = row[1];
        z = row[2];
        w = row[3];
    }
    /// Writes rows back for the lanes whose bit is set. These rows must be distinct.
    static void scatter4(float* base, const std::int32_t* index, unsigned lanes_set, F x, F y, F z, F w) {
        if ((lanes_set & 1u) == 0) return;
        float* row = base + 4 * static_cast<std::int64_t>(*index);
        row[0] = x;
        row[1] = y;
        row[2] = z;
        row[3] = w;
    }
};

}  // namespace toibox::isa_scalar
