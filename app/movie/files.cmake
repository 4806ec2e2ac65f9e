toibox_app_part(toibox_movie movie
    color_table.cpp ffmpeg.cpp gif_movie.cpp run_file.cpp)
