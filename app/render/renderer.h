// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include "app/platform/gl.h"
#include "app/platform/window.h"
#include "app/render/draw_batch.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace toibox::app {

/// Draws batches. Shapes are instanced quads of 40 to 96 bytes, and the fragment shaders compute the signed
/// distance to the outline; only polygons with more than 8 vertices are triangulated. Edges are antialiased
/// at any angle and zoom, and line widths are in points. Rejected alternatives: triangles with multisampling,
/// which differs between machines, and ImDrawList, which is ten times slower.
class Renderer {
public:
    /// Compiles the shaders in the current context, which must outlive the renderer.
    /// Error: message of the OpenGL driver.
    static Result<std::unique_ptr<Renderer>, std::string> create(const Gl& gl);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// While this is off, draw calls compute no pixels of the window, which take nine tenths of the time of a
    /// frame without a graphics card. Textures are drawn all the same.
    void compute_pixels(bool on);
    /// Clears the whole framebuffer of `size` pixels.
    void begin_frame(Extent size, Color background);
    /// Clears only the viewport of `view`.
    void clear(const View& view, Color background);
    /// Draws a batch in its view, clipped to the viewport. Cost: an upload and at most three draw calls.
    void draw(const DrawBatch& batch);

    /// The name of a texture; 0: none.
    using Texture = std::uint32_t;
    /// Draws into a new texture of `size` pixels instead of the window: `draw` calls draw(). The renderer
    /// owns the texture, whose first row of pixels is the lowest.
    Texture draw_texture(Extent size, Color background, FunctionRef<void()> draw);
    void delete_texture(Texture texture);

private:
    struct Pipeline;
    explicit Renderer(const Gl& gl);
    void set_viewport(const View& view);

    Gl gl_;
    Extent size_;
    bool computes_pixels_ = true;
    std::unique_ptr<Pipeline> fills_;
    std::unique_ptr<Pipeline> polygons_;
    std::unique_ptr<Pipeline> boxes_;
    std::vector<Texture> textures_;
};

}  // namespace toibox::app
