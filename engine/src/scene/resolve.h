// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"

#include "json_parse.h"
#include "read_parts.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace toibox::scene {

/// An override's value: JSON, or a bare word, which is a string. Its places are not the file's.
Result<JsonValue, JsonError> override_value(const std::string& text);

/// A scene file's tree with a variant and overrides applied: file → parameters → variant → overrides. A
/// parameter's value is written where the parameter `sets`; to write there changes the parameter's value.
/// Where nothing is to be changed it is the file's own tree: large scenes are not copied for it.
class ResolvedTree {
public:
    /// Errors, pointers that lead nowhere among them, go to `reading`. `root` must outlive this.
    ResolvedTree(DiagnosticSink& sink, const JsonValue& root, std::string_view variant,
                 std::span<const Document::Override> overrides);

    [[nodiscard]] const JsonValue& root() const { return changed_ ? *changed_ : *original_; }

private:
    const JsonValue* original_;
    std::optional<JsonValue> changed_;
};

}  // namespace toibox::scene
