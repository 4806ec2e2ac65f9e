// SPDX-License-Identifier: MIT
#include "app/window/world_pictures.h"

#include "app/window/framing.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::app {

WorldPictures::Screen::Screen(Window opened, std::unique_ptr<Renderer> made)
    : window(std::move(opened)), renderer(std::move(made)), layer(window) {}

WorldPictures::WorldPictures(const PictureLook& look) : look_(look) {
    view_.viewport = {0.0f, 0.0f, static_cast<float>(look.width), static_cast<float>(look.height)};
}

Result<std::unique_ptr<WorldPictures>, std::string> WorldPictures::open(const PictureLook& look,
                                                                        bool pixels) {
    std::unique_ptr<WorldPictures> pictures(new WorldPictures(look));
    if (!pixels) return pictures;
    auto window =
        Window::open({.width = look.width, .height = look.height, .any_size = true, .unattended = true});
    if (!window) return Err{window.error()};
    // A display, should one be asked for, may have no room, or more pixels than points.
    const Extent size = window->pixels();
    if (size != Extent{look.width, look.height}) {
        return Err{fmt::format("a picture of {}x{} pixels came out as {}x{}", look.width, look.height,
                               size.width, size.height)};
    }
    auto renderer = Renderer::create(window->gl());
    if (!renderer) return Err{renderer.error()};
    pictures->screen_ = std::make_unique<Screen>(*std::move(window), *std::move(renderer));
    pictures->screen_->layer.set_look(look.theme, 1.0f);
    return pictures;
}

void WorldPictures::begin(const scene::Run& run) {
    view_.camera = opening_camera(view_, run.scene(), run.world());
    if (look_.frame) view_.camera = looking_at(view_, look_.frame->center, look_.frame->height);
}

void WorldPictures::build(const scene::Run& run) {
    session_.show(run);
    if (!look_.frame) view_.camera = scripted_camera(view_, run);
    world_view_.build(session_, look_.draw, palette_of(look_.theme), view_, {});
}

std::string WorldPictures::svg(const scene::Run& run) {
    build(run);
    return world_view_.svg(palette_of(look_.theme), view_,
                           fmt::format("{}, step {}", run.scene().title, run.steps()));
}

const Picture& WorldPictures::pixels(const scene::Run& run) {
    TOIBOX_ASSERT(screen_ != nullptr);
    screen_->layer.new_frame({.fixed = true});
    build(run);
    world_view_.draw_text(*ImGui::GetBackgroundDrawList(), palette_of(look_.theme), view_);
    screen_->renderer->begin_frame(screen_->window.pixels(), palette_of(look_.theme).canvas);
    world_view_.upload(*screen_->renderer);
    screen_->layer.render();
    picture_ = read_picture(screen_->window.gl(), screen_->window.pixels());
    return picture_;
}

}  // namespace toibox::app
