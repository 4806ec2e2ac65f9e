// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/render/renderer.h"
#include "app/render/world_painter.h"
#include "app/session/comparison/comparison.h"
#include "app/studies/distance/distance_inspector.h"
#include "app/studies/toi/toi_inspector.h"
#include "app/views/broad_phase_view.h"
#include "app/views/legend_view.h"
#include "app/views/verdict_view.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

struct ImDrawList;

namespace toibox::app {

/// What the open panels inspect; null: nothing. The inspected pair is drawn over the world, and all other
/// bodies are grey.
struct InspectionView {
    const ToiInspector* toi = nullptr;
    const DistanceInspector* gjk = nullptr;
    const BroadPhaseFocus* broad_phase = nullptr;  ///< Highlighted boxes; does not make bodies grey.
    std::vector<scene::PageMark> marks{};          ///< Of the page of a lesson.

    /// Whether a pair is inspected.
    [[nodiscard]] bool has_pair() const { return toi != nullptr || gjk != nullptr; }
};

/// What a view shows of the window's world area.
enum class ViewKind : std::uint8_t {
    Whole,
    Pane,  ///< One of several panes of a comparison.
};

/// Number of past frames that the overlays need, for Session::keep_past_poses.
std::size_t past_frames(const DrawChoices& draw, double hertz);
/// Makes all panes keep the past poses that the overlays need. Call before build().
void keep_past_poses(Comparison& comparison, const DrawChoices& draw);

/// Draws the world: grid, shapes and overlays as batches for the renderer, text with ImGui. Reuses its
/// batches, so that it does not allocate in every frame.
class WorldView {
public:
    /// Fills the batches. Cost: O(shapes + contacts).
    void build(const Session& session, const DrawChoices& draw, const Palette& palette, const View& view,
               const InspectionView& inspected, ViewKind kind = ViewKind::Whole);
    /// Uploads and draws the batches.
    void upload(Renderer& renderer);
    /// Layers to draw more into, over the world, after build().
    struct OverlayLayers {
        DrawBatch& batch;
        LabelLayer& labels;
    };
    [[nodiscard]] OverlayLayers overlay_layers() { return {overlay_, labels_}; }
    /// Reserves an area, such as that of the playback state, in which no label and no verdict is drawn. Call
    /// after build.
    void keep_clear(const UiRect& area) {
        labels_.keep_clear(area);
        verdicts_.keep_clear(area);
    }
    /// What draw_text() draws.
    struct TextOptions {
        bool shows_scale = true;       ///< The scale bar with the arrow legend.
        float verdict_opacity = 1.0f;  ///< While verdicts fade in.
    };
    /// Draws labels and verdicts over the world.
    void draw_text(ImDrawList& list, const Fonts& fonts, const Palette& palette, const View& view,
                   const TextOptions& options);
    [[nodiscard]] const VerdictView& verdicts() const { return verdicts_; }
    /// The world with labels as SVG, without OpenGL and ImGui. Requires: the viewport starts at (0, 0).
    [[nodiscard]] std::string svg(const Palette& palette, const View& view, const std::string& title);

private:
    void draw_scale(ImDrawList& list, const Palette& palette, const View& view);
    void add_broad_phase(const Session& session, const DrawChoices& draw, const Palette& palette,
                         const BroadPhaseFocus* focus);
    void add_swept_shapes(const Session& session, const DrawChoices& draw);
    void add_verdicts(const Session& session, const Palette& palette, const InspectionView& inspected);
    void add_past_poses(const Session& session, const DrawChoices& draw);
    [[nodiscard]] std::vector<LegendEntry> legend_of(const Session& session, const DrawChoices& draw,
                                                     const Palette& palette) const;
    void add_annotations(const Session& session, const Palette& palette, const View& view);
    void add_body_names(const Session& session, const Palette& palette, const View& view);

    DrawBatch grid_;
    DrawBatch cells_;   ///< Cells and lines of the broad phase.
    DrawBatch motion_;  ///< What bodies passed over; behind the shapes.
    DrawBatch shapes_;
    DrawBatch overlay_;
    LabelLayer labels_;
    VerdictView verdicts_;
    ViewKind kind_ = ViewKind::Whole;
    ProjectionMargins projection_margins_;  ///< Taken by the projections of the broad phase.

    PaintOptions paint_;
    std::optional<WorldPainter> painter_;
    std::vector<LegendEntry> legend_;
    float legend_opacity_ = 1.0f;  ///< Of the background.
};

}  // namespace toibox::app
