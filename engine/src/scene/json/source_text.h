// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/diagnostic.h"

#include "scene/json/json_value.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::scene {

/// The text of a scene file and its name. Converts a SourceSpan to line, column and source line.
class SourceText {
public:
    SourceText(std::string path, std::string text);

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::string& text() const { return text_; }
    /// A diagnostic at `span`. If the span has no offset (the value of an override), the diagnostic names
    /// only the file.
    [[nodiscard]] Diagnostic at(SourceSpan span, Diagnostic::Severity severity, std::string message) const;

private:
    std::string path_;
    std::string text_;
    std::vector<std::size_t> line_starts_;
};

}  // namespace toibox::scene
