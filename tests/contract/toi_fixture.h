// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/toi/toi.h"

#include "tests/contract/toi_cases.h"
#include "tests/support/toi_oracle.h"

#include <ostream>

#include <gtest/gtest.h>

namespace toibox {

inline void PrintTo(const ToiPromises& promises, std::ostream* os) {
    *os << promises.name;
}
inline void PrintTo(ToiState state, std::ostream* os) {
    *os << to_string(state);
}

/// Limits that are high enough for all cases that do not test them.
inline ToiOptions high_limits() {
    return {.max_iterations = 5000, .max_root_iterations = 200};
}

/// Runs the contract for each time-of-impact method.
class TimeOfImpact : public testing::TestWithParam<ToiPromises> {
protected:
    static ToiMethod method() { return GetParam().method; }
    /// Whether the promises hold for all shapes and motions.
    static bool handles_all() { return GetParam().handles_rotation && !GetParam().discs_only; }
    /// The minimum number of hits that a test expects: `hits`, or a quarter of it for methods that need a
    /// contact at the end of the step.
    static int min_hits(int hits) { return GetParam().needs_contact_at_end ? hits / 4 : hits; }
    static ToiResult solve(const toi_cases::Case& c, const ToiOptions& options = high_limits()) {
        return time_of_impact(method(), c.input(), options);
    }
};

/// Expects the distance at the hit to be in the hit band, with 1e-12 m for rounding.
inline void expect_in_band(const toi_cases::Case& c, const ToiResult& r, const ToiOptions& options,
                           std::uint64_t seed = 0) {
    const double d = static_cast<double>(oracle::surface_distance(c.input(), static_cast<long double>(r.t)));
    EXPECT_NEAR(d, options.target, options.tolerance + 1e-12) << "seed " << seed << " t " << r.t;
    EXPECT_NEAR(d, r.distance, 1e-12) << "seed " << seed;
}

}  // namespace toibox
