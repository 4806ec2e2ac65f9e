// SPDX-License-Identifier: MIT
// Decides which laws apply to a planned world, from its solver, policies, joints and bodies.
#include "toibox/dynamics/tuning.h"

#include "tests/property/law_checker.h"

#include <algorithm>
#include <variant>

namespace toibox::testing_support {
namespace {

bool is_bouncy(const PlannedPart& part) {
    return part.def.material.restitution > tuning::low_restitution;
}

/// True if a joint does no work: it has no motor, spring or mouse.
bool is_passive(const PlannedJoint& joint) {
    return std::visit(
        [](const auto& def) {
            bool is_driven = requires { def.max_force; };
            if constexpr (requires { def.motor; }) is_driven = is_driven || def.motor.enabled;
            if constexpr (requires { def.spring; }) is_driven = is_driven || def.spring.enabled;
            return !is_driven;
        },
        joint.def);
}

}  // namespace

void LawChecker::decide_applicable_laws() {
    const auto all_bodies = [&](auto holds) {
        for (std::size_t i = 0; i < plan_.bodies.size(); ++i) {
            if (!holds(i, plan_.bodies[i].def)) return false;
        }
        return true;
    };
    const WorldSettings& settings = plan_.settings;
    const bool solves_rows =
        settings.solver == SolverKind::SoftStep || settings.solver == SolverKind::SequentialImpulses;
    const bool has_mouse = std::ranges::any_of(plan_.joints, [](const PlannedJoint& joint) {
        return std::holds_alternative<MouseJointDef>(joint.def);
    });
    // SpeedLimit, damping and locks remove momentum; a mouse joint adds momentum from outside.
    checks_momentum_ = !has_mouse && all_bodies([&](std::size_t i, const BodyDef& def) {
        return def.type == BodyType::Dynamic && def.linear_damping == 0.0f && !def.lock_x && !def.lock_y &&
               policy_of(i) != ContinuousPolicy::SpeedLimit;
    });
    // The forces of a joint act at two points, which are as far apart as the joint's position error.
    // RestorePosition reflects bodies as if they were points, RollBack moves bodies back after they were
    // pushed, and PushBack moves bodies apart by any depth.
    checks_angular_momentum_ =
        checks_momentum_ && plan_.joints.empty() && settings.solver != SolverKind::PushBack &&
        all_bodies([&](std::size_t i, const BodyDef& def) {
            return policy_of(i) != ContinuousPolicy::RestorePosition &&
                   policy_of(i) != ContinuousPolicy::RollBack && !def.fixed_rotation &&
                   def.angular_damping == 0.0f && (def.gravity_scale == 1.0f || settings.gravity == Vec2{});
        });
    // Bouncy pairs are resolved with the geometry of their impact (tuning::low_restitution).
    has_exact_impacts_ =
        solves_rows && settings.toi == ToiMethod::Certified && all_bodies([&](std::size_t i, const BodyDef&) {
            return policy_of(i) == ContinuousPolicy::SubstepAtImpact &&
                   std::ranges::all_of(plan_.bodies[i].parts, is_bouncy);
        });
    has_passive_joints_ = std::ranges::all_of(plan_.joints, is_passive);
    // Springs, motors and kinematic bodies do work; penalty contacts are springs, PushBack may add any amount
    // of energy, and explicit Euler gains energy in any fall.
    const bool gains_in_fall = settings.integrator == Integrator::ExplicitEuler &&
                               settings.solver != SolverKind::SoftStep && !(settings.gravity == Vec2{});
    // A speculative contact bounces with the speed that gravity would add until the predicted impact, which
    // may not happen. RestorePosition and RollBack: see above. Locks hold bodies while others are pushed off
    // them.
    checks_energy_ = solves_rows && !gains_in_fall && has_passive_joints_ &&
                     all_bodies([&](std::size_t i, const BodyDef& def) {
                         const ContinuousPolicy policy = policy_of(i);
                         const bool predicts_gravity =
                             policy == ContinuousPolicy::Speculative && !(settings.gravity == Vec2{});
                         return def.type != BodyType::Kinematic && !predicts_gravity && !def.lock_x &&
                                !def.lock_y && policy != ContinuousPolicy::RestorePosition &&
                                policy != ContinuousPolicy::RollBack;
                     });
    // A joint or a kinematic body may push a body through a wall.
    checks_walls_ = solves_rows && plan_.joints.empty() && plan_.room == Room::Static &&
                    settings.toi == ToiMethod::Certified &&
                    all_bodies([&](std::size_t i, const BodyDef& def) {
                        return def.type == BodyType::Static ||
                               (def.type == BodyType::Dynamic && uses_time_of_impact(policy_of(i)));
                    });
}

}  // namespace toibox::testing_support
