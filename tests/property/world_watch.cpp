// SPDX-License-Identifier: MIT
#include "tests/property/world_watch.h"

#include "toibox/dynamics/tuning.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace toibox::testing_support {
namespace {

/// Overlap up to which two bodies that meet in a step are pushed at points of their own, metres. Origin: what
/// the solvers let stand for a step or two, twenty times the slop.
constexpr double overlap_allowed = 0.1;
/// Speed that pushing overlap apart may leave in every body of a world, m/s. Origin: half as much again as
/// WorldSettings::push_speed.
constexpr double speed_made = 2.0;
/// Share of the energy that 600 steps may make of rounding and of impacts that friction and restitution
/// share: a hundred times what a single impact may (policy_laws_test.cpp).
constexpr double energy_made = 1e-3;
/// Share that a float impulse or sum of velocities may be off, after some dozen of them in a step.
constexpr double rounding = 1e-5;

/// Sums over the bodies.
struct Sums {
    double mass = 0.0;
    Vec2d momentum;
    double momentum_scale = 0.0;  ///< Σ m|v|: what rounding is a share of.
    Vec2d center;
    double angular = 0.0;  ///< About the centre of mass.
    double angular_scale = 0.0;
    double kinetic = 0.0;
};
Sums sums_of(const std::vector<ObservedBody>& bodies) {
    Sums sums;
    for (const auto& [body, angle, asleep] : bodies) {
        sums.mass += body.mass;
        sums.momentum += body.mass * body.velocity;
        sums.momentum_scale += body.mass * length(body.velocity);
        sums.center += body.mass * body.center;
        sums.kinetic += kinetic_energy(body);
    }
    if (!(sums.mass > 0.0)) return sums;
    sums.center = (1.0 / sums.mass) * sums.center;
    const Vec2d drift = (1.0 / sums.mass) * sums.momentum;
    for (const auto& [body, angle, asleep] : bodies) {
        const Vec2d arm = body.center - sums.center;
        sums.angular += body.mass * cross(arm, body.velocity - drift) + body.inertia * body.spin;
        sums.angular_scale +=
            body.mass * length(arm) * length(body.velocity) + body.inertia * std::abs(body.spin);
    }
    return sums;
}

/// How far `way` is from those between the ways `from` and `to`.
double beside(Vec2d way, Vec2d from, Vec2d to) {
    const Vec2d along = to - from;
    const double square = length_squared(along);
    const double t = square > 0.0 ? std::clamp(dot(way - from, along) / square, 0.0, 1.0) : 0.0;
    return length(way - from - t * along);
}

double greater(double a, double b) {
    return a > b ? a : b;
}

/// How far apart the points may be at which an impulse acts on two bodies that meet by the geometry of the
/// start of a step: what they move until its end.
double reach_of(const OracleBody& was, const OracleBody& now, double extent, double dt) {
    return dt * (greater(length(was.velocity), length(now.velocity)) +
                 extent * greater(std::abs(was.spin), std::abs(now.spin)));
}

bool is_lively(const PlannedPart& part) {
    return part.def.material.restitution > tuning::low_restitution;
}
bool is_sensor(const PlannedPart& part) {
    return part.def.sensor;
}

}  // namespace

