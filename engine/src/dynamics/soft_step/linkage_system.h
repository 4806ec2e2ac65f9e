// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/solver_scratch.h"

#include "linkages.h"

#include <span>

namespace toibox::soft_step {

/// A linkage, and the rows of its joints.
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

/// Whether the row asks for a speed, not for a pose.
[[nodiscard]] inline bool is_drive(const LinkageEquation& e) {
    return e.kind == RowKind::Soft || e.kind == RowKind::Motor;
}

/// An equation with its bodies at these poses.
PlacedEquation place(const LinkageWork& work, const LinkageEquation& e, const LinkagePose& a,
                     const LinkagePose& b);
/// What a spring or motor asks for, placed as it is: m/s or rad/s.
double target_speed(const LinkageWork& work, const LinkageEquation& e);
/// The speed of B against A along the equation, m/s or rad/s.
double speed_along(const LinkageWork& work, const LinkageEquation& e);
/// What a unit of impulse along the equation does to the speed along it, 1/kg or 1/(kg·m²).
double response(const LinkageWork& work, const LinkageEquation& e);
/// Gives B an impulse along the equation, and A the opposite.
void apply(const LinkageWork& work, const LinkageEquation& e, double impulse);

/// Factors K of the equations that are free, as they are placed. Cost: O(n · m²) for rows of up to m
/// elements.
void factor(const LinkageWork& work);
/// Solves K x = b, `unknown` being b before and x after. 0 for equations that are not free or are redundant.
void substitute(const LinkageWork& work);

}  // namespace toibox::soft_step
