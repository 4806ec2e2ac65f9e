// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/contacts/detection_summary.h"
#include "dynamics/state/step_context.h"

namespace toibox {

/// Contacts of two dynamic bodies that are seen before they touch. A pair that closes by more than the
/// contact margin in a step would otherwise be found up to the length of that motion inside each other, and
/// limbs that have passed into one another stay entangled. The contact is made where the bodies will meet if
/// they keep their velocities, so a body that will pass beside the other is not stopped by a contact that it
/// never reaches (a ghost collision, as with ContinuousPolicy::Speculative).
///
/// Only pairs whose fat boxes overlap are seen. Bullets and bouncy pairs need no look ahead: the CCD stage
/// searches their impacts. Rejected alternative: fat boxes that reach as far as the bodies will move; crowds
/// that fall together then have two to five times as many pairs, and the depths are hardly smaller.

/// How far the surfaces of a pair may close in this step, metres; 0 for pairs that need no look ahead.
[[nodiscard]] float max_closing_distance(const StepContext& step, const Contact& contact);

/// Maximum distance at which a contact of this pair is searched, metres: `margin`, or how far the surfaces
/// may close in this step if that is more. Requires: begin_detection_summary was called.
[[nodiscard]] inline float search_distance(const StepContext& step, const Contact& contact, float margin) {
    const std::uint8_t a = step.detection.active[contact.body_a];
    const std::uint8_t b = step.detection.active[contact.body_b];
    if ((a & b & body_looks_ahead) == 0 || ((a | b) & body_is_fast) == 0) return margin;
    const float closing = max_closing_distance(step, contact);
    return closing > margin ? closing : margin;
}

/// If all points of the manifold are farther apart than `margin` (metres): replaces it by the manifold at the
/// place where the shapes will meet, or clears it if they will not be deeper than `margin` in each other at
/// the end of the step. True if it did. (Shallow overlaps are left to the next step, because bodies that
/// slide over a flush row of others lie a little deeper than the edge ahead, and must not catch on it.) Cost:
/// often a few products, at most one time of impact.
bool look_ahead(const StepContext& step, Contact& contact, float margin);

}  // namespace toibox
