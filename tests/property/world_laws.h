// SPDX-License-Identifier: MIT
#pragma once

#include "tests/property/world_plan.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// Laws that worlds obey, checked by sums over the bodies, by events, and by a second world that must
/// stay bit-identical. Shares no code with the solver.
namespace toibox::testing_support {

enum class Law : std::uint8_t {
    Sound,            ///< All numbers are finite and no invariant is broken.
    Momentum,         ///< Only gravity changes the momentum of a closed system.
    AngularMomentum,  ///< Nothing changes the angular momentum of a closed system about its centre of mass.
    Energy,           ///< The energy never grows beyond its bound.
    Events,           ///< A pair touches from its begin event to its end event.
    Impulse,          ///< No velocity changes without a contact, an event or a joint.
    Motion,           ///< A body moves by its velocity.
    Load,             ///< A joint does not exceed its maximum force or torque.
    Walls,            ///< No body leaves a closed room if impacts are found by certified advancement.
    Repeat,           ///< Copies, bytes, rewinding, threads and instruction sets do not change any bit.
};
inline constexpr std::size_t law_count = 10;
std::string_view name_of(Law law);

struct LawViolation {
    Law law = Law::Sound;
    int step = 0;
    std::string message;
};

/// Maximum deviation from each law, relative to its bound; −1 if the law was not checked.
using Deviations = std::array<double, law_count>;
inline constexpr Deviations no_deviations{-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0};

/// A function that is called with the world after each step, before the laws are checked.
using FaultInjector = std::function<void(World& world, int step)>;

/// Runs the world. Returns the first violated law, if any. `deviations` may be null.
std::optional<LawViolation> find_violation(const WorldPlan& plan, const FaultInjector& inject_fault = {},
                                           Deviations* deviations = nullptr);

}  // namespace toibox::testing_support
