// SPDX-License-Identifier: MIT
#include "app/cli/scene_argument.h"

#include "app/cli/exit_code.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace toibox::app {

std::optional<std::string> unreadable(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fmt::format("cannot read {}: it is a folder", path);
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return fmt::format("cannot read {}: {}", path, std::strerror(errno));
    std::fclose(file);
    return std::nullopt;
}

Result<scene::Document, Refusal> load_scene(const std::string& path, const Console& console) {
    if (const std::optional<std::string> reason = unreadable(path)) {
        console.error(*reason);
        return Err{Refusal{ExitCode::io}};
    }
    Result<scene::Document, scene::Diagnostics> document = scene::Document::load(path);
    if (document) return std::move(*document);
    std::string text = format(document.error());
    if (text.ends_with('\n')) text.pop_back();
    console.put(Console::Stream::Err, text);
    return Err{Refusal{ExitCode::bad_input}};
}

}  // namespace toibox::app
