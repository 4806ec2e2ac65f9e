toibox_app_part(toibox_window views
    broad_phase_cells.cpp
    broad_phase_projections.cpp
    broad_phase_view.cpp
    gjk_view.cpp
    pane_layout.cpp
    island_view.cpp
    legend_view.cpp
    mark_color.cpp
    past_view.cpp
    playback_state_view.cpp
    simplex_view.cpp
    swept_view.cpp
    toi_view.cpp
    verdict_view.cpp
    verdict/chip_placer.cpp
    verdict/dimension_line.cpp
    verdict/pair_in_question.cpp)
