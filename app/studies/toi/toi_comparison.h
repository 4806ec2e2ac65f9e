// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/scene/scene.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// Result of a time-of-impact method in one case, compared with the reference result. A row in the tables of
/// `toibox compare` and of the TOI panel.
struct MethodAnswer {
    ToiMethod method = ToiMethod::Certified;
    ToiResult result{};
    enum class Verdict : std::uint8_t {
        Right,
        Missed,    ///< Separated, although the true motion touches.
        GhostHit,  ///< A hit, although the true motion never touches.
        Late,      ///< A hit after the true time by more than the tolerance.
        Failed,    ///< Exhausted.
    };
    Verdict verdict = Verdict::Right;
    std::optional<double> error{};  ///< t minus the true t, in steps; positive is late. Only if both touch.
    double depth = 0.0;             ///< scene::remaining_depth, metres, if the method reports a touch.
};
std::string_view to_string(MethodAnswer::Verdict verdict);
/// The outcome in one word for tables: the state, or what is wrong with it ("missed", "ghost hit", "late").
std::string_view outcome_word(const MethodAnswer& answer);
bool touches(const ToiResult& result);  ///< Whether the state is Hit or Overlapped.

/// The reference result, from certified advancement, which is never late and never misses, with a negligible
/// tolerance. If `may_touch` but not `must_touch`, the smallest distance is within the tolerance of the
/// target, so both touching and separated are right.
struct ToiTruth {
    ToiResult result{};
    bool must_touch = false;  ///< Whether "separated" would be wrong.
    bool may_touch = false;   ///< Whether a hit or overlap would be right.
    double latest_t = 1.0;    ///< The distance falls below target − tolerance: a later hit is late.
};
ToiTruth truth_of(const ToiCase& toi_case);
/// Runs `method`, which may differ from the method of the case, and compares its result with the reference
/// result.
MethodAnswer answer_of(ToiMethod method, const ToiCase& toi_case, const ToiTruth& truth);
/// Mean time of a call in the fastest of several rounds. A round has enough calls for the resolution of the
/// clock. Cost: about 2 ms, or 5 calls of a slow method.
double microseconds_of(ToiMethod method, const ToiCase& toi_case, Clock clock);

/// A group of time-of-impact queries of a scene that differ only in name and method.
struct ToiQueryGroup {
    const scene::QueryEntry* first = nullptr;  ///< Points into the scene.
    std::vector<std::string> names;            ///< Of all queries in the group.
};
std::vector<ToiQueryGroup> toi_query_groups(const scene::Scene& scene);

}  // namespace toibox::app
