// SPDX-License-Identifier: MIT
#pragma once

#include "tests/property/world_plan.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// Laws of any world, checked from outside: sums over the bodies, events, and a second world that must agree.
/// Shares no code with the solver.
namespace toibox::testing_support {

enum class Law : std::uint8_t {
    Sound,            ///< All numbers are finite and no invariant is broken.
    Momentum,         ///< Of a closed system: only gravity changes it.
    AngularMomentum,  ///< Of a closed system, about its centre of mass: nothing changes it.
    Energy,           ///< Never grows beyond its bound.
    Events,           ///< A pair touches from its begin event to its end event.
    Impulse,          ///< No velocity changes without a contact, an event or a joint.
    Motion,           ///< A body moves by its velocity.
    Load,             ///< A joint does not exceed its maximum force.
    Walls,            ///< Nothing leaves a closed box under certified continuous collision.
    Repeat,           ///< A copy, bytes, a rewound world, threads and instruction sets give the same bits.
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

/// Called with the world after each step, before the laws are checked. Tests use it to inject faults.
using Tamper = std::function<void(World& world, int step)>;

/// Runs the world. Returns the first violated law, if any.
std::optional<LawViolation> find_violation(const WorldPlan& plan, const Tamper& tamper = {},
                                           Deviations* deviations = nullptr);

}  // namespace toibox::testing_support
