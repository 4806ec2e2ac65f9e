toibox_app_part(toibox_window window
    app_window.cpp
    compare_view.cpp
    layout.cpp
    panel_windows.cpp
    persisted_ui.cpp
    run_window.cpp
    sandbox.cpp
    sandbox_camera.cpp
    sandbox_compare.cpp
    sandbox_query.cpp
    shortcuts.cpp
    view_fitting.cpp
    world_legend.cpp
    world_mouse.cpp
    world_pictures.cpp
    world_svg.cpp
    world_view.cpp)
