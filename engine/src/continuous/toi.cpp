// SPDX-License-Identifier: MIT

// The family's table and switchboard: the only file that knows every method.

#include "toibox/continuous/toi.h"

#include "toibox/core/assert.h"

#include "methods.h"

namespace toibox {

namespace {

constexpr ToiPromises table[] = {
    {.method = ToiMethod::ConservativeAdvancement,
     .name = "conservative-advancement",
     .label = "Conservative advancement",
     .summary =
         "Steps forward by distance over the greatest approach speed: safe, but may take hundreds of steps.",
     .never_late = true,
     .never_blind = true,
     .handles_rotation = true},
    {.method = ToiMethod::BilateralAdvancement,
     .name = "bilateral-advancement",
     .label = "Bilateral advancement",
     .summary = "Finds roots of a signed separation along closest features: fast, but blind to contacts that "
                "begin and "
                "end within the step.",
     .never_late = false,
     .never_blind = false,
     .handles_rotation = true},
    {.method = ToiMethod::Certified,
     .name = "certified",
     .label = "Certified advancement",
     .summary = "Advances under parabolas that bound the separation from below: misses nothing and is never "
                "late, at the price of bilateral advancement.",
     .never_late = true,
     .never_blind = true,
     .handles_rotation = true},
};

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
            return continuous::conservative_advancement(input, options, trace);
        case ToiMethod::BilateralAdvancement:
            return continuous::bilateral_advancement(input, options, trace);
        case ToiMethod::Certified:
            return continuous::certified_advancement(input, options, trace);
    }
    TOIBOX_ASSERT(false);  // every method has a case
    return {};
}

}  // namespace

std::span<const ToiPromises> toi_methods() {
    return table;
}

const ToiPromises& promises(ToiMethod method) {
    for (const ToiPromises& row : table) {
        if (row.method == method) return row;
    }
    TOIBOX_ASSERT(false);  // every method has a row
    return table[0];
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
