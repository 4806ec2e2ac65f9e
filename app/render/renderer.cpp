// SPDX-License-Identifier: MIT
#include "app/render/renderer.h"

#include "app/render/shaders.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace toibox::app {
namespace {

struct Attribute {
    int components;
    GLenum type;  ///< GL_FLOAT, GL_UNSIGNED_BYTE (normalised to 0 … 1) or GL_UNSIGNED_SHORT (integer).
    std::size_t offset;
};

std::string log_of(PFNGLGETSHADERIVPROC get, PFNGLGETSHADERINFOLOGPROC get_log, GLuint object) {
    GLint length = 0;
    get(object, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
    get_log(object, length, nullptr, log.data());
    return log;
}

/// `pixels` modulo the period of the patterns.
float wrapped(double pixels, float pixel_ratio) {
    return static_cast<float>(std::fmod(pixels, pattern_period * static_cast<double>(pixel_ratio)));
}

}  // namespace

/// A shader program with its vertex layout and vertex buffer.
struct Renderer::Pipeline {
    const Gl& gl;
    GLuint program = 0;
    GLuint buffer = 0;
    GLuint layout = 0;
    GLint view_to_clip = -1;
    GLint view_center = -1;
    GLint pattern_origin = -1;
    GLint pixels_per_meter = -1;
    GLint pixels_per_point = -1;

    explicit Pipeline(const Gl& functions) : gl(functions) {}
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;
    ~Pipeline() {
        gl.delete_program(program);
        gl.delete_buffers(1, &buffer);
        gl.delete_vertex_arrays(1, &layout);
    }

    Result<Unit, std::string> build(const char* vertex, const char* fragment);
    void set_layout(std::span<const Attribute> attributes, std::size_t stride, bool instanced);
    void set_view(const View& view, Extent size) const;
    void upload(const void* data, std::size_t bytes) const;

private:
    Result<Unit, std::string> attach(GLenum stage, const char* body) const;
};

Result<Unit, std::string> Renderer::Pipeline::attach(GLenum stage, const char* body) const {
    const GLuint shader = gl.create_shader(stage);
    const char* texts[] = {shaders::prelude, stage == GL_FRAGMENT_SHADER ? shaders::shading : "", body};
    gl.shader_source(shader, 3, texts, nullptr);
    gl.compile_shader(shader);
    GLint status = GL_FALSE;
    gl.get_shader(shader, GL_COMPILE_STATUS, &status);
    std::string log =
        status == GL_TRUE ? std::string() : log_of(gl.get_shader, gl.get_shader_info_log, shader);
    gl.attach_shader(program, shader);
    gl.delete_shader(shader);
    if (status != GL_TRUE) return Err{"cannot compile a shader: " + log};
    return Unit{};
}

Result<Unit, std::string> Renderer::Pipeline::build(const char* vertex, const char* fragment) {
    program = gl.create_program();
    if (auto result = attach(GL_VERTEX_SHADER, vertex); !result) return result;
    if (auto result = attach(GL_FRAGMENT_SHADER, fragment); !result) return result;
    gl.link_program(program);
    GLint status = GL_FALSE;
    gl.get_program(program, GL_LINK_STATUS, &status);
    if (status != GL_TRUE) {
        return Err{"cannot link the shaders: " + log_of(gl.get_program, gl.get_program_info_log, program)};
    }
    view_to_clip = gl.get_uniform_location(program, "view_to_clip");
    view_center = gl.get_uniform_location(program, "view_center");
    pattern_origin = gl.get_uniform_location(program, "pattern_origin");
    pixels_per_meter = gl.get_uniform_location(program, "pixels_per_meter");
    pixels_per_point = gl.get_uniform_location(program, "pixels_per_point");
    gl.gen_buffers(1, &buffer);
    gl.gen_vertex_arrays(1, &layout);
    return Unit{};
}

void Renderer::Pipeline::set_layout(std::span<const Attribute> attributes, std::size_t stride,
                                    bool instanced) {
    gl.bind_vertex_array(layout);
    gl.bind_buffer(GL_ARRAY_BUFFER, buffer);
    for (GLuint index = 0; index < attributes.size(); ++index) {
        const Attribute& attribute = attributes[index];
        const auto step = static_cast<GLsizei>(stride);
        const auto* offset =
            reinterpret_cast<const void*>(attribute.offset);  // OpenGL takes offsets as pointers
        gl.enable_vertex_attrib_array(index);
        if (attribute.type == GL_UNSIGNED_SHORT) {
            gl.vertex_attrib_int_pointer(index, attribute.components, attribute.type, step, offset);
        } else {
            const GLboolean normalized = attribute.type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE;
            gl.vertex_attrib_pointer(index, attribute.components, attribute.type, normalized, step, offset);
        }
        if (instanced) gl.vertex_attrib_divisor(index, 1);
    }
    gl.bind_vertex_array(0);
}

void Renderer::Pipeline::set_view(const View& view, Extent size) const {
    const auto ratio = static_cast<double>(view.pixel_ratio);
    const double scale = view.camera.scale * ratio;
    const double width = static_cast<double>(view.viewport.width) * ratio;
    const double height = static_cast<double>(view.viewport.height) * ratio;
    const double center_x = static_cast<double>(view.viewport.x) * ratio + 0.5 * width;
    const double center_y = size.height - static_cast<double>(view.viewport.y) * ratio - 0.5 * height;
    gl.use_program(program);
    gl.uniform_2f(view_to_clip, static_cast<float>(2.0 * scale / width),
                  static_cast<float>(2.0 * scale / height));
    gl.uniform_2f(view_center, static_cast<float>(center_x), static_cast<float>(center_y));
    gl.uniform_2f(pattern_origin, wrapped(center_x - scale * view.camera.center.x, view.pixel_ratio),
                  wrapped(center_y - scale * view.camera.center.y, view.pixel_ratio));
    gl.uniform_1f(pixels_per_meter, static_cast<float>(scale));
    gl.uniform_1f(pixels_per_point, view.pixel_ratio);
}

void Renderer::Pipeline::upload(const void* data, std::size_t bytes) const {
    gl.bind_vertex_array(layout);
    gl.bind_buffer(GL_ARRAY_BUFFER, buffer);
    // Orphans the old storage, so that the driver does not wait until the previous frame is drawn.
    gl.buffer_data(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), data, GL_STREAM_DRAW);
}

