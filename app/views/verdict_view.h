// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/icons.h"
#include "app/render/labels.h"
#include "app/session/session.h"

#include <functional>
#include <optional>
#include <vector>

struct ImDrawList;

namespace toibox::app {

/// Where VerdictView draws.
struct VerdictLayers {
    DrawBatch& motion;  ///< Behind the shapes.
    DrawBatch& overlay;
    LabelLayer& labels;
};

struct VerdictStyle {
    float opacity = 1.0f;      ///< Of the chips, while they fade in.
    bool allows_large = true;  ///< Whether a single chip is large.
};

/// The picture of the verdicts on the last step: for each, the sampled poses before and after the step, the
/// area between them, a ring where it happened, and a chip with a line to the ring. Shown while playback is
/// paused.
class VerdictView {
public:
    /// How a body moved in the step.
    struct Motion {
        Vec2 from;  ///< Centre of mass, world.
        Vec2 to;
        float reach = 0.0f;  ///< Of the body, metres.
    };
    /// The colour in which a shape is drawn.
    using ShapeColor = std::function<Color(ShapeHandle)>;
    /// Draws the motions, the start poses and the rings, and adds the labels of the poses. With
    /// `shows_motion` false, only the rings and chips.
    void build(const Session& session, const Palette& palette, const VerdictLayers& layers,
               const ShapeColor& shape_color, bool shows_motion);
    /// Reserves an area in which no chip is drawn. Call after build().
    void keep_clear(const UiRect& area);
    /// Draws the length of the step and the chips, and reserves their places in `labels`. Call before the
    /// labels are drawn.
    void draw_text(ImDrawList& list, const Fonts& fonts, const Palette& palette, const View& view,
                   LabelLayer& labels, const VerdictStyle& style) const;

    /// The place of a card of this size that covers the least of the motions: below the first verdict, if
    /// there is room, points.
    [[nodiscard]] UiRect place_card(const View& view, Vec2 size) const;

private:
    void add_motion(const Session& session, const scene::Verdict& verdict, const Palette& palette,
                    const VerdictLayers& layers, const ShapeColor& shape_color);

    /// Draws the dimension line below the motion, and returns where. Requires: length_.
    UiRect draw_length(ImDrawList& list, const Palette& palette, const View& view) const;

    struct StepLength {
        Motion motion;
        double seconds = 0.0;  ///< Length of the step.
    };
    std::vector<scene::Verdict> shown_;
    std::vector<UiRect> kept_clear_;
    std::vector<Motion> motions_;       ///< Of the bodies with a verdict.
    std::optional<StepLength> length_;  ///< Of the first body with a verdict that moved visibly.
};

/// The icon of a verdict on chips and marks.
Icon icon_of(scene::VerdictKind kind);
/// The colour of a verdict: good, bad or a warning.
Color color_of(scene::VerdictKind kind, const Palette& palette);

}  // namespace toibox::app
