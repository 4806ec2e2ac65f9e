// SPDX-License-Identifier: MIT
#include "app/window/world_pictures.h"

#include "app/views/playback_state_view.h"
#include "app/window/view_fitting.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::app {

WorldPictureRenderer::OffscreenTarget::OffscreenTarget(Window new_window,
                                                       std::unique_ptr<Renderer> new_renderer)
    : window(std::move(new_window)), renderer(std::move(new_renderer)), layer(window) {}

WorldPictureRenderer::WorldPictureRenderer(const PictureStyle& style) : style_(style) {
    view_.viewport = {0.0f, 0.0f, static_cast<float>(style.width), static_cast<float>(style.height)};
}

Result<std::unique_ptr<WorldPictureRenderer>, std::string> WorldPictureRenderer::open(
    const PictureStyle& style, bool pixels) {
    std::unique_ptr<WorldPictureRenderer> pictures(new WorldPictureRenderer(style));
    if (!pixels) return pictures;
    auto window =
        Window::open({.width = style.width, .height = style.height, .any_size = true, .unattended = true});
    if (!window) return Err{window.error()};
    // On a real display the window may be too large, or have more pixels than points.
    const Extent size = window->pixels();
    if (size != Extent{style.width, style.height}) {
        return Err{fmt::format("cannot open a window of {}x{} pixels, got {}x{}", style.width, style.height,
                               size.width, size.height)};
    }
    auto renderer = Renderer::create(window->gl());
    if (!renderer) return Err{renderer.error()};
    pictures->screen_ = std::make_unique<OffscreenTarget>(*std::move(window), *std::move(renderer));
    pictures->screen_->layer.set_look(style.theme, 1.0f);
    return pictures;
}

Camera WorldPictureRenderer::camera_for(const scene::Run& run) const {
    if (style_.view_area) return looking_at(view_, style_.view_area->center, style_.view_area->height);
    return scripted_camera(view_, run);
}

std::string WorldPictureRenderer::svg(Comparison& comparison) {
    const Session& session = comparison.pane(0);
    const scene::Run& run = session.run();
    DrawChoices draw = style_.draw;
    draw.verdicts = false;
    keep_past_poses(comparison, draw);
    view_.camera = camera_for(run);
    world_view_.build(session, draw, palette_of(style_.theme), view_, {});
    return world_view_.svg(palette_of(style_.theme), view_,
                           fmt::format("{}, step {}", run.scene().title, run.steps()));
}

const Picture& WorldPictureRenderer::still(Comparison& comparison) {
    begin();
    build(comparison);
    draw_world_text(comparison);
    return finish();
}

const Picture& WorldPictureRenderer::movie_frame(Comparison& comparison, const std::string& pause_text) {
    begin();
    build(comparison);
    draw_playback_text(comparison, pause_text);
    draw_world_text(comparison);
    return finish();
}

void WorldPictureRenderer::begin() {
    TOIBOX_ASSERT(screen_ != nullptr);
    screen_->layer.new_frame({.fixed = true});
}

void WorldPictureRenderer::build(Comparison& comparison) {
    const Palette& palette = palette_of(style_.theme);
    keep_past_poses(comparison, style_.draw);
    view_.camera = camera_for(comparison.pane(0).run());
    if (comparison.is_active()) {
        arrangement_ = CompareView::arrange(comparison, {}, view_, pane_header_height(ImGui::GetFontSize()));
        compare_view_.build(comparison, arrangement_, style_.draw, palette, {});
    } else {
        arrangement_ = {};
        world_view_.build(comparison.pane(0), style_.draw, palette, view_, {});
    }
}

void WorldPictureRenderer::draw_world_text(const Comparison& comparison) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const Fonts& fonts = screen_->layer.fonts();
    const Palette& palette = palette_of(style_.theme);
    if (comparison.is_active()) {
        compare_view_.draw_text(list, comparison, arrangement_, setting_differences(comparison),
                                {fonts, palette});
    } else {
        world_view_.draw_text(list, fonts, palette, view_, {});
    }
}

void WorldPictureRenderer::draw_playback_text(const Comparison& comparison, const std::string& pause_text) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const Fonts& fonts = screen_->layer.fonts();
    const Palette& palette = palette_of(style_.theme);
    const bool compares = comparison.is_active();
    const Viewport world = compares ? arrangement_.below_headers() : view_.viewport;
    const auto keep_clear = [&](const UiRect& rect) {
        if (compares) {
            compare_view_.keep_clear(rect);
        } else {
            world_view_.keep_clear(rect);
        }
    };
    const UiRect chips = draw_playback_state(list, comparison.pane(0), {}, fonts, palette, world);
    keep_clear(chips);
    if (!compares) keep_clear(draw_scene_title(list, comparison.pane(0), fonts, palette, world, chips));
    if (!pause_text.empty()) keep_clear(draw_pause_text(list, pause_text, fonts, palette, world));
}

const Picture& WorldPictureRenderer::finish() {
    screen_->renderer->begin_frame(screen_->window.pixels(), palette_of(style_.theme).canvas);
    if (arrangement_.panes.empty()) {
        world_view_.upload(*screen_->renderer);
    } else {
        compare_view_.upload(*screen_->renderer);
    }
    screen_->layer.render();
    picture_ = read_picture(screen_->window.gl(), screen_->window.pixels());
    return picture_;
}

}  // namespace toibox::app
