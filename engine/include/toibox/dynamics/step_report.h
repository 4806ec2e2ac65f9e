// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/continuous/toi_case.h"
#include "toibox/core/handle.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace toibox {

/// The stages of a step, in order.
enum class Stage : std::uint8_t { Pairs, Collide, Solve, Position, Continuous, Finalize };
inline constexpr int stage_count = 6;
std::string_view to_string(Stage stage);

/// A count, its sum and its maximum: "toi calls, ave [max] iterations".
struct Tally {
    std::uint64_t calls = 0;
    std::uint64_t sum = 0;
    std::uint64_t max = 0;

    constexpr void add(std::uint64_t value) {
        ++calls;
        sum += value;
        max = value > max ? value : max;
    }
    constexpr void merge(const Tally& other) {
        calls += other.calls;
        sum += other.sum;
        max = other.max > max ? other.max : max;
    }
    [[nodiscard]] constexpr double average() const {
        return calls == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(calls);
    }
};

/// The pair that made a maximum, so that a click can open it.
struct WorstPair {
    ShapeHandle a;
    ShapeHandle b;
};

struct ToiCounters {
    Tally outer;        ///< Outer iterations a call.
    Tally root;         ///< Root iterations a root search.
    Tally nanoseconds;  ///< A call; empty without a clock.
    std::uint64_t hit = 0;
    std::uint64_t separated = 0;
    std::uint64_t overlapped = 0;
    std::uint64_t exhausted = 0;
    WorstPair worst_pair;  ///< Of outer.max; the first, if several.

    void merge(const ToiCounters& later);
};

/// A time of impact that the continuous stage asked for.
struct ToiSearch {
    ShapeHandle a;
    ShapeHandle b;
    double from = 0.0;  ///< Where its motions begin, as a fraction of the step: after an impact above 0.
    bool core = false;  ///< Asked of a core, because the shapes as they are touch already.
    ToiCase asked;
    ToiState state = ToiState::Separated;
    double t = 1.0;  ///< Of its motions.
};

/// What a search for impacts counts.
struct SearchCounters {
    Tally gjk;  ///< Iterations a call. Times of impact call it; detection finds its manifolds by SAT.
    ToiCounters toi;
    int deep_starts = 0;  ///< Casts that began with the centroid inside; a pair searched again counts again.
    std::vector<ToiSearch> searches;  ///< Each, in order; only if World::record_searches asks for them.

    void merge(const SearchCounters& later);
};

/// What one step did. Counters are deterministic; times come from the caller's clock and are zero without
/// one.
struct StepReport : SearchCounters {
    std::uint64_t step = 0;  ///< Ordinal of the state reached: k after k steps.
    bool complete = true;    ///< False while stop_at_each_impact holds the step half done: call step again.
    /// The step failed and the world is as it was before: `offending_body` became NaN or infinite …
    bool non_finite = false;
    /// … or it would have had more contacts than tuning::max_pairs; `offending_body` lies among those that
    /// overlap.
    bool too_many_pairs = false;
    BodyHandle offending_body;
    bool bad_dt = false;  ///< … or there was none, for dt is negative, infinite or NaN.
    [[nodiscard]] bool failed() const { return non_finite || too_many_pairs || bad_dt; }

    int bodies = 0;
    int contacts = 0;  ///< Pairs of shapes whose fat boxes overlap.
    int touching = 0;  ///< Of these, with a manifold.
    int manifold_points = 0;
    int joints = 0;
    int warm_points = 0;  ///< Points that found an impulse of the last step.
    int moved_boxes = 0;  ///< Of shapes that pairs were sought for: box renewed, filter or joint changed.
    int found_pairs = 0;  ///< Overlapping boxes of which one has moved.
    int created_pairs = 0;
    int destroyed_pairs = 0;

    BroadPhaseCounters broad;
    int impacts = 0;                ///< Times of impact that were acted on.
    int budget_spent = 0;           ///< Impacts at which a budget had run out; the bodies of each wait.
    double time_lost = 0.0;         ///< Seconds of motion that bodies did not get, in all.
    std::uint64_t impact_work = 0;  ///< Cost of solving impacts, in rows solved once; joints included.

    std::array<std::uint64_t, stage_count> stage_nanoseconds{};
    std::uint64_t total_nanoseconds = 0;
};

}  // namespace toibox
