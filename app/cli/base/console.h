// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toibox::app {

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

/// Verbosity and colours. Data goes to standard output, messages go to standard error.
struct ConsoleOptions {
    bool quiet = false;
    bool verbose = false;
    ColorChoice color = ColorChoice::Auto;
};

enum class TextColor : std::uint8_t { Good, Bad, Warning, Dim };

/// Prints lines to standard output and standard error. Control characters other than line breaks are
/// replaced, so texts of scenes cannot control the terminal; JSON escapes its own.
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
    /// One line on either stream, quiet or not.
    void put(Stream stream, std::string_view line) const;
    void error(std::string_view message) const;  ///< "toibox: MESSAGE"; never silent.

    /// `text` with colour markers if the stream uses colours. For a part of a line that goes to put() or
    /// printable().
    [[nodiscard]] std::string colorize(Stream stream, TextColor color, std::string_view text) const;
    /// Text that is safe for a terminal: colour markers become escape sequences, control characters "?".
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
