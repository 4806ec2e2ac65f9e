toibox_app_part(toibox_window panels
    actions.cpp body_rows.cpp broad_lists.cpp broad_pairs.cpp broad_panel.cpp cards.cpp contacts_panel.cpp draw_panel.cpp gjk_controls.cpp gjk_difference_picture.cpp gjk_panel.cpp
    gjk_picture_parts.cpp gjk_readout.cpp gjk_world_picture.cpp inset.cpp menu_bar.cpp method_readout.cpp plot.cpp profile_panel.cpp sat_readout.cpp scenes_panel.cpp setting_rows.cpp settings_panel.cpp slider.cpp
    statistics_panel.cpp status_bar.cpp step_marks.cpp toi_panel.cpp toi_plot.cpp timeline_columns.cpp timeline_panel.cpp toolbar.cpp widgets.cpp)
