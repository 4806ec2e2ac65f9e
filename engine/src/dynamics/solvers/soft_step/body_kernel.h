// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/wide_rows.h"

namespace toibox::soft_step {

/// Free motion of the soft step's bodies in one sub-step. Warm-starts contacts body by body: because anchors
/// and normals do not change between sub-steps, adding the velocity change of a body from the previous
/// sub-step again equals applying each impulse again. (Where levers follow the bodies, free_velocity is
/// corrected: ContactGeometry::move_levers.) Not for bodies with joints, whose levers rotate with the bodies
/// (slot_restarts).
template <class S>
struct BodyKernel {
    using F = typename S::F;
    using M = typename S::M;

    /// Four components per body, for the bodies from `slot` on, one body per lane.
    struct Rows {
        F x, y, z, w;
    };
    static Rows rows_at(const float* base, std::int32_t slot) {
        std::int32_t index[S::lanes];
        for (int i = 0; i < S::lanes; ++i)
            index[i] = slot + i;
        Rows r;
        S::gather4(base, index, r.x, r.y, r.z, r.w);
        return r;
    }
    static void store_rows(float* base, std::int32_t slot, const Rows& r) {
        std::int32_t index[S::lanes];
        for (int i = 0; i < S::lanes; ++i)
            index[i] = slot + i;
        S::scatter4(base, index, (1u << static_cast<unsigned>(S::lanes)) - 1u, r.x, r.y, r.z, r.w);
    }

    /// Nearest integer. Requires: |x| < 2²².
    static F nearest(F x) {
        const F magic = S::set1(12582912.0f);  // 1.5 · 2²³
        return (x + magic) - magic;
    }
    /// Sine and cosine with an error of about 1e-7 for |x| below a few hundred. Cody and Waite's reduction to
    /// ±π/4, then Taylor polynomials, whose remainder is below one ulp.
    static void sin_cos(F x, F& sine, F& cosine) {
        const F quarter = nearest(x * S::set1(0.636619772f));
        F r = x - quarter * S::set1(1.5703125f);
        r = r - quarter * S::set1(4.83751297e-4f);
        r = r - quarter * S::set1(7.54978995e-8f);
        const F z = r * r;
        const F s = r + r * z *
                            (S::set1(-1.66666667e-1f) +
                             z * (S::set1(8.33333333e-3f) +
                                  z * (S::set1(-1.98412698e-4f) + z * S::set1(2.75573192e-6f))));
        const F c = S::set1(1.0f) -
                    z * (S::set1(0.5f) + z * (S::set1(-4.16666667e-2f) +
                                              z * (S::set1(1.38888889e-3f) + z * S::set1(-2.48015873e-5f))));
        // Quadrant: 0 … 3.
        const F turns = nearest(quarter * S::set1(0.25f) - S::set1(0.375f));
        const F q = quarter - S::set1(4.0f) * turns;
        const M is_1 = S::equal(q, S::set1(1.0f));
        const M is_3 = S::equal(q, S::set1(3.0f));
        const M is_swapped = S::mask_or(is_1, is_3);
        const M upper = S::less(q, S::set1(1.5f));
        const M right = S::mask_or(S::less(q, S::set1(0.5f)), is_3);
        const F zero = S::set1(0.0f);
        const F sine_size = S::select(is_swapped, c, s);
        const F cosine_size = S::select(is_swapped, s, c);
        sine = S::select(upper, sine_size, zero - sine_size);
        cosine = S::select(right, cosine_size, zero - cosine_size);
    }

    static void integrate_velocities(const SolverBodies& bodies, std::int32_t begin, std::int32_t end,
                                     float h) {
        const F seconds = S::set1(h);
        for (std::int32_t slot = begin; slot < end; slot += S::lanes) {
            Rows v = rows_at(bodies.velocity, slot);
            const Rows acceleration = rows_at(bodies.acceleration, slot);
            const Rows damping = rows_at(bodies.damping, slot);
            const Rows free = rows_at(bodies.free_velocity, slot);
            const F repeated = damping.w;
            const Rows impulse_change{repeated * (v.x - free.x), repeated * (v.y - free.y),
                                      repeated * (v.z - free.z), S::set1(0.0f)};
            v.x = (v.x + seconds * acceleration.x) * damping.x;
            v.y = (v.y + seconds * acceleration.y) * damping.y;
            v.z = (v.z + seconds * acceleration.z) * damping.z;
            store_rows(bodies.free_velocity, slot, v);
            v.x = v.x + impulse_change.x;
            v.y = v.y + impulse_change.y;
            v.z = v.z + impulse_change.z;
            store_rows(bodies.velocity, slot, v);
        }
    }

    static void integrate_positions(const SolverBodies& bodies, std::int32_t begin, std::int32_t end,
                                    float h) {
        const F seconds = S::set1(h);
        for (std::int32_t slot = begin; slot < end; slot += S::lanes) {
            Rows v = rows_at(bodies.velocity, slot);
            Rows displacement = rows_at(bodies.displacement, slot);
            displacement.x = displacement.x + seconds * v.x;
            displacement.y = displacement.y + seconds * v.y;
            v.w = v.w + seconds * v.z;
            sin_cos(v.w, displacement.w, displacement.z);
            store_rows(bodies.velocity, slot, v);
            store_rows(bodies.displacement, slot, displacement);
        }
    }
};

}  // namespace toibox::soft_step
