// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/soft_step/linkages.h"

#include <span>

namespace toibox::soft_step {

/// A linkage and the rows of its joints.
struct LinkageWork {
    std::span<LinkageBody> bodies;
    std::span<LinkageEquation> equations;
    double* factor;  ///< Linkages::factor.
    const SolverScratch& rows;
    Linkage& linkage;
};

[[nodiscard]] inline double as_double(float x) {
    return static_cast<double>(x);
}

/// Whether the equation has a target speed, not a target pose.
[[nodiscard]] inline bool is_drive(const LinkageEquation& e) {
    return e.kind == RowKind::Soft || e.kind == RowKind::Motor;
}

/// Places an equation at these poses of its bodies.
PlacedEquation place(const LinkageWork& work, const LinkageEquation& e, const LinkagePose& a,
                     const LinkagePose& b);
/// Target speed of a spring or motor, as placed, m/s or rad/s.
double target_speed(const LinkageWork& work, const LinkageEquation& e);
/// The speed of B relative to A along the equation, m/s or rad/s.
double speed_along(const LinkageWork& work, const LinkageEquation& e);
/// Change of the speed along the equation per unit impulse along it, 1/kg or 1/(kg·m²).
double response(const LinkageWork& work, const LinkageEquation& e);
/// Applies an impulse along the equation to B, and the opposite to A.
void apply(const LinkageWork& work, const LinkageEquation& e, double impulse);

/// Factors K of the free equations, as placed. Cost: O(n · m²) for rows of up to m elements.
void factor(const LinkageWork& work);
/// Solves K x = b in place: LinkageEquation::solution is b before and x after. 0 for equations that are not
/// free or are redundant.
void substitute(const LinkageWork& work);

}  // namespace toibox::soft_step
