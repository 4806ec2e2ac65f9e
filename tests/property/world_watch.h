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

/// What a step did to a body.
struct BodyContacts {
    bool touches = false;  ///< A contact that touches, or an event that names it.
    bool near = false;     ///< A contact has points, which may be ahead.
    int impacts = 0;
};

struct StepOutcome {
    bool non_finite = false;
    bool overlaps = false;  ///< Any contact, when the step began.
    double time_lost = 0.0;
    std::vector<BodyContacts> body_contacts;
};

/// Holds the steps of a world against the laws. Each bound is stated with its reason where it is checked.
class LawChecker {
public:
    /// `deviations` may be null.
    LawChecker(const WorldPlan& plan, const World& world, Deviations* deviations);
    /// After a step of dt seconds. The first law that it breaks.
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
    void expect_within(Law law, double deviation, double bound, const std::string& what);

    [[nodiscard]] Vec2d gravity_of(std::size_t body) const;
    [[nodiscard]] Vec2d weight_of(std::size_t body) const;
    [[nodiscard]] ContinuousPolicy policy_of(std::size_t body) const;
    [[nodiscard]] double energy_of(const std::vector<ObservedBody>& bodies) const;
    [[nodiscard]] bool any_asleep() const;

    const WorldPlan& plan_;
    Deviations* deviations_;
    bool momentum_ = false;  ///< Whether the law is for this world, and so on.
    bool angular_momentum_ = false;
    bool exact_impacts_ = false;
    bool energy_ = false;
    bool walls_ = false;
    std::vector<bool> jointed_;
    std::vector<double> extent_;  ///< Of a body, from its centre, metres.
    std::vector<ObservedBody> before_;
    std::vector<ObservedBody> after_;
    double min_energy_ = 0.0;             ///< So far.
    double kinetic_at_min_energy_ = 0.0;  ///< Kinetic energy at that time.
    double unspent_gravity_work_ = 0.0;   ///< Work of gravity that bodies at a stand did not do since.
    std::optional<LawViolation> violation_;
};

}  // namespace toibox::testing_support
