// SPDX-License-Identifier: MIT
#include "app/platform/fonts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <unistd.h>

namespace toibox::app {
namespace {

/// Height of a line of Inter, which ImGui takes as the size of a font, per design point.
constexpr float inter_line_height = 1.21f;

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

// Pairs of first and last character, terminated by zero. The atlas keeps pointers to these arrays.
constexpr std::array<ImWchar, 25> all_ranges{
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
constexpr std::array<ImWchar, 17> text_ranges{
    0x0020, 0x017F,  // Latin
    0x0370, 0x03FF,  // Greek
    0x2010, 0x203A,  // dashes, quotes, bullets, ellipsis, ‰ ′ ″
    0x2070, 0x209C,  // superscripts and subscripts
    0x2190, 0x2193,  // ← ↑ → ↓
    0x2202, 0x221E,  // ∂ Σ − √ ∞
    0x2248, 0x2265,  // ≈ ≠ ≤ ≥
    0x2713, 0x2717,  // ✓ ✗
    0,
};

enum class Face { Regular, SemiBold, Mono };

/// A font and its size in design points.
struct FontUse {
    ImFont* Fonts::* font;
    Face face;
    float size;
    float projector_size;
    bool has_all_symbols = false;
};
constexpr FontUse font_uses[] = {
    {&Fonts::body, Face::Regular, 13.0f, 13.0f * projector_scale, true},
    {&Fonts::bold, Face::SemiBold, 13.0f, 13.0f * projector_scale, true},
    // Makes digits of DejaVu Sans Mono as tall as digits of Inter.
    {&Fonts::mono, Face::Mono, 12.0f, 12.0f * projector_scale, true},
    {&Fonts::small, Face::Regular, 11.0f, 11.0f * projector_scale},
    {&Fonts::label, Face::Regular, 12.0f, 22.0f},
    {&Fonts::label_bold, Face::SemiBold, 12.0f, 24.0f},
    {&Fonts::card, Face::Regular, 13.0f, 26.0f},
    {&Fonts::name, Face::SemiBold, 15.0f, 26.0f},
    {&Fonts::heading, Face::SemiBold, 17.0f, 44.0f},
    {&Fonts::title, Face::SemiBold, 20.0f, 26.0f},
    {&Fonts::status, Face::Regular, 11.0f, 20.0f},
};

const char* first_readable(std::span<const char* const> files) {
    for (const char* file : files) {
        if (::access(file, R_OK) == 0) return file;
    }
    return nullptr;
}

std::span<const char* const> files_of(Face face) {
    switch (face) {
        case Face::SemiBold:
            return bold_files;
        case Face::Mono:
            return mono_files;
        case Face::Regular:
            break;
    }
    return body_files;
}

ImFont* add_font_file(ImFontAtlas& atlas, const char* file, float size, bool merge, const ImWchar* ranges) {
    if (file == nullptr) return nullptr;
    ImFontConfig config;
    config.MergeMode = merge;
    compat::use_light_hinting(config);
    config.OversampleH = 1;
    config.OversampleV = 1;
    return atlas.AddFontFromFileTTF(file, size, &config, ranges);
}

/// Adds a face of a size in pixels, completed by the font of symbols. Null without a font file.
ImFont* add_face(ImFontAtlas& atlas, Face face, float pixels, bool has_all_symbols) {
    const ImWchar* ranges = has_all_symbols ? all_ranges.data() : text_ranges.data();
    const char* symbols = first_readable(symbol_files);
    const char* file = first_readable(files_of(face));
    ImFont* font = add_font_file(atlas, file, pixels, false, ranges);
    if (font != nullptr && file != symbols) add_font_file(atlas, symbols, pixels, true, ranges);
    return font;
}

/// Adds the bitmap font of ImGui, which needs integer scales.
ImFont* add_bitmap_font(ImFontAtlas& atlas, float scale) {
    ImFontConfig config;
    config.SizePixels = 13.0f * std::max(1.0f, std::round(scale));
    return atlas.AddFontDefault(&config);
}

}  // namespace

Fonts load_fonts(ImGuiIO& io, const FontScale& scale) {
    ImFontAtlas& atlas = *io.Fonts;
    atlas.Clear();
    compat::use_freetype(atlas);
    atlas.TexDesiredWidth = 2048;
    Fonts fonts;
    const float ratio = scale.scale * scale.pixel_ratio;
    for (const FontUse& use : font_uses) {
        const float size = scale.is_projector ? use.projector_size : use.size;
        const float pixels = std::round(size * inter_line_height * ratio);
        // Equal fonts share their glyphs. Those with all symbols come first in the table.
        const auto same = std::ranges::find_if(font_uses, [&](const FontUse& other) {
            return other.face == use.face && fonts.*other.font != nullptr &&
                   (fonts.*other.font)->FontSize == pixels;
        });
        fonts.*use.font = same != std::end(font_uses)
                              ? fonts.*same->font
                              : add_face(atlas, use.face, pixels, use.has_all_symbols);
    }
    if (fonts.body == nullptr)
        fonts.body = add_bitmap_font(atlas, ratio * (scale.is_projector ? projector_scale : 1.0f));
    for (const FontUse& use : font_uses) {
        if (fonts.*use.font == nullptr) fonts.*use.font = fonts.body;
    }
    atlas.Build();
    for (const FontUse& use : font_uses)
        compat::make_digits_tabular(*(fonts.*use.font));
    io.FontDefault = fonts.body;
    compat::set_font_scale(io, 1.0f / scale.pixel_ratio);
    return fonts;
}

}  // namespace toibox::app
