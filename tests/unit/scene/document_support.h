// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>

#include <gtest/gtest.h>

namespace toibox::scene::test {

inline const std::string source_dir = TOIBOX_SOURCE_DIR;
inline const std::string everything_path = source_dir + "/tests/unit/scene/data/everything.toi.json";

inline std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    EXPECT_TRUE(in.good()) << path;
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Parses and resolves a valid text.
inline Scene resolved(std::string_view text, std::string_view variant = {},
                      std::span<const Document::Override> overrides = {}) {
    const auto document = Document::parse(text, "test.toi.json");
    EXPECT_TRUE(document) << format(document ? Diagnostics{} : document.error());
    if (!document) return {};
    auto scene = document->resolve(variant, overrides);
    EXPECT_TRUE(scene) << format(scene ? Diagnostics{} : scene.error());
    return scene ? *std::move(scene) : Scene{};
}

/// A scene that uses most keys of the format.
inline Scene everything(std::string_view variant = {}) {
    const auto document = Document::load(everything_path);
    EXPECT_TRUE(document) << format(document ? Diagnostics{} : document.error());
    if (!document) return {};
    auto scene = document->resolve(variant);
    EXPECT_TRUE(scene);
    return scene ? *std::move(scene) : Scene{};
}

/// A scene with a page of a lesson that has these keys.
inline std::string one_page(const std::string& keys) {
    return R"({"toibox": 1, "lesson": {"pages": [{)" + keys + "}]}}";
}
/// A scene with a mark of a page that has these keys.
inline std::string one_mark(const std::string& keys) {
    return one_page(R"("reveal": {"marks": [{)" + keys + "}]}");
}

/// The errors of a text; empty if it is valid.
inline Diagnostics errors_of(std::string_view text) {
    const auto document = Document::parse(text, "test.toi.json");
    return document ? Diagnostics{} : document.error();
}

/// A scene whose world has these keys.
inline std::string with_world(const std::string& keys) {
    return R"({"toibox": 1, "world": {)" + keys + "}}";
}
/// A scene whose one body, "b", has these keys.
inline std::string with_body(const std::string& keys) {
    return R"({"toibox": 1, "bodies": [{"id": "b", )" + keys + "}]}";
}
/// A scene whose one body has this shape.
inline std::string with_shape(const std::string& keys) {
    return with_body(R"("type": "static", "shapes": [{)" + keys + "}]");
}

/// A temporary folder that is removed at the end.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "toibox-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

}  // namespace toibox::scene::test
