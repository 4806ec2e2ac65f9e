// SPDX-License-Identifier: MIT

// Linear cast: moves the shapes along the straight lines of their centres in their initial orientation; the
// whole rotation is applied at the end. Without rotation the bound of conservative advancement is the exact
// speed along the normal, so the method equals the ray cast of the origin against the Minkowski difference.
// Each distance query gives a supporting line that shortens the path, and a polygon needs as many planes as
// it has corners along the path. The drawback: if a shape rotates, the result may be late, early or missing.
// Sources: G. van den Bergen, "Ray Casting against General Convex Objects with Application to Continuous
// Collision Detection", 2004 (one support per plane; here each plane comes from a complete, warm-started
// distance query); E. Catto, "Continuous Collision", GDC 2013 (linear cast); J. McCutchan, "Introduction to
// Collision Detection", McMaster University 2006, "Time stepping" (GJK ray casting).

#include "toi/toi_methods.h"
#include "toi/toi_search.h"

namespace toibox::toi {

template <class Trace>
ToiResult linear_cast(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    Vec2d unused;
    return conservative_advancement(effective_input(ToiMethod::LinearCast, input, unused), options, trace);
}

template ToiResult linear_cast(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult linear_cast(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
