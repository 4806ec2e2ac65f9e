// SPDX-License-Identifier: MIT
#include "app/window/browser_pictures.h"

#include "app/platform/clock.h"
#include "app/window/view_fitting.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace toibox::app {

namespace {

constexpr std::int64_t max_steps = 300;         ///< To look for a verdict.
constexpr std::int64_t max_fitting_steps = 90;  ///< Without a verdict, the picture is of this step at most.
constexpr double nanosecond = 1e-9;

bool has_verdict(const scene::Run& run) {
    return std::ranges::any_of(run.verdicts(), [](const scene::Verdict& verdict) {
        return verdict.kind != scene::VerdictKind::TimeLost;
    });
}

/// A run that judges its steps; nullopt if the file has errors.
std::optional<scene::Run> start_run(const std::string& path) {
    const auto document = scene::Document::load(path);
    if (!document) return std::nullopt;
    auto scene = document->resolve();
    if (!scene) return std::nullopt;
    auto run = scene::Run::start(*std::move(scene));
    if (!run) return std::nullopt;
    run->judge_steps();
    return *std::move(run);
}

bool same(const PictureSizes& a, const PictureSizes& b) {
    return a.card.width == b.card.width && a.card.height == b.card.height &&
           a.detail.width == b.detail.width && a.detail.height == b.detail.height;
}

}  // namespace

void BrowserPictures::start_next(const BrowserState& browser) {
    for (const std::string& path : browser.wanted) {
        if (browser.pictures.contains(path) || std::ranges::find(failed_, path) != failed_.end()) continue;
        search_ = start_run(path);
        if (search_) {
            path_ = path;
            return;
        }
        failed_.push_back(path);
    }
}

/// One step. A bare run, which is cheaper than a session, looks for the step to show; then the session, which
/// can be drawn, runs to that step.
void BrowserPictures::run_on() {
    if (search_) {
        const std::int64_t duration = search_->scene().duration_steps();
        const bool goes_on = search_->steps() < std::min(duration, max_steps);
        if (goes_on && !search_->step().failed() && !has_verdict(*search_)) return;
        shown_step_ = has_verdict(*search_) ? search_->steps() : std::min(duration / 3, max_fitting_steps);
        return search_.reset();
    }
    if (!session_) {
        session_ = std::make_unique<Session>();
        if (session_->open(path_)) return;
        failed_.push_back(path_);
        return drop_current();
    }
    is_ready_ = session_->run().steps() >= shown_step_;
    if (is_ready_) return;
    session_->step_once();
    is_ready_ = session_->last_report().failed();
}

void BrowserPictures::drop_current() {
    path_.clear();
    session_.reset();
    is_ready_ = false;
}

void BrowserPictures::advance(UiState& ui, float pixel_ratio, double seconds) {
    BrowserState& browser = ui.browser;
    if (ui.theme != look_.theme || !same(browser.picture_sizes, look_.sizes) ||
        pixel_ratio != look_.pixel_ratio) {
        look_ = {.theme = ui.theme, .sizes = browser.picture_sizes, .pixel_ratio = pixel_ratio};
        for (const auto& [path, picture] : browser.pictures) {
            outdated_.push_back(picture.card);
            outdated_.push_back(picture.detail);
        }
        browser.pictures.clear();
    }
    const std::uint64_t start = steady_nanoseconds();
    while (!is_ready_ && nanosecond * static_cast<double>(steady_nanoseconds() - start) < seconds) {
        if (path_.empty()) start_next(browser);
        if (path_.empty()) return;
        run_on();
    }
}

Renderer::Texture BrowserPictures::draw_texture(Renderer& renderer, const PictureSize& size, bool has_grid) {
    View view;
    view.viewport = {0.0f, 0.0f, size.width, size.height};
    view.pixel_ratio = look_.pixel_ratio;
    view.camera = scripted_camera(view, session_->run());
    DrawChoices draw;
    draw.grid = has_grid;
    const Palette& palette = palette_of(look_.theme);
    world_view_.build(*session_, draw, palette, view, {});
    const auto pixels = [&](float points) {
        return std::max(static_cast<int>(std::lround(points * look_.pixel_ratio)), 1);
    };
    return renderer.draw_texture({pixels(size.width), pixels(size.height)}, palette.canvas,
                                 [&] { world_view_.upload(renderer); });
}

void BrowserPictures::draw(Renderer& renderer, UiState& ui) {
    for (const Renderer::Texture texture : outdated_)
        renderer.delete_texture(texture);
    outdated_.clear();
    if (!is_ready_) return;
    ui.browser.pictures[path_] = {.card = draw_texture(renderer, look_.sizes.card, false),
                                  .detail = draw_texture(renderer, look_.sizes.detail, true)};
    drop_current();
}

}  // namespace toibox::app
