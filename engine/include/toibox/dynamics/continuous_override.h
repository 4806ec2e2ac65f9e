// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"
#include "toibox/fields/fields.h"
#include "toibox/toi/toi.h"

#include <cstdint>
#include <optional>

namespace toibox {

/// A body's override of the continuous collision settings. Has an effect only on dynamic bodies, because no
/// other bodies are searched.
///
/// Without an override, a body has the world's policy. An override is ignored if the world's policy is not a
/// per-body policy (!is_per_body_policy), or if the override does not work with the solver
/// (!are_compatible). A body's policy decides whether its motion is searched; a pair is cast with the method
/// of the searched body. The margin of a contact is the larger of the margins of its bodies
/// (contact_margin_for, detection_margin_for).
///
/// Impacts of two dynamic bodies (one a bullet or a heavy obstacle) with different policies:
/// - If either is under SubstepAtImpact, the impact is resolved with one impulse for the pair: momentum is
///   conserved and no energy is added. If neither is, both stop where they meet, as under
///   StopAtImpact.
/// - After a resolved impact, a body under SubstepAtImpact continues and is searched again; a body under
///   Off continues unsearched. Bodies under other policies stop with their new velocity, because these
///   policies do not search a new motion within the step. The lost time is counted.
/// - A body that would move into a stopped body stops, too.
/// - An impact with a kinematic body is always resolved, and the other body continues under every policy,
///   because a kinematic body does not stop.
/// - A joint takes part in an impact only if its other body takes part or is under SubstepAtImpact and may be
///   added. If not, the impact is resolved without the joint, and the solver corrects the joint in the next
///   step.
/// A search keeps the searched body from passing through others; unsearched bodies may still pass through the
/// searched one.
struct ContinuousOverride {
    std::optional<ContinuousPolicy> policy = std::nullopt;  ///< nullopt: the world's policy.
    std::optional<ToiMethod> toi = std::nullopt;            ///< nullopt: the world's method.

    friend bool operator==(const ContinuousOverride&, const ContinuousOverride&) = default;
};

/// The override of one body, as the world stores it.
struct BodyContinuousOverride {
    std::uint32_t body = 0;
    bool has_policy = false;  ///< If false, `policy` is unused.
    ContinuousPolicy policy = ContinuousPolicy::Off;
    bool has_toi = false;  ///< If false, `toi` is unused.
    ToiMethod toi = ToiMethod::Certified;
};

template <>
struct FieldsOf<BodyContinuousOverride> {
    static constexpr FieldTuple list{Field{"body", &BodyContinuousOverride::body},
                                     Field{"has_policy", &BodyContinuousOverride::has_policy},
                                     Field{"policy", &BodyContinuousOverride::policy},
                                     Field{"has_toi", &BodyContinuousOverride::has_toi},
                                     Field{"toi", &BodyContinuousOverride::toi}};
};
static_assert(lists_every_field<BodyContinuousOverride>);

}  // namespace toibox
