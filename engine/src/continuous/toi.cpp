// SPDX-License-Identifier: MIT

// The family's table and switchboard: the only file that knows every method.

#include "toibox/continuous/toi.h"

#include "toibox/core/assert.h"

#include "methods.h"

namespace toibox {

namespace {

constexpr ToiPromises toi_method_table[] = {
    {.method = ToiMethod::ConservativeAdvancement,
     .name = "conservative-advancement",
     .label = "Conservative advancement",
     .summary =
         "Steps forward by distance over the greatest approach speed: safe, but may take hundreds of steps.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = true},
    {.method = ToiMethod::BilateralAdvancement,
     .name = "bilateral-advancement",
     .label = "Bilateral advancement",
     .summary = "Finds roots of a signed separation along closest features: fast, but blind to contacts that "
                "begin and "
                "end within the step.",
     .never_late = false,
     .never_misses = false,
     .handles_rotation = true},
    {.method = ToiMethod::Certified,
     .name = "certified",
     .label = "Certified advancement",
     .summary = "Advances under parabolas that bound the separation from below: misses nothing and is never "
                "late, at the price of bilateral advancement.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = true},
    {.method = ToiMethod::IntervalHalving,
     .name = "interval-halving",
     .label = "Interval halving",
     .summary =
         "If the end of the step is in contact, halves the step until the distance is right: some 10 tests, "
         "and blind to whatever is over by then.",
     .never_late = false,
     .never_misses = false,
     .handles_rotation = true,
     .needs_contact_at_end = true},
    {.method = ToiMethod::CentreRay,
     .name = "centre-ray",
     .label = "Centre ray",
     .summary =
         "Casts the centre of the shape that travels further: right for discs; anything else is left half "
         "in the wall, and may miss it.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = false,
     .discs_only = true},
    {.method = ToiMethod::LinearCast,
     .name = "linear-cast",
     .label = "Linear cast",
     .summary =
         "Casts the shapes as they are turned at the start and turns them at the end: exact and quick if "
         "nothing turns, else late, early or blind.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = false},
    {.method = ToiMethod::MovingSpheres,
     .name = "moving-spheres",
     .label = "Moving spheres",
     .summary =
         "Goes to where bounding circles meet, then by distance over the greatest speed in any direction: "
         "safe, and slower than conservative advancement.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = true},
    {.method = ToiMethod::BruteForce,
     .name = "brute-force",
     .label = "Brute force",
     .summary = "Searches each vertex against each edge for its first root: accurate, and 2 n m searches.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = true},
};

/// Whether some point of the shape's boundary leaves the straight line that its centre goes along.
bool turns(const ConvexProxy& shape, const Sweep& sweep) {
    const bool is_centred_disc = shape.count() == 1 && shape.points[0] == sweep.local_center;
    return sweep.delta_angle != 0.0 && !is_centred_disc;
}

[[maybe_unused]] bool is_finite(const Sweep& sweep) {
    return is_finite(sweep.local_center) && is_finite(sweep.c0) && is_finite(sweep.c1) &&
           std::isfinite(sweep.q0.c) && std::isfinite(sweep.q0.s) && std::isfinite(sweep.delta_angle);
}

template <class Trace>
ToiResult dispatch(ToiMethod method, const ToiInput& input, const ToiOptions& options, Trace& trace) {
    TOIBOX_ASSERT(is_finite(input.sweep_a) && is_finite(input.sweep_b));
    TOIBOX_ASSERT(options.tolerance > 0.0 && options.target >= options.tolerance);
    TOIBOX_ASSERT(options.max_iterations > 0 && options.max_root_iterations > 0);
    switch (method) {
        case ToiMethod::ConservativeAdvancement:
            return toi::conservative_advancement(input, options, trace);
        case ToiMethod::BilateralAdvancement:
            return toi::bilateral_advancement(input, options, trace);
        case ToiMethod::Certified:
            return toi::certified_advancement(input, options, trace);
        case ToiMethod::IntervalHalving:
            return toi::interval_halving(input, options, trace);
        case ToiMethod::CentreRay:
            return toi::centre_ray(input, options, trace);
        case ToiMethod::LinearCast:
            return toi::linear_cast(input, options, trace);
        case ToiMethod::MovingSpheres:
            return toi::moving_spheres(input, options, trace);
        case ToiMethod::BruteForce:
            return toi::brute_force(input, options, trace);
    }
    TOIBOX_ASSERT(false);  // every method has a case
    return {};
}

}  // namespace

std::span<const ToiPromises> toi_methods() {
    return toi_method_table;
}

const ToiPromises& promises(ToiMethod method) {
    for (const ToiPromises& row : toi_method_table) {
        if (row.method == method) return row;
    }
    TOIBOX_ASSERT(false);  // every method has a row
    return toi_method_table[0];
}

bool promises_hold(ToiMethod method, const ToiInput& input) {
    const ToiPromises& row = promises(method);
    if (!row.handles_rotation && (turns(input.a, input.sweep_a) || turns(input.b, input.sweep_b)))
        return false;
    if (!row.discs_only) return true;
    return (toi::a_travels_further(input) ? input.a : input.b).count() == 1;
}

ToiInput effective_input(ToiMethod method, const ToiInput& input, Vec2d& middle) {
    const ToiPromises& row = promises(method);
    ToiInput seen = input;
    if (!row.handles_rotation) seen.sweep_a.delta_angle = seen.sweep_b.delta_angle = 0.0;
    if (row.discs_only) {
        ConvexProxy& mover = toi::a_travels_further(input) ? seen.a : seen.b;
        middle = toi::mean_point(mover);
        mover.points = {&middle, 1};
    }
    return seen;
}

std::string_view to_string(ToiState state) {
    switch (state) {
        case ToiState::Separated:
            return "separated";
        case ToiState::Hit:
            return "hit";
        case ToiState::Overlapped:
            return "overlapped";
        case ToiState::Exhausted:
            return "exhausted";
    }
    return "unknown";
}

ToiResult time_of_impact(ToiMethod method, const ToiInput& input, const ToiOptions& options) {
    NoTrace silent;
    return dispatch(method, input, options, silent);
}

ToiResult time_of_impact(ToiMethod method, const ToiInput& input, const ToiOptions& options,
                         ToiRecorder& recorder) {
    return dispatch(method, input, options, recorder);
}

}  // namespace toibox
