// SPDX-License-Identifier: MIT
// Parses JSON text into a tree with source spans. The library, nlohmann/json, gives positions only for syntax
// errors, and silently keeps the last of duplicate keys. Here an iterator tracks how far the library has
// read, which is the end of the current token; the start of the token follows from the text. This is the only
// file that includes nlohmann/json.hpp (3 s to compile).
#include "scene/json/json_parse.h"

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

/// Iterates over the text. All copies share `reached`, the position after the last character read.
class TrackingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TrackingIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
    reference operator*() const { return *at_; }
    TrackingIterator& operator++() {
        *reached_ = ++at_;
        return *this;
    }
    TrackingIterator operator++(int) {
        TrackingIterator old = *this;
        ++*this;
        return old;
    }
    friend bool operator==(const TrackingIterator& a, const TrackingIterator& b) { return a.at_ == b.at_; }

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

SourceSpan span_of(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(std::max<std::size_t>(end - begin, 1))};
}

/// Builds the tree from the library's events.
class TreeBuilder {
public:
    explicit TreeBuilder(std::string_view text) : text_(text), reached(text.data()) {}

    bool null() { return add(JsonValue(std::monostate{}, token_span(4))); }
    bool boolean(bool value) { return add(JsonValue(value, token_span(value ? 4 : 5))); }
    bool number_integer(std::int64_t value) {
        // The library calls this only for negative numbers.
        const auto magnitude = ~static_cast<std::uint64_t>(value) + 1;
        return add(JsonValue(JsonNumber{static_cast<double>(value), magnitude, true, true}, number_span()));
    }
    bool number_unsigned(std::uint64_t value) {
        return add(JsonValue(JsonNumber{static_cast<double>(value), value, true, false}, number_span()));
    }
    bool number_float(double value, const std::string& /*text*/) {
        return add(JsonValue(JsonNumber{value, 0, false, std::signbit(value)}, number_span()));
    }
    bool string(std::string& value) { return add(JsonValue(std::move(value), string_span())); }
    bool binary(nlohmann::json::binary_t& /*value*/) { return false; }  // never in a text
    bool start_object(std::size_t /*count*/) { return open(JsonValue(JsonValue::Object{}, token_span(1))); }
    bool start_array(std::size_t /*count*/) { return open(JsonValue(JsonValue::Array{}, token_span(1))); }
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
        open_.back()->object()->push_back({std::move(name), string_span(), {}});
        return true;
    }
    bool parse_error(std::size_t /*position*/, const std::string& token,
                     const nlohmann::json::exception& exception) {
        error_ = explain(token, exception);
        return false;
    }

    Result<JsonValue, JsonError> finish(bool parsed) {
        // The library treats a zero byte as the end of the text.
        const std::size_t end = position();
        if (end > 0 && end <= text_.size() && text_[end - 1] == '\0') {
            return Err{
                JsonError{span_of(end - 1, end), "the text contains a zero byte", "is this a text file?"}};
        }
        if (error_) return Err{std::move(*error_)};
        if (!parsed) return Err{JsonError{SourceSpan{}, "the text is not valid JSON", ""}};
        return std::move(root_);
    }

private:
    [[nodiscard]] std::size_t position() const { return static_cast<std::size_t>(reached - text_.data()); }
    /// The span of a token that ends at the current position.
    [[nodiscard]] SourceSpan token_span(std::size_t width) const {
        return span_of(position() - width, position());
    }
    /// The library reads one character past a number, unless the text ends there.
    [[nodiscard]] SourceSpan number_span() const {
        std::size_t end = position();
        if (end > 0 && !is_number_character(text_[end - 1])) --end;
        std::size_t begin = end;
        while (begin > 0 && is_number_character(text_[begin - 1]))
            --begin;
        return span_of(begin, end);
    }
    /// Searches back from the closing quote to the opening quote, the first that no backslash escapes.
    [[nodiscard]] SourceSpan string_span() const {
        const std::size_t end = position();
        std::size_t begin = end - 1;
        for (std::size_t escapes = 1; escapes % 2 == 1;) {
            begin = text_.rfind('"', begin - 1);
            escapes = 0;
            while (begin > escapes && text_[begin - escapes - 1] == '\\')
                ++escapes;
        }
        return span_of(begin, end);
    }

    bool fail(SourceSpan span, std::string message, std::string hint) {
        error_ = JsonError{span, std::move(message), std::move(hint)};
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
            return fail(value.span, fmt::format("more than {} values", tuning::max_values),
                        "split the scene, or simplify its shapes");
        }
        put(std::move(value));
        return true;
    }
    bool open(JsonValue value) {
        if (open_.size() >= static_cast<std::size_t>(tuning::max_depth)) {
            return fail(value.span, fmt::format("more than {} nested brackets", tuning::max_depth),
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
            return std::tie(a->key, a->key_span.offset) < std::tie(b->key, b->key_span.offset);
        });
        const JsonMember* first = nullptr;
        const JsonMember* second = nullptr;
        for (std::size_t i = 1; i < sorted.size(); ++i) {
            // "//" is a comment and may be repeated.
            if (sorted[i]->key != sorted[i - 1]->key || sorted[i]->key == "//") continue;
            if (second != nullptr && second->key_span.offset < sorted[i]->key_span.offset) continue;
            first = sorted[i - 1];
            second = sorted[i];
        }
        if (second == nullptr) return true;
        return fail(
            second->key_span, fmt::format("duplicate key \"{}\"", second->key),
            fmt::format("remove one; the first is on line {}", line_of(text_, first->key_span.offset)));
    }

    [[nodiscard]] JsonError explain(const std::string& token,
                                    const nlohmann::json::exception& exception) const;
    [[nodiscard]] SourceSpan error_span(std::string_view reason) const;
    [[nodiscard]] std::string hint(std::string_view reason, SourceSpan span) const;

    std::string_view text_;
    JsonValue root_;
    /// Open arrays and objects, outermost first. The pointers stay valid: only the innermost grows.
    std::vector<JsonValue*> open_;
    std::size_t count_ = 0;
    std::optional<JsonError> error_;

