// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/step_context.h"

namespace toibox {

/// Makes a DetectionSummary for each run of contacts. Workers can process different runs.

/// Number of contacts per run, in order of creation.
inline constexpr std::size_t contacts_per_run = 128;

/// Flags of DetectionScratch::active.
inline constexpr std::uint8_t body_is_active = 1;    ///< Neither static nor asleep.
inline constexpr std::uint8_t body_slides_fast = 2;  ///< is_sliding_fast (inner_edges.h).
/// Some point moves by more than half of the contact margin in the step.
inline constexpr std::uint8_t body_is_fast = 4;
/// Dynamic, no bullet, and under a policy that uses times of impact (look_ahead.h).
inline constexpr std::uint8_t body_looks_ahead = 8;

/// Clears the summaries of all runs, and fills DetectionScratch::active.
void begin_detection_summary(StepContext& step);
/// Sets `touching` of the run's contacts, and summarizes the contacts for later stages. Writes only to these
/// contacts and their summary. Requires: the manifolds of the run are up to date.
void summarize_run(StepContext& step, std::size_t run);
/// Repeats summarize_run for runs in which the smoothing of inner edges has changed a contact.
void summarize_changed_runs(StepContext& step);

/// Adds the points of the contact to the counts in `summary`.
void count_points(const Contact& contact, DetectionSummary& summary);

/// Whether the contact pushed at the end of the previous step.
[[nodiscard]] inline bool pushed_before(const Contact& contact) {
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].warm_normal_force > 0.0f) return true;
    }
    return false;
}
/// Whether two dynamic bodies, one of them fast, meet in this step at the present velocities: the contact did
/// not push in the previous step. False for bouncy contacts, which the CCD stage resolves.
[[nodiscard]] bool is_impact(const StepContext& step, const Contact& contact);

/// True if one of the contact's bodies is active, as found by begin_detection_summary.
[[nodiscard]] inline bool is_active(const DetectionScratch& scratch, const Contact& contact) {
    return (scratch.active[contact.body_a] | scratch.active[contact.body_b]) != 0;
}
/// Whether any point of the contact's manifold overlaps.
[[nodiscard]] inline bool has_overlap(const Contact& contact) {
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation <= 0.0f) return true;
    }
    return false;
}

/// True if the contact touched before and pushed at the end of the previous step: it still touches, even
/// without an overlap.
[[nodiscard]] inline bool still_pushes(const Contact& contact) {
    return contact.touching && pushed_before(contact);
}

}  // namespace toibox
