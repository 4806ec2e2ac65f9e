// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

#include <cstdint>

namespace toibox::app {

/// Settings that only some solvers use, as rows of the Settings tab.
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

/// Whether a step with `settings` uses `setting`. If not, the Settings tab hides the row.
bool is_setting_used(const WorldSettings& settings, SolverSetting setting);

}  // namespace toibox::app
