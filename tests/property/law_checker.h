// SPDX-License-Identifier: MIT
#pragma once

#include "tests/property/world_laws.h"
#include "tests/support/physics.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::testing_support {

/// A body between two steps.
struct ObservedBody {
    OracleBody body;
    double angle = 0.0;  ///< Unwrapped.
    bool asleep = false;
};

/// The contacts of a body in a step.
struct BodyContacts {
    bool touches = false;  ///< It has a touching contact or an event.
    bool near = false;     ///< It has a contact with points, which may not touch yet.
    int impacts = 0;
};

struct StepOutcome {
    bool non_finite = false;
    bool overlaps = false;  ///< Whether any contact overlapped at the start of the step.
    double time_lost = 0.0;
    std::vector<BodyContacts> body_contacts;
};

/// Checks the steps of a world against the laws. The reason for each bound is stated at its check.
class LawChecker {
public:
    /// `deviations` may be null.
    LawChecker(const WorldPlan& plan, const World& world, Deviations* deviations);
    /// Call after each step of dt seconds. Returns the first violated law.
    std::optional<LawViolation> check_step(const World& world, int step, double dt,
                                           const StepOutcome& outcome);

private:
    [[nodiscard]] std::vector<ObservedBody> observe(const World& world) const;
    void check_soundness(const World& world, int step, const StepOutcome& outcome);
    void check_momentum(double dt, const StepOutcome& outcome);
    void check_angular_momentum(double dt, const StepOutcome& outcome);
    void check_impacts(double dt, const StepOutcome& outcome);
    void check_energy(const StepOutcome& outcome);
    void check_impulse(std::size_t i, double dt, const StepOutcome& outcome);
    void check_motion(std::size_t i, double dt, const StepOutcome& outcome);
    void check_loads(const World& world);
    void check_walls();
    void decide_applicable_laws();
    void expect_within(Law law, double deviation, double bound, const std::string& quantity);

    [[nodiscard]] Vec2d gravity_of(std::size_t body) const;
    [[nodiscard]] Vec2d weight_of(std::size_t body) const;
    [[nodiscard]] ContinuousPolicy policy_of(std::size_t body) const;
    [[nodiscard]] double energy_of(const std::vector<ObservedBody>& bodies) const;
    [[nodiscard]] bool any_asleep() const;

    const WorldPlan& plan_;
    Deviations* deviations_;
    bool momentum_ = false;  ///< Whether the law applies to this world; the same below.
    bool angular_momentum_ = false;
    bool exact_impacts_ = false;
    bool energy_ = false;
    bool walls_ = false;
    std::vector<bool> jointed_;
    std::vector<double> extent_;  ///< Of a body, from its centre, metres.
    std::vector<ObservedBody> before_;
    std::vector<ObservedBody> after_;
    double min_energy_ = 0.0;             ///< Minimum so far, J.
    double kinetic_at_min_energy_ = 0.0;  ///< Kinetic energy at that time, J.
    double unspent_gravity_work_ = 0.0;  ///< Work of gravity since then that bodies missed by losing time, J.
    std::optional<LawViolation> violation_;
};

}  // namespace toibox::testing_support
