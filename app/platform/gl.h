// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <string>

#include <SDL_opengl.h>
#include <SDL_opengl_glext.h>

namespace toibox::app {

/// The OpenGL 3.3 core functions that toibox uses, for one context. Passed by reference to avoid globals.
struct Gl {
    // State and target.
    decltype(&::glGetString) get_string = nullptr;
    decltype(&::glGetIntegerv) get_integer = nullptr;
    decltype(&::glGetError) get_error = nullptr;
    decltype(&::glEnable) enable = nullptr;
    decltype(&::glDisable) disable = nullptr;
    decltype(&::glViewport) viewport = nullptr;
    decltype(&::glScissor) scissor = nullptr;
    decltype(&::glClear) clear = nullptr;
    decltype(&::glClearColor) clear_color = nullptr;
    decltype(&::glPixelStorei) pixel_store = nullptr;
    decltype(&::glReadPixels) read_pixels = nullptr;
    decltype(&::glFinish) finish = nullptr;
    PFNGLBLENDFUNCSEPARATEPROC blend_func_separate = nullptr;
    PFNGLBLENDEQUATIONPROC blend_equation = nullptr;
    // Programs.
    PFNGLCREATESHADERPROC create_shader = nullptr;
    PFNGLSHADERSOURCEPROC shader_source = nullptr;
    PFNGLCOMPILESHADERPROC compile_shader = nullptr;
    PFNGLGETSHADERIVPROC get_shader = nullptr;
    PFNGLGETSHADERINFOLOGPROC get_shader_info_log = nullptr;
    PFNGLDELETESHADERPROC delete_shader = nullptr;
    PFNGLCREATEPROGRAMPROC create_program = nullptr;
    PFNGLATTACHSHADERPROC attach_shader = nullptr;
    PFNGLLINKPROGRAMPROC link_program = nullptr;
    PFNGLGETPROGRAMIVPROC get_program = nullptr;
    PFNGLGETPROGRAMINFOLOGPROC get_program_info_log = nullptr;
    PFNGLUSEPROGRAMPROC use_program = nullptr;
    PFNGLDELETEPROGRAMPROC delete_program = nullptr;
    PFNGLGETUNIFORMLOCATIONPROC get_uniform_location = nullptr;
    PFNGLUNIFORM1FPROC uniform_1f = nullptr;
    PFNGLUNIFORM2FPROC uniform_2f = nullptr;
    // Buffers and vertex layouts.
    PFNGLGENBUFFERSPROC gen_buffers = nullptr;
    PFNGLBINDBUFFERPROC bind_buffer = nullptr;
    PFNGLBUFFERDATAPROC buffer_data = nullptr;
    PFNGLDELETEBUFFERSPROC delete_buffers = nullptr;
    PFNGLGENVERTEXARRAYSPROC gen_vertex_arrays = nullptr;
    PFNGLBINDVERTEXARRAYPROC bind_vertex_array = nullptr;
    PFNGLDELETEVERTEXARRAYSPROC delete_vertex_arrays = nullptr;
    PFNGLENABLEVERTEXATTRIBARRAYPROC enable_vertex_attrib_array = nullptr;
    PFNGLVERTEXATTRIBPOINTERPROC vertex_attrib_pointer = nullptr;
    PFNGLVERTEXATTRIBIPOINTERPROC vertex_attrib_int_pointer = nullptr;
    PFNGLVERTEXATTRIBDIVISORPROC vertex_attrib_divisor = nullptr;
    // Textures that the renderer draws into.
    decltype(&::glGenTextures) gen_textures = nullptr;
    decltype(&::glBindTexture) bind_texture = nullptr;
    decltype(&::glTexImage2D) tex_image = nullptr;
    decltype(&::glTexParameteri) tex_parameter = nullptr;
    decltype(&::glDeleteTextures) delete_textures = nullptr;
    PFNGLGENFRAMEBUFFERSPROC gen_framebuffers = nullptr;
    PFNGLBINDFRAMEBUFFERPROC bind_framebuffer = nullptr;
    PFNGLFRAMEBUFFERTEXTURE2DPROC framebuffer_texture = nullptr;
    PFNGLDELETEFRAMEBUFFERSPROC delete_framebuffers = nullptr;
    // Drawing.
    decltype(&::glDrawArrays) draw_arrays = nullptr;
    PFNGLDRAWARRAYSINSTANCEDPROC draw_arrays_instanced = nullptr;
};

/// Loads all functions from the current context. Error: names the first missing function.
Result<Gl, std::string> load_gl();

}  // namespace toibox::app
