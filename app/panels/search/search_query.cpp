// SPDX-License-Identifier: MIT
#include "app/panels/search/search_query.h"

#include <algorithm>
#include <utility>

namespace toibox::app {

namespace {

constexpr std::size_t excerpt_before = 18;  ///< Bytes of an excerpt before the found word, at most.
constexpr std::size_t excerpt_after = 60;   ///< Bytes after its start, about.

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || static_cast<signed char>(c) < 0;
}

/// Where `word` occurs in `text` at or after `from`; npos: nowhere. `word` is in lower case.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
    const auto is_same = [](char a, char b) { return lower(a) == b; };
    if (from > text.size()) return std::string_view::npos;
    const auto found = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), word.begin(),
                                   word.end(), is_same);
    return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

bool has_word(std::string_view text, std::string_view word) {
    return find_word(text, word) != std::string_view::npos;
}

bool has_word_start(std::string_view text, std::string_view word) {
    for (std::size_t at = find_word(text, word); at != std::string_view::npos;
         at = find_word(text, word, at + 1))
        if (at == 0 || !is_letter_or_digit(text[at - 1])) return true;
    return false;
}

}  // namespace

SearchQuery::SearchQuery(std::string_view typed) {
    while (typed.starts_with(' '))
        typed.remove_prefix(1);
    if (typed.starts_with('>')) scope_ = Scope::Commands;
    if (typed.starts_with('#')) scope_ = Scope::Tags;
    if (typed.starts_with('=')) scope_ = Scope::Settings;
    if (scope_ != Scope::All) typed.remove_prefix(1);
    std::string word;
    const auto finish_word = [&] {
        if (word.empty()) return;
        text_ += (text_.empty() ? "" : " ") + word;
        words_.push_back(std::exchange(word, {}));
    };
    for (const char c : typed) {
        if (c == ' ') {
            finish_word();
        } else {
            word += lower(c);
        }
    }
    finish_word();
}

std::vector<TextRange> SearchQuery::ranges_in(std::string_view text) const {
    std::vector<TextRange> found;
    for (const std::string& word : words_)
        for (std::size_t at = find_word(text, word); at != std::string_view::npos;
             at = find_word(text, word, at + word.size()))
            found.push_back({at, at + word.size()});
    std::ranges::sort(found, {}, [](const TextRange& range) { return range.first; });
    std::vector<TextRange> merged;
    for (const TextRange& range : found) {
        if (!merged.empty() && range.first <= merged.back().last) {
            merged.back().last = std::max(merged.back().last, range.last);
        } else {
            merged.push_back(range);
        }
    }
    return merged;
}

std::optional<SearchHit> match_entry(const SearchQuery& query, std::string_view name,
                                     std::span<const SearchField> fields) {
    SearchHit hit{SearchFit::InName};
    for (const std::string& word : query.words()) {
        if (has_word(name, word)) continue;
        const auto found = std::ranges::find_if(
            fields, [&](const SearchField& field) { return has_word(field.text, word); });
        if (found == fields.end()) return std::nullopt;
        hit.fit = SearchFit::InFields;
        if (hit.field < 0) hit.field = static_cast<int>(found - fields.begin());
    }
    if (hit.fit == SearchFit::InFields || query.words().empty()) return hit;
    if (find_word(name, query.text()) == 0) {
        const std::string_view rest = name.substr(query.text().size());
        hit.fit = rest.empty()                       ? SearchFit::IsName
                  : is_letter_or_digit(rest.front()) ? SearchFit::StartsName
                                                     : SearchFit::StartsNameWithWords;
    } else if (std::ranges::all_of(query.words(),
                                   [&](const std::string& word) { return has_word_start(name, word); })) {
        hit.fit = SearchFit::StartsWordsOfName;
    }
    return hit;
}

std::string excerpt(const SearchQuery& query, std::string_view text) {
    const std::vector<TextRange> ranges = query.ranges_in(text);
    const std::size_t at = ranges.empty() ? 0 : ranges.front().first;
    // From the start of a sentence or word.
    std::size_t first = at - std::min(at, excerpt_before);
    if (first > 0) {
        const std::size_t space = text.find(' ', first);
        first = space < at ? space + 1 : text.rfind(' ', at) + 1;
    }
    if (const std::size_t sentence = text.substr(0, at).rfind(". ");
        sentence != std::string_view::npos && sentence >= first)
        first = sentence + 2;
    // To the end of a sentence, or to a space.
    std::size_t last = std::min(text.size(), at + excerpt_after);
    if (last < text.size()) last = std::max(text.rfind(' ', last), at);
    const std::size_t sentence = text.find(". ", at);
    if (sentence != std::string_view::npos) last = std::min(last, sentence);
    const bool is_cut_before = first > 0 && !text.substr(0, first).ends_with(". ");
    std::string_view shown = text.substr(first, last - first);
    while (shown.ends_with(' '))
        shown.remove_suffix(1);
    const bool is_cut_after =
        first + shown.size() < text.size() && !text.substr(first + shown.size()).starts_with('.');
    return (is_cut_before ? "… " : "") + std::string(shown) + (is_cut_after ? " …" : "");
}

}  // namespace toibox::app
