// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/scene/scene.h"

#include <optional>
#include <string_view>
#include <vector>

namespace toibox::app {

/// Result of a method in one case, compared with the reference: a row of the tables of `toibox compare` and
/// of the TOI panel.
struct MethodAnswer {
    ToiMethod method = ToiMethod::Certified;
    ToiResult result{};
    enum class Verdict : std::uint8_t { Right, Missed, False, Failed };
    Verdict verdict = Verdict::Right;
    std::optional<double> error{};  ///< t minus the true t, in steps, if both touch: positive is late.
    double depth = 0.0;             ///< scene::remaining_depth if the method touches, metres.
};
std::string_view to_string(MethodAnswer::Verdict verdict);
bool touches(const ToiResult& result);  ///< Hit or Overlapped.

/// Reference result: certified advancement, which is never late and never misses, with a negligible
/// tolerance. If may_touch but not must_touch, the smallest distance is within the tolerance of the target,
/// and both results are right.
struct ToiTruth {
    ToiResult result{};
    bool must_touch = false;
    bool may_touch = false;
};
ToiTruth truth_of(const ToiCase& toi_case);
/// Runs a method, not necessarily that of the case, and compares its result with the reference.
MethodAnswer answer_of(ToiMethod method, const ToiCase& toi_case, const ToiTruth& truth);
/// Time of one call: the minimum of several rounds, each long enough for the clock's resolution. Cost: about
/// 2 ms, or 5 calls of a slow method.
double microseconds_of(ToiMethod method, const ToiCase& toi_case, Clock clock);

/// Time-of-impact queries of a scene that differ only in name and method.
struct ToiQueryGroup {
    const scene::QueryEntry* first = nullptr;  ///< Valid as long as the scene.
    int queries = 1;                           ///< Number of queries in the group.
};
std::vector<ToiQueryGroup> toi_query_groups(const scene::Scene& scene);

}  // namespace toibox::app
