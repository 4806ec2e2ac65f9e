// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <array>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

/// The exact tests are stated for a solver and a policy: each runs for every method listed here.
namespace toibox::testing_support {

inline constexpr double g = 10.0;  ///< Of on_earth(), m/s².

struct Method {
    const char* name = "";
    SolverKind solver = SolverKind::SequentialImpulses;
    int substeps = 1;
    ContinuousPolicy policy = ContinuousPolicy::SubstepAtImpact;
    bool bullets = false;  ///< Whether what a test throws are bullets (with_and_without_bullets).
};
inline void PrintTo(const Method& method, std::ostream* out) {
    *out << method.name;
}

inline constexpr std::array exact_methods{
    Method{.name = "SequentialImpulses"},
    Method{.name = "SequentialImpulsesInSubsteps", .substeps = 4},
    Method{.name = "SoftStep", .solver = SolverKind::SoftStep, .substeps = 4},
};

/// The same, each with what a test throws as bullets and not: what holds for one has to hold for the other.
inline constexpr std::array with_and_without_bullets{
    Method{.name = "SequentialImpulses"},
    Method{.name = "SequentialImpulsesBullets", .bullets = true},
    Method{.name = "SequentialImpulsesInSubsteps", .substeps = 4},
    Method{.name = "SequentialImpulsesInSubstepsBullets", .substeps = 4, .bullets = true},
    Method{.name = "SoftStep", .solver = SolverKind::SoftStep, .substeps = 4},
    Method{.name = "SoftStepBullets", .solver = SolverKind::SoftStep, .substeps = 4, .bullets = true},
};

/// One for each solver that solves rows.
inline constexpr std::array solver_methods{
    Method{.name = "SequentialImpulses"},
    Method{.name = "SoftStep", .solver = SolverKind::SoftStep, .substeps = 4},
};

/// Worlds of the method under test. Hides the functions of the same names, which know the default alone.
class ExactTest : public testing::TestWithParam<Method> {
protected:
    static WorldSettings with_method(WorldSettings settings) {
        settings.solver = GetParam().solver;
        settings.substeps = GetParam().substeps;
        settings.continuous = GetParam().policy;
        return settings;
    }
    static WorldSettings weightless() { return with_method(testing_support::weightless()); }
    static WorldSettings on_earth() { return with_method(testing_support::on_earth()); }
    /// Whether bodies are to be bullets.
    static bool bullets() { return GetParam().bullets; }
    /// Seconds of a solver sub-step: what the integrator's bias is proportional to.
    static double substep() { return wide(time_step) / GetParam().substeps; }
};

inline BodyHandle add_post(World& world) {
    return world.create_body({.type = BodyType::Static});
}
inline double mass_of(const World& world, BodyHandle body) {
    return wide(world.find(body)->mass().mass);
}

inline std::string method_name(const testing::TestParamInfo<Method>& info) {
    return info.param.name;
}

}  // namespace toibox::testing_support
