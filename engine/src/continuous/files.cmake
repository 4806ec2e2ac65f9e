toibox_layer(toibox_engine continuous
    SOURCES 
    HEADERS toi.h)
