toibox_app_part(toibox_movie movie
    color_table.cpp
    ffmpeg.cpp
    gif_movie.cpp
    pixel_run_file.cpp)