Renderer::Renderer(const Gl& gl)
    : gl_(gl),
      fills_(std::make_unique<Pipeline>(gl_)),
      polygons_(std::make_unique<Pipeline>(gl_)),
      boxes_(std::make_unique<Pipeline>(gl_)) {}

Renderer::~Renderer() {
    for (const Texture texture : textures_)
        gl_.delete_textures(1, &texture);
}

Result<std::unique_ptr<Renderer>, std::string> Renderer::create(const Gl& gl) {
    std::unique_ptr<Renderer> renderer(new Renderer(gl));
    auto built = renderer->fills_->build(shaders::fill_vertex, shaders::fill_fragment);
    if (built) built = renderer->polygons_->build(shaders::polygon_vertex, shaders::polygon_fragment);
    if (built) built = renderer->boxes_->build(shaders::box_vertex, shaders::box_fragment);
    if (!built) return Err{built.error()};

    const auto style = [](std::size_t at) {
        return std::array<Attribute, 3>{{{4, GL_UNSIGNED_BYTE, at + offsetof(PackedStyle, fill)},
                                         {4, GL_UNSIGNED_BYTE, at + offsetof(PackedStyle, outline)},
                                         {2, GL_UNSIGNED_SHORT, at + offsetof(PackedStyle, width)}}};
    };
    const auto fill_style = style(offsetof(FillVertex, style));
    const Attribute fill[] = {{2, GL_FLOAT, offsetof(FillVertex, position)},
                              {2, GL_FLOAT, offsetof(FillVertex, distance)},
                              fill_style[0],
                              fill_style[1],
                              fill_style[2]};
    renderer->fills_->set_layout(fill, sizeof(FillVertex), false);

    const auto box_style = style(offsetof(RoundedBoxInstance, style));
    const Attribute box[] = {{2, GL_FLOAT, offsetof(RoundedBoxInstance, center)},
                             {2, GL_FLOAT, offsetof(RoundedBoxInstance, rotation)},
                             {3, GL_FLOAT, offsetof(RoundedBoxInstance, half_size)},
                             box_style[0],
                             box_style[1],
                             box_style[2]};
    renderer->boxes_->set_layout(box, sizeof(RoundedBoxInstance), true);

    const auto polygon_style = style(offsetof(PolygonInstance, style));
    const std::size_t vertices = offsetof(PolygonInstance, vertices);
    const Attribute polygon[] = {{2, GL_FLOAT, offsetof(PolygonInstance, origin)},
                                 {2, GL_FLOAT, offsetof(PolygonInstance, rotation)},
                                 {4, GL_FLOAT, vertices},
                                 {4, GL_FLOAT, vertices + 16},
                                 {4, GL_FLOAT, vertices + 32},
                                 {4, GL_FLOAT, vertices + 48},
                                 {1, GL_FLOAT, offsetof(PolygonInstance, radius)},
                                 polygon_style[0],
                                 polygon_style[1],
                                 polygon_style[2]};
    renderer->polygons_->set_layout(polygon, sizeof(PolygonInstance), true);
    return renderer;
}

