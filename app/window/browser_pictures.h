// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/library/browser_state.h"
#include "app/panels/ui_state.h"
#include "app/render/renderer.h"
#include "app/session/session.h"
#include "app/window/world/world_view.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// The pictures of the scene browser: each scene at its first verdict, else at a step that shows what it is
/// about. Scenes run one after another, some steps in each frame; then their pictures are drawn once.
class BrowserPictures {
public:
    /// Runs scenes that BrowserState::wanted lists and that have no picture yet, for about `seconds` of real
    /// time, until one can be drawn. A change of theme or size starts again.
    void advance(UiState& ui, float pixel_ratio, double seconds);
    /// Draws the pictures of the scene that is ready. Call between Renderer::begin_frame and the end of the
    /// frame.
    void draw(Renderer& renderer, UiState& ui);

private:
    /// What the pictures depend on besides their scenes.
    struct Look {
        ThemeKind theme = ThemeKind::Dark;
        PictureSizes sizes;
        float pixel_ratio = 1.0f;
    };
    void start_next(const BrowserState& browser);
    void run_on();
    void drop_current();
    Renderer::Texture draw_texture(Renderer& renderer, const PictureSize& size, bool has_grid);

    Look look_;
    std::vector<Renderer::Texture> outdated_;  ///< Pictures of another look.
    std::vector<std::string> failed_;          ///< Scenes that cannot be opened.
    std::string path_;                         ///< Of the current scene; empty: none.
    std::optional<scene::Run> search_;         ///< Looks for the step to show.
    std::int64_t shown_step_ = 0;
    std::unique_ptr<Session> session_;  ///< Runs to that step.
    bool is_ready_ = false;             ///< The session stands at the step to draw.
    WorldView world_view_;
};

}  // namespace toibox::app
