// SPDX-License-Identifier: MIT
#include "app/cli/base/console.h"

#include "toibox/core/utf8.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace toibox::app {

namespace {

/// Whether to use colours on a stream. Source: no-color.org (NO_COLOR), terminfo's "dumb".
bool uses_color(ColorChoice choice, int descriptor) {
    if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
    const char* const no_color = std::getenv("NO_COLOR");
    if (no_color != nullptr && *no_color != '\0') return false;
    const char* const terminal = std::getenv("TERM");
    return terminal != nullptr && std::string_view(terminal) != "dumb" && ::isatty(descriptor) == 1;
}

/// Markers for the end of a colour and for the start of each TextColor, replaced by escape sequences when the
/// line is printed. The markers are bytes that cannot occur in UTF-8, so no text of a scene can change
/// colours.
constexpr std::string_view line_break_and_markers = "\n\xf8\xf9\xfa\xfb\xfc";
constexpr char end_marker = '\xf8';

char color_marker(TextColor color) {
    switch (color) {
        case TextColor::Good:
            return '\xf9';
        case TextColor::Bad:
            return '\xfa';
        case TextColor::Warning:
            return '\xfb';
        case TextColor::Dim:
            return '\xfc';
    }
    return end_marker;
}

const char* escape_sequence(char marker) {
    switch (marker) {
        case '\xf9':
            return "\x1b[32m";
        case '\xfa':
            return "\x1b[1;31m";
        case '\xfb':
            return "\x1b[33m";
        case '\xfc':
            return "\x1b[2m";
        default:
            return "\x1b[0m";
    }
}

}  // namespace

Console::Console(const ConsoleOptions& options)
    : options_(options),
      color_out_(uses_color(options.color, STDOUT_FILENO)),
      color_err_(uses_color(options.color, STDERR_FILENO)) {}

void Console::put(Stream stream, std::string_view line) const {
    std::FILE* const file = stream == Stream::Out ? stdout : stderr;
    if (stream == Stream::Err) std::fflush(stdout);  // keeps the order if both streams go to one file
    const std::string text = printable(stream, line) + '\n';
    std::fwrite(text.data(), 1, text.size(), file);
}

void Console::out(std::string_view line) const {
    put(Stream::Out, line);
}

void Console::say(std::string_view line) const {
    if (!options_.quiet) put(Stream::Err, line);
}

void Console::error(std::string_view message) const {
    put(Stream::Err, colorize(Stream::Err, TextColor::Bad, "toibox: ") + std::string(message));
}

std::string Console::colorize(Stream stream, TextColor color, std::string_view text) const {
    return has_color(stream) ? color_marker(color) + std::string(text) + end_marker : std::string(text);
}

std::string Console::printable(Stream stream, std::string_view text) const {
    const std::string_view kept =
        has_color(stream) ? line_break_and_markers : line_break_and_markers.substr(0, 1);
    std::string result;
    for (std::size_t from = 0;;) {
        const std::size_t end = std::min(text.find_first_of(kept, from), text.size());
        result += toibox::printable(text.substr(from, end - from)).text;
        if (end == text.size()) return result;
        result += text[end] == '\n' ? "\n" : escape_sequence(text[end]);
        from = end + 1;
    }
}

}  // namespace toibox::app
