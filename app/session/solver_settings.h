// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

#include <cstdint>

namespace toibox::app {

/// Settings that only some solvers use. All other WorldSettings are used by every solver.
enum class SolverSetting : std::uint8_t {
    Integrator,
    VelocityIterations,
    PositionIterations,
    ContactMatching,
    RestitutionThreshold,  ///< Used by every solver for impacts found by a continuous policy.
    Slop,
    PositionCorrection,
    ContactSoftness,  ///< Stiffness, damping ratio, push speed.
    JointSoftness,    ///< Stiffness, damping ratio.
    PenaltyForce,     ///< Stiffness, damping.
    PushBackRotation,
};

/// Whether a step with `settings` uses `setting`. The Settings tab shows only used settings.
bool is_setting_used(const WorldSettings& settings, SolverSetting setting);

}  // namespace toibox::app
