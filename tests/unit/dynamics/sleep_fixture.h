// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/physics.h"

#include <string>

#include <gtest/gtest.h>

/// What the tests of falling asleep (sleep_test.cpp) and of staying awake (slow_motion_test.cpp) share:
/// worlds on earth that may sleep, for the sequential impulses and for the soft step.
namespace toibox::testing_support {

inline bool sleeps(const World& world, BodyHandle body) {
    return !world.find(body)->is_awake();
}

class SleepTest : public testing::TestWithParam<SolverKind> {
protected:
    static WorldSettings settings() {
        WorldSettings made = on_earth();
        made.solver = GetParam();
        made.substeps = GetParam() == SolverKind::SoftStep ? 4 : 1;
        made.sleeping = true;
        return made;
    }
};

inline const auto sleep_test_solvers = testing::Values(SolverKind::SequentialImpulses, SolverKind::SoftStep);
inline std::string sleep_test_name(const testing::TestParamInfo<SolverKind>& param) {
    return param.param == SolverKind::SoftStep ? "SoftStep" : "SequentialImpulses";
}

}  // namespace toibox::testing_support
