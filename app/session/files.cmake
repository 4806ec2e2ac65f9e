toibox_app_part(toibox_session session
    scene_library.cpp selection.cpp session.cpp sleepers.cpp solver_settings.cpp statistics.cpp user_settings.cpp)
