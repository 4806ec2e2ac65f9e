// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/physics.h"

#include <string>

#include <gtest/gtest.h>

/// Fixture of the tests of sleeping (sleep_test.cpp, sleep_change_test.cpp) and of staying awake
/// (sleep_of_slow_bodies_test.cpp): worlds with gravity and sleeping enabled, for sequential impulses and
/// soft step.
namespace toibox::testing_support {

/// False for a body that no longer exists.
inline bool is_asleep(const World& world, BodyHandle body) {
    const auto view = world.find(body);
    return view && !view->is_awake();
}

class SleepTest : public testing::TestWithParam<SolverKind> {
protected:
    static WorldSettings settings() {
        WorldSettings settings = on_earth();
        settings.solver = GetParam();
        settings.substeps = GetParam() == SolverKind::SoftStep ? 4 : 1;
        settings.sleeping = true;
        return settings;
    }
};

inline const auto sleep_test_solvers = testing::Values(SolverKind::SequentialImpulses, SolverKind::SoftStep);
inline std::string sleep_test_name(const testing::TestParamInfo<SolverKind>& param) {
    return param.param == SolverKind::SoftStep ? "SoftStep" : "SequentialImpulses";
}

}  // namespace toibox::testing_support
