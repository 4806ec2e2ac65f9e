// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/state_hash.h"
#include "toibox/scene/run.h"

#include <cstddef>

#include <gtest/gtest.h>

namespace toibox::testing_support {

/// Whether the states of two runs of a scene are bit-identical.
inline testing::AssertionResult are_equal(const scene::Run& a, const scene::Run& b) {
    if (a.world().hash() != b.world().hash()) return testing::AssertionFailure() << "worlds differ";
    const auto hashes_a = deep_hash(a.world().state());
    const auto hashes_b = deep_hash(b.world().state());
    for (std::size_t i = 0; i < hashes_a.size(); ++i) {
        if (hashes_a[i] != hashes_b[i]) return testing::AssertionFailure() << hashes_a[i].name << " differ";
    }
    if (a.script_state_hash() != b.script_state_hash())
        return testing::AssertionFailure() << "script states differ";
    return testing::AssertionSuccess();
}

}  // namespace toibox::testing_support
