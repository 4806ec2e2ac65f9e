// SPDX-License-Identifier: MIT
#include "app/platform/gl.h"

#include <SDL.h>

namespace toibox::app {
namespace {

class Loader {
public:
    template <class Function>
    void operator()(Function& function, const char* name) {
        // The cast from void* to a function pointer is conditionally supported in C++ and required by POSIX.
        function = reinterpret_cast<Function>(SDL_GL_GetProcAddress(name));
        if (function == nullptr && missing_ == nullptr) missing_ = name;
    }
    [[nodiscard]] const char* missing() const { return missing_; }

private:
    const char* missing_ = nullptr;
};

void load_state(Gl& gl, Loader& load) {
    load(gl.get_string, "glGetString");
    load(gl.get_integer, "glGetIntegerv");
    load(gl.get_error, "glGetError");
    load(gl.enable, "glEnable");
    load(gl.disable, "glDisable");
    load(gl.viewport, "glViewport");
    load(gl.scissor, "glScissor");
    load(gl.clear, "glClear");
    load(gl.clear_color, "glClearColor");
    load(gl.pixel_store, "glPixelStorei");
    load(gl.read_pixels, "glReadPixels");
    load(gl.finish, "glFinish");
    load(gl.blend_func_separate, "glBlendFuncSeparate");
    load(gl.blend_equation, "glBlendEquation");
}

void load_programs(Gl& gl, Loader& load) {
    load(gl.create_shader, "glCreateShader");
    load(gl.shader_source, "glShaderSource");
    load(gl.compile_shader, "glCompileShader");
    load(gl.get_shader, "glGetShaderiv");
    load(gl.get_shader_info_log, "glGetShaderInfoLog");
    load(gl.delete_shader, "glDeleteShader");
    load(gl.create_program, "glCreateProgram");
    load(gl.attach_shader, "glAttachShader");
    load(gl.link_program, "glLinkProgram");
    load(gl.get_program, "glGetProgramiv");
    load(gl.get_program_info_log, "glGetProgramInfoLog");
    load(gl.use_program, "glUseProgram");
    load(gl.delete_program, "glDeleteProgram");
    load(gl.get_uniform_location, "glGetUniformLocation");
    load(gl.uniform_1f, "glUniform1f");
    load(gl.uniform_2f, "glUniform2f");
}

void load_buffers(Gl& gl, Loader& load) {
    load(gl.gen_buffers, "glGenBuffers");
    load(gl.bind_buffer, "glBindBuffer");
    load(gl.buffer_data, "glBufferData");
    load(gl.delete_buffers, "glDeleteBuffers");
    load(gl.gen_vertex_arrays, "glGenVertexArrays");
    load(gl.bind_vertex_array, "glBindVertexArray");
    load(gl.delete_vertex_arrays, "glDeleteVertexArrays");
    load(gl.enable_vertex_attrib_array, "glEnableVertexAttribArray");
    load(gl.vertex_attrib_pointer, "glVertexAttribPointer");
    load(gl.vertex_attrib_int_pointer, "glVertexAttribIPointer");
    load(gl.vertex_attrib_divisor, "glVertexAttribDivisor");
    load(gl.draw_arrays, "glDrawArrays");
    load(gl.draw_arrays_instanced, "glDrawArraysInstanced");
}

void load_textures(Gl& gl, Loader& load) {
    load(gl.gen_textures, "glGenTextures");
    load(gl.bind_texture, "glBindTexture");
    load(gl.tex_image, "glTexImage2D");
    load(gl.tex_parameter, "glTexParameteri");
    load(gl.delete_textures, "glDeleteTextures");
    load(gl.gen_framebuffers, "glGenFramebuffers");
    load(gl.bind_framebuffer, "glBindFramebuffer");
    load(gl.framebuffer_texture, "glFramebufferTexture2D");
    load(gl.delete_framebuffers, "glDeleteFramebuffers");
}

}  // namespace

Result<Gl, std::string> load_gl() {
    Gl gl;
    Loader load;
    load_state(gl, load);
    load_programs(gl, load);
    load_buffers(gl, load);
    load_textures(gl, load);
    if (load.missing() != nullptr) return Err{std::string("OpenGL 3.3 lacks ") + load.missing()};
    return gl;
}

}  // namespace toibox::app
