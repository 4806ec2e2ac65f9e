// SPDX-License-Identifier: MIT
#include "app/platform/markdown_view.h"

#include "app/platform/imgui_compat.h"
#include "app/platform/text_wrap.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {

namespace {

// Sizes in heights of the regular font.
constexpr float indentation = 1.25f;  ///< Of each level of lists.
constexpr float block_gap = 0.5f;
constexpr float tight_gap = 0.2f;
constexpr float code_padding = 0.15f;  ///< Of the patch behind code, at its left and right.
constexpr float code_rounding = 0.2f;

struct FontMetrics {
    float height;  ///< Points.
    float ascent;  ///< Of the baseline below the top, points.
};

FontMetrics metrics_of(ImFont* font) {
    compat::push_font(font);
    const FontMetrics metrics{ImGui::GetFontSize(), compat::current_ascent()};
    ImGui::PopFont();
    return metrics;
}

ImFont* font_of(RunStyle style, MarkdownBlock::Kind kind, const MarkdownFonts& fonts) {
    if (style == RunStyle::Code) return fonts.code;
    if (kind == MarkdownBlock::Kind::Heading) return fonts.heading;
    return style == RunStyle::Emphasis ? fonts.emphasis : fonts.regular;
}

}  // namespace

MarkdownFonts markdown_fonts(const Fonts& fonts, ImFont* font) {
    if (font == fonts.body) return {font, fonts.bold, fonts.mono, fonts.bold};
    const bool is_projected_card = font == fonts.card && fonts.name->FontSize == font->FontSize;
    ImFont* bold = is_projected_card ? fonts.name : font;
    return {font, bold, font, bold};
}

MarkdownView::MarkdownView(std::string_view text, const MarkdownFonts& fonts, float width) {
    const float em = metrics_of(fonts.regular).height;
    for (const MarkdownBlock& block : parse_markdown(text)) {
        if (!pieces_.empty()) size_.y += std::round((block.is_tight ? tight_gap : block_gap) * em);
        add_block(block, fonts, width);
    }
}

void MarkdownView::add_block(const MarkdownBlock& block, const MarkdownFonts& fonts, float width) {
    const float em = metrics_of(fonts.regular).height;
    const float indent = std::round(static_cast<float>(block.level) * indentation * em);
    std::vector<FontRun> runs;
    for (const MarkdownRun& run : block.runs)
        runs.push_back({run.text, font_of(run.style, block.kind, fonts)});
    if (!block.list_mark.empty())
        pieces_.push_back(
            {block.list_mark, fonts.regular, {indent - std::round(indentation * em), size_.y}, 0.0f, false});
    ImFont* plain = font_of(RunStyle::Regular, block.kind, fonts);
    for (const TextLine& line : wrap_runs(runs, width - indent)) {
        FontMetrics highest = metrics_of(plain);  // of the line, also if it is empty
        for (const LinePiece& piece : line) {
            const FontMetrics metrics = metrics_of(runs[piece.run].font);
            highest = {std::max(highest.height, metrics.height), std::max(highest.ascent, metrics.ascent)};
        }
        for (const LinePiece& piece : line) {
            const float drop = highest.ascent - metrics_of(runs[piece.run].font).ascent;  // to one baseline
            pieces_.push_back({std::string(piece.text),
                               runs[piece.run].font,
                               {indent + std::round(piece.x), size_.y + std::round(drop)},
                               piece.width,
                               block.runs[piece.run].style == RunStyle::Code});
            size_.x = std::max(size_.x, std::ceil(indent + piece.x + piece.width));
        }
        size_.y += highest.height;
    }
}

void MarkdownView::draw(ImDrawList& list, ImVec2 top_left, ImU32 color) const {
    for (const Piece& piece : pieces_) {
        const ImVec2 at(top_left.x + piece.at.x, top_left.y + piece.at.y);
        compat::push_font(piece.font);
        const float height = ImGui::GetFontSize();
        if (piece.is_code) {
            const float padding = std::round(code_padding * height);
            list.AddRectFilled({at.x - padding, at.y}, {at.x + piece.width + padding, at.y + height},
                               ImGui::GetColorU32(ImGuiCol_FrameBg), code_rounding * height);
        }
        list.AddText(ImGui::GetFont(), height, at, color, piece.text.data(),
                     piece.text.data() + piece.text.size());
        ImGui::PopFont();
    }
}

void markdown_item(std::string_view text, const MarkdownFonts& fonts, float width) {
    const MarkdownView view(text, fonts, width);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy(view.size());
    view.draw(*ImGui::GetWindowDrawList(), at, ImGui::GetColorU32(ImGuiCol_Text));
}

}  // namespace toibox::app
