// SPDX-License-Identifier: MIT
#include "app/session/solver_settings.h"

namespace toibox::app {

bool is_setting_used(const WorldSettings& settings, SolverSetting setting) {
    const SolverKind solver = settings.solver;
    const bool impulses = solver == SolverKind::SequentialImpulses;
    const bool soft = solver == SolverKind::SoftStep;
    const bool penalty = solver == SolverKind::Penalty;
    const bool push_back = solver == SolverKind::PushBack;
    switch (setting) {
        case SolverSetting::Integrator:
        case SolverSetting::VelocityIterations:
        case SolverSetting::PositionIterations:  // the penalty solver iterates over rigid joints
            return !soft;
        case SolverSetting::ContactMatching:
            return impulses || soft;
        case SolverSetting::RestitutionThreshold:
            return impulses || soft || settings.continuous != ContinuousPolicy::Off;
        case SolverSetting::Slop:
            return impulses || push_back;
        case SolverSetting::PositionCorrection:
            return impulses;
        case SolverSetting::ContactSoftness:
        case SolverSetting::JointSoftness:
            return soft;
        case SolverSetting::PenaltyForce:
            return penalty;
        case SolverSetting::PushBackRotation:
            return push_back;
    }
    return true;
}

}  // namespace toibox::app
