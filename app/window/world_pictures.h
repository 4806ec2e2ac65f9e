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
struct PictureLook {
    int width = 960;  ///< Pixels.
    int height = 540;
    ThemeKind theme = ThemeKind::Dark;
    DrawChoices draw = {};
    struct Frame {
        Vec2d center;
        double height = 0.0;  ///< Metres.
    };
    std::optional<Frame> frame = std::nullopt;  ///< Absent: as the window opens the scene.
};

/// Pictures of the world alone, as the window shows it between its panels, of a run that goes on elsewhere.
class WorldPictures {
public:
    /// `pixels`: opens an unseen window with OpenGL, without which there is SVG alone.
    /// Error: why there is no OpenGL.
    static Result<std::unique_ptr<WorldPictures>, std::string> open(const PictureLook& look, bool pixels);

    /// Frames the world; before the first picture, at the state that the window opens a scene in.
    void begin(const scene::Run& run);
    [[nodiscard]] std::string svg(const scene::Run& run);
    /// Requires `pixels` (asserted). Good until the next call. Cost: some milliseconds and a copy of the run.
    const Picture& pixels(const scene::Run& run);

private:
    /// The window and what draws in it.
    struct Screen {
        Window window;
        std::unique_ptr<Renderer> renderer;
        ImGuiLayer layer;

        Screen(Window opened, std::unique_ptr<Renderer> made);
    };

    explicit WorldPictures(const PictureLook& look);
    void build(const scene::Run& run);

    PictureLook look_;
    View view_;
    std::unique_ptr<Screen> screen_;
    Session session_;
    WorldView world_view_;
    Picture picture_;
};

}  // namespace toibox::app
