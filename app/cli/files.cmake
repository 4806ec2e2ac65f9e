toibox_app_part(toibox_cli cli
    bench_command.cpp
    body_csv.cpp
    cli.cpp
    command_options.cpp
    compare_command.cpp
    compare_notes.cpp
    compare_queries.cpp
    compare_table.cpp
    compare_worlds.cpp
    console.cpp
    diff_command.cpp
    export_command.cpp
    failed_step.cpp
    in_order.cpp
    info_command.cpp
    interrupt.cpp
    lint_command.cpp
    output_file.cpp
    output_paths.cpp
    picture_files.cpp
    picture_options.cpp
    progress.cpp
    query_command.cpp
    query_json.cpp
    query_pieces_json.cpp
    record_command.cpp
    recorded_steps.cpp
    recording_argument.cpp
    repair_command.cpp
    replay_command.cpp
    run_command.cpp
    run_result.cpp
    sandbox_options.cpp
    scene_argument.cpp
    scene_files.cpp
    schema_command.cpp
    state_report.cpp
    sweep_command.cpp
    sweep_grid.cpp
    sweep_table.cpp
    test_command.cpp
    test_human.cpp
    test_junit.cpp
    test_report.cpp
    test_tap.cpp
    variant_run.cpp
    verify_command.cpp
    version.cpp)

# The data of `toibox --version` and `toibox schema`, written with each build.
foreach(library SDL2 nlohmann_json CLI11 fmt GIF PNG Freetype)
    find_package(${library} QUIET)  # for its version: the variables of other folders are not visible here
endforeach()
set(toibox_build_info ${CMAKE_CURRENT_BINARY_DIR}/build_info)
string(JOIN ", " toibox_libraries "SDL ${SDL2_VERSION}" "Dear ImGui ${IMGUI_VERSION}" "nlohmann-json ${nlohmann_json_VERSION}"
    "CLI11 ${CLI11_VERSION}" "fmt ${fmt_VERSION}" "giflib ${GIF_VERSION}" "libpng ${PNG_VERSION_STRING}" "FreeType ${FREETYPE_VERSION_STRING}")
add_custom_target(toibox_build_info
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D OUTPUT=${toibox_build_info}/toibox_build.h
        -D VERSION=${PROJECT_VERSION} -D CONFIGURATION=$<CONFIG>
        -D "LIBRARIES=${toibox_libraries}" -P ${CMAKE_CURRENT_LIST_DIR}/build_info.cmake
    BYPRODUCTS ${toibox_build_info}/toibox_build.h
    COMMENT "Writing version and scene schema" VERBATIM)
add_dependencies(toibox_cli toibox_build_info)
target_include_directories(toibox_cli PRIVATE ${toibox_build_info})
target_link_libraries(toibox_cli PRIVATE PkgConfig::XXHASH PkgConfig::ZSTD)  # for their versions
