toibox_layer(toibox_engine math
    SOURCES
        trig.cpp
        wide/isa.cpp
        wide/stream_copy.cpp
    HEADERS
        rot.h
        sweep.h
        transform.h
        trig.h
        vec2.h
        wide/isa.h)
