// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toibox::app {

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

/// How much is told, and in which colours. Standard output is data, standard error is narration.
struct ConsoleOptions {
    bool quiet = false;
    bool verbose = false;
    ColorChoice color = ColorChoice::Auto;
};

enum class TextColor : std::uint8_t { Good, Bad, Warning, Dim };

/// What comes out of it steers no terminal, whatever texts of scenes a line holds: of control characters only
/// line breaks are let through. JSON that is put here escapes its own.
class Console {
public:
    enum class Stream : std::uint8_t { Out, Err };

    explicit Console(const ConsoleOptions& options);

    [[nodiscard]] bool verbose() const { return options_.verbose; }
    [[nodiscard]] bool quiet() const { return options_.quiet; }

    /// One line of data.
    void out(std::string_view line) const;
    /// One line of narration; silent when quiet.
    void say(std::string_view line) const;
    /// One line on either stream, quiet or not.
    void put(Stream stream, std::string_view line) const;
    void error(std::string_view message) const;  ///< "toibox: MESSAGE"; never silent.

    /// `text` in a colour, where the stream takes colours: a part of a line, to be put or made printable.
    [[nodiscard]] std::string colorize(Stream stream, TextColor color, std::string_view text) const;
    /// Text as it may go to a terminal: with the colours of paint(), and "?" for what would steer it.
    [[nodiscard]] std::string printable(Stream stream, std::string_view text) const;

private:
    [[nodiscard]] bool has_color(Stream stream) const {
        return stream == Stream::Out ? color_out_ : color_err_;
    }

    ConsoleOptions options_;
    bool color_out_ = false;
    bool color_err_ = false;
};

}  // namespace toibox::app
