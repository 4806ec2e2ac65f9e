// SPDX-License-Identifier: MIT

// Centre ray: casts only the centre of the shape that travels further, as a linear cast of one point. The
// rounding radius is kept, so discs are exact. A polygon ends with its centre in front of the surface and up
// to half of its area behind it, and contacts of its corners are missed. Cheap, and good enough for balls.
// Source: E. Catto, "Continuous Collision", GDC 2013 (time of impact via ray cast, as in Tomb Raider:
// Legend); anonymous lecture slides "Detekcija trkov" ("Collision Detection"), "Managing Fast Moving Objects"
// (segment of the centre's motion).

#include "toi/toi_methods.h"
#include "toi/toi_search.h"

namespace toibox::toi {

Vec2d mean_point(const ConvexProxy& shape) {
    Vec2d sum{};
    for (const Vec2d& p : shape.points)
        sum += p;
    return (1.0 / static_cast<double>(shape.count())) * sum;
}

bool a_travels_further(const ToiInput& input) {
    const double a = length_squared(input.sweep_a.c1 - input.sweep_a.c0);
    const double b = length_squared(input.sweep_b.c1 - input.sweep_b.c0);
    return a > b || (a == b && input.a.count() < input.b.count());
}

template <class Trace>
ToiResult centre_ray(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    Vec2d center;
    return linear_cast(effective_input(ToiMethod::CentreRay, input, center), options, trace);
}

template ToiResult centre_ray(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult centre_ray(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
