// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"
#include "toibox/dynamics/fields.h"
#include "toibox/dynamics/settings.h"

#include <cstdint>
#include <optional>

namespace toibox {

/// Continuous collision as a body has it for itself. Only dynamic bodies are searched, so only theirs counts.
///
/// Each body has a policy: its own, or the world's. A world whose policy acts on everybody at once
/// (!is_per_body_policy) has it for all, and what bodies have of their own waits; so does a policy that does
/// not go with the solver (!are_compatible). Whose motion is searched is decided by the body's policy, how by
/// its method: a pair is cast by the method of the searcher. The margin of a contact is the greater of its
/// two bodies' (contact_margin_for, detection_margin_for).
///
/// An impact of two dynamic bodies (one a bullet or an anvil) with different policies:
/// - If either is under SubstepAtImpact it is answered: one impulse for the pair, so momentum is kept and no
///   energy comes in. If neither is, both wait where they met, as under StopAtImpact.
/// - Answered, a body under SubstepAtImpact goes on and is searched again; one under Off goes on unsearched.
///   All others wait with their new velocity, and their lost time is counted: none of them can look at a new
///   motion in the midst of a step.
/// - Who would go on, but into the one who waits, waits too.
/// - What a kinematic body meets is answered and goes on under every policy, as in any world: it does not
///   wait.
/// - A joint is not asked at an impact: its bodies are answered as if it were not there, and the next step's
///   solver makes up for that.
/// A search keeps a body's own motion from leading through others; others whom nobody searches may still
/// come through it.
struct ContinuousOverride {
    std::optional<ContinuousPolicy> policy = std::nullopt;  ///< The world's if empty.
    std::optional<ToiMethod> toi = std::nullopt;            ///< The world's if empty.

    friend bool operator==(const ContinuousOverride&, const ContinuousOverride&) = default;
};

/// The choice of one body as a world keeps it.
struct BodyContinuousOverride {
    std::uint32_t body = 0;
    bool has_policy = false;
    ContinuousPolicy policy = ContinuousPolicy::Off;
    bool has_toi = false;
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
