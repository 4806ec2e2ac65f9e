// SPDX-License-Identifier: MIT
// JSON text to a tree with places. The library knows positions for syntax errors only and keeps the last of
// duplicate keys silently; an iterator that counts the characters it hands out tells the end of each token
// instead, and the token's start follows from the text. The only file that includes nlohmann/json.hpp (3 s to
// compile).
#include "json_parse.h"

#include "toibox/scene/tuning.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

namespace toibox::scene {

namespace {

/// Walks over the text and keeps, outside the copies that the library makes of it, how far it came.
class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        *reached_ = ++at_;
        return *this;
    }
    CountingIterator operator++(int) {
        CountingIterator old = *this;
        ++*this;
        return old;
    }
    friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }

private:
    const char* at_;
    const char** reached_;
};

bool is_number_character(char c) {
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

std::size_t line_of(std::string_view text, std::size_t offset) {
    return 1 + static_cast<std::size_t>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

SourceSpan place_of(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(std::max<std::size_t>(end - begin, 1))};
}

/// Builds the tree from the library's events.
class TreeBuilder {
public:
    explicit TreeBuilder(std::string_view text) : text_(text), reached(text.data()) {}

    bool null() { return add(JsonValue(std::monostate{}, fixed(4))); }
    bool boolean(bool value) { return add(JsonValue(value, fixed(value ? 4 : 5))); }
    bool number_integer(std::int64_t value) {
        // Only negative ones come this way.
        const auto magnitude = ~static_cast<std::uint64_t>(value) + 1;
        return add(JsonValue(JsonNumber{static_cast<double>(value), magnitude, true, true}, number_place()));
    }
    bool number_unsigned(std::uint64_t value) {
        return add(JsonValue(JsonNumber{static_cast<double>(value), value, true, false}, number_place()));
    }
    bool number_float(double value, const std::string& /*text*/) {
        return add(JsonValue(JsonNumber{value, 0, false, std::signbit(value)}, number_place()));
    }
    bool string(std::string& value) { return add(JsonValue(std::move(value), string_place())); }
    bool binary(nlohmann::json::binary_t& /*value*/) { return false; }  // never in a text
    bool start_object(std::size_t /*count*/) { return open(JsonValue(JsonValue::Object{}, fixed(1))); }
    bool start_array(std::size_t /*count*/) { return open(JsonValue(JsonValue::Array{}, fixed(1))); }
    bool end_array() {
        open_.pop_back();
        return true;
    }
    bool end_object() {
        const bool unique = check_duplicates(*open_.back()->object());
        open_.pop_back();
        return unique;
    }
    bool key(std::string& name) {
        open_.back()->object()->push_back({std::move(name), string_place(), {}});
        return true;
    }
    bool parse_error(std::size_t /*position*/, const std::string& token,
                     const nlohmann::json::exception& exception) {
        error_ = explain(token, exception);
        return false;
    }

    Result<JsonValue, JsonError> finish(bool parsed) {
        // The library takes a zero byte for the end of the text.
        const std::size_t end = position();
        if (end > 0 && end <= text_.size() && text_[end - 1] == '\0') {
            return Err{JsonError{place_of(end - 1, end), "a byte of value zero", "is this a text file?"}};
        }
        if (error_) return Err{std::move(*error_)};
        if (!parsed) return Err{JsonError{SourceSpan{}, "not a JSON text", ""}};
        return std::move(root_);
    }

private:
    [[nodiscard]] std::size_t position() const { return static_cast<std::size_t>(reached - text_.data()); }
    /// A token that ends where the reader stands.
    [[nodiscard]] SourceSpan fixed(std::size_t width) const {
        return place_of(position() - width, position());
    }
    /// The reader looks one character past a number, unless the text ends there.
    [[nodiscard]] SourceSpan number_place() const {
        std::size_t end = position();
        if (end > 0 && !is_number_character(text_[end - 1])) --end;
        std::size_t begin = end;
        while (begin > 0 && is_number_character(text_[begin - 1]))
            --begin;
        return place_of(begin, end);
    }
    /// Back from the closing quote to the opening one: the first that no backslash escapes.
    [[nodiscard]] SourceSpan string_place() const {
        const std::size_t end = position();
        std::size_t begin = end - 1;
        for (std::size_t escapes = 1; escapes % 2 == 1;) {
            begin = text_.rfind('"', begin - 1);
            escapes = 0;
            while (begin > escapes && text_[begin - escapes - 1] == '\\')
                ++escapes;
        }
        return place_of(begin, end);
    }

    bool fail(SourceSpan place, std::string message, std::string hint) {
        error_ = JsonError{place, std::move(message), std::move(hint)};
        return false;
    }
    JsonValue* put(JsonValue value) {
        if (open_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        if (JsonValue::Array* items = open_.back()->array()) return &items->emplace_back(std::move(value));
        JsonMember& member = open_.back()->object()->back();
        member.value = std::move(value);
        return &member.value;
    }
    bool add(JsonValue value) {
        if (++count_ > tuning::max_values) {
            return fail(value.place, fmt::format("more than {} values", tuning::max_values),
                        "split the scene, or simplify its shapes");
        }
        put(std::move(value));
        return true;
    }
    bool open(JsonValue value) {
        if (open_.size() >= static_cast<std::size_t>(tuning::max_depth)) {
            return fail(value.place, fmt::format("more than {} nested brackets", tuning::max_depth),
                        "flatten this part");
        }
        if (++count_ > tuning::max_values) return add(std::move(value));
        open_.push_back(put(std::move(value)));
        return true;
    }
    bool check_duplicates(const JsonValue::Object& members) {
        std::vector<const JsonMember*> sorted;
        sorted.reserve(members.size());
        for (const JsonMember& member : members) {
            sorted.push_back(&member);
        }
        std::sort(sorted.begin(), sorted.end(), [](const JsonMember* a, const JsonMember* b) {
            return std::tie(a->key, a->key_place.offset) < std::tie(b->key, b->key_place.offset);
        });
        const JsonMember* first = nullptr;
        const JsonMember* second = nullptr;
        for (std::size_t i = 1; i < sorted.size(); ++i) {
            // "//" is a comment, and a comment may be said twice.
            if (sorted[i]->key != sorted[i - 1]->key || sorted[i]->key == "//") continue;
            if (second != nullptr && second->key_place.offset < sorted[i]->key_place.offset) continue;
            first = sorted[i - 1];
            second = sorted[i];
        }
        if (second == nullptr) return true;
        return fail(
            second->key_place, fmt::format("key \"{}\" is there twice", second->key),
            fmt::format("remove one; the first is in line {}", line_of(text_, first->key_place.offset)));
    }

    [[nodiscard]] JsonError explain(const std::string& token,
                                    const nlohmann::json::exception& exception) const;
    [[nodiscard]] SourceSpan error_place(std::string_view reason) const;
    [[nodiscard]] std::string hint(std::string_view reason, SourceSpan place) const;

    std::string_view text_;
    JsonValue root_;
    std::vector<JsonValue*>
        open_;  // from the root to where the reader stands; none of them can move meanwhile
    std::size_t count_ = 0;
    std::optional<JsonError> error_;

public:
    const char* reached;
};

/// What to do about a syntax error, as far as can be told from the text round it.
std::string TreeBuilder::hint(std::string_view reason, SourceSpan place) const {
    const auto says = [&](std::string_view part) { return reason.find(part) != std::string_view::npos; };
    if (says("unexpected end of input")) {
        if (open_.empty()) return "a scene is an object: { \"toibox\": 1, ... }";
        const JsonValue& innermost = *open_.back();
        return fmt::format("the {} of line {} is not closed", innermost.array() != nullptr ? '[' : '{',
                           line_of(text_, innermost.place.offset));
    }
    if (says("expected end of input")) return "the scene ended before: remove the rest";
    const std::size_t before =
        place.offset == 0 ? std::string_view::npos : text_.find_last_not_of(" \t\r\n", place.offset - 1);
    const bool after_comma = before != std::string_view::npos && text_[before] == ',';
    if (after_comma && (says("unexpected '}'") || says("unexpected ']'")))
        return "remove the comma before it";
    if (says("expected '}'") || says("expected ']'")) return "is a comma missing before it?";
    if (says("unexpected ','")) return "remove one comma";
    if (says("object separator")) return "put a colon between key and value";
    if (says("missing closing quote") || says("control character")) return "close the string with \"";
    if (says("UTF-8")) return "save the file as UTF-8";
    if (says("invalid literal")) {
        std::string word(text_.substr(place.offset, place.width));
        std::transform(word.begin(), word.end(), word.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
        if (word == "nan" || word.starts_with("inf"))
            return "JSON has no NaN and no infinity: write a finite number";
        return "words and keys stand in double quotes";
    }
    if (says("object key")) return "keys stand in double quotes";
    return {};
}

/// What a syntax error is about. The library's own position is that of the last character read.
SourceSpan TreeBuilder::error_place(std::string_view reason) const {
    const auto says = [&](std::string_view part) { return reason.find(part) != std::string_view::npos; };
    const std::size_t end = position();
    if (end == 0 || says("unexpected end of input")) return place_of(end, end);
    if (says("unexpected string")) return string_place();
    if (says("unexpected number")) return number_place();
    if (says("invalid string")) {
        const std::size_t quote = text_.rfind('"', end - 1);
        return place_of(quote == std::string_view::npos ? end - 1 : quote, end);
    }
    if (!says("literal")) return place_of(end - 1, end);
    // A word: from its first letter to its last.
    const auto is_letter = [&](std::size_t i) {
        const char c = text_[i];
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    std::size_t begin = end - 1;
    std::size_t word_end = end;
    if (!is_letter(begin)) return place_of(begin, end);
    while (begin > 0 && is_letter(begin - 1))
        --begin;
    while (word_end < text_.size() && is_letter(word_end))
        ++word_end;
    return place_of(begin, word_end);
}

JsonError TreeBuilder::explain(const std::string& token, const nlohmann::json::exception& exception) const {
    if (exception.id == 406) {
        return {number_place(), fmt::format("the number {} is too large", token),
                "numbers lie within about 1.8e308 of zero"};
    }
    const std::string_view what = exception.what();
    const std::size_t begins = what.find("syntax error");
    const std::string_view full = begins == std::string_view::npos ? what : what.substr(begins + 12);
    // " while parsing value - unexpected ']'; last read: ..." becomes " in value - unexpected ']'".
    std::string_view reason = full.substr(0, full.find("; last read"));
    constexpr std::string_view context = " while parsing ";
    const bool has_context = reason.starts_with(context);
    if (has_context) reason.remove_prefix(context.size());
    const SourceSpan place = error_place(reason);
    return {place, fmt::format("syntax error{}{}", has_context ? " in " : "", reason), hint(reason, place)};
}

}  // namespace

Result<JsonValue, JsonError> parse_json(std::string_view text) {
    TreeBuilder builder(text);
    const CountingIterator first(text.data(), &builder.reached);
    const CountingIterator last(text.data() + text.size(), &builder.reached);
    const bool parsed =
        nlohmann::json::sax_parse(first, last, &builder, nlohmann::json::input_format_t::json, true, true);
    return builder.finish(parsed);
}

}  // namespace toibox::scene
