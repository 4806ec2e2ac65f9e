// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// Markdown (CommonMark) as blocks of styled runs, for texts of lessons and questions.
///
/// A link is its text, an image its description. HTML and tables are shown as written. Code blocks need a
/// fence. A hyphen before a number is a true minus (U+2212), except in code.

enum class RunStyle : std::uint8_t {
    Regular,
    Emphasis,  ///< *one* or **two** asterisks.
    Code,
};

struct MarkdownRun {
    std::string text;  ///< A hard line break is '\n'.
    RunStyle style = RunStyle::Regular;

    bool operator==(const MarkdownRun&) const = default;
};

struct MarkdownBlock {
    enum class Kind : std::uint8_t { Paragraph, Heading, Code };
    Kind kind = Kind::Paragraph;
    int level = 0;          ///< Lists and quotations around the block.
    std::string list_mark;  ///< "•" or "2." before the first block of a list item, else empty.
    bool is_tight = false;  ///< Whether it follows the previous block without a gap, as in most lists.
    std::vector<MarkdownRun> runs;

    bool operator==(const MarkdownBlock&) const = default;
};

using Markdown = std::vector<MarkdownBlock>;

/// Any text is valid Markdown. Cost: about 3 µs for two lines.
[[nodiscard]] Markdown parse_markdown(std::string_view text);

/// The text without marks, for a terminal or a search: blocks are separated by line breaks, list items begin
/// with their mark.
[[nodiscard]] std::string plain_text(std::string_view markdown);

}  // namespace toibox::app
