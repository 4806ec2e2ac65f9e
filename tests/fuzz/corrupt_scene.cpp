// SPDX-License-Identifier: MIT
#include "corrupt.h"

#include <algorithm>
#include <array>
#include <utility>

namespace toibox::fuzz {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}
bool is_punctuation(char c) {
    return std::string_view("{}[],:").find(c) != std::string_view::npos;
}

/// Splits a text into strings with their quotes, punctuation, and words such as numbers, true and null.
std::vector<std::string> tokens_of(std::string_view text) {
    std::vector<std::string> tokens;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        if (is_space(text[at])) {
            at = end;
            continue;
        }
        if (text[at] == '"') {
            while (end < text.size() && text[end] != '"')
                end += text[end] == '\\' ? 2u : 1u;
            end = std::min(end + 1, text.size());
        } else if (!is_punctuation(text[at])) {
            while (end < text.size() && !is_space(text[end]) && !is_punctuation(text[end]))
                ++end;
        }
        tokens.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

bool is_string(const std::string& token) {
    return token.front() == '"';
}
bool is_number(const std::string& token) {
    return (token.front() >= '0' && token.front() <= '9') || token.front() == '-';
}

/// An edge-case number, or a token that is not a number.
std::string edge_case_number(const std::string& token, Rng& rng) {
    constexpr std::array numbers{"0",    "-0",   "1",     "-1",    "2",      "0.5",   "1e-320", "1e-30",
                                 "1e-9", "1e-3", "1e3",   "1e9",   "1e15",   "1e38",  "-1e38",  "1e308",
                                 "1000", "64",   "65536", "99999", "100000", "-0.001"};
    constexpr std::array not_numbers{
        "1e309", "NaN",     "Infinity",  "2147483648", "00",   "1.", "0x10", "-",
        "1e",    "\"1/0\"", "\"45deg\"", "null",       "true", "[]", "{}",   "99999999999999999999999"};
    switch (rng.below(8)) {
        case 0:
            return not_numbers[pick(not_numbers.size(), rng)];
        case 1:
            return token.front() == '-' ? token.substr(1) : "-" + token;
        case 2:
        case 3:
            return token + "e" + std::to_string(rng.integer(-9, 9));
        default:
            return numbers[pick(numbers.size(), rng)];
    }
}

void corrupt_string(std::string& token, const std::vector<std::string>& tokens, Rng& rng) {
    switch (rng.below(7)) {
        case 0:
            token.resize(pick(token.size(), rng) + 1);
            break;
        case 1:
            token.insert(pick(token.size(), rng), "\xC3\x28");  // not UTF-8
            break;
        case 2:
            token.assign(2, '"');
            break;
        case 3:
            token.assign(2 + rng.below(3000), 'x');
            token.front() = token.back() = '"';
            break;
        case 4:
            token.insert(1, rng.next_bool() ? "\\ud800" : "\\u0000");
            break;
        case 5:
            token[pick(token.size(), rng)] = static_cast<char>(rng.below(256));
            break;
        default: {
            // Another string of the file replaces this one, which renames or duplicates keys and changes
            // references.
            const std::string& replacement = tokens[pick(tokens.size(), rng)];
            if (is_string(replacement)) token = replacement;
            break;
        }
    }
}

/// The index after the bracket that closes the bracket at `at`.
std::size_t end_of_group(const std::vector<std::string>& tokens, std::size_t at) {
    int depth = 0;
    for (; at < tokens.size(); ++at) {
        const char c = tokens[at].front();
        if (c == '{' || c == '[') ++depth;
        if ((c == '}' || c == ']') && --depth == 0) return at + 1;
    }
    return tokens.size();
}

/// Empties, removes or duplicates a bracketed group, or nests it in brackets.
void corrupt_group(std::vector<std::string>& tokens, std::size_t at, Rng& rng) {
    const std::size_t end = end_of_group(tokens, at);
    const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = tokens.begin() + static_cast<std::ptrdiff_t>(end);
    switch (rng.below(4)) {
        case 0:
            if (end > at + 2) tokens.erase(first + 1, last - 1);
            break;
        case 1:
            tokens.erase(first, last);
            break;
        case 2: {
            std::vector<std::string> copy(first, last);
            copy.insert(copy.begin(), ",");
            tokens.insert(last, copy.begin(), copy.end());
            break;
        }
        default: {
            const std::size_t depth = rng.below(3) == 0 ? 100 : 1 + rng.below(3);
            tokens.insert(last, depth, "]");
            tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), depth, "[");
            break;
        }
    }
}

void corrupt_token(std::vector<std::string>& tokens, Rng& rng) {
    const std::size_t at = pick(tokens.size(), rng);
    std::string& token = tokens[at];
    const auto position = tokens.begin() + static_cast<std::ptrdiff_t>(at);
    const std::uint32_t kind = rng.below(12);
    if (kind == 0) {
        tokens.erase(position);
    } else if (kind == 1) {
        const std::string copy = token;
        tokens.insert(position, copy);
    } else if (kind == 2) {
        std::swap(token, tokens[pick(tokens.size(), rng)]);
    } else if (token == "{" || token == "[") {
        corrupt_group(tokens, at, rng);
    } else if (is_string(token)) {
        corrupt_string(token, tokens, rng);
    } else if (is_number(token)) {
        token = edge_case_number(token, rng);
    }
}

}  // namespace

std::string corrupt_text(std::string_view whole, Rng& rng) {
    std::vector<std::string> tokens = tokens_of(whole);
    // Mostly change numbers, because the parser stops at the first syntax error.
    const bool only_numbers = rng.below(3) != 0;
    const std::uint32_t times = rng.below(3) == 0 ? 1 + rng.below(4) : 1;
    for (std::uint32_t i = 0; i < times && !tokens.empty(); ++i) {
        if (!only_numbers) {
            corrupt_token(tokens, rng);
            continue;
        }
        for (int tries = 0; tries < 50; ++tries) {
            std::string& token = tokens[pick(tokens.size(), rng)];
            if (!is_number(token)) continue;
            token = edge_case_number(token, rng);
            break;
        }
    }
    std::string text;
    for (const std::string& token : tokens) {
        text += token;
        text += ' ';
    }
    if (rng.below(20) == 0) text.resize(pick(text.size() + 1, rng));
    return text;
}

}  // namespace toibox::fuzz
