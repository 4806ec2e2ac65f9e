// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"

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

/// Tests that promise something about a state read better when the limit is out of the way.
inline ToiOptions generous() {
    return {.max_iterations = 5000, .max_root_iterations = 200};
}

/// The contract, once for each row of the table.
class TimeOfImpact : public testing::TestWithParam<ToiPromises> {
protected:
    static ToiMethod method() { return GetParam().method; }
    /// Whether what the row promises holds for any shapes and motions.
    static bool handles_all() { return GetParam().handles_rotation && !GetParam().discs_only; }
    /// How many hits a test wants to have seen, of a method that sees all; what is over at the end of the
    /// step is most of them.
    static int fair_share(int hits) { return GetParam().needs_contact_at_end ? hits / 4 : hits; }
    static ToiResult solve(const toi_cases::Case& c, const ToiOptions& options = generous()) {
        return time_of_impact(method(), c.input(), options);
    }
};

/// The distance is a number in the band; 1e-12 for rounding at metres.
inline void expect_in_band(const toi_cases::Case& c, const ToiResult& r, const ToiOptions& options,
                           std::uint64_t seed = 0) {
    const double d = static_cast<double>(oracle::surface_distance(c.input(), static_cast<long double>(r.t)));
    EXPECT_NEAR(d, options.target, options.tolerance + 1e-12) << "seed " << seed << " t " << r.t;
    EXPECT_NEAR(d, r.distance, 1e-12) << "seed " << seed;
}

}  // namespace toibox
