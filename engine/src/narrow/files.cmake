toibox_layer(toibox_engine narrow
    SOURCES gjk.cpp
    HEADERS collide.h contact_matching.h gjk.h manifold.h tuning.h)
