// SPDX-License-Identifier: MIT
#include "tests/property/law_checker.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace toibox::testing_support {
namespace {

/// Maximum overlap of two bodies that meet in a step, metres: the two points at which an impulse acts on them
/// may be this far apart. Origin: twenty times the slop, which the solvers tolerate for a step or two.
constexpr double max_overlap = 0.1;
/// Maximum speed that a body may gain when overlap is pushed out, m/s. Origin: 1.5 times
/// WorldSettings::push_speed.
constexpr double max_push_speed = 2.0;
/// Maximum relative gain of energy in 600 steps, by rounding and by impacts with both friction and
/// restitution. Origin: a hundred times the bound of a single impact (policy_laws_test.cpp).
constexpr double max_energy_gain = 1e-3;
/// Likewise with joints.
constexpr double max_jointed_energy_gain = 1e-2;
/// Maximum relative error of a float sum of some dozens of impulses or velocities in a step.
constexpr double rounding = 1e-5;

/// Sums over the bodies.
struct Sums {
    double mass = 0.0;
    Vec2d momentum;
    double momentum_scale = 0.0;  ///< Σ m|v|, the scale of rounding errors.
    Vec2d center;
    double angular = 0.0;  ///< About the centre of mass.
    double angular_scale = 0.0;
    double kinetic = 0.0;
};
Sums sums_of(const std::vector<ObservedBody>& bodies) {
    Sums sums;
    for (const auto& [body, angle, is_asleep] : bodies) {
        sums.mass += body.mass;
        sums.momentum += body.mass * body.velocity;
        sums.momentum_scale += body.mass * length(body.velocity);
        sums.center += body.mass * body.center;
        sums.kinetic += kinetic_energy(body);
    }
    if (!(sums.mass > 0.0)) return sums;
    sums.center = (1.0 / sums.mass) * sums.center;
    const Vec2d drift = (1.0 / sums.mass) * sums.momentum;
    for (const auto& [body, angle, is_asleep] : bodies) {
        const Vec2d arm = body.center - sums.center;
        sums.angular += body.mass * cross(arm, body.velocity - drift) + body.inertia * body.spin;
        sums.angular_scale +=
            body.mass * length(arm) * length(body.velocity) + body.inertia * std::abs(body.spin);
    }
    return sums;
}

/// Distance of `motion` from the segment between the motions `from` and `to`.
double distance_from_segment(Vec2d motion, Vec2d from, Vec2d to) {
    const Vec2d along = to - from;
    const double square = length_squared(along);
    const double t = square > 0.0 ? std::clamp(dot(motion - from, along) / square, 0.0, 1.0) : 0.0;
    return length(motion - from - t * along);
}

double larger(double a, double b) {
    return a > b ? a : b;
}

/// Maximum motion of a point of a body in a step. If an impulse uses the geometry of the start of the step,
/// the points at which it acts on two bodies may be this far apart.
double reach_of(const OracleBody& was, const OracleBody& now, double extent, double dt) {
    return dt * (larger(length(was.velocity), length(now.velocity)) +
                 extent * larger(std::abs(was.spin), std::abs(now.spin)));
}

bool is_sensor(const PlannedPart& part) {
    return part.def.sensor;
}

}  // namespace

LawChecker::LawChecker(const WorldPlan& plan, const World& world, Deviations* deviations)
    : plan_(plan), deviations_(deviations), is_jointed_(plan.bodies.size()) {
    for (const PlannedJoint& joint : plan.joints)
        is_jointed_[joint.a] = is_jointed_[joint.b] = true;
    for (std::size_t i = 0; i < plan.bodies.size(); ++i)
        extent_.push_back(wide(world.state().bodies.mass[i].max_extent));
    before_ = observe(world);
    min_energy_ = energy_of(before_);
    kinetic_at_min_energy_ = sums_of(before_).kinetic;
    decide_applicable_laws();
}

