// SPDX-License-Identifier: MIT
#include "app/platform/text_wrap.h"

#include "app/platform/imgui_compat.h"

#include <cmath>
#include <limits>

namespace toibox::app {

namespace {

/// Not rounded to whole points, other than by ImGui::CalcTextSize, so that widths of pieces add up.
float width_in_current_font(std::string_view text) {
    constexpr float unlimited = std::numeric_limits<float>::max();
    return ImGui::GetFont()
        ->CalcTextSizeA(ImGui::GetFontSize(), unlimited, 0.0f, text.data(), text.data() + text.size())
        .x;
}

/// A run up to the next space or line break, or the spaces between two words.
struct Fragment {
    std::size_t run;
    std::string_view text;
    float width;  ///< Points.
};

/// Appends words to lines.
class LineBreaker {
public:
    explicit LineBreaker(float width) : width_(width) {}

    void add_letters(const Fragment& letters) { word_.push_back(letters); }
    /// Ends the word. A line break may come in place of the spaces.
    void add_spaces(const Fragment& spaces) {
        finish_word();
        spaces_.push_back(spaces);
    }
    void break_line() {
        finish_word();
        place(spaces_);
        start_line();
    }
    std::vector<TextLine> finish() {
        finish_word();
        place(spaces_);
        return std::move(lines_);
    }

private:
    void finish_word() {
        if (word_.empty()) return;
        float end = x_;
        for (const std::vector<Fragment>* part : {&spaces_, &word_})
            for (const Fragment& fragment : *part)
                end += fragment.width;
        if (has_word_ && std::ceil(end) > width_) {
            spaces_.clear();
            start_line();
        }
        place(spaces_);
        place(word_);
        has_word_ = true;
    }
    void start_line() {
        lines_.emplace_back();
        x_ = 0.0f;
        has_word_ = false;
    }
    void place(std::vector<Fragment>& fragments) {
        for (const Fragment& fragment : fragments) {
            TextLine& line = lines_.back();
            if (!line.empty() && line.back().run == fragment.run) {
                LinePiece& piece = line.back();
                piece.text = {piece.text.data(), piece.text.size() + fragment.text.size()};
                piece.width += fragment.width;
            } else {
                line.push_back({fragment.run, fragment.text, x_, fragment.width});
            }
            x_ += fragment.width;
        }
        fragments.clear();
    }

    float width_;
    std::vector<TextLine> lines_{1};
    std::vector<Fragment> spaces_;  ///< Before the current word.
    std::vector<Fragment> word_;
    float x_ = 0.0f;         ///< End of the current line.
    bool has_word_ = false;  ///< Whether the current line has a word.
};

}  // namespace

std::vector<TextLine> wrap_runs(std::span<const FontRun> runs, float width) {
    LineBreaker breaker(width);
    for (std::size_t run = 0; run < runs.size(); ++run) {
        compat::push_font(runs[run].font);
        for (std::string_view rest = runs[run].text; !rest.empty();) {
            if (rest.front() == '\n') {
                breaker.break_line();
                rest.remove_prefix(1);
                continue;
            }
            const bool is_space = rest.front() == ' ';
            const std::string_view part =
                rest.substr(0, is_space ? rest.find_first_not_of(' ') : rest.find_first_of(" \n"));
            const Fragment fragment{run, part, width_in_current_font(part)};
            if (is_space) {
                breaker.add_spaces(fragment);
            } else {
                breaker.add_letters(fragment);
            }
            rest.remove_prefix(part.size());
        }
        ImGui::PopFont();
    }
    return breaker.finish();
}

std::string with_line_breaks(std::string_view text, float width) {
    const FontRun run{text, ImGui::GetFont()};
    std::string wrapped;
    bool is_first = true;
    for (const TextLine& line : wrap_runs({&run, 1}, width)) {
        if (!is_first) wrapped += '\n';
        is_first = false;
        for (const LinePiece& piece : line)
            wrapped += piece.text;
    }
    return wrapped;
}

}  // namespace toibox::app
