// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/imgui_layer.h"
#include "app/platform/window.h"
#include "app/render/picture.h"
#include "app/render/renderer.h"
#include "app/session/session.h"
#include "app/window/world/compare_view.h"
#include "app/window/world/world_view.h"

#include <memory>
#include <optional>
#include <string>

namespace toibox::app {

/// Size, theme and overlays of images.
struct PictureStyle {
    int width = 960;  ///< Pixels.
    int height = 540;
    ThemeKind theme = ThemeKind::Dark;
    DrawChoices draw = {};
    struct ViewArea {
        Vec2d center;
        double height = 0.0;  ///< Metres.
    };
    std::optional<ViewArea> view_area = std::nullopt;  ///< nullopt: the view of the scene.
};

/// Draws pictures of a session or of the panes of a comparison: the world as in the window, without panels.
/// The caller plays the session.
class WorldPictureRenderer {
public:
    /// `pixels`: opens an invisible window with OpenGL, for pixels(). Without it, only svg() can be called.
    /// Error: text for the user, such as why there is no OpenGL.
    static Result<std::unique_ptr<WorldPictureRenderer>, std::string> open(const PictureStyle& style,
                                                                           bool pixels);

    /// The first pane, without verdicts.
    [[nodiscard]] std::string svg(Comparison& comparison);
    /// The panes, or the session if there is no comparison. Requires: opened with `pixels` (asserted). The
    /// result is valid until the next call. Cost: some milliseconds; if the overlays show past poses that
    /// were not kept yet, those steps again.
    const Picture& still(Comparison& comparison);
    /// The same with the title of the scene, the playback state, and the text of a pause at the lower edge.
    const Picture& movie_frame(Comparison& comparison, const std::string& pause_text);

private:
    struct OffscreenTarget {
        Window window;
        std::unique_ptr<Renderer> renderer;
        ImGuiLayer layer;

        OffscreenTarget(Window new_window, std::unique_ptr<Renderer> new_renderer);
    };

    explicit WorldPictureRenderer(const PictureStyle& style);
    void build(Comparison& comparison);
    void draw_world_text(const Comparison& comparison);
    void draw_playback_text(const Comparison& comparison, const std::string& pause_text);
    [[nodiscard]] Camera camera_for(const scene::Run& run) const;
    void begin();
    const Picture& finish();

    PictureStyle style_;
    View view_;
    std::unique_ptr<OffscreenTarget> screen_;
    WorldView world_view_;
    CompareView compare_view_;
    CompareView::Arrangement arrangement_;  ///< Of the panes, if there are several.
    Picture picture_;
};

}  // namespace toibox::app
