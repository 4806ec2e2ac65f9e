// SPDX-License-Identifier: MIT
#pragma once

#include "tests/property/world_plan.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// What holds in any world, watched from outside: sums over the bodies, events, and a second world that has
/// to agree. Shares no code with the solver.
namespace toibox::testing_support {

enum class Law : std::uint8_t {
    Sound,            ///< All is finite and no invariant is broken.
    Momentum,         ///< Of a closed system: only gravity changes it.
    AngularMomentum,  ///< The same, about the common centre of mass: nothing changes it.
    Energy,           ///< Never grows but by what the bound says.
    Events,           ///< A pair touches from its begin event to its end event.
    Impulse,          ///< No velocity changes without a contact, an event or a joint.
    Motion,           ///< A body moves as its velocity says.
    Load,             ///< A joint of bounded force gives no more.
    Walls,            ///< Nothing leaves a closed box under certified continuous collision.
    Repeat,           ///< A copy, bytes, a rewound world, threads and instruction sets give the same bits.
};
inline constexpr std::size_t law_count = 10;
std::string_view name_of(Law law);

struct LawViolation {
    Law law = Law::Sound;
    int step = 0;
    std::string what;
};

/// Greatest deviation of each law, as a share of its bound; -1 if nothing was held against it.
using Deviations = std::array<double, law_count>;
inline constexpr Deviations no_deviations{-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0};

/// Called with the world after each step, before the laws look at it: how tests show that laws bite.
using Tamper = std::function<void(World& world, int step)>;

/// Runs the world; the first law that it breaks, if any.
std::optional<LawViolation> find_violation(const WorldPlan& plan, const Tamper& tamper = {},
                                           Deviations* deviations = nullptr);

}  // namespace toibox::testing_support
