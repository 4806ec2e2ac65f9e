toibox_app_part(toibox_window views
    broad_view.cpp gjk_view.cpp ink.cpp search_cells.cpp search_shadows.cpp simplex_view.cpp state_view.cpp toi_view.cpp)
