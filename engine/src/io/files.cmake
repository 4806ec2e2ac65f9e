toibox_layer(toibox_io io
    SOURCES
        atomic_file.cpp
    HEADERS
        atomic_file.h)
