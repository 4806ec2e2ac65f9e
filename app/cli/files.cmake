toibox_app_part(toibox_cli cli
    cli.cpp
    base/command_options.cpp
    base/console.cpp
    base/interrupt.cpp
    base/ordered_jobs.cpp
    base/output_paths.cpp
    base/version.cpp
    commands/bench_command.cpp
    commands/compare/compare_command.cpp
    commands/compare/compare_legend.cpp
    commands/compare/compare_queries.cpp
    commands/compare/compare_table.cpp
    commands/compare/compare_worlds.cpp
    commands/diff_command.cpp
    commands/export_command.cpp
    commands/info_command.cpp
    commands/lesson_command.cpp
    commands/lint_command.cpp
    commands/query/query_command.cpp
    commands/query/query_json.cpp
    commands/query/query_pieces_json.cpp
    commands/record_command.cpp
    commands/repair_command.cpp
    commands/replay_command.cpp
    commands/run_command.cpp
    commands/sandbox_command.cpp
    commands/schema_command.cpp
    commands/sweep/parameter_grid.cpp
    commands/sweep/parameter_sweep_table.cpp
    commands/sweep/sweep_command.cpp
    commands/test/human_format.cpp
    commands/test/junit_format.cpp
    commands/test/tap_format.cpp
    commands/test/test_command.cpp
    commands/test/test_report.cpp
    commands/variant_run.cpp
    commands/verify_command.cpp
    inputs/recorded_steps.cpp
    inputs/recording_input.cpp
    inputs/scene_files.cpp
    inputs/scene_input.cpp
    output/body_csv.cpp
    output/failed_step.cpp
    output/output_file.cpp
    output/picture_files.cpp
    output/picture_options.cpp
    output/playback_pictures.cpp
    output/progress.cpp
    output/run_result.cpp
    output/state_report.cpp)

# The data of `toibox --version` and `toibox schema`, written in each build.
foreach(library SDL2 nlohmann_json CLI11 fmt GIF PNG Freetype)
    find_package(${library} QUIET)  # for its version: the variables of other folders are not visible here
endforeach()
set(toibox_build_info ${CMAKE_CURRENT_BINARY_DIR}/build_info)
string(JOIN ", " toibox_libraries "SDL ${SDL2_VERSION}" "Dear ImGui ${IMGUI_VERSION}" "nlohmann-json ${nlohmann_json_VERSION}"
    "CLI11 ${CLI11_VERSION}" "fmt ${fmt_VERSION}" "MD4C ${MD4C_VERSION}" "giflib ${GIF_VERSION}" "libpng ${PNG_VERSION_STRING}" "FreeType ${FREETYPE_VERSION_STRING}")
add_custom_target(toibox_build_info
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D OUTPUT=${toibox_build_info}/toibox_build.h
        -D VERSION=${PROJECT_VERSION} -D CONFIGURATION=$<CONFIG>
        -D "LIBRARIES=${toibox_libraries}" -P ${CMAKE_CURRENT_LIST_DIR}/build_info.cmake
    BYPRODUCTS ${toibox_build_info}/toibox_build.h
    COMMENT "Writing version and scene schema" VERBATIM)
add_dependencies(toibox_cli toibox_build_info)
target_include_directories(toibox_cli PRIVATE ${toibox_build_info})
target_link_libraries(toibox_cli PRIVATE PkgConfig::XXHASH PkgConfig::ZSTD)  # for their versions
