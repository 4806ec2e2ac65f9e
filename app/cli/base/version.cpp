// SPDX-License-Identifier: MIT
#include "app/cli/base/version.h"

#include "toibox/dynamics/world.h"
#include "toibox/replay/recording_file.h"

#include "app/cli/base/json_text.h"
#include "toibox_build.h"  // written by app/cli/build_info.cmake

#include <fmt/format.h>
#include <optional>
#include <xxhash.h>
#include <zstd.h>

namespace toibox::app {

namespace {

std::string compiler() {
#if defined(__clang__)
    return fmt::format("clang++ {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    return "unknown";
#endif
}

/// Versions of the libraries. The versions of zstd and xxHash are queried at run time, because the loaded
/// libraries may be newer than those found at build time.
std::string libraries() {
    const unsigned xxhash = XXH_versionNumber();  // 801 is 0.8.1
    return fmt::format("{}, zstd {}, xxHash {}.{}.{}", build::libraries, ZSTD_versionString(), xxhash / 10000,
                       xxhash / 100 % 100, xxhash % 100);
}

bool accept(std::string_view& rest, char c) {
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
    return true;
}

/// Reads a JSON number, or a JSON string without escapes; nullopt for anything else.
std::optional<std::string_view> take_value(std::string_view& rest) {
    const bool quoted = accept(rest, '"');
    const std::size_t end = rest.find_first_of(quoted ? std::string_view("\"\\") : ",}");
    if (end == 0 || end == std::string_view::npos || rest[end] == '\\') return std::nullopt;
    const std::string_view value = rest.substr(0, end);
    const bool is_number = value.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
    if (!quoted && !is_number) return std::nullopt;
    rest.remove_prefix(quoted ? end + 1 : end);
    return value;
}

}  // namespace

std::string version_text() {
    return fmt::format(
        "toibox {}\ncommit {}\nsim_version {}\nformats scene 1, recording {}.{}\ncompiler {}, {}\nsimd "
        "{}\nlibraries {}",
        build::version, build::commit, sim_version, replay::toirec_major, replay::toirec_minor, compiler(),
        build::configuration, to_string(best_isa()), libraries());
}

std::string version_json() {
    return fmt::format(
        R"({{"toibox":{},"commit":{},"sim_version":{},"compiler":{},"configuration":{},"simd":{}}})",
        json_string(build::version), json_string(build::commit), sim_version, json_string(compiler()),
        json_string(build::configuration), json_string(to_string(best_isa())));
}

std::string made_by_text(std::string_view json) {
    std::string text;
    std::string_view rest = json;
    if (!accept(rest, '{')) return std::string(json);
    do {
        const auto key = take_value(rest);
        if (!key || !accept(rest, ':')) return std::string(json);
        const auto value = take_value(rest);
        if (!value) return std::string(json);
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", *key, *value);
    } while (accept(rest, ','));
    return rest == "}" ? text : std::string(json);
}

std::string_view scene_schema() {
    static const std::string schema = [] {
        std::string text;
        for (const std::string_view part : build::scene_schema_parts)
            text += part;
        return text;
    }();
    return schema;
}

}  // namespace toibox::app
