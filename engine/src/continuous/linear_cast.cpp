// SPDX-License-Identifier: MIT

// Linear cast: the shapes are pushed along the straight lines of their centres as they were turned at the
// start, and the whole turn is applied at the end. Without a turn the bound of conservative advancement is
// the exact speed along the normal, so that method is the ray cast of the origin against the Minkowski
// difference: each distance query gives a supporting plane, the way is cut where it meets the plane, and a
// polygon is done after as many planes as it has corners on the way. The price: where a shape does turn, the
// answer may be late, early or missing. Sources: G. van den Bergen, "Ray Casting against General Convex
// Objects with Application to Continuous Collision Detection", 2004 (he takes one support a plane, here each
// plane is that of a finished distance query, which is warm); E. Catto, "Continuous Collision", GDC 2013
// (linear cast); J. McCutchan, "Introduction to Collision Detection", 2006 (GJK ray casting).

#include "methods.h"
#include "toi_query.h"

namespace toibox::toi {

template <class Trace>
ToiResult linear_cast(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    Vec2d unused;
    return conservative_advancement(effective_input(ToiMethod::LinearCast, input, unused), options, trace);
}

template ToiResult linear_cast(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult linear_cast(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
