// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/text/markdown.h"

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace toibox::app {

/// Fonts of a text. One font may stand for several.
struct MarkdownFonts {
    ImFont* regular = nullptr;
    ImFont* emphasis = nullptr;
    ImFont* code = nullptr;
    ImFont* heading = nullptr;
};
/// `font`, with the bold and code fonts of its size as far as there are any.
MarkdownFonts markdown_fonts(const Fonts& fonts, ImFont* font);

/// Markdown, wrapped to a width: knows its height before it is drawn. Call within an ImGui frame.
///
/// Cheap enough to be made in each frame: parsing two lines takes 3 µs.
class MarkdownView {
public:
    /// `width`: points.
    MarkdownView(std::string_view text, const MarkdownFonts& fonts, float width);

    [[nodiscard]] ImVec2 size() const { return size_; }  ///< Points.
    /// Draws the text in a colour; code stands on a patch of the colour of fields.
    void draw(ImDrawList& list, ImVec2 top_left, ImU32 color) const;

private:
    struct Piece {
        std::string text;
        ImFont* font;
        ImVec2 at;  ///< Upper left corner in the text, points.
        float width;
        bool is_code;
    };

    /// Below the blocks so far.
    void add_block(const MarkdownBlock& block, const MarkdownFonts& fonts, float width);

    std::vector<Piece> pieces_;
    ImVec2 size_{};
};

/// Draws the text as an item at the cursor, in the current colour of texts.
void markdown_item(std::string_view text, const MarkdownFonts& fonts, float width);

}  // namespace toibox::app
