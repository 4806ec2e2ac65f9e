// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/scene/diagnostic.h"
#include "toibox/scene/scene.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace toibox::scene {

/// A location in a text. Lines and columns count from 1; columns are in bytes.
struct LineColumn {
    int line = 1;
    int column = 1;
};

/// A scene file as written: keeps source locations, ignored keys (`x-*`, `//`) and variants. Resolve it to
/// simulate. Comments are not kept. Value type; copies share their data.
class Document {
public:
    /// Reads and checks the base scene and every variant. Error: the first 20 errors in file order.
    static Result<Document, Diagnostics> load(const std::string& path);
    static Result<Document, Diagnostics> parse(std::string_view text, std::string path = {});

    /// A JSON Pointer (array elements by id; "/parameters/NAME" is a parameter's value) and a JSON value (a
    /// bare word is a string).
    using Override = std::pair<std::string, std::string>;
    /// The value of an override as one line of JSON; nullopt if it is not a value.
    static std::optional<std::string> override_json(const std::string& value);
    /// The scene to simulate. Values apply in this order: defaults, file, parameters, variant, overrides. An
    /// empty `variant` is the base scene.
    [[nodiscard]] Result<Scene, Diagnostics> resolve(std::string_view variant = {},
                                                     std::span<const Override> overrides = {}) const;

    [[nodiscard]] const std::string& title() const;
    [[nodiscard]] const std::string& path() const;
    [[nodiscard]] std::vector<VariantEntry> variants() const;
    [[nodiscard]] std::vector<std::string> tags() const;
    /// Location of the value that `pointer` names (for a claim: Claim::pointer); nullopt if there is none.
    [[nodiscard]] std::optional<LineColumn> locate(std::string_view pointer) const;
    /// Warnings about the base scene and each variant, for example predicted tunnelling, initial overlap, a
    /// large mass ratio, merged points, or an event after the end.
    [[nodiscard]] Diagnostics lint() const;
    /// The scene as canonically formatted text, with its `x-*` keys and shortest round-trip numbers. It loads
    /// as the same scene.
    [[nodiscard]] std::string write() const;
    /// Writes the file atomically: temporary file, fsync, rename.
    [[nodiscard]] Result<Unit, Diagnostics> save(const std::string& path) const;

private:
    struct Data;
    static Diagnostics lint_variant(const Data& data, std::string_view variant);
    std::shared_ptr<const Data> data_;
    explicit Document(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
};

}  // namespace toibox::scene
