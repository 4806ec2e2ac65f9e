// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/step_context.h"

namespace toibox {

/// Makes a DetectionSummary for each run of contacts; workers may take one run each.

/// Contacts per run, in order of creation.
inline constexpr std::size_t contacts_per_run = 128;

/// Flags of DetectionScratch::active: the body is neither static nor asleep; it is_sliding_fast
/// (inner_edges.h).
inline constexpr std::uint8_t body_is_active = 1;
inline constexpr std::uint8_t body_slides_fast = 2;

/// Clears the summaries of all runs and fills DetectionScratch::active. Memory is reused: a steady step does
/// not allocate.
void begin_detection_summary(StepContext& step);
/// Sets `touching` of the run's contacts and summarises them for later stages. Writes only to these contacts
/// and their summary. Requires: their manifolds are up to date.
void summarize_run(StepContext& step, std::size_t run);
/// Repeats it for runs in which the smoothing of inner edges has changed a contact.
void summarize_changed_runs(StepContext& step);

/// Adds the contact to the counts of points.
void count_points(const Contact& contact, DetectionSummary& summary);

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

/// True if the contact still touches without an overlap: it touched before and pushed at the end of the last
/// step.
[[nodiscard]] inline bool still_pushes(const Contact& contact) {
    if (!contact.touching) return false;
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].warm_normal_force > 0.0f) return true;
    }
    return false;
}

}  // namespace toibox
