toibox_app_part(toibox_window window
    framing.cpp kept.cpp layout.cpp pointer.cpp run_window.cpp sandbox.cpp sandbox_query.cpp shell.cpp shortcuts.cpp world_pictures.cpp
    world_svg.cpp world_view.cpp)
