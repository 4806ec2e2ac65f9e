// SPDX-License-Identifier: MIT
#include "app/text/markdown.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using Kind = MarkdownBlock::Kind;

/// The runs with a mark around each style: [emphasis], {code}.
std::string shown(const std::vector<MarkdownRun>& runs) {
    std::string text;
    for (const MarkdownRun& run : runs)
        text += run.style == RunStyle::Emphasis ? "[" + run.text + "]"
                : run.style == RunStyle::Code   ? "{" + run.text + "}"
                                                : run.text;
    return text;
}

/// "KIND LEVEL MARK tight: RUNS" for each block.
std::vector<std::string> blocks_of(const std::string& text) {
    std::vector<std::string> lines;
    for (const MarkdownBlock& block : parse_markdown(text)) {
        const char* kind = block.kind == Kind::Heading ? "heading"
                           : block.kind == Kind::Code  ? "code"
                                                       : "text";
        lines.push_back(std::string(kind) + " " + std::to_string(block.level) + " " + block.list_mark +
                        (block.is_tight ? " tight: " : ": ") + shown(block.runs));
    }
    return lines;
}

using Lines = std::vector<std::string>;

TEST(Markdown, PlainTextIsOneParagraph) {
    EXPECT_EQ(blocks_of("Does it hit a wall of 0.05 m?"), Lines{"text 0 : Does it hit a wall of 0.05 m?"});
    EXPECT_EQ(blocks_of(""), Lines{});
}

TEST(Markdown, EmphasisAndCodeAreRuns) {
    EXPECT_EQ(blocks_of("Open *TOI* and **play**, `max_slope` *a **b** c*."),
              Lines{"text 0 : Open [TOI] and [play], {max_slope} [a b c]."});
}

TEST(Markdown, NamesWithUnderscoresAndProductsAreNoEmphasis) {
    EXPECT_EQ(blocks_of("past_the_box is 2 * 3 * 4, or 2*r"),
              Lines{"text 0 : past_the_box is 2 * 3 * 4, or 2*r"});
}

TEST(Markdown, ParagraphsHeadingsAndLineBreaks) {
    EXPECT_EQ(blocks_of("# One *step*\nfirst\nline  \nsecond\n\nnext"),
              (Lines{"heading 0 : One [step]", "text 0 : first line\nsecond", "text 0 : next"}));
}

TEST(Markdown, ListsHaveMarksAndLevels) {
    EXPECT_EQ(blocks_of("Three:\n- one\n- two\n  1. *inner*\n  2. more\n\nafter"),
              (Lines{"text 0 : Three:", "text 1 •: one", "text 1 • tight: two", "text 2 1. tight: [inner]",
                     "text 2 2. tight: more", "text 0 : after"}));
    EXPECT_EQ(blocks_of("3. three\n\n4. four"), (Lines{"text 1 3.: three", "text 1 4.: four"}));
}

TEST(Markdown, ItemWithTwoParagraphsHasOneMark) {
    EXPECT_EQ(blocks_of("- first\n\n  second\n- other"),
              (Lines{"text 1 •: first", "text 1 : second", "text 1 •: other"}));
}

TEST(Markdown, AnEmptyItemLeavesNoMarkToOthers) {
    EXPECT_EQ(blocks_of("-\n\nafter"), Lines{"text 0 : after"});
    EXPECT_EQ(blocks_of("1.\n- one\n\n# head"), (Lines{"text 1 •: one", "heading 0 : head"}));
    EXPECT_EQ(plain_text("-\n\nafter"), "after");
}

// Every sequence of up to six of these pieces. A mark stands only in a list.
TEST(Markdown, AnyTextIsValid) {
    const std::vector<std::string> pieces{"- ", "1. ", "> ", "# ", "\n", "a"};
    std::vector<std::string> texts{""};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        for (const MarkdownBlock& block : parse_markdown(texts[i]))
            EXPECT_TRUE(block.list_mark.empty() || block.level > 0) << texts[i];
        static_cast<void>(plain_text(texts[i]));
        if (texts.size() > 55'000) continue;  // 6 + 6² + … + 6⁶ = 55,986
        for (const std::string& piece : pieces)
            texts.push_back(texts[i] + piece);
    }
}

TEST(Markdown, CodeBlocksKeepTheirLines) {
    EXPECT_EQ(blocks_of("```\nif a *b*:\n  -1\n```"), Lines{"code 0 : {if a *b*:\n  -1}"});
}

TEST(Markdown, LinksAreTheirTextAndHtmlIsText) {
    EXPECT_EQ(blocks_of("see [the *docs*](https://example.org) <b>x</b>"),
              Lines{"text 0 : see the [docs] <b>x</b>"});
}

TEST(Markdown, SignsOfNumbersAreTrueMinuses) {
    EXPECT_EQ(blocks_of("from -5 to (-.5), not 3-5, TOI-2 or -x; `-5`, *-2*, **x**-1"),
              Lines{"text 0 : from −5 to (−.5), not 3-5, TOI-2 or -x; {-5}, [−2], [x]-1"});
}

TEST(Markdown, EntitiesAreCharacters) {
    EXPECT_EQ(blocks_of("&lt;&amp;&#8722;&#x2212;&unknown; &#x110000;"),
              Lines{"text 0 : <&−−&unknown; \uFFFD"});
}

TEST(PlainText, HasNoMarks) {
    EXPECT_EQ(plain_text("## Head\n*one* `two`\n\n- a\n  - b\n- c"), "Head\n\none two\n\n• a\n  • b\n• c");
    EXPECT_EQ(plain_text("just text"), "just text");
}

}  // namespace
}  // namespace toibox::app
