toibox_layer(toibox_engine narrow
    SOURCES 
    HEADERS collide.h gjk.h manifold.h)
