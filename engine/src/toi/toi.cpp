// SPDX-License-Identifier: MIT

// Table and dispatch of all time-of-impact methods.

#include "toibox/toi/toi.h"

#include "toibox/core/assert.h"

#include "toi/toi_methods.h"

namespace toibox {

namespace {

constexpr ToiPromises toi_method_table[] = {
    {.method = ToiMethod::ConservativeAdvancement,
     .name = "conservative-advancement",
     .label = "Conservative advancement",
     .summary = "Advances by the distance divided by the maximum approach speed: safe, but may take hundreds "
                "of steps.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = true},
    {.method = ToiMethod::BilateralAdvancement,
     .name = "bilateral-advancement",
     .label = "Bilateral advancement",
     .summary = "Finds roots of a signed separation along closest features: fast, but misses contacts that "
                "begin and end within the step.",
     .never_late = false,
     .never_misses = false,
     .handles_rotation = true},
    {.method = ToiMethod::Certified,
     .name = "certified",
     .label = "Certified advancement",
     .summary = "Advances under parabolas that bound the separation from below: misses nothing and is never "
                "late, and about as fast as bilateral advancement.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = true},
    {.method = ToiMethod::IntervalHalving,
     .name = "interval-halving",
     .label = "Interval halving",
     .summary =
         "If the step ends in contact, halves it until the distance matches the target: about 10 tests, "
         "but misses contacts that end before the step does.",
     .never_late = false,
     .never_misses = false,
     .handles_rotation = true,
     .needs_contact_at_end = true},
    {.method = ToiMethod::CentreRay,
     .name = "centre-ray",
     .label = "Centre ray",
     .summary = "Casts the centre of the shape that travels further: correct for discs; any other shape "
                "ends up half inside the wall, or misses it.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = false,
     .discs_only = true},
    {.method = ToiMethod::LinearCast,
     .name = "linear-cast",
     .label = "Linear cast",
     .summary =
         "Casts the shapes in their initial orientation and rotates them at the end: exact and fast without "
         "rotation; with rotation, contacts are late, early or missed.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = false},
    {.method = ToiMethod::MovingSpheres,
     .name = "moving-spheres",
     .label = "Moving spheres",
     .summary =
         "Advances until bounding circles touch, then by the distance divided by the maximum speed in any "
         "direction: safe, and slower than conservative advancement.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = true},
    {.method = ToiMethod::BruteForce,
     .name = "brute-force",
     .label = "Brute force",
     .summary =
         "Searches each vertex against each edge for its first root: accurate, but needs 2 n m searches.",
     .never_late = true,
     .never_misses = true,
     .handles_rotation = true},
};

/// Whether rotation matters: some boundary point does not move like the centre.
bool has_rotation(const ConvexProxy& shape, const Sweep& sweep) {
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
    if (!row.handles_rotation &&
        (has_rotation(input.a, input.sweep_a) || has_rotation(input.b, input.sweep_b)))
        return false;
    if (!row.discs_only) return true;
    return (toi::a_travels_further(input) ? input.a : input.b).count() == 1;
}

ToiInput effective_input(ToiMethod method, const ToiInput& input, Vec2d& center) {
    const ToiPromises& row = promises(method);
    ToiInput effective = input;
    if (!row.handles_rotation) effective.sweep_a.delta_angle = effective.sweep_b.delta_angle = 0.0;
    if (row.discs_only) {
        ConvexProxy& mover = toi::a_travels_further(input) ? effective.a : effective.b;
        center = toi::mean_point(mover);
        mover.points = {&center, 1};
    }
    return effective;
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
    NoTrace no_trace;
    return dispatch(method, input, options, no_trace);
}

ToiResult time_of_impact(ToiMethod method, const ToiInput& input, const ToiOptions& options,
                         ToiRecorder& recorder) {
    return dispatch(method, input, options, recorder);
}

}  // namespace toibox
