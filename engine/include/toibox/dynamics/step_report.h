// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/core/handle.h"
#include "toibox/dynamics/call_statistics.h"
#include "toibox/dynamics/ccd_state.h"
#include "toibox/toi/toi_case.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace toibox {

/// Returns nanoseconds since any fixed time. The engine has no clock; callers provide one to measure times.
/// With several threads, the function is called concurrently.
using Clock = std::uint64_t (*)();

/// The stages of a step, in order.
enum class Stage : std::uint8_t { Pairs, Collide, Solve, Position, Continuous, Finalize };
inline constexpr int stage_count = 6;
std::string_view to_string(Stage stage);

struct ToiCounters {
    Tally outer;        ///< Iterations of the main loop per call (ToiIterations::main_loop).
    Tally root;         ///< Root iterations per root search.
    Tally nanoseconds;  ///< Time per call; empty without a clock.
    std::uint64_t hit = 0;
    std::uint64_t separated = 0;
    std::uint64_t overlapped = 0;
    std::uint64_t exhausted = 0;
    WorstPair worst_pair;  ///< The first pair with outer.max iterations.

    void merge(const ToiCounters& later);
};

/// A time-of-impact query of the CCD stage.
struct ToiSearch {
    ShapeHandle a;
    ShapeHandle b;
    double from = 0.0;  ///< Start of the cast motions, as a fraction of the step; > 0 after an impact.
    bool core = false;  ///< Whether a core was cast, because the shapes already touch.
    ToiCase toi_case;
    ToiState state = ToiState::Separated;
    double t = 1.0;  ///< Fraction of the cast motions.
};

/// The work of the calls of TOI methods and of the GJK queries in the CCD stage, with distributions.
struct SearchStatistics {
    CallStatistics gjk;          ///< Iterations per GJK query.
    CallStatistics outer;        ///< Outer iterations per TOI call.
    CallStatistics root;         ///< Evaluations by root finders per TOI call.
    CallStatistics nanoseconds;  ///< Time per TOI call; empty without a clock.

    void merge(const SearchStatistics& later);
    void clear();
};

/// Counters of impact searches.
struct SearchCounters {
    Tally gjk;  ///< GJK iterations per call in time of impact queries. (Detection uses SAT.)
    ToiCounters toi;
    /// Pairs without a cast, because the other shape contains the centroid at the start; repeated searches
    /// count again.
    int deep_starts = 0;
    SearchStatistics statistics;
    std::vector<ToiSearch> searches;  ///< All queries, in order; only with World::record_searches.

    void merge(const SearchCounters& later);
    void clear();
};

/// Results and counters of one step. Counters are deterministic; times come from the caller's clock and are
/// zero without one.
struct StepReport : SearchCounters {
    std::uint64_t step = 0;  ///< Step count after the step: k after the kth step.
    bool complete = true;    ///< False if stop_at_each_impact paused the step: call step again.
    /// The step failed and was undone: a value of `offending_body` or of one of its joints became NaN or
    /// infinite, or exceeded tuning::coordinate_limit.
    bool non_finite = false;
    /// The step failed and was undone: more than settings.max_contacts contacts; `offending_body` is one of
    /// the overlapping bodies.
    bool too_many_contacts = false;
    BodyHandle offending_body;
    bool bad_dt = false;  ///< dt is zero, negative, infinite or NaN; nothing was done.
    [[nodiscard]] bool failed() const { return non_finite || too_many_contacts || bad_dt; }

    int bodies = 0;
    int contacts = 0;  ///< Pairs of shapes whose fat boxes overlap.
    int touching = 0;  ///< Contacts with points, whether or not these overlap.
    int manifold_points = 0;
    int joints = 0;
    int warm_points = 0;  ///< Points warm-started from the previous step.
    int moved_boxes = 0;  ///< Shapes whose pairs were searched: new fat box, changed filter or joint.
    /// Pairs of overlapping boxes of which one has moved; 0 if there are too many contacts.
    int found_pairs = 0;
    int created_pairs = 0;
    int destroyed_pairs = 0;

    BroadPhaseCounters broad;
    int impacts = 0;  ///< Impacts that were handled.
    /// Impacts that were not solved in full because the budget of a body or of its impact island was used up.
    int exhausted_budgets = 0;
    double time_lost = 0.0;                ///< Seconds of motion that bodies lost, in total.
    std::uint64_t impact_rows_solved = 0;  ///< Cost of solving impacts and their joints, in row solves.

    /// The motions of all awake bodies, only with World::record_paths. The parts of one body are in order of
    /// time; a body without an impact has one part for each detection sub-step.
    std::vector<PathPart> paths;

    std::array<std::uint64_t, stage_count> stage_nanoseconds{};
    std::uint64_t total_nanoseconds = 0;
};

}  // namespace toibox
