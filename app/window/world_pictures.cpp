// SPDX-License-Identifier: MIT
#include "app/window/world_pictures.h"

#include "app/window/view_fitting.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::app {

WorldPictureRenderer::OffscreenTarget::OffscreenTarget(Window new_window,
                                                       std::unique_ptr<Renderer> new_renderer)
    : window(std::move(new_window)), renderer(std::move(new_renderer)), layer(window) {}

WorldPictureRenderer::WorldPictureRenderer(const PictureStyle& style) : style_(style) {
    style_.draw.verdicts = false;
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

void WorldPictureRenderer::see(const scene::Run& run) {
    const std::size_t frames = past_frames(style_.draw, 1.0 / run.scene().step);
    if (frames == 0 && !style_.draw.swept_shapes) return;
    session_.keep_past_poses(frames);
    session_.show(run);
}

void WorldPictureRenderer::build(const scene::Run& run) {
    session_.show(run);
    view_.camera = camera_for(run);
    world_view_.build(session_, style_.draw, palette_of(style_.theme), view_, {});
}

Camera WorldPictureRenderer::camera_for(const scene::Run& run) const {
    if (style_.view_area) return looking_at(view_, style_.view_area->center, style_.view_area->height);
    return scripted_camera(view_, run);
}

std::string WorldPictureRenderer::svg(const scene::Run& run) {
    build(run);
    return world_view_.svg(palette_of(style_.theme), view_,
                           fmt::format("{}, step {}", run.scene().title, run.steps()));
}

const Picture& WorldPictureRenderer::pixels(const scene::Run& run) {
    TOIBOX_ASSERT(screen_ != nullptr);
    screen_->layer.new_frame({.fixed = true});
    build(run);
    world_view_.draw_text(*ImGui::GetBackgroundDrawList(), screen_->layer.fonts(), palette_of(style_.theme),
                          view_);
    screen_->renderer->begin_frame(screen_->window.pixels(), palette_of(style_.theme).canvas);
    world_view_.upload(*screen_->renderer);
    screen_->layer.render();
    picture_ = read_picture(screen_->window.gl(), screen_->window.pixels());
    return picture_;
}

const Picture& WorldPictureRenderer::pixels(const Comparison& comparison) {
    TOIBOX_ASSERT(screen_ != nullptr);
    const Palette& palette = palette_of(style_.theme);
    screen_->layer.new_frame({.fixed = true});
    view_.camera = camera_for(comparison.pane(0).run());
    const CompareView::Arrangement arrangement =
        CompareView::arrange(comparison, {}, view_, pane_header_height(ImGui::GetFontSize()));
    compare_view_.build(comparison, arrangement, style_.draw, palette, {});
    compare_view_.draw_text(*ImGui::GetBackgroundDrawList(), comparison, arrangement,
                            setting_differences(comparison), screen_->layer.fonts(), palette);
    screen_->renderer->begin_frame(screen_->window.pixels(), palette.canvas);
    compare_view_.upload(*screen_->renderer);
    screen_->layer.render();
    picture_ = read_picture(screen_->window.gl(), screen_->window.pixels());
    return picture_;
}

}  // namespace toibox::app
