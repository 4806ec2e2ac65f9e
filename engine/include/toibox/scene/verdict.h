// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/math/vec2.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace toibox::scene {

/// What became of two bodies that met in a step, or should have met. Recordings and snapshots store the
/// numbers.
enum class VerdictKind : std::uint8_t {
    Stopped,        ///< A fast impact was answered, and the bodies stayed on their sides.
    Tunnelled,      ///< A body passed to the other side, and no sampled pose touched.
    PushedThrough,  ///< A sampled pose touched, but the body left on the far side.
    Missed,         ///< A TOI method answered "separated" although the true motion hits.
    Late,           ///< A TOI method answered a time at which the shapes had come too close already.
    GhostHit,       ///< A contact pushed bodies that would not have touched, and do not touch.
    TimeLost,       ///< Part of the step was not simulated after an impact.
};
inline constexpr int verdict_kind_count = 7;

struct VerdictName {
    VerdictKind kind;
    std::string_view name;     ///< In claims: "pushed_through".
    std::string_view label;    ///< On chips: "PUSHED THROUGH".
    std::string_view summary;  ///< One sentence for tooltips.
};
/// In the order of VerdictKind.
std::span<const VerdictName> verdict_names();
const VerdictName& name_of(VerdictKind kind);
/// The kinds from the worst to the mildest; TimeLost, which stands beside the others, comes last.
std::span<const VerdictKind> verdicts_by_severity();
/// Index in verdicts_by_severity().
std::size_t severity_rank(VerdictKind kind);

struct Verdict {
    VerdictKind kind = VerdictKind::Stopped;
    BodyHandle body{};  ///< The body that moved farther.
    BodyHandle other{};
    double t = 0.0;        ///< When it happened, as a fraction of the step.
    Vec2d point;           ///< Where it happened, world, metres.
    double seconds = 0.0;  ///< Late: by how much. TimeLost: how much time, summed over the bodies. Else 0.

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

}  // namespace toibox::scene
