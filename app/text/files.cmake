toibox_app_part(toibox_text text
    markdown.cpp)
