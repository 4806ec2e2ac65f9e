// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/scene/scene.h"

#include <optional>
#include <string_view>
#include <vector>

namespace toibox::app {

/// What a method answers in a case, and how good that is: a row of the tables of `toibox compare` and of the
/// TOI panel.
struct MethodAnswer {
    ToiMethod method = ToiMethod::Certified;
    ToiResult result{};
    /// How the outcome compares with the truth.
    enum class Verdict : std::uint8_t { Right, Missed, False, Failed };
    Verdict verdict = Verdict::Right;
    std::optional<double> error{};  ///< t less the true t, in steps, where both hit: positive is late.
    double depth = 0.0;             ///< scene::remaining_depth, where it hit; metres.
};
std::string_view to_string(MethodAnswer::Verdict verdict);
bool touches(const ToiResult& result);  ///< Hit or Overlapped.

/// Certified advancement, which promises to be neither late nor blind, with a tolerance so fine that its own
/// error does not show. Between must and may an answer is as good as the other: the shapes come within the
/// tolerance of the target.
struct ToiTruth {
    ToiResult result{};
    bool must_touch = false;
    bool may_touch = false;
};
ToiTruth truth_of(const ToiCase& asked);
/// The answer of a method, which need not be the case's own, held against that truth.
MethodAnswer answer_of(ToiMethod method, const ToiCase& asked, const ToiTruth& truth);
/// Of one call, the least of several rounds, each long enough for the clock to tell. Cost: some 2 ms, and for
/// a slow call 5 of it.
double microseconds_of(ToiMethod method, const ToiCase& asked, Clock clock);

/// A time of impact that a scene asks for; queries that differ in nothing but name and method are one.
struct ToiQueryGroup {
    const scene::QueryEntry* first = nullptr;  ///< Lives as long as the scene.
    int queries = 1;                           ///< That ask it.
};
std::vector<ToiQueryGroup> toi_query_groups(const scene::Scene& scene);

}  // namespace toibox::app