std::optional<LawViolation> LawChecker::check_step(const World& world, int step, double dt,
                                                   const StepOutcome& outcome) {
    after_ = observe(world);
    check_soundness(world, step, outcome);
    if (checks_momentum_) check_momentum(dt, outcome);
    if (checks_angular_momentum_) check_angular_momentum(dt, outcome);
    const bool exact = has_exact_impacts_ && !outcome.had_overlap && outcome.time_lost == 0.0;
    if (checks_angular_momentum_ && exact && plan_.settings.gravity == Vec2{}) check_impacts(dt, outcome);
    if (checks_energy_) check_energy(outcome);
    if (checks_walls_) check_walls();
    check_loads(world);
    for (std::size_t i = 0; i < before_.size(); ++i) {
        if (before_[i].is_asleep || after_[i].is_asleep) continue;
        check_impulse(i, dt, outcome);
        if (!is_jointed_[i] || has_passive_joints_) check_motion(i, dt, outcome);
    }
    before_.swap(after_);
    if (violation_) violation_->step = step;
    return violation_;
}

std::vector<ObservedBody> LawChecker::observe(const World& world) const {
    std::vector<ObservedBody> observed;
    for (std::size_t i = 0; i < plan_.bodies.size(); ++i) {
        const BodyView view = *world.find(world.body_at(static_cast<std::uint32_t>(i)));
        observed.push_back({oracle_body(view), view.angle(),
                            world.state().bodies.sleep[i].island != BodyHandle::null_index});
    }
    return observed;
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
    const auto is_asleep = [](const ObservedBody& observed) { return observed.is_asleep; };
    return std::ranges::any_of(before_, is_asleep) || std::ranges::any_of(after_, is_asleep);
}

void LawChecker::expect_within(Law law, double deviation, double bound, const std::string& quantity) {
    if (deviations_ != nullptr) {
        double& max_deviation = (*deviations_)[static_cast<std::size_t>(law)];
        if (!(deviation <= max_deviation * bound)) max_deviation = deviation / bound;
    }
    if (deviation <= bound || violation_) return;
    std::ostringstream text;
    text << quantity << ": off by " << deviation << ", bound " << bound;
    violation_ = {law, 0, text.str()};
}

void LawChecker::check_soundness(const World& world, int step, const StepOutcome& outcome) {
    expect_within(Law::Sound, outcome.non_finite ? 1.0 : 0.0, 0.5, "a step failed");
    if (step % 100 != 99 && step + 1 != plan_.steps) return;
    const testing::AssertionResult valid = is_valid_world(world);
    expect_within(Law::Sound, valid ? 0.0 : 1.0, 0.5, valid.message());
}

// An impulse acts on two bodies in opposite directions, so only rounding errors remain. They are ten times as
// large with joints, whose impulses may exceed the total momentum. A body that loses time misses the effect
// of gravity in that time.
void LawChecker::check_momentum(double dt, const StepOutcome& outcome) {
    if (any_asleep()) return;
    const Sums was = sums_of(before_);
    const Sums now = sums_of(after_);
    Vec2d expected = was.momentum;
    double max_weight = 0.0;
    for (std::size_t i = 0; i < before_.size(); ++i) {
        expected += dt * weight_of(i);
        max_weight = larger(max_weight, length(weight_of(i)));
    }
    const double scale = was.momentum_scale + now.momentum_scale + length(expected);
    const double fraction = plan_.joints.empty() ? rounding : 10.0 * rounding;
    expect_within(Law::Momentum, length(now.momentum - expected),
                  fraction * scale + max_weight * outcome.time_lost + 1e-9, "momentum, kg·m/s");
}

// Angular momentum about the common centre of mass, where gravity has no torque. An impact that is resolved
// with its own geometry conserves angular momentum to 1e-5. Impacts that propagate through a crowd are
// reported as one event; to allow for them, the bound per event is three times that error. Falling bodies
// move on a parabola but collide on its chord. All other contacts use the geometry of the start of the step:
// an impulse acts at two points, as far apart as the overlap or the motion in the step. (The impulses on a
// body between two others partly cancel, so they may be eight times as large as its change of momentum.)
// Position correction moves bodies off their path.
void LawChecker::check_angular_momentum(double dt, const StepOutcome& outcome) {
    if (any_asleep()) return;
    const Sums was = sums_of(before_);
    const Sums now = sums_of(after_);
    int impacts = 1;
    double reach = max_overlap;
    double contact_impulse = 0.0;    // Σ over the bodies, N·s
    double correction_moment = 0.0;  // kg·m²/s
    double max_torque = 0.0;
    double chord_error = 0.0;
    for (std::size_t i = 0; i < before_.size(); ++i) {
        const OracleBody& body = before_[i].body;
        const OracleBody& later = after_[i].body;
        impacts += outcome.body_contacts[i].impacts;
        max_torque = larger(max_torque, length(weight_of(i)) * length(body.center - was.center));
        if (!outcome.body_contacts[i].is_touching) continue;
        chord_error += body.mass * length(later.velocity) * length(gravity_of(i)) * dt * dt;
        reach = larger(reach, reach_of(body, later, extent_[i], dt));
        contact_impulse += body.mass * length(later.velocity - body.velocity - dt * gravity_of(i));
        correction_moment +=
            body.mass *
            distance_from_segment(later.center - body.center, dt * body.velocity, dt * later.velocity) *
            (length(body.velocity) + length(later.velocity));
    }
    double bound = 3.0 * rounding * impacts * (was.angular_scale + now.angular_scale) + chord_error + 1e-9;
    if (!has_exact_impacts_ || outcome.had_overlap || outcome.time_lost > 0.0)
        bound += 8.0 * reach * contact_impulse + 2.0 * correction_moment + max_torque * outcome.time_lost;
    expect_within(Law::AngularMomentum, std::abs(now.angular - was.angular), bound,
                  "angular momentum, kg·m²/s");
}

