// SPDX-License-Identifier: MIT
#pragma once

// Judges the result of a time-of-impact method by the true motion.

#include "tests/support/toi_truth.h"

#include <cmath>

namespace toibox::judge {

/// What a method promises about the distance of the cores, so that methods that let round shapes overlap can
/// be judged, too.
struct Contract {
    double target = 0.0;     ///< Distance at a hit.
    double tolerance = 0.0;  ///< Maximum error of the distance at a hit.
    double floor = 0.0;      ///< Minimum distance until a hit, or in the whole step if there is no hit.
    double slack = 0.0;      ///< Allowance for rounding.
};
struct Answer {
    ToiState state = ToiState::Separated;
    double t = 1.0;
};
struct Verdict {
    bool touches = false;    ///< A hit or overlap is reported, or a touch is missed.
    bool missed = false;     ///< The answer is "separated", but the distance falls below the floor.
    bool late = false;       ///< The distance falls below the floor before or at the hit.
    bool early = false;      ///< The hit is above the tolerance band, which is reached at another time.
    bool false_hit = false;  ///< The hit is above the tolerance band, which is never reached.
    bool failed = false;     ///< Out of iterations, a wrong overlap, or an undecided oracle.
    double residual = 0.0;   ///< For a hit after the start: |distance − target|.
};

inline Verdict judge_answer(const truth::MovingPair& pair, double radii, const Contract& contract,
                            const Answer& answer) {
    using truth::Answer::Undecided;
    using truth::Answer::Yes;
    const double resolution = 1e-6 * contract.tolerance;
    const double floor = contract.floor - contract.slack;
    const double ceiling = contract.target + contract.tolerance + contract.slack;
    Verdict verdict;
    const auto falls_below = [&](double level, double end) {
        const truth::Answer found = pair.falls_below(level, end, resolution);
        verdict.failed = verdict.failed || found == Undecided;
        return found == Yes;
    };
    switch (answer.state) {
        case ToiState::Separated:
            verdict.missed = falls_below(floor, 1.0);
            verdict.touches = verdict.missed;
            break;
        case ToiState::Hit: {
            const double distance = pair.gap_at(answer.t).distance;
            verdict.touches = true;
            if (answer.t > 0.0) {
                verdict.residual = std::abs(distance - contract.target);
                verdict.late = distance < floor || falls_below(floor, answer.t);
            }
            if (distance > ceiling) {
                const bool reached = falls_below(ceiling, 1.0);
                (reached ? verdict.early : verdict.false_hit) = true;
            }
            break;
        }
        case ToiState::Overlapped:
            verdict.touches = true;
            verdict.failed = pair.gap_at(0.0).distance > radii + contract.slack;
            break;
        case ToiState::Exhausted:
            verdict.failed = true;
            break;
    }
    return verdict;
}

/// The number of verdicts of each kind.
struct Tally {
    int queries = 0;
    int hits = 0;
    int touches = 0;
    int missed = 0;
    int late = 0;
    int early = 0;
    int false_hits = 0;
    int failed = 0;
    double residual = 0.0;  ///< Maximum, relative to the tolerance.

    void add(const Verdict& v, const Answer& answer, double tolerance) {
        ++queries;
        hits += answer.state == ToiState::Hit ? 1 : 0;
        touches += v.touches ? 1 : 0;
        missed += v.missed ? 1 : 0;
        late += v.late ? 1 : 0;
        early += v.early ? 1 : 0;
        false_hits += v.false_hit ? 1 : 0;
        failed += v.failed ? 1 : 0;
        residual = std::fmax(residual, v.residual / tolerance);
    }
    void add(const Tally& other) {
        queries += other.queries;
        hits += other.hits;
        touches += other.touches;
        missed += other.missed;
        late += other.late;
        early += other.early;
        false_hits += other.false_hits;
        failed += other.failed;
        residual = std::fmax(residual, other.residual);
    }
    [[nodiscard]] bool is_clean() const { return missed + late + early + false_hits + failed == 0; }
};

}  // namespace toibox::judge
