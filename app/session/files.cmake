toibox_app_part(toibox_session session
    axis_study.cpp boolean_study.cpp contact_inspector.cpp epa_study.cpp gjk_inspector.cpp gjk_study.cpp method_study.cpp minkowski.cpp scene_library.cpp scene_simulation.cpp search_story.cpp selection.cpp session.cpp session_recording.cpp session_time.cpp shape_pairs.cpp sleepers.cpp solver_settings.cpp
    statistics.cpp sweep_lists.cpp toi_comparison.cpp toi_inspector.cpp toi_pairs.cpp toi_study.cpp user_settings.cpp vertex_study.cpp walk_study.cpp)
