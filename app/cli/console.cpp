// SPDX-License-Identifier: MIT
#include "app/cli/console.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace toibox::app {

namespace {

/// A terminal that may be coloured. Source: no-color.org (NO_COLOR), terminfo's "dumb".
bool takes_color(ColorChoice choice, int descriptor) {
    if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
    const char* const no_color = std::getenv("NO_COLOR");
    if (no_color != nullptr && *no_color != '\0') return false;
    const char* const terminal = std::getenv("TERM");
    return terminal != nullptr && std::string_view(terminal) != "dumb" && ::isatty(descriptor) == 1;
}

const char* code(Ink ink) {
    switch (ink) {
        case Ink::Good:
            return "\x1b[32m";
        case Ink::Bad:
            return "\x1b[1;31m";
        case Ink::Warning:
            return "\x1b[33m";
        case Ink::Dim:
            return "\x1b[2m";
    }
    return "";
}

}  // namespace

Console::Console(const ConsoleOptions& options)
    : options_(options),
      color_out_(takes_color(options.color, STDOUT_FILENO)),
      color_err_(takes_color(options.color, STDERR_FILENO)) {}

void Console::put(Stream stream, std::string_view line) const {
    std::FILE* const file = stream == Stream::Out ? stdout : stderr;
    if (stream == Stream::Err) std::fflush(stdout);  // so that both read in order where they go the same way
    std::fwrite(line.data(), 1, line.size(), file);
    std::fputc('\n', file);
}

void Console::out(std::string_view line) const {
    put(Stream::Out, line);
}

void Console::say(std::string_view line) const {
    if (!options_.quiet) put(Stream::Err, line);
}

void Console::error(std::string_view message) const {
    put(Stream::Err, paint(Stream::Err, Ink::Bad, "toibox: ") + std::string(message));
}

std::string Console::paint(Stream stream, Ink ink, std::string_view text) const {
    const bool colored = stream == Stream::Out ? color_out_ : color_err_;
    return colored ? code(ink) + std::string(text) + "\x1b[0m" : std::string(text);
}

}  // namespace toibox::app