LawChecker::LawChecker(const WorldPlan& plan, const World& world, Deviations* deviations)
    : plan_(plan), deviations_(deviations), jointed_(plan.bodies.size()) {
    const auto all_bodies = [&](auto holds) {
        for (std::size_t i = 0; i < plan.bodies.size(); ++i) {
            if (!holds(i, plan.bodies[i].def)) return false;
        }
        return true;
    };
    for (const PlannedJoint& joint : plan.joints)
        jointed_[joint.a] = jointed_[joint.b] = true;
    for (std::size_t i = 0; i < plan.bodies.size(); ++i)
        extent_.push_back(wide(world.state().bodies.mass[i].max_extent));
    before_ = observe(world);
    min_energy_ = energy_of(before_);
    kinetic_at_min_energy_ = sums_of(before_).kinetic;

    const WorldSettings& settings = plan.settings;
    const bool solves_rows =
        settings.solver == SolverKind::SoftStep || settings.solver == SolverKind::SequentialImpulses;
    const bool has_mouse = std::ranges::any_of(plan.joints, [](const PlannedJoint& joint) {
        return std::holds_alternative<MouseJointDef>(joint.def);
    });
    // SpeedLimit takes speed, damping and locks too; the mouse pulls from outside.
    momentum_ = !has_mouse && all_bodies([&](std::size_t i, const BodyDef& def) {
        return def.type == BodyType::Dynamic && def.linear_damping == 0.0f && !def.lock_x && !def.lock_y &&
               policy_of(i) != ContinuousPolicy::SpeedLimit;
    });
    // Joints act at two points that are as far apart as they gape. RestorePosition throws bodies back as if
    // they were points, RollBack takes poses back from where they were pushed, and PushBack moves them apart
    // by any depth.
    angular_momentum_ = momentum_ && plan.joints.empty() && settings.solver != SolverKind::PushBack &&
                        all_bodies([&](std::size_t i, const BodyDef& def) {
                            return policy_of(i) != ContinuousPolicy::RestorePosition &&
                                   policy_of(i) != ContinuousPolicy::RollBack && !def.fixed_rotation &&
                                   def.angular_damping == 0.0f &&
                                   (def.gravity_scale == 1.0f || settings.gravity == Vec2{});
                        });
    // Pairs that bounce are searched and meet at the geometry of their impact (tuning::low_restitution).
    exact_impacts_ =
        solves_rows && settings.toi == ToiMethod::Certified && all_bodies([&](std::size_t i, const BodyDef&) {
            return policy_of(i) == ContinuousPolicy::SubstepAtImpact &&
                   std::ranges::all_of(plan.bodies[i].parts, is_lively);
        });
    // Springs, motors and kinematic bodies do work; penalty contacts are springs, PushBack states no bound,
    // and explicit Euler gains in any fall.
    const bool gains_in_fall = settings.integrator == Integrator::ExplicitEuler &&
                               settings.solver != SolverKind::SoftStep && !(settings.gravity == Vec2{});
    // A speculative contact bounces with what gravity would give on the way to it, which may turn out to be
    // none; RestorePosition throws bodies back as if they were points, RollBack takes poses back from where
    // they were pushed; locks hold what others press against.
    energy_ = solves_rows && !gains_in_fall && plan.joints.empty() &&
              all_bodies([&](std::size_t i, const BodyDef& def) {
                  const ContinuousPolicy policy = policy_of(i);
                  const bool foresees =
                      policy == ContinuousPolicy::Speculative && !(settings.gravity == Vec2{});
                  return def.type != BodyType::Kinematic && !foresees && !def.lock_x && !def.lock_y &&
                         policy != ContinuousPolicy::RestorePosition && policy != ContinuousPolicy::RollBack;
              });
    // A joint or a kinematic body may press what it moves through a wall.
    walls_ = solves_rows && plan.joints.empty() && plan.room == Room::Static &&
             settings.toi == ToiMethod::Certified && all_bodies([&](std::size_t i, const BodyDef& def) {
                 return def.type == BodyType::Static ||
                        (def.type == BodyType::Dynamic && uses_time_of_impact(policy_of(i)));
             });
}

std::optional<LawViolation> LawChecker::check_step(const World& world, int step, double dt,
                                                   const StepOutcome& outcome) {
    after_ = observe(world);
    check_soundness(world, step, outcome);
    if (momentum_) check_momentum(dt, outcome);
    if (angular_momentum_) check_angular_momentum(dt, outcome);
    const bool exact = exact_impacts_ && !outcome.overlaps && outcome.time_lost == 0.0;
    if (angular_momentum_ && exact && plan_.settings.gravity == Vec2{}) check_impacts(dt, outcome);
    if (energy_) check_energy(outcome);
    if (walls_) check_walls();
    check_loads(world);
    for (std::size_t i = 0; i < before_.size(); ++i) {
        if (jointed_[i] || before_[i].asleep || after_[i].asleep) continue;
        check_impulse(i, dt, outcome);
        check_motion(i, dt, outcome);
    }
    before_.swap(after_);
    if (violation_) violation_->step = step;
    return violation_;
}

std::vector<ObservedBody> LawChecker::observe(const World& world) const {
    std::vector<ObservedBody> seen;
    for (std::size_t i = 0; i < plan_.bodies.size(); ++i) {
        const BodyView view = *world.find(world.body_at(static_cast<std::uint32_t>(i)));
        seen.push_back({oracle_body(view), view.angle(),
                        world.state().bodies.sleep[i].island != BodyHandle::null_index});
    }
    return seen;
}

