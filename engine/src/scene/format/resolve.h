// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"

#include "scene/format/scene_readers.h"
#include "scene/json/json_parse.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace toibox::scene {

/// The value of an override: JSON, or a bare word, which is a string. The value has no source spans.
Result<JsonValue, JsonError> override_value(const std::string& text);

/// A scene tree with parameters, variant and overrides applied, in this order. A parameter's value is written
/// to its `sets` pointer; a variant or an override that sets that place also changes the parameter's value.
/// Without parameters, variant and overrides, root() is the tree of the file, so that large scenes are not
/// copied.
class ResolvedTree {
public:
    /// Errors go to `sink`. `root` must outlive this.
    ResolvedTree(DiagnosticSink& sink, const JsonValue& root, std::string_view variant,
                 std::span<const Document::Override> overrides);

    [[nodiscard]] const JsonValue& root() const { return changed_ ? *changed_ : *original_; }

private:
    const JsonValue* original_;
    std::optional<JsonValue> changed_;
};

}  // namespace toibox::scene
