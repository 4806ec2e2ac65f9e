// SPDX-License-Identifier: MIT
#include "app/text/markdown.h"

#include "toibox/core/utf8.h"

#include <charconv>
#include <md4c.h>
#include <utility>

namespace toibox::app {

namespace {

constexpr std::string_view true_minus = "\u2212";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether `text` begins with a negative number: "-5", "-.5". `previous`: the character before it, which must
/// not belong to a word, as in "3-5".
bool is_negative_number(std::string_view text, char previous) {
    if (!text.starts_with('-') || std::string_view(" \n(=<>,[|").find(previous) == std::string_view::npos)
        return false;
    const std::size_t digit = text.size() > 2 && text[1] == '.' ? 2 : 1;
    return text.size() > digit && is_digit(text[digit]);
}

std::string utf8_of(unsigned code_point) {
    const auto byte = [](unsigned bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    std::string text;
    if (code_point < 0x80) {
        text = {byte(code_point)};
    } else if (code_point < 0x800) {
        text = {byte(0xc0 | code_point >> 6), byte(0x80 | (code_point & 0x3f))};
    } else if (code_point < 0x10000) {
        text = {byte(0xe0 | code_point >> 12), byte(0x80 | (code_point >> 6 & 0x3f)),
                byte(0x80 | (code_point & 0x3f))};
    } else if (code_point < 0x110000) {
        text = {byte(0xf0 | code_point >> 18), byte(0x80 | (code_point >> 12 & 0x3f)),
                byte(0x80 | (code_point >> 6 & 0x3f)), byte(0x80 | (code_point & 0x3f))};
    }
    return code_point == 0 || text.empty() ? std::string(replacement_character) : valid_utf8(text);
}

/// The character of an entity such as "&lt;" or "&#8722;". An unknown name stays as it is written.
std::string entity_text(std::string_view entity) {
    constexpr std::pair<std::string_view, std::string_view> names[] = {
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", "\u00a0"},
    };
    for (const auto& [name, character] : names)
        if (entity == name) return std::string(character);
    if (!entity.starts_with("&#")) return std::string(entity);
    const bool is_hexadecimal = entity[2] == 'x' || entity[2] == 'X';
    const char* first = entity.data() + (is_hexadecimal ? 3 : 2);
    unsigned code_point = 0;
    std::from_chars(first, entity.data() + entity.size(), code_point, is_hexadecimal ? 16 : 10);
    return utf8_of(code_point);
}

/// Collects the blocks while md_parse() reports them in order.
class BlockBuilder {
public:
    void enter_block(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_UL:
                lists_.push_back({0, static_cast<MD_BLOCK_UL_DETAIL*>(detail)->is_tight != 0});
                break;
            case MD_BLOCK_OL: {
                const auto& list = *static_cast<MD_BLOCK_OL_DETAIL*>(detail);
                lists_.push_back({static_cast<long>(list.start), list.is_tight != 0, true});
                break;
            }
            case MD_BLOCK_QUOTE:
                lists_.push_back({});
                break;
            case MD_BLOCK_LI:
                mark_ = lists_.back().is_ordered ? std::to_string(lists_.back().number++) + "." : "•";
                starts_block_ = true;
                break;
            case MD_BLOCK_H:
                start(MarkdownBlock::Kind::Heading);
                break;
            case MD_BLOCK_CODE:
                start(MarkdownBlock::Kind::Code);
                break;
            case MD_BLOCK_P:
                start(MarkdownBlock::Kind::Paragraph);
                break;
            default:
                break;
        }
    }
    void leave_block(MD_BLOCKTYPE type) {
        if (type == MD_BLOCK_UL || type == MD_BLOCK_OL || type == MD_BLOCK_QUOTE) lists_.pop_back();
        if (type == MD_BLOCK_LI) mark_.clear();  // an empty item has no block that takes it
        // The text of a tight item is no paragraph of its own.
        starts_block_ = true;
    }
    void enter_span(MD_SPANTYPE type) {
        if (type == MD_SPAN_EM || type == MD_SPAN_STRONG) ++emphasis_;
    }
    void leave_span(MD_SPANTYPE type) {
        if (type == MD_SPAN_EM || type == MD_SPAN_STRONG) --emphasis_;
    }
    void text(MD_TEXTTYPE type, std::string_view text) {
        const RunStyle style = type == MD_TEXT_CODE ? RunStyle::Code
                               : emphasis_ > 0      ? RunStyle::Emphasis
                                                    : RunStyle::Regular;
        switch (type) {
            case MD_TEXT_BR:
                return add("\n", style);
            case MD_TEXT_SOFTBR:
                return add(" ", style);
            case MD_TEXT_NULLCHAR:
                return add(replacement_character, style);
            case MD_TEXT_ENTITY:
                return add(entity_text(text), style);
            default:
                return add(text, style);
        }
    }
    Markdown finish() {
        for (MarkdownBlock& block : blocks_) {
            // Each line of a code block ends with a line break.
            if (block.kind == MarkdownBlock::Kind::Code && !block.runs.empty() &&
                block.runs.back().text.ends_with('\n'))
                block.runs.back().text.pop_back();
            sign_numbers(block);
        }
        return std::move(blocks_);
    }

private:
    struct List {
        long number = 0;
        bool is_tight = false;
        bool is_ordered = false;
    };

    void start(MarkdownBlock::Kind kind) {
        const bool is_tight =
            !blocks_.empty() && !lists_.empty() && lists_.back().is_tight && blocks_.back().level > 0;
        blocks_.push_back({kind, static_cast<int>(lists_.size()), std::exchange(mark_, {}), is_tight, {}});
        starts_block_ = false;
    }
    void add(std::string_view text, RunStyle style) {
        if (starts_block_ || blocks_.empty()) start(MarkdownBlock::Kind::Paragraph);
        std::vector<MarkdownRun>& runs = blocks_.back().runs;
        if (runs.empty() || runs.back().style != style) runs.push_back({{}, style});
        runs.back().text += text;
    }
    static void sign_numbers(MarkdownBlock& block) {
        char previous = ' ';
        for (MarkdownRun& run : block.runs) {
            std::string text;
            for (std::string_view rest = run.text; !rest.empty(); rest.remove_prefix(1)) {
                const bool is_sign = run.style != RunStyle::Code && is_negative_number(rest, previous);
                text += is_sign ? true_minus : rest.substr(0, 1);
                previous = rest.front();
            }
            run.text = std::move(text);
        }
    }

    Markdown blocks_;
    std::vector<List> lists_;  ///< Around the current block, outermost first; a quotation is one, too.
    std::string mark_;         ///< Of the list item that has no block yet.
    bool starts_block_ = true;
    int emphasis_ = 0;  ///< Spans around the current text.
};

BlockBuilder& builder_of(void* user) {
    return *static_cast<BlockBuilder*>(user);
}

}  // namespace

Markdown parse_markdown(std::string_view text) {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS | MD_FLAG_COLLAPSEWHITESPACE;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
        builder_of(user).enter_block(type, detail);
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* user) {
        builder_of(user).leave_block(type);
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE type, void*, void* user) {
        builder_of(user).enter_span(type);
        return 0;
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* user) {
        builder_of(user).leave_span(type);
        return 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* characters, MD_SIZE size, void* user) {
        builder_of(user).text(type, {characters, size});
        return 0;
    };
    BlockBuilder builder;
    md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &builder);
    return builder.finish();
}

std::string plain_text(std::string_view markdown) {
    std::string text;
    for (const MarkdownBlock& block : parse_markdown(markdown)) {
        if (!text.empty()) text += block.is_tight ? "\n" : "\n\n";
        if (!block.list_mark.empty()) {
            text.append(static_cast<std::size_t>(2 * (block.level - 1)), ' ');
            text += block.list_mark + " ";
        }
        for (const MarkdownRun& run : block.runs)
            text += run.text;
    }
    return text;
}

}  // namespace toibox::app
