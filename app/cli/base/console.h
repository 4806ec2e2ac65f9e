// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toibox::app {

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

/// Verbosity and colours.
struct ConsoleOptions {
    bool quiet = false;
    bool verbose = false;
    ColorChoice color = ColorChoice::Auto;
};

enum class TextColor : std::uint8_t { Good, Bad, Warning, Dim };

/// Prints data to standard output and messages to standard error. Replaces control characters other than line
/// breaks, so that texts of scenes cannot control the terminal.
class Console {
public:
    enum class Stream : std::uint8_t { Out, Err };

    explicit Console(const ConsoleOptions& options);

    [[nodiscard]] bool verbose() const { return options_.verbose; }
    [[nodiscard]] bool quiet() const { return options_.quiet; }

    /// One line of data.
    void out(std::string_view line) const;
    /// One message on standard error; silent when quiet.
    void say(std::string_view line) const;
    /// One line on either stream, also when quiet.
    void put(Stream stream, std::string_view line) const;
    void error(std::string_view message) const;  ///< Prints "toibox: MESSAGE", also when quiet.

    /// `text`, enclosed in colour markers if the stream uses colours. Pass the line that contains it to
    /// out(), say(), put() or printable().
    [[nodiscard]] std::string colorize(Stream stream, TextColor color, std::string_view text) const;
    /// Text that is safe for a terminal: colour markers become escape sequences; control characters are
    /// replaced.
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
