// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/imgui_compat.h"

namespace toibox::app {

/// The fonts of the user interface, by use. No pointer is null after load_fonts: missing system fonts have
/// fallbacks. Sizes in design points: in panels, and for a projector. Digits of one font have equal
/// widths, so numbers in columns need no monospaced font.
struct Fonts {
    ImFont* body = nullptr;        ///< 13. Everything that has no font of its own.
    ImFont* bold = nullptr;        ///< 13. Results, chosen values, titles of panels.
    ImFont* small = nullptr;       ///< 11. Axes, ticks, units, heads of tables and sections, tags, keys.
    ImFont* label = nullptr;       ///< 12, 22. Labels in the world.
    ImFont* label_bold = nullptr;  ///< 12, 24. Values and names in the world, words of chips.
    ImFont* card = nullptr;        ///< 13, 26. Text of cards over the world.
    ImFont* name = nullptr;        ///< 15, 26. Names of scenes and bodies, words of large chips.
    ImFont* heading = nullptr;     ///< 17, 44. Questions.
    ImFont* title = nullptr;       ///< 20, 26. Title of a scene or page.
    ImFont* status = nullptr;      ///< 11, 20. Progress and keys in projector mode.
    ImFont* mono = nullptr;        ///< Texts in which columns must line up, such as carets below an error.
};

/// Scale of the interface in projector mode and in the projector theme: text is readable from the last row of
/// a lecture hall.
inline constexpr float projector_scale = 1.25f;

/// In projector mode, outlines are 2.5 design points wide instead of 1.5.
inline constexpr float projector_mark_scale = 2.5f / 1.5f;

struct FontScale {
    float scale = 1.0f;         ///< Points per design point.
    float pixel_ratio = 1.0f;   ///< Pixels per point.
    bool is_projector = false;  ///< Large texts over the world; other texts are larger by projector_scale.
    bool operator==(const FontScale&) const = default;
};

/// Fills the font atlas: Inter (or DejaVu Sans) with Latin, Greek and mathematical symbols, and DejaVu Sans
/// Mono. Arrows and other symbols are only in `body`, `bold` and `mono`. Glyphs are rasterised at their final
/// size in pixels. Cost: about 40 ms.
Fonts load_fonts(ImGuiIO& io, const FontScale& scale);

}  // namespace toibox::app
