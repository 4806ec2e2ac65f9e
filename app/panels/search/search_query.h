// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// Matching and ranking of the search (Ctrl+P). An entry is found if each typed word is in its name or in one
/// of its other texts, anywhere in a word. The case of ASCII letters does not matter.

/// A part of a text, in bytes.
struct TextRange {
    std::size_t first = 0;
    std::size_t last = 0;  ///< One past the end.

    bool operator==(const TextRange&) const = default;
};

/// What the user typed: words, after a prefix that restricts the search.
class SearchQuery {
public:
    enum class Scope : std::uint8_t {
        All,
        Commands,  ///< ">"
        Tags,      ///< "#"
        Settings,  ///< "="
    };

    explicit SearchQuery(std::string_view typed);

    [[nodiscard]] Scope scope() const { return scope_; }
    [[nodiscard]] const std::vector<std::string>& words() const { return words_; }  ///< In lower case.
    /// The words, separated by single spaces.
    [[nodiscard]] const std::string& text() const { return text_; }
    /// Where the words occur in a text, without overlaps, in order.
    [[nodiscard]] std::vector<TextRange> ranges_in(std::string_view text) const;

private:
    Scope scope_ = Scope::All;
    std::vector<std::string> words_;
    std::string text_;
};

/// Another text of an entry than its name.
struct SearchField {
    std::string_view label;  ///< "lesson"
    std::string_view text;
};

/// How well an entry fits, the best first.
enum class SearchFit : std::uint8_t {
    IsName,
    StartsNameWithWords,  ///< The name starts with the typed text, which ends where a word ends.
    StartsName,
    StartsWordsOfName,  ///< Each typed word is at the start of a word of the name.
    InName,
    InFields,  ///< At least one word is only in another text.
};

struct SearchHit {
    SearchFit fit = SearchFit::InFields;
    /// Index of the first field with a word that the name does not have; −1: the name has all words.
    int field = -1;

    auto operator<=>(const SearchHit&) const = default;
};

/// nullopt: the entry is not found. Without typed words, everything is found.
std::optional<SearchHit> match_entry(const SearchQuery& query, std::string_view name,
                                     std::span<const SearchField> fields);

/// The part of a text around its first found word, for a quotation: from a few words before it to the end of
/// the sentence, or to about 60 bytes after it. "…" stands for what is left out.
std::string excerpt(const SearchQuery& query, std::string_view text);

}  // namespace toibox::app
