// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

#include <cstdint>

namespace toibox::app {

/// What only some solvers ask for; all others of the WorldSettings are read whatever the solver.
enum class SolverSetting : std::uint8_t {
    Integrator,
    VelocityIterations,
    PositionIterations,
    ContactMatching,
    RestitutionThreshold,  ///< Of the impacts that a continuous policy finds, under every solver.
    Slop,
    PositionCorrection,
    ContactSoftness,  ///< Hertz, damping ratio, push speed.
    JointSoftness,    ///< Hertz, damping ratio.
    PenaltyForce,     ///< Stiffness, damping.
    PushBackRotation,
};

/// Whether a step reads the setting at all. A panel shows what is read.
bool is_setting_used(const WorldSettings& settings, SolverSetting setting);

}  // namespace toibox::app
