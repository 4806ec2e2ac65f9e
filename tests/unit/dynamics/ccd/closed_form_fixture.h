// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <array>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

/// A fixture for tests that compare with closed-form results, and the methods with which these tests run.
namespace toibox::testing_support {

inline constexpr double g = 10.0;  ///< Gravity of on_earth(), m/s².

/// A configuration of the solver.
struct Method {
    const char* name = "";  ///< Name of the test instance.
    SolverKind solver = SolverKind::SequentialImpulses;
    int substeps = 1;
    ContinuousPolicy policy = ContinuousPolicy::SubstepAtImpact;
    bool bullets = false;  ///< Whether thrown bodies are bullets.
};
inline void PrintTo(const Method& method, std::ostream* out) {
    *out << method.name;
}

/// Every method, without bullets.
inline constexpr std::array all_methods{
    Method{.name = "SequentialImpulses"},
    Method{.name = "SequentialImpulsesInSubsteps", .substeps = 4},
    Method{.name = "SoftStep", .solver = SolverKind::SoftStep, .substeps = 4},
};

/// Every method, with and without bullets. Results must not depend on the bullet flag.
inline constexpr std::array with_and_without_bullets{
    Method{.name = "SequentialImpulses"},
    Method{.name = "SequentialImpulsesBullets", .bullets = true},
    Method{.name = "SequentialImpulsesInSubsteps", .substeps = 4},
    Method{.name = "SequentialImpulsesInSubstepsBullets", .substeps = 4, .bullets = true},
    Method{.name = "SoftStep", .solver = SolverKind::SoftStep, .substeps = 4},
    Method{.name = "SoftStepBullets", .solver = SolverKind::SoftStep, .substeps = 4, .bullets = true},
};

/// One method for each of the two solvers that solve constraint rows.
inline constexpr std::array solver_methods{
    Method{.name = "SequentialImpulses"},
    Method{.name = "SoftStep", .solver = SolverKind::SoftStep, .substeps = 4},
};

/// Provides settings for the method under test. Its functions hide the free functions of the same names,
/// which use the default solver.
class ClosedFormTest : public testing::TestWithParam<Method> {
protected:
    static WorldSettings with_method(WorldSettings settings) {
        settings.solver = GetParam().solver;
        settings.substeps = GetParam().substeps;
        settings.continuous = GetParam().policy;
        return settings;
    }
    static WorldSettings weightless() { return with_method(testing_support::weightless()); }
    static WorldSettings on_earth() { return with_method(testing_support::on_earth()); }
    /// True if thrown bodies are bullets.
    static bool bullets() { return GetParam().bullets; }
    /// Length of a solver sub-step, seconds. The bias of the integrator is proportional to this length.
    static double substep() { return wide(time_step) / GetParam().substeps; }
};

/// Adds a static body without shapes at the origin, for joints.
inline BodyHandle add_anchor(World& world) {
    return world.create_body({.type = BodyType::Static});
}
inline double mass_of(const World& world, BodyHandle body) {
    return wide(world.find(body)->mass().mass);
}

inline std::string method_name(const testing::TestParamInfo<Method>& info) {
    return info.param.name;
}

}  // namespace toibox::testing_support
