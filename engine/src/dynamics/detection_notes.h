// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_stages.h"

namespace toibox {

/// DetectionSummary as detection takes them: run by run, so that workers may take one run each.

/// Contacts of one run of notes, in the order of creation.
inline constexpr std::size_t contacts_per_run = 128;

/// Bits of SolverScratch::active: a body that is not static and not asleep, and one that is_fast
/// (inner_edges.h).
inline constexpr std::uint8_t body_is_active = 1;
inline constexpr std::uint8_t body_slides_fast = 2;

/// Empty notes for all runs, and which bodies are active (SolverScratch::active). The memory stays: a steady
/// step allocates nothing.
void begin_detection_summary(StepContext& step);
/// Sets `touching` of the run's contacts, whose manifolds are up to date, and notes what later stages ask
/// for. Writes to nothing but these contacts and their notes.
void summarize_run(StepContext& step, std::size_t run);
/// Once more, for the runs in which a contact lost an inner edge since.
void summarize_changed_runs(StepContext& step);

/// Adds the contact to the counts of points.
void count_points(const Contact& contact, DetectionSummary& summary);

/// Of a contact between two bodies, as begin_detection_summary has found them.
[[nodiscard]] inline bool is_active(const SolverScratch& scratch, const Contact& contact) {
    return (scratch.active[contact.body_a] | scratch.active[contact.body_b]) != 0;
}
/// Whether any point of the contact's manifold overlaps.
[[nodiscard]] inline bool has_overlap(const Contact& contact) {
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].separation <= 0.0f) return true;
    }
    return false;
}

/// Whether the contact touches still although no point overlaps: it touched before and it pushed at the end
/// of the last step.
[[nodiscard]] inline bool still_pushes(const Contact& contact) {
    if (!contact.touching) return false;
    for (std::size_t i = 0; i < contact.count; ++i) {
        if (contact.points[i].warm_normal_force > 0.0f) return true;
    }
    return false;
}

}  // namespace toibox
