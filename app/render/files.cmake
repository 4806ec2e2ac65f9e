toibox_app_part(toibox_gui render
    camera.cpp draw_batch.cpp picture.cpp renderer.cpp)
