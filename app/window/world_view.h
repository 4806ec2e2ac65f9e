// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/render/renderer.h"
#include "app/render/world_painter.h"
#include "app/session/gjk_inspector.h"
#include "app/session/session.h"
#include "app/session/toi_inspector.h"
#include "app/views/broad_view.h"

#include <optional>
#include <string>

struct ImDrawList;

namespace toibox::app {

/// What an open panel looks at, or null: its pair is drawn over the world, and all other bodies grey.
struct Inspected {
    const ToiInspector* toi = nullptr;
    const DistanceInspector* gjk = nullptr;
    const BroadPhaseFocus* search = nullptr;  ///< Boxes of the pair search that stand out; greys nothing.

    [[nodiscard]] bool any() const { return toi != nullptr || gjk != nullptr; }
};

/// The world on the screen: grid, shapes and overlays as batches for the renderer, and what is text as an
/// ImGui overlay. Keeps its batches from frame to frame, so that a steady picture allocates nothing.
class WorldView {
public:
    /// Walks the world and fills the batches. Cost: O(shapes + contacts).
    void build(const Session& session, const DrawChoices& draw, const Palette& palette, const View& view,
               const Inspected& inspected);
    /// Uploads and draws them: returns when the last GL call has.
    void upload(Renderer& renderer);
    /// Labels, scale bar and the key of the arrows, over the drawn world.
    void draw_text(ImDrawList& list, const Palette& palette, const View& view);
    /// All of it as SVG, without OpenGL and ImGui; the viewport begins at (0, 0).
    [[nodiscard]] std::string svg(const Palette& palette, const View& view, const std::string& title);

private:
    void add_broad_phase(const Session& session, const DrawChoices& draw, const Palette& palette,
                         const BroadPhaseFocus* focus);
    void add_annotations(const Session& session, const Palette& palette, const View& view);
    void add_names(const Session& session, const Palette& palette, const View& view);

    DrawBatch grid_;
    DrawBatch cells_;  ///< Of the pair search.
    DrawBatch shapes_;
    DrawBatch overlay_;
    LabelLayer labels_;
    ProjectionMargins projection_margins_;  ///< That the pair search takes.
    PaintOptions paint_;
    std::optional<WorldPainter> painter_;
};

}  // namespace toibox::app
