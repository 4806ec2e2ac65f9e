toibox_app_part(toibox_session session
    comparison.cpp
    comparison_marks.cpp
    mirrored_command.cpp
    pair_order.cpp
    scene_library.cpp
    scene_simulation.cpp
    selection.cpp
    session.cpp
    session_ending.cpp
    session_log.cpp
    session_recording.cpp
    session_time.cpp
    setting_differences.cpp
    sleep_counts.cpp
    solver_settings.cpp
    statistics.cpp
    user_settings.cpp)
