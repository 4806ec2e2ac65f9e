// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toibox::scene {

/// The text of a claim and how far it has been read: what a parser of it asks for. The first error sticks;
/// after it nothing more is accepted.
class ClaimText {
public:
    explicit ClaimText(std::string_view text) : text_(text) {}

    [[nodiscard]] bool failed() const { return !error_.empty(); }
    [[nodiscard]] const std::string& error() const { return error_; }
    /// Notes "at character N: MESSAGE", unless an error came before.
    void fail(std::size_t at, const std::string& message);
    void fail_here(const std::string& message) { fail(at_, message); }
    /// "expected WHAT, found …", of what stands here.
    void fail_expected(const std::string& what);

    /// The place of the next thing to read; spaces are passed over.
    [[nodiscard]] std::size_t next();
    [[nodiscard]] char peek();  ///< '\0' at the end.
    [[nodiscard]] bool starts_with(std::string_view token);
    /// Whether the word `word` stands here alone, and not as the beginning of a longer name.
    [[nodiscard]] bool starts_with_word(std::string_view word);
    bool accept(std::string_view token);
    void expect(std::string_view token);
    void expect_end();

    double number();  ///< Finite; 0 with an error if there is none here.
    /// Empty with an error if there is none here. `hyphens`: whether they belong to the name.
    std::string name(bool hyphens, const std::string& what);
    /// What has been read since `from`, without spaces at its end.
    [[nodiscard]] std::string since(std::size_t from) const;

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
