// SPDX-License-Identifier: MIT
#include "app/platform/fonts.h"

#include <array>
#include <span>
#include <unistd.h>

namespace toibox::app {
namespace {

constexpr float body_size = 14.0f;
constexpr float mono_size = 13.0f;  ///< Makes digits of DejaVu Sans Mono as tall as digits of Inter at 14.

constexpr std::array body_files{
    "/usr/share/fonts/opentype/inter/Inter-Regular.otf", "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",   "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
};
constexpr std::array bold_files{
    "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
    "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
    "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf",
};
constexpr std::array mono_files{
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
    "/usr/share/fonts/TTF/DejaVuSansMono.ttf",
    "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf",
};
/// Fonts for symbols that the body font does not have.
constexpr std::array symbol_files{
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
};

// Pairs of first and last character, terminated by zero. The atlas keeps a pointer to this array.
constexpr std::array<ImWchar, 25> ranges{
    0x0020, 0x00FF,  // Latin with · ² ³ ½ × °
    0x0100, 0x017F,  // Latin Extended-A
    0x0370, 0x03FF,  // Greek: ω μ λ Σ Δ
    0x2010, 0x2027,  // dashes, quotes, bullets, ellipsis
    0x2030, 0x203A,  // ‰ ′ ″
    0x2070, 0x209C,  // superscripts and subscripts
    0x2190, 0x21FF,  // arrows
    0x2200, 0x22FF,  // ∞ √ ≤ ≥ ≈ ∂ −
    0x23CE, 0x23FA,  // media control symbols
    0x25A0, 0x25FF,  // ▶ ■ ● ◆
    0x2600, 0x26FF,  // miscellaneous symbols, ⚠
    0x2713, 0x2718,  // ✓ ✗
    0,
};

const char* first_readable(std::span<const char* const> files) {
    for (const char* file : files) {
        if (::access(file, R_OK) == 0) return file;
    }
    return nullptr;
}

ImFont* add_font_file(ImFontAtlas& atlas, const char* file, float size, bool merge) {
    if (file == nullptr) return nullptr;
    ImFontConfig config;
    config.MergeMode = merge;
    compat::use_light_hinting(config);
    config.OversampleH = 1;
    config.OversampleV = 1;
    return atlas.AddFontFromFileTTF(file, size, &config, ranges.data());
}

}  // namespace

Fonts load_fonts(ImGuiIO& io, float scale, float pixel_ratio) {
    ImFontAtlas& atlas = *io.Fonts;
    atlas.Clear();
    compat::use_freetype(atlas);
    atlas.TexDesiredWidth = 2048;
    const auto pixels = [&](float size) {
        return static_cast<float>(static_cast<int>(size * scale * pixel_ratio + 0.5f));
    };
    const char* symbols = first_readable(symbol_files);
    const auto load = [&](std::span<const char* const> files, float size) {
        const char* file = first_readable(files);
        ImFont* font = add_font_file(atlas, file, pixels(size), false);
        if (font != nullptr && file != symbols) add_font_file(atlas, symbols, pixels(size), true);
        return font;
    };
    Fonts fonts;
    fonts.body = load(body_files, body_size);
    if (fonts.body == nullptr) {
        // No font file found: use ImGui's bitmap font, which needs integer scales.
        ImFontConfig config;
        config.SizePixels = 13.0f * static_cast<float>(static_cast<int>(scale * pixel_ratio + 0.5f));
        fonts.body = atlas.AddFontDefault(&config);
    }
    fonts.bold = load(bold_files, body_size);
    fonts.mono = load(mono_files, mono_size);
    if (fonts.bold == nullptr) fonts.bold = fonts.body;
    if (fonts.mono == nullptr) fonts.mono = fonts.body;
    io.FontDefault = fonts.body;
    compat::set_font_scale(io, 1.0f / pixel_ratio);
    return fonts;
}

}  // namespace toibox::app
