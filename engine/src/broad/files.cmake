toibox_layer(toibox_engine broad
    SOURCES 
    HEADERS broad_phase.h)
