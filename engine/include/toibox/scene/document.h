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

/// Both from 1; columns in bytes.
struct LineColumn {
    int line = 1;
    int column = 1;
};

/// A scene file as written: remembers places, free keys (`x-*`, `//`) and variants. Resolve it to simulate.
/// Comments are read over and not kept. A value: copies share what they hold.
class Document {
public:
    /// Reads and checks the base scene and every variant. All errors at once, at most 20, in the order of the
    /// file.
    static Result<Document, Diagnostics> load(const std::string& path);
    static Result<Document, Diagnostics> parse(std::string_view text, std::string path = {});

    /// JSON Pointer (elements by id, "/parameters/NAME" for a parameter's value) and JSON value (bare words
    /// are strings).
    using Override = std::pair<std::string, std::string>;
    /// The value of an override as JSON on one line. Nullopt for what is no value.
    static std::optional<std::string> override_json(const std::string& value);
    /// Order: defaults → file → parameters → variant → overrides. An empty name is the base scene.
    [[nodiscard]] Result<Scene, Diagnostics> resolve(std::string_view variant = {},
                                                     std::span<const Override> overrides = {}) const;

    [[nodiscard]] const std::string& title() const;
    [[nodiscard]] const std::string& path() const;
    [[nodiscard]] std::vector<VariantEntry> variants() const;
    [[nodiscard]] std::vector<std::string> tags() const;
    /// Where the file has what a pointer of it names (a claim's: Claim::pointer); nullopt if it has it not.
    [[nodiscard]] std::optional<LineColumn> locate(std::string_view pointer) const;
    /// Physics lints of the base scene and each variant: tunnelling predicted, initial overlap, mass ratio,
    /// penalty springs that are too hard, merged points.
    [[nodiscard]] Diagnostics lint() const;
    /// Canonical text: formatted, keeps `x-*`; loads to the same scene. Floats by shortest round trip.
    [[nodiscard]] std::string write() const;
    /// Atomic: temporary file, fsync, rename.
    [[nodiscard]] Result<Unit, Diagnostics> save(const std::string& path) const;

private:
    struct Data;
    static Diagnostics lint_variant(const Data& data, std::string_view variant);
    std::shared_ptr<const Data> data_;
    explicit Document(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
};

}  // namespace toibox::scene
