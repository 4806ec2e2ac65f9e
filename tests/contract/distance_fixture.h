// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/distance_method.h"

#include "tests/property/collision/gjk_cases.h"
#include "tests/support/distance_oracle.h"

#include <ostream>

#include <gtest/gtest.h>

namespace toibox {

inline void PrintTo(const DistanceMethodInfo& method, std::ostream* os) {
    *os << method.name;
}
inline void PrintTo(DistanceState state, std::ostream* os) {
    *os << to_string(state);
}

/// Runs the contract for each distance method.
class DistanceContract : public testing::TestWithParam<DistanceMethodInfo> {
protected:
    static DistanceMethod method() { return GetParam().method; }
    static DistanceResult solve(const DistanceInput& input, const DistanceOptions& options = {}) {
        return measure_distance(method(), input, options);
    }
};

inline DistanceInput input_of(const gjk_cases::Case& c, double radius_a = 0.0, double radius_b = 0.0) {
    return {.a = {c.a, radius_a}, .pose_a = c.pose_a, .b = {c.b, radius_b}, .pose_b = c.pose_b};
}

}  // namespace toibox
