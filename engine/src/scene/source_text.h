// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/diagnostic.h"

#include "json_value.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::scene {

/// The text of a scene file and its name: turns a Place into line, column and the line itself.
class SourceText {
public:
    SourceText(std::string path, std::string text);

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::string& text() const { return text_; }
    /// A finding at `place`; without a place (an override's value) it names the file alone.
    [[nodiscard]] Diagnostic at(SourceSpan place, Diagnostic::Severity severity, std::string message) const;

private:
    std::string path_;
    std::string text_;
    std::vector<std::size_t> line_starts_;
};

}  // namespace toibox::scene
