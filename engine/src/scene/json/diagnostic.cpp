// SPDX-License-Identifier: MIT
#include "toibox/scene/diagnostic.h"

#include "toibox/core/utf8.h"
#include "toibox/scene/tuning.h"

#include "scene/json/source_text.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace toibox::scene {

namespace {

/// The visible part of a line, in bytes. Up to a third of it is before the marker. It never starts inside a
/// UTF-8 character.
struct Window {
    std::size_t from = 0;
    std::size_t to = 0;
};
Window window(std::string_view line, std::size_t marker) {
    if (line.size() <= tuning::shown_width) return {0, line.size()};
    const std::size_t before = tuning::shown_width / 3;
    std::size_t from = marker > before ? marker - before : 0;
    while (from < marker && (static_cast<unsigned char>(line[from]) & 0xc0u) == 0x80u)
        ++from;
    return {from, std::min(line.size(), from + tuning::shown_width)};
}

/// The source line with a marker below it.
std::string excerpt(const Diagnostic& diagnostic) {
    const std::string_view line = diagnostic.source_line;
    const std::size_t begin = std::min(
        line.size(),
        static_cast<std::size_t>(std::max(diagnostic.column - 1 - diagnostic.source_line_offset, 0)));
    const Window shown = window(line, begin);
    const std::size_t width =
        std::min(static_cast<std::size_t>(std::max(diagnostic.width, 1)), shown.to - begin);

    const Printable head = printable(line.substr(shown.from, begin - shown.from));
    const Printable marked = printable(line.substr(begin, width));
    const Printable tail = printable(line.substr(begin + width, shown.to - begin - width));
    const std::string_view lead_in = shown.from > 0 || diagnostic.source_line_offset > 0 ? "..." : "";
    const std::string_view lead_out = shown.to < line.size() ? "..." : "";

    const std::string number = std::to_string(diagnostic.line);
    const std::string marker(std::max<std::size_t>(marked.columns, 1), '^');
    std::string out =
        fmt::format(" {} | {}{}{}{}{}\n", number, lead_in, head.text, marked.text, tail.text, lead_out);
    out += fmt::format("{:{}} | {:{}}{}", "", number.size() + 1, "", lead_in.size() + head.columns, marker);
    if (!diagnostic.hint.empty()) out += fmt::format(" {}", diagnostic.hint);
    return out + "\n";
}

}  // namespace

std::string format(const Diagnostic& diagnostic) {
    const std::string_view severity =
        diagnostic.severity == Diagnostic::Severity::Error ? "error" : "warning";
    const std::string_view file = diagnostic.file.empty() ? "scene" : std::string_view(diagnostic.file);
    if (diagnostic.line <= 0) {
        std::string out = fmt::format("{}: {}: {}\n", file, severity, diagnostic.message);
        if (!diagnostic.hint.empty()) out += fmt::format("   = {}\n", diagnostic.hint);
        if (!diagnostic.pointer.empty()) out += fmt::format("   = at {}\n", diagnostic.pointer);
        return out;
    }
    std::string out = fmt::format("{}:{}:{}: {}: {}\n", file, diagnostic.line, diagnostic.column, severity,
                                  diagnostic.message);
    out += excerpt(diagnostic);
    if (!diagnostic.pointer.empty()) {
        const std::size_t indent = std::to_string(diagnostic.line).size() + 2;
        out += fmt::format("{:{}}= at {}\n", "", indent, diagnostic.pointer);
    }
    return out;
}

std::string format(const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) {
        out += format(diagnostic);
    }
    return out;
}

SourceText::SourceText(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
        if (text_[i] == '\n') line_starts_.push_back(i + 1);
    }
}

Diagnostic SourceText::at(SourceSpan span, Diagnostic::Severity severity, std::string message) const {
    Diagnostic out;
    out.severity = severity;
    out.file = path_;
    out.message = std::move(message);
    if (span.offset == SourceSpan::no_offset) return out;
    const std::size_t offset = std::min<std::size_t>(span.offset, text_.size());
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const std::size_t start = *(after - 1);
    std::size_t end = after == line_starts_.end() ? text_.size() : *after - 1;
    if (end > start && text_[end - 1] == '\r') --end;
    out.line = static_cast<int>(after - line_starts_.begin());
    out.column = static_cast<int>(offset - start) + 1;
    out.width = static_cast<int>(span.width);
    // Keep only part of a very long line (a file without line breaks).
    const std::size_t column = std::min(offset, end) - start;
    const std::size_t from = column > tuning::shown_width ? column - tuning::shown_width : 0;
    out.source_line_offset = static_cast<int>(from);
    out.source_line = text_.substr(start + from, std::min(end - start - from, 3 * tuning::shown_width));
    return out;
}

}  // namespace toibox::scene
