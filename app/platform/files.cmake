toibox_app_part(toibox_gui platform
    clock.cpp
    color.cpp
    file_watch.cpp
    fonts.cpp
    gl.cpp
    imgui_layer.cpp
    input.cpp
    key.cpp
    markdown_view.cpp
    palette.cpp
    settings_store.cpp
    text_wrap.cpp
    theme.cpp
    window.cpp
    scripting/ui_player.cpp
    scripting/ui_script.cpp
    scripting/widget_rects.cpp)