public:
    const char* reached;
};

/// Hint for a syntax error, guessed from the text around it; empty if there is no guess.
std::string TreeBuilder::hint(std::string_view reason, SourceSpan span) const {
    const auto mentions = [&](std::string_view text) { return reason.find(text) != std::string_view::npos; };
    if (mentions("unexpected end of input")) {
        if (open_.empty()) return "a scene is an object: { \"toibox\": 1, ... }";
        const JsonValue& innermost = *open_.back();
        return fmt::format("the {} on line {} is not closed", innermost.array() != nullptr ? '[' : '{',
                           line_of(text_, innermost.span.offset));
    }
    if (mentions("expected end of input")) return "the scene ends before this: remove the rest";
    const std::size_t before =
        span.offset == 0 ? std::string_view::npos : text_.find_last_not_of(" \t\r\n", span.offset - 1);
    const bool after_comma = before != std::string_view::npos && text_[before] == ',';
    if (after_comma && (mentions("unexpected '}'") || mentions("unexpected ']'")))
        return "remove the comma before it";
    if (mentions("expected '}'") || mentions("expected ']'")) return "is a comma missing before it?";
    if (mentions("unexpected ','")) return "remove one comma";
    if (mentions("object separator")) return "put a colon between key and value";
    if (mentions("missing closing quote") || mentions("control character")) return "close the string with \"";
    if (mentions("UTF-8")) return "save the file as UTF-8";
    if (mentions("invalid literal")) {
        std::string word(text_.substr(span.offset, span.width));
        std::transform(word.begin(), word.end(), word.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
        if (word == "nan" || word.starts_with("inf"))
            return "JSON has no NaN and no infinity: write a finite number";
        return "put words and keys in double quotes";
    }
    if (mentions("object key")) return "put keys in double quotes";
    return {};
}

/// The span of a syntax error. The library reports only the last character that it has read.
SourceSpan TreeBuilder::error_span(std::string_view reason) const {
    const auto mentions = [&](std::string_view text) { return reason.find(text) != std::string_view::npos; };
    const std::size_t end = position();
    if (end == 0 || mentions("unexpected end of input")) return span_of(end, end);
    if (mentions("unexpected string")) return string_span();
    if (mentions("unexpected number")) return number_span();
    if (mentions("invalid string")) {
        const std::size_t quote = text_.rfind('"', end - 1);
        return span_of(quote == std::string_view::npos ? end - 1 : quote, end);
    }
    if (!mentions("literal")) return span_of(end - 1, end);
    // A word: from its first letter to its last.
    const auto is_letter = [&](std::size_t i) {
        const char c = text_[i];
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    std::size_t begin = end - 1;
    std::size_t word_end = end;
    if (!is_letter(begin)) return span_of(begin, end);
    while (begin > 0 && is_letter(begin - 1))
        --begin;
    while (word_end < text_.size() && is_letter(word_end))
        ++word_end;
    return span_of(begin, word_end);
}

JsonError TreeBuilder::explain(const std::string& token, const nlohmann::json::exception& exception) const {
    if (exception.id == 406) {
        return {number_span(), fmt::format("the number {} is too large", token),
                "the largest number is about 1.8e308"};
    }
    const std::string_view what = exception.what();
    const std::size_t begins = what.find("syntax error");
    const std::string_view full = begins == std::string_view::npos ? what : what.substr(begins + 12);
    // " while parsing value - unexpected ']'; last read: ..." becomes " in value - unexpected ']'".
    std::string_view reason = full.substr(0, full.find("; last read"));
    constexpr std::string_view context = " while parsing ";
    const bool has_context = reason.starts_with(context);
    if (has_context) reason.remove_prefix(context.size());
    const SourceSpan span = error_span(reason);
    return {span, fmt::format("syntax error{}{}", has_context ? " in " : "", reason), hint(reason, span)};
}

}  // namespace

Result<JsonValue, JsonError> parse_json(std::string_view text) {
    TreeBuilder builder(text);
    const TrackingIterator first(text.data(), &builder.reached);
    const TrackingIterator last(text.data() + text.size(), &builder.reached);
    const bool parsed =
        nlohmann::json::sax_parse(first, last, &builder, nlohmann::json::input_format_t::json, true, true);
    return builder.finish(parsed);
}

}  // namespace toibox::scene