// Angular momentum of only the touching bodies, about their common centre of mass. The bound is ten times the
// error of an impact; an impulse that acts at a wrong point has a larger error.
void LawChecker::check_impacts(double dt, const StepOutcome& outcome) {
    if (any_asleep()) return;
    std::vector<ObservedBody> touching;
    for (std::size_t i = 0; i < before_.size(); ++i) {
        if (outcome.body_contacts[i].is_touching) touching.push_back(before_[i]);
    }
    const Vec2d center = sums_of(touching).center;
    int impacts = 1;
    double change = 0.0;
    double scale = 1e-9;
    for (std::size_t i = 0; i < before_.size(); ++i) {
        impacts += outcome.body_contacts[i].impacts;
        if (!outcome.body_contacts[i].is_touching) continue;
        for (const double sign : {-1.0, 1.0}) {
            const OracleBody& body = sign < 0.0 ? before_[i].body : after_[i].body;
            const Vec2d arm = body.center - center;
            change += sign * (body.mass * cross(arm, body.velocity) + body.inertia * body.spin);
            scale += body.mass * (length(arm) + 0.1 * dt * length(body.velocity)) * length(body.velocity) +
                     body.inertia * std::abs(body.spin);
        }
    }
    expect_within(Law::AngularMomentum, std::abs(change), 10.0 * rounding * impacts * scale,
                  "angular momentum of the touching bodies, kg·m²/s");
}

// The energy is compared with its minimum so far, so that slow gains are detected as well as sudden ones. A
// body that loses time already has the speed of a fall that it has not completed.
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
        const double speed = larger(length(before_[i].body.velocity), length(after_[i].body.velocity));
        power = larger(power, length(weight_of(i)) * speed);
    }
    unspent_gravity_work_ += outcome.time_lost * power;
    const double max_gain = plan_.joints.empty() ? max_energy_gain : max_jointed_energy_gain;
    const double bound = max_gain * larger(sums.kinetic, kinetic_at_min_energy_) +
                         0.5 * sums.mass * max_push_speed * max_push_speed + unspent_gravity_work_;
    expect_within(Law::Energy, now - min_energy_, bound, "energy, J");
}

// Without a joint, a touching contact or an event, only gravity changes the velocity.
void LawChecker::check_impulse(std::size_t i, double dt, const StepOutcome& outcome) {
    const BodyDef& def = plan_.bodies[i].def;
    const bool is_free = def.type == BodyType::Dynamic && !is_jointed_[i] &&
                         !outcome.body_contacts[i].is_touching && def.linear_damping == 0.0f &&
                         def.angular_damping == 0.0f && !def.lock_x && !def.lock_y &&
                         policy_of(i) != ContinuousPolicy::SpeedLimit;
    if (!is_free) return;
    const OracleBody& was = before_[i].body;
    const OracleBody& now = after_[i].body;
    const Vec2d fall = dt * gravity_of(i);
    const double missed_fall = (outcome.time_lost < dt ? outcome.time_lost : dt) * length(gravity_of(i));
    expect_within(Law::Impulse, length(now.velocity - was.velocity - fall),
                  rounding * (length(was.velocity) + length(fall)) + missed_fall + 1e-7,
                  "velocity of body " + std::to_string(i) + ", m/s");
    // The solver sometimes takes an impulse back without the rolling resistance that it caused.
    const auto rolls = [](const PlannedBody& body) {
        return std::ranges::any_of(
            body.parts, [](const PlannedPart& part) { return part.def.material.rolling_resistance > 0.0f; });
    };
    if (outcome.body_contacts[i].has_points && std::ranges::any_of(plan_.bodies, rolls)) return;
    expect_within(Law::Impulse, std::abs(now.spin - was.spin),
                  rounding * (std::abs(was.spin) + length(was.velocity) / extent_[i]) + 1e-7,
                  "spin of body " + std::to_string(i) + ", rad/s");
}

