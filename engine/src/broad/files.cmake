toibox_layer(toibox_engine broad
    SOURCES 
    HEADERS broad_kind.h broad_phase.h)
