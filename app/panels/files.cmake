toibox_app_part(toibox_window panels
    actions.cpp body_rows.cpp broad_lists.cpp broad_pairs.cpp broad_panel.cpp cards.cpp draw_panel.cpp menu_bar.cpp plot.cpp profile_panel.cpp scenes_panel.cpp setting_rows.cpp settings_panel.cpp
    statistics_panel.cpp status_bar.cpp toi_panel.cpp toi_plot.cpp toolbar.cpp widgets.cpp)
