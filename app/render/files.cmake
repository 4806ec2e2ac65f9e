toibox_app_part(toibox_gui render
    camera.cpp
    chip.cpp
    draw_batch.cpp
    grid.cpp
    icons.cpp
    labels.cpp
    picture.cpp
    region.cpp
    renderer.cpp
    svg.cpp
    world_painter.cpp)
