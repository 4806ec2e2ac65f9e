toibox_app_part(toibox_gui platform
    clock.cpp color.cpp file_watch.cpp fonts.cpp gl.cpp imgui_layer.cpp input.cpp key.cpp palette.cpp
    settings_store.cpp theme.cpp ui_marks.cpp ui_player.cpp ui_script.cpp window.cpp)