Vec2d LawChecker::gravity_of(std::size_t body) const {
    return wide(plan_.bodies[body].def.gravity_scale) * widen(plan_.settings.gravity);
}
Vec2d LawChecker::weight_of(std::size_t body) const {
    return before_[body].body.mass * gravity_of(body);
}
ContinuousPolicy LawChecker::policy_of(std::size_t body) const {
    const ContinuousPolicy of_world = plan_.settings.continuous;
    return is_per_body_policy(of_world) ? plan_.bodies[body].def.continuous.policy.value_or(of_world)
                                        : of_world;
}
double LawChecker::energy_of(const std::vector<ObservedBody>& bodies) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        sum += kinetic_energy(bodies[i].body) - dot(weight_of(i), bodies[i].body.center);
    return sum;
}
bool LawChecker::any_asleep() const {
    const auto sleeps = [](const ObservedBody& seen) { return seen.asleep; };
    return std::ranges::any_of(before_, sleeps) || std::ranges::any_of(after_, sleeps);
}

void LawChecker::expect_within(Law law, double deviation, double bound, const std::string& what) {
    if (deviations_ != nullptr) {
        double& most = (*deviations_)[static_cast<std::size_t>(law)];
        if (!(deviation <= most * bound)) most = deviation / bound;
    }
    if (deviation <= bound || violation_) return;
    std::ostringstream text;
    text << what << ": off by " << deviation << ", bound " << bound;
    violation_ = {law, 0, text.str()};
}

void LawChecker::check_soundness(const World& world, int step, const StepOutcome& outcome) {
    expect_within(Law::Sound, outcome.non_finite ? 1.0 : 0.0, 0.5, "a step failed");
    if (step % 100 != 99 && step + 1 != plan_.steps) return;
    const testing::AssertionResult valid = is_valid_world(world);
    expect_within(Law::Sound, valid ? 0.0 : 1.0, 0.5, valid.message());
}

// Each impulse changes one body by what it changes the other, so only rounding is left; that of joints whose
// impulses are larger than all momentum is ten times as large. A body that loses time gets none of the
// gravity of that time.
void LawChecker::check_momentum(double dt, const StepOutcome& outcome) {
    if (any_asleep()) return;
    const Sums was = sums_of(before_);
    const Sums now = sums_of(after_);
    Vec2d expected = was.momentum;
    double greatest_weight = 0.0;
    for (std::size_t i = 0; i < before_.size(); ++i) {
        expected += dt * weight_of(i);
        greatest_weight = greater(greatest_weight, length(weight_of(i)));
    }
    const double scale = was.momentum_scale + now.momentum_scale + length(expected);
    const double share = plan_.joints.empty() ? rounding : 10.0 * rounding;
    expect_within(Law::Momentum, length(now.momentum - expected),
                  share * scale + greatest_weight * outcome.time_lost + 1e-9, "momentum, kg·m/s");
}

// About the common centre of mass, where gravity has no torque. A pair that meets at the geometry of its
// impact keeps it to 1e-5; impacts that pass on through a crowd are told once, so three times that for each.
// What falls moves on a parabola and meets on its chord. All else meets by the geometry of the start of the
// step: an impulse acts on two bodies at points that are as far apart as they overlap and move in the step (a
// body between two others takes part in impulses that cancel: eight times its own change). What takes overlap
// out of the poses moves bodies beside their way.
void LawChecker::check_angular_momentum(double dt, const StepOutcome& outcome) {
    if (any_asleep()) return;
    const Sums was = sums_of(before_);
    const Sums now = sums_of(after_);
    int impacts = 1;
    double reach = overlap_allowed;
    double pushed = 0.0;
    double shifted = 0.0;
    double greatest_torque = 0.0;
    double bent = 0.0;
    for (std::size_t i = 0; i < before_.size(); ++i) {
        const OracleBody& body = before_[i].body;
        const OracleBody& later = after_[i].body;
        impacts += outcome.body_contacts[i].impacts;
        greatest_torque = greater(greatest_torque, length(weight_of(i)) * length(body.center - was.center));
        if (!outcome.body_contacts[i].touches) continue;
        bent += body.mass * length(later.velocity) * length(gravity_of(i)) * dt * dt;
        reach = greater(reach, reach_of(body, later, extent_[i], dt));
        pushed += body.mass * length(later.velocity - body.velocity - dt * gravity_of(i));
        shifted += body.mass * beside(later.center - body.center, dt * body.velocity, dt * later.velocity) *
                   (length(body.velocity) + length(later.velocity));
    }
    double bound = 3.0 * rounding * impacts * (was.angular_scale + now.angular_scale) + bent + 1e-9;
    if (!exact_impacts_ || outcome.overlaps || outcome.time_lost > 0.0)
        bound += 8.0 * reach * pushed + 2.0 * shifted + greatest_torque * outcome.time_lost;
    expect_within(Law::AngularMomentum, std::abs(now.angular - was.angular), bound,
                  "angular momentum, kg·m²/s");
}

