// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/tuning.h"
#include "toibox/geometry/aabb.h"
#include "toibox/geometry/ray_cast.h"

#include <cmath>

namespace toibox::broad {

/// A ray prepared for slab tests against many boxes. Slabs are widened by the rounding error of the method,
/// so that no box is missed, not even a box that the ray touches at a corner or along a side.
/// Source: T. Ize, "Robust BVH Ray Traversal", JCGT 2(2), 2013.
class RaySlabTest {
public:
    explicit RaySlabTest(const Ray& ray) : from_(ray.from), d_(ray.to - ray.from) {
        inv_ = {d_.x != 0.0 ? 1.0 / d_.x : 0.0, d_.y != 0.0 ? 1.0 / d_.y : 0.0};
    }

    /// Fraction at which the ray enters the box, at least 0; `no_hit` if it misses the box or enters beyond
    /// `limit`.
    [[nodiscard]] double entry_fraction(const Aabb& box, double limit) const {
        const Vec2d lower = widen(box.lower);
        const Vec2d upper = widen(box.upper);
        double first = 0.0;
        double last = limit;
        clip(lower.x, upper.x, from_.x, d_.x, inv_.x, first, last);
        clip(lower.y, upper.y, from_.y, d_.y, inv_.y, first, last);
        return first <= last ? first : no_hit;
    }

    static constexpr double no_hit = -1.0;

private:
    static void clip(double lower, double upper, double from, double d, double inv, double& first,
                     double& last) {
        // The reciprocal of a subnormal d overflows; such a ray is treated as parallel.
        if (d == 0.0 || !std::isfinite(inv)) {
            if (from < lower || from > upper) last = no_hit;
            return;
        }
        const double t_lower = (lower - from) * inv;
        const double t_upper = (upper - from) * inv;
        const double near = (d > 0.0 ? t_lower : t_upper) * (1.0 - tuning::slab_rounding);
        const double far = (d > 0.0 ? t_upper : t_lower) * (1.0 + tuning::slab_rounding);
        first = first < near ? near : first;
        last = far < last ? far : last;
    }

    Vec2d from_;
    Vec2d d_;
    Vec2d inv_;
};

}  // namespace toibox::broad
