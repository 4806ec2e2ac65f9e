// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toibox::scene {

/// Scanner of the text of a claim. After the first error nothing more is accepted.
class ClaimText {
public:
    explicit ClaimText(std::string_view text) : text_(text) {}

    [[nodiscard]] bool failed() const { return !error_.empty(); }
    [[nodiscard]] const std::string& error() const { return error_; }
    /// Records "at character N: MESSAGE", unless there is an earlier error.
    void fail(std::size_t at, const std::string& message);
    void fail_here(const std::string& message) { fail(at_, message); }
    /// Records "expected EXPECTED, found …" at the next token.
    void fail_expected(const std::string& expected);

    /// Skips white space and returns the offset of the next token.
    [[nodiscard]] std::size_t next();
    [[nodiscard]] char peek();  ///< '\0' at the end.
    [[nodiscard]] bool starts_with(std::string_view token);
    /// Whether the next token is `word`, not just a name that starts with it.
    [[nodiscard]] bool starts_with_word(std::string_view word);
    bool accept(std::string_view token);
    void expect(std::string_view token);
    void expect_end();

    double number();  ///< Finite; an error and 0 if there is no number here.
    /// An error and an empty text if there is no name here.
    std::string name(bool allow_hyphens, const std::string& expected);
    /// The text read since `from`, without trailing spaces.
    [[nodiscard]] std::string text_since(std::size_t from) const;

private:
    [[nodiscard]] std::string printable(std::size_t at) const;

    std::string_view text_;
    std::size_t at_ = 0;
    std::string error_;
};

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace toibox::scene
