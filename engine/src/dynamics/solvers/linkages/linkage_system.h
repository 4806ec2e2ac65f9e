// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/common/envelope_factor.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/linkages/linkage.h"

#include <span>

namespace toibox::linkages {

/// The equations and bodies of one linkage, and the rows of its joints.
struct LinkageSystem {
    std::span<LinkageBody> bodies;
    std::span<LinkageEquation> equations;
    EnvelopeFactor k;            ///< K = J M⁻¹ Jᵀ, factored.
    std::span<double> solution;  ///< By equation: the right-hand side; after K is solved, the solution.
    const SolverScratch& rows;
    Linkage& linkage;
};

[[nodiscard]] inline double as_double(float x) {
    return static_cast<double>(x);
}

/// Whether the equation has a target speed (spring or motor) and not a target pose.
[[nodiscard]] inline bool is_drive(const LinkageEquation& e) {
    return e.kind != RowKind::Rigid;
}

/// Evaluates an equation at the poses `a` and `b` of its bodies.
EvaluatedEquation evaluate(const LinkageSystem& system, const LinkageEquation& e, const LinkagePose& a,
                           const LinkagePose& b);
/// EvaluatedEquation::error alone.
double error_at(const LinkageSystem& system, const LinkageEquation& e, const LinkagePose& a,
                const LinkagePose& b);
/// Target speed of a spring or motor at the poses of e.evaluated, m/s or rad/s.
double target_speed(const LinkageSystem& system, const LinkageEquation& e);
/// The speed of B relative to A along the equation, m/s or rad/s.
double speed_along(const LinkageSystem& system, const LinkageEquation& e);
/// Diagonal element of K: change of the speed along the equation per unit impulse along the equation, 1/kg or
/// 1/(kg·m²).
double diagonal_k(const LinkageSystem& system, const LinkageEquation& e);
/// Applies an impulse along the equation to B, and the opposite to A.
void apply(const LinkageSystem& system, const LinkageEquation& e, double impulse);

/// Factors K of the free equations as last evaluated. Redundant equations, which occur in loops, have no
/// effect.
void factor(const LinkageSystem& system);

}  // namespace toibox::linkages
