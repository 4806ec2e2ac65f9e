// SPDX-License-Identifier: MIT
#include "app/cli/inputs/scene_files.h"

#include "app/cli/inputs/scene_input.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace toibox::app {

namespace {

/// `path` itself if it is a file, or all scene files below the folder `path`, sorted. Error: a message with
/// the path.
Result<std::vector<std::string>, std::string> files_under(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code failed;
    if (!fs::is_directory(path, failed)) {
        if (std::optional<std::string> reason = read_error(path)) return Err{std::move(*reason)};
        return std::vector<std::string>{path};
    }
    std::vector<std::string> files;
    for (fs::recursive_directory_iterator entry(path, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = entry->path().string();
        if (name.ends_with(".toi.json") && entry->is_regular_file(failed)) files.push_back(name);
    }
    if (failed) return Err{fmt::format("cannot read {}: {}", path, failed.message())};
    if (files.empty()) return Err{fmt::format("no *.toi.json in {}", path)};
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

std::vector<std::string> scene_files(const std::vector<std::string>& paths, const Console& console,
                                     bool& all_read) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        const Result<std::vector<std::string>, std::string> found = files_under(path);
        if (found) {
            files.insert(files.end(), found->begin(), found->end());
        } else {
            console.error(found.error());
            all_read = false;
        }
    }
    return files;
}

std::string count_text(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace toibox::app
