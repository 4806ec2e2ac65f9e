// SPDX-License-Identifier: MIT
#pragma once

#include "app/studies/distance/pair_case.h"
#include "tests/property/collision/gjk_cases.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace toibox::app {

/// Calls check(pair) for `cases_per_kind` pairs of each kind. In every second pair, A has a radius.
template <class Check>
void for_each_pair(std::uint64_t cases_per_kind, Check&& check) {
    for (const gjk_cases::KindInfo& kind : gjk_cases::kinds) {
        for (std::uint64_t seed = 0; seed < cases_per_kind; ++seed) {
            SCOPED_TRACE(testing::Message() << kind.name << ", seed " << seed);
            gjk_cases::Random random(seed);
            const gjk_cases::Case c = gjk_cases::make(kind.kind, random);
            PairCase pair{{c.a, 0.0}, {c.b, 0.0}, c.pose_a, c.pose_b};
            if (seed % 2 == 1) pair.a.radius = random.uniform(0.0, 0.5);
            check(pair);
        }
    }
}

}  // namespace toibox::app
