// SPDX-License-Identifier: MIT
#include "scene/claims/claim_text.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <system_error>

namespace toibox::scene {

void ClaimText::fail(std::size_t at, const std::string& message) {
    if (!failed()) error_ = fmt::format("at character {}: {}", at + 1, message);
}

void ClaimText::fail_expected(const std::string& expected) {
    const std::size_t at = next();
    if (at >= text_.size()) return fail(at, fmt::format("expected {}, found the end", expected));
    fail(at, fmt::format("expected {}, found \"{}\"", expected, printable(at)));
}

/// The token at `at` for a message: a name, a number, or one character.
std::string ClaimText::printable(std::size_t at) const {
    std::size_t end = at;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.'))
        ++end;
    if (end == at) ++end;
    std::string shown(text_.substr(at, end - at));
    for (char& c : shown) {
        if (c < ' ' || c > '~') c = '?';
    }
    return shown;
}

std::size_t ClaimText::next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n'))
        ++at_;
    return at_;
}

char ClaimText::peek() {
    const std::size_t at = next();
    return at < text_.size() ? text_[at] : '\0';
}

bool ClaimText::starts_with(std::string_view token) {
    return text_.substr(next()).starts_with(token);
}

bool ClaimText::starts_with_word(std::string_view word) {
    if (!starts_with(word)) return false;
    const std::size_t after = at_ + word.size();
    if (after >= text_.size()) return true;
    const char c = text_[after];
    return !is_letter(c) && !is_digit(c) && c != '-' && c != '.';
}

bool ClaimText::accept(std::string_view token) {
    if (failed() || !starts_with(token)) return false;
    at_ += token.size();
    return true;
}

void ClaimText::expect(std::string_view token) {
    if (!failed() && !accept(token)) fail_expected(fmt::format("\"{}\"", token));
}

void ClaimText::expect_end() {
    if (!failed() && next() < text_.size()) fail_expected("the end of the claim");
}

double ClaimText::number() {
    const std::size_t start = next();
    const char* const first = text_.data() + start;
    double value = 0.0;
    const auto [end, code] = std::from_chars(first, text_.data() + text_.size(), value);
    // from_chars also reads "inf" and "nan", which are not numbers here.
    const bool is_number = end != first && (is_digit(*first) || *first == '.');
    if (!is_number) {
        fail_expected("a number");
        return 0.0;
    }
    at_ += static_cast<std::size_t>(end - first);
    if (code != std::errc() || !std::isfinite(value)) fail(start, "the number is out of range");
    return value;
}

std::string ClaimText::name(bool allow_hyphens, const std::string& expected) {
    const std::size_t start = next();
    std::size_t end = start;
    const auto is_name_character = [&](char c) {
        return is_letter(c) || is_digit(c) || (allow_hyphens && c == '-');
    };
    if (end < text_.size() && is_letter(text_[end])) {
        while (end < text_.size() && is_name_character(text_[end]))
            ++end;
    }
    if (end == start) fail_expected(expected);
    at_ = end;
    return std::string(text_.substr(start, end - start));
}

std::string ClaimText::text_since(std::size_t from) const {
    std::string_view read = text_.substr(from, at_ - from);
    while (read.ends_with(' '))
        read.remove_suffix(1);
    return std::string(read);
}

}  // namespace toibox::scene
