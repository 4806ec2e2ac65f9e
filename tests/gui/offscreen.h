// SPDX-License-Identifier: MIT
#pragma once

#include "app/render/picture.h"
#include "app/render/renderer.h"

#include <cstdlib>
#include <memory>
#include <optional>

#include <gtest/gtest.h>

namespace toibox::test {

/// Opens an invisible window of 640 × 480 pixels for each test.
class Offscreen : public testing::Test {
protected:
    static constexpr int width = 640;
    static constexpr int height = 480;

    void SetUp() override {
        auto opened = app::Window::open({.width = width, .height = height, .unattended = true});
        ASSERT_TRUE(opened) << opened.error();
        window_.emplace(*std::move(opened));
        auto renderer = app::Renderer::create(window_->gl());
        ASSERT_TRUE(renderer) << renderer.error();
        renderer_ = *std::move(renderer);
    }

    /// A view of the whole window, centred at (0, 0). `scale`: points per metre.
    static app::View view(double scale, float pixel_ratio = 1.0f) {
        const float w = static_cast<float>(width) / pixel_ratio;
        const float h = static_cast<float>(height) / pixel_ratio;
        return {{{0.0, 0.0}, scale}, {0.0f, 0.0f, w, h}, pixel_ratio};
    }
    /// Draws the batch on black. For white shapes, each channel of a pixel is its coverage, 0 … 255.
    app::Picture draw(const app::DrawBatch& batch) {
        renderer_->begin_frame(window_->pixels(), app::rgb(0x000000));
        renderer_->draw(batch);
        EXPECT_EQ(window_->gl().get_error(), static_cast<GLenum>(GL_NO_ERROR));
        return app::read_picture(window_->gl(), window_->pixels());
    }

    std::optional<app::Window> window_;
    std::unique_ptr<app::Renderer> renderer_;
};

}  // namespace toibox::test
