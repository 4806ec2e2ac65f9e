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
    bool is_asleep = false;
};

/// The contacts of a body in a step.
struct BodyContacts {
    bool is_touching = false;  ///< The body has a touching contact or an event.
    bool has_points = false;   ///< The body has a contact with points, which may not touch yet.
    int impacts = 0;
};

struct StepOutcome {
    bool non_finite = false;
    bool had_overlap = false;  ///< Whether any contact overlapped at the start of the step.
    double time_lost = 0.0;    ///< Seconds of motion that bodies lost, in total.
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
    bool checks_momentum_ = false;  ///< Whether the law applies to this world; likewise below.
    bool checks_angular_momentum_ = false;
    bool checks_energy_ = false;
    bool checks_walls_ = false;
    bool has_exact_impacts_ = false;   ///< Whether each impact is resolved with the geometry of its time.
    std::vector<bool> is_jointed_;     ///< By body.
    bool has_passive_joints_ = false;  ///< Whether no joint does work.
    std::vector<double> extent_;       ///< Maximum distance of a body's points from its centre, metres.
    std::vector<ObservedBody> before_;
    std::vector<ObservedBody> after_;
    double min_energy_ = 0.0;             ///< Minimum energy of any step so far, J.
    double kinetic_at_min_energy_ = 0.0;  ///< Kinetic energy in that step, J.
    /// Maximum work of gravity since that step that bodies missed by losing time, J.
    double unspent_gravity_work_ = 0.0;
    std::optional<LawViolation> violation_;
};

}  // namespace toibox::testing_support
