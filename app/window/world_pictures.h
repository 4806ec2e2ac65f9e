// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/imgui_layer.h"
#include "app/platform/window.h"
#include "app/render/picture.h"
#include "app/render/renderer.h"
#include "app/session/session.h"
#include "app/window/world_view.h"

#include <memory>
#include <optional>
#include <string>

namespace toibox::app {

/// How pictures of a world are to look.
struct PictureStyle {
    int width = 960;  ///< Pixels.
    int height = 540;
    ThemeKind theme = ThemeKind::Dark;
    DrawChoices draw = {};
    struct ViewArea {
        Vec2d center;
        double height = 0.0;  ///< Metres.
    };
    std::optional<ViewArea> view_area = std::nullopt;  ///< Absent: as the window opens the scene.
};

/// Pictures of the world alone, as the window shows it between its panels, of a run that goes on elsewhere.
class WorldPictureRenderer {
public:
    /// `pixels`: opens an unseen window with OpenGL, without which there is SVG alone.
    /// Error: why there is no OpenGL.
    static Result<std::unique_ptr<WorldPictureRenderer>, std::string> open(const PictureStyle& look,
                                                                           bool pixels);

    /// Frames the world; before the first picture, at the state that the window opens a scene in.
    void begin(const scene::Run& run);
    [[nodiscard]] std::string svg(const scene::Run& run);
    /// Requires `pixels` (asserted). Good until the next call. Cost: some milliseconds and a copy of the run.
    const Picture& pixels(const scene::Run& run);

private:
    /// The window and what draws in it.
    struct OffscreenTarget {
        Window window;
        std::unique_ptr<Renderer> renderer;
        ImGuiLayer layer;

        OffscreenTarget(Window opened, std::unique_ptr<Renderer> made);
    };

    explicit WorldPictureRenderer(const PictureStyle& look);
    void build(const scene::Run& run);

    PictureStyle style_;
    View view_;
    std::unique_ptr<OffscreenTarget> screen_;
    Session session_;
    WorldView world_view_;
    Picture picture_;
};

}  // namespace toibox::app
