toibox_app_part(toibox_session session
    scene_library.cpp selection.cpp session.cpp statistics.cpp user_settings.cpp)