// A free body moves with its velocity. A body near a contact that does not touch yet may be shifted: by an
// impulse that the solver removes again (soft step: up to the contact margin), by the correction of a
// predicted overlap, or in a stage of the integrator. A touching body whose velocity changes by at most 10 %
// must cover at least 10 % of the distance that corresponds to its velocity; otherwise it was frozen.
// Not checked:
// - jointed bodies of worlds with springs or motors, which may move back and forth;
// - the path of jointed bodies that touch nothing, which joints lead on arcs;
// - bodies with several impacts, which may move back and forth;
// - steps that lose time;
// - SpeedLimit, which shortens motions, and RestorePosition, which reverts them;
// - Speculative and PushBack, which correct poses at any distance.
void LawChecker::check_motion(std::size_t i, double dt, const StepOutcome& outcome) {
    const ContinuousPolicy policy = policy_of(i);
    const BodyContacts& body_contacts = outcome.body_contacts[i];
    if (outcome.time_lost > 0.0 || body_contacts.impacts > 1 ||
        plan_.settings.solver == SolverKind::PushBack || policy == ContinuousPolicy::SpeedLimit ||
        policy == ContinuousPolicy::RestorePosition || policy == ContinuousPolicy::Speculative)
        return;
    const OracleBody& was = before_[i].body;
    const OracleBody& now = after_[i].body;
    const Vec2d motion = now.center - was.center;
    const std::string name = " of body " + std::to_string(i);
    // A penalty spring may push in a stage of the integrator without touching at the ends of the step.
    if (plan_.settings.solver == SolverKind::Penalty && body_contacts.has_points) return;
    if (!body_contacts.is_touching) {
        if (is_jointed_[i]) return;
        const double turn = after_[i].angle - before_[i].angle;
        const bool is_soft = plan_.settings.solver == SolverKind::SoftStep;
        const double margin = is_soft ? wide(plan_.settings.contact_margin) : max_overlap;
        const double shift = body_contacts.has_points ? margin : 0.0;
        const double turn_error =
            distance_from_segment({turn, 0.0}, {dt * was.spin, 0.0}, {dt * now.spin, 0.0});
        expect_within(Law::Motion, distance_from_segment(motion, dt * was.velocity, dt * now.velocity),
                      1e-6 * (length(was.center) + length(motion) + 1.0) + shift, "motion" + name + ", m");
        expect_within(Law::Motion, turn_error, rounding * std::abs(turn) + 1e-6 + shift / extent_[i],
                      "rotation" + name + ", rad");
        return;
    }
    // Other TOI methods may run out of iterations or miss impacts, and leave bodies where they are.
    if (plan_.settings.toi != ToiMethod::Certified) return;
    const double min_speed =
        length(was.velocity) < length(now.velocity) ? length(was.velocity) : length(now.velocity);
    if (dt * min_speed < 0.5 * max_overlap ||
        length(now.velocity - was.velocity) > 0.1 * length(was.velocity))
        return;
    expect_within(Law::Motion, dt * min_speed - length(motion), 0.9 * dt * min_speed,
                  "frozen: motion" + name + ", m");
}

// The load of a motor or mouse joint is the mean of bounded impulses.
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

// No centre of mass reaches a wall.
void LawChecker::check_walls() {
    for (std::size_t i = 1; i < after_.size(); ++i) {
        if (std::ranges::any_of(plan_.bodies[i].parts, is_sensor)) continue;
        const Vec2d center = after_[i].body.center;
        expect_within(Law::Walls, larger(std::abs(center.x), std::abs(center.y)), wide(room_half_side),
                      "position of body " + std::to_string(i) + ", m");
    }
}

}  // namespace toibox::testing_support