// The same of those alone that met, about their own centre: ten times what an impact may lose, where an
// impulse that acts at a wrong place loses more.
void LawChecker::check_impacts(double dt, const StepOutcome& outcome) {
    if (any_asleep()) return;
    std::vector<ObservedBody> body_contacts;
    for (std::size_t i = 0; i < before_.size(); ++i) {
        if (outcome.body_contacts[i].touches) body_contacts.push_back(before_[i]);
    }
    const Vec2d center = sums_of(body_contacts).center;
    int impacts = 1;
    double change = 0.0;
    double scale = 1e-9;
    for (std::size_t i = 0; i < before_.size(); ++i) {
        impacts += outcome.body_contacts[i].impacts;
        if (!outcome.body_contacts[i].touches) continue;
        for (const double sign : {-1.0, 1.0}) {
            const OracleBody& body = sign < 0.0 ? before_[i].body : after_[i].body;
            const Vec2d arm = body.center - center;
            change += sign * (body.mass * cross(arm, body.velocity) + body.inertia * body.spin);
            scale += body.mass * (length(arm) + 0.1 * dt * length(body.velocity)) * length(body.velocity) +
                     body.inertia * std::abs(body.spin);
        }
    }
    expect_within(Law::AngularMomentum, std::abs(change), 10.0 * rounding * impacts * scale,
                  "angular momentum of what met, kg·m²/s");
}

// Never above its lowest value so far, so that a slow gain shows as well as a sudden one. A body that loses
// time has the speed of a fall that it has still to do.
void LawChecker::check_energy(const StepOutcome& outcome) {
    const double now = energy_of(after_);
    const Sums sums = sums_of(after_);
    if (now <= min_energy_) {
        min_energy_ = now;
        kinetic_at_min_energy_ = sums.kinetic;
        unspent_gravity_work_ = 0.0;
    }
    double power = 0.0;
    for (std::size_t i = 0; i < after_.size(); ++i) {
        const double speed = greater(length(before_[i].body.velocity), length(after_[i].body.velocity));
        power = greater(power, length(weight_of(i)) * speed);
    }
    unspent_gravity_work_ += outcome.time_lost * power;
    const double bound = energy_made * greater(sums.kinetic, kinetic_at_min_energy_) +
                         0.5 * sums.mass * speed_made * speed_made + unspent_gravity_work_;
    expect_within(Law::Energy, now - min_energy_, bound, "energy, J");
}

// What touches nothing, and is in no event, changes its velocity by gravity alone.
void LawChecker::check_impulse(std::size_t i, double dt, const StepOutcome& outcome) {
    const BodyDef& def = plan_.bodies[i].def;
    const bool is_free = def.type == BodyType::Dynamic && !outcome.body_contacts[i].touches &&
                         def.linear_damping == 0.0f && def.angular_damping == 0.0f && !def.lock_x &&
                         !def.lock_y && policy_of(i) != ContinuousPolicy::SpeedLimit;
    if (!is_free) return;
    const OracleBody& was = before_[i].body;
    const OracleBody& now = after_[i].body;
    const Vec2d fall = dt * gravity_of(i);
    const double unfallen = (outcome.time_lost < dt ? outcome.time_lost : dt) * length(gravity_of(i));
    expect_within(Law::Impulse, length(now.velocity - was.velocity - fall),
                  rounding * (length(was.velocity) + length(fall)) + unfallen + 1e-7,
                  "velocity of body " + std::to_string(i) + ", m/s");
    // Of a push that was taken back, rolling resistance may be left over.
    const auto rolls = [](const PlannedBody& body) {
        return std::ranges::any_of(
            body.parts, [](const PlannedPart& part) { return part.def.material.rolling_resistance > 0.0f; });
    };
    if (outcome.body_contacts[i].near && std::ranges::any_of(plan_.bodies, rolls)) return;
    expect_within(Law::Impulse, std::abs(now.spin - was.spin),
                  rounding * (std::abs(was.spin) + length(was.velocity) / extent_[i]) + 1e-7,
                  "spin of body " + std::to_string(i) + ", rad/s");
}

