// SPDX-License-Identifier: MIT
#include "app/cli/version.h"

#include "toibox/dynamics/world.h"

#include "toibox_build.h"  // written by app/cli/build_info.cmake

#include <fmt/format.h>

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

}  // namespace

std::string version_text() {
    return fmt::format(
        "toibox {}\ncommit {}\nsim_version {}\nformats scene 1\ncompiler {}, {}\nsimd {}\nlibraries {}",
        build::version, build::commit, sim_version, compiler(), build::configuration, to_string(best_isa()),
        build::libraries);
}

std::string_view scene_schema() {
    static const std::string whole = [] {
        std::string text;
        for (const std::string_view part : build::scene_schema_parts)
            text += part;
        return text;
    }();
    return whole;
}

}  // namespace toibox::app
