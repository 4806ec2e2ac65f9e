// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"

#include "tests/contract/toi_cases.h"

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
    static ToiResult solve(const toi_cases::Case& c, const ToiOptions& options = generous()) {
        return time_of_impact(method(), c.input(), options);
    }
};

}  // namespace toibox
