# SPDX-License-Identifier: MIT
# Writes toibox_build.h: version, commit, configuration, libraries and the scene schema. Runs in every build, because a
# commit does not make CMake configure again. The file is only written if its text has changed.
# Variables: SOURCE, OUTPUT, VERSION, CONFIGURATION, LIBRARIES.
cmake_minimum_required(VERSION 3.25)

set(commit unknown)
find_program(git git)
if(git)
    execute_process(COMMAND ${git} -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
        OUTPUT_VARIABLE described RESULT_VARIABLE failed ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT failed)
        set(commit ${described})
    endif()
endif()
file(READ "${SOURCE}/scenes/schema/scene-1.schema.json" schema)
# String literals are limited to 65,536 characters, so the schema is split into parts; the program joins them.
string(LENGTH "${schema}" length)
set(literals)
set(at 0)
while(at LESS length)
    string(SUBSTRING "${schema}" ${at} 8000 part)
    string(APPEND literals "\n    R\"toibox(${part})toibox\",")
    math(EXPR at "${at} + 8000")
endwhile()
set(text "// Written by app/cli/build_info.cmake.
#pragma once

#include <string_view>

namespace toibox::app::build {

inline constexpr std::string_view version = \"${VERSION}\";
inline constexpr std::string_view commit = \"${commit}\";
inline constexpr std::string_view configuration = \"${CONFIGURATION}\";
inline constexpr std::string_view libraries = \"${LIBRARIES}\";
inline constexpr std::string_view scene_schema_parts[] ={};

}  // namespace toibox::app::build
")
string(REPLACE "scene_schema_parts[] ={}" "scene_schema_parts[] = {${literals}}" text "${text}")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "@text@" @ONLY)
