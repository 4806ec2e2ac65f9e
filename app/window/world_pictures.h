// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/imgui_layer.h"
#include "app/platform/window.h"
#include "app/render/picture.h"
#include "app/render/renderer.h"
#include "app/session/session.h"
#include "app/window/compare_view.h"
#include "app/window/world_view.h"

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

/// Draws pictures of a run: the world as in the window, without panels. The caller steps the run.
class WorldPictureRenderer {
public:
    /// `pixels`: opens an invisible window with OpenGL, for pixels(). Without it, only svg() can be called.
    /// Error: text for the user, such as why there is no OpenGL.
    static Result<std::unique_ptr<WorldPictureRenderer>, std::string> open(const PictureStyle& style,
                                                                           bool pixels);

    /// Call with every state of the run in order, also those that are not drawn. Cost: a copy of the run if
    /// an overlay shows past poses, else nothing.
    void see(const scene::Run& run);
    [[nodiscard]] std::string svg(const scene::Run& run);
    /// Requires: opened with `pixels` (asserted). The result is valid until the next call. Cost: some
    /// milliseconds and a copy of the run.
    const Picture& pixels(const scene::Run& run);
    /// The same with the panes of a comparison. Cost: some milliseconds.
    const Picture& pixels(const Comparison& comparison);

private:
    struct OffscreenTarget {
        Window window;
        std::unique_ptr<Renderer> renderer;
        ImGuiLayer layer;

        OffscreenTarget(Window new_window, std::unique_ptr<Renderer> new_renderer);
    };

    explicit WorldPictureRenderer(const PictureStyle& style);
    void build(const scene::Run& run);
    [[nodiscard]] Camera camera_for(const scene::Run& run) const;

    PictureStyle style_;
    View view_;
    std::unique_ptr<OffscreenTarget> screen_;
    Session session_;
    WorldView world_view_;
    CompareView compare_view_;
    Picture picture_;
};

}  // namespace toibox::app
