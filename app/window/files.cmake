toibox_app_part(toibox_window window
    shell.cpp)