// A free body moves by its velocity; next to a contact that is still ahead it may be shifted, by a push that
// is taken back (soft step: within the margin of contacts), by what is corrected for an overlap that the
// start of the step foresaw, or in a stage of the integrator. What touches and keeps nine tenths of its
// velocity has moved by a tenth of it at least, or it was frozen: all else may be many impacts there and
// back. Policies that lose time say so; SpeedLimit cuts motion, RestorePosition takes it back, Speculative
// and PushBack take overlap out of the poses at any distance.
void LawChecker::check_motion(std::size_t i, double dt, const StepOutcome& outcome) {
    const ContinuousPolicy policy = policy_of(i);
    const BodyContacts& body_contacts = outcome.body_contacts[i];
    if (outcome.time_lost > 0.0 || body_contacts.impacts > 1 ||
        plan_.settings.solver == SolverKind::PushBack || policy == ContinuousPolicy::SpeedLimit ||
        policy == ContinuousPolicy::RestorePosition || policy == ContinuousPolicy::Speculative)
        return;
    const OracleBody& was = before_[i].body;
    const OracleBody& now = after_[i].body;
    const Vec2d way = now.center - was.center;
    const std::string name = " of body " + std::to_string(i);
    // Springs that a stage of the integrator touches, and none of its samples at the ends, push untold.
    if (plan_.settings.solver == SolverKind::Penalty && body_contacts.near) return;
    if (!body_contacts.touches) {
        const double turn = after_[i].angle - before_[i].angle;
        const bool is_soft = plan_.settings.solver == SolverKind::SoftStep;
        const double margin = is_soft ? wide(plan_.settings.contact_margin) : overlap_allowed;
        const double shift = body_contacts.near ? margin : 0.0;
        const double off_turn = beside({turn, 0.0}, {dt * was.spin, 0.0}, {dt * now.spin, 0.0});
        expect_within(Law::Motion, beside(way, dt * was.velocity, dt * now.velocity),
                      1e-6 * (length(was.center) + length(way) + 1.0) + shift, "way" + name + ", m");
        expect_within(Law::Motion, off_turn, rounding * std::abs(turn) + 1e-6 + shift / extent_[i],
                      "turn" + name + ", rad");
        return;
    }
    // Methods that give up, or are blind, leave bodies where they are.
    if (plan_.settings.toi != ToiMethod::Certified) return;
    const double slower =
        length(was.velocity) < length(now.velocity) ? length(was.velocity) : length(now.velocity);
    if (dt * slower < 0.5 * overlap_allowed ||
        length(now.velocity - was.velocity) > 0.1 * length(was.velocity))
        return;
    expect_within(Law::Motion, dt * slower - length(way), 0.9 * dt * slower,
                  "stands still: way" + name + ", m");
}

// Motor and mouse joints: what they tell of the step is the mean of bounded impulses.
void LawChecker::check_loads(const World& world) {
    const std::vector<JointHandle> joints = world.joints();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const JointLoad load = world.joint_force(joints[i]);
        const std::string name = " of joint " + std::to_string(i);
        std::visit(
            [&](const auto& def) {
                if constexpr (requires { def.max_force; })
                    expect_within(Law::Load, wide(length(load.force)), (1.0 + rounding) * wide(def.max_force),
                                  "force" + name + ", N");
                if constexpr (requires { def.max_torque; })
                    expect_within(Law::Load, wide(std::abs(load.torque)),
                                  (1.0 + rounding) * wide(def.max_torque), "torque" + name + ", N·m");
            },
            plan_.joints[i].def);
    }
}

// No centre comes as far as a wall.
void LawChecker::check_walls() {
    for (std::size_t i = 1; i < after_.size(); ++i) {
        if (std::ranges::any_of(plan_.bodies[i].parts, is_sensor)) continue;
        const Vec2d center = after_[i].body.center;
        expect_within(Law::Walls, greater(std::abs(center.x), std::abs(center.y)), wide(room_half_side),
                      "place of body " + std::to_string(i) + ", m");
    }
}

}  // namespace toibox::testing_support