void Renderer::compute_pixels(bool on) {
    computes_pixels_ = on;
    if (on) {
        gl_.disable(GL_RASTERIZER_DISCARD);
    } else {
        gl_.enable(GL_RASTERIZER_DISCARD);
    }
}

void Renderer::begin_frame(Extent size, Color background) {
    size_ = size;
    gl_.disable(GL_SCISSOR_TEST);
    gl_.viewport(0, 0, size.width, size.height);
    gl_.clear_color(static_cast<float>(background.r) / 255.0f, static_cast<float>(background.g) / 255.0f,
                    static_cast<float>(background.b) / 255.0f, 1.0f);
    gl_.clear(GL_COLOR_BUFFER_BIT);
}

void Renderer::set_viewport(const View& view) {
    const auto pixels = [&](float points) {
        return static_cast<int>(std::lround(points * view.pixel_ratio));
    };
    const int left = pixels(view.viewport.x);
    const int top = pixels(view.viewport.y);
    const int width = pixels(view.viewport.x + view.viewport.width) - left;
    const int height = pixels(view.viewport.y + view.viewport.height) - top;
    gl_.viewport(left, size_.height - top - height, width, height);
    gl_.enable(GL_SCISSOR_TEST);
    gl_.scissor(left, size_.height - top - height, width, height);
}

void Renderer::clear(const View& view, Color background) {
    set_viewport(view);
    gl_.clear_color(static_cast<float>(background.r) / 255.0f, static_cast<float>(background.g) / 255.0f,
                    static_cast<float>(background.b) / 255.0f, 1.0f);
    gl_.clear(GL_COLOR_BUFFER_BIT);
    gl_.disable(GL_SCISSOR_TEST);
}

void Renderer::draw(const DrawBatch& batch) {
    set_viewport(batch.view());
    gl_.disable(GL_DEPTH_TEST);
    gl_.disable(GL_CULL_FACE);
    gl_.enable(GL_BLEND);
    gl_.blend_equation(GL_FUNC_ADD);
    gl_.blend_func_separate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (!batch.fills().empty()) {
        fills_->set_view(batch.view(), size_);
        fills_->upload(batch.fills().data(), batch.fills().size_bytes());
        gl_.draw_arrays(GL_TRIANGLES, 0, static_cast<GLsizei>(batch.fills().size()));
    }
    if (!batch.polygons().empty()) {
        polygons_->set_view(batch.view(), size_);
        polygons_->upload(batch.polygons().data(), batch.polygons().size_bytes());
        gl_.draw_arrays_instanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch.polygons().size()));
    }
    if (!batch.boxes().empty()) {
        boxes_->set_view(batch.view(), size_);
        boxes_->upload(batch.boxes().data(), batch.boxes().size_bytes());
        gl_.draw_arrays_instanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch.boxes().size()));
    }
    gl_.bind_vertex_array(0);
    gl_.disable(GL_SCISSOR_TEST);
}

Renderer::Texture Renderer::draw_texture(Extent size, Color background, FunctionRef<void()> draw) {
    Texture texture = 0;
    gl_.gen_textures(1, &texture);
    textures_.push_back(texture);
    gl_.bind_texture(GL_TEXTURE_2D, texture);
    gl_.tex_image(GL_TEXTURE_2D, 0, GL_RGBA8, size.width, size.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    gl_.tex_parameter(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl_.tex_parameter(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl_.tex_parameter(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl_.tex_parameter(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    GLuint target = 0;
    gl_.gen_framebuffers(1, &target);
    gl_.bind_framebuffer(GL_FRAMEBUFFER, target);
    gl_.framebuffer_texture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    const Extent window = size_;
    const bool computes_pixels = computes_pixels_;
    compute_pixels(true);
    begin_frame(size, background);
    draw();
    compute_pixels(computes_pixels);
    gl_.bind_framebuffer(GL_FRAMEBUFFER, 0);
    gl_.delete_framebuffers(1, &target);
    gl_.bind_texture(GL_TEXTURE_2D, 0);
    size_ = window;
    gl_.viewport(0, 0, window.width, window.height);
    return texture;
}

void Renderer::delete_texture(Texture texture) {
    if (std::erase(textures_, texture) > 0) gl_.delete_textures(1, &texture);
}

}  // namespace toibox::app
