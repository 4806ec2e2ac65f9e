// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/icons.h"
#include "app/render/labels.h"
#include "app/session/session.h"

#include <optional>
#include <vector>

struct ImDrawList;

namespace toibox::app {

/// The picture of the verdicts on the last step: for each, the sampled poses before and after the step, the
/// area between them, a ring where it happened, and a chip with a line to the ring. Shown while playback is
/// paused.
class VerdictView {
public:
    /// Draws the motions into `motion` (behind the shapes), the start poses and rings into `overlay`, and
    /// adds the labels of the poses.
    /// With `shows_motion` false, only the rings and chips.
    void build(const Session& session, const Palette& palette, DrawBatch& motion, DrawBatch& overlay,
               LabelLayer& labels, bool shows_motion);
    /// Draws the length of the step and the chips, and reserves their places in `labels`. Call before the
    /// labels are drawn.
    void draw_text(ImDrawList& list, const Fonts& fonts, const Palette& palette, const View& view,
                   LabelLayer& labels) const;

    /// Upper left corner of a card that covers neither the motion of the first verdict nor its chip, points.
    [[nodiscard]] Vec2 card_anchor(const View& view) const;

private:
    void add_motion(const Session& session, const scene::Verdict& verdict, const Palette& palette,
                    DrawBatch& motion, DrawBatch& overlay, LabelLayer& labels);

    /// Draws the dimension line below the motion, and returns where. Requires: length_.
    UiRect draw_length(ImDrawList& list, const Palette& palette, const View& view) const;

    /// How far a body moved in the step.
    struct StepLength {
        Vec2 from;  ///< Centre of mass, world.
        Vec2 to;
        float reach = 0.0f;    ///< Of the body, metres.
        double seconds = 0.0;  ///< Length of the step.
    };
    std::vector<scene::Verdict> shown_;
    std::optional<StepLength> length_;  ///< Of the first body with a verdict that moved visibly.
};

/// The icon of a verdict on chips and marks.
Icon icon_of(scene::VerdictKind kind);
/// The colour of a verdict: good, bad or a warning.
Color color_of(scene::VerdictKind kind, const Palette& palette);

}  // namespace toibox::app
