toibox_app_part(toibox_window views
    simplex_view.cpp state_view.cpp toi_view.cpp)
