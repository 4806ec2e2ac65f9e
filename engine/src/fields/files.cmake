toibox_layer(toibox_engine fields
    SOURCES
        field_io.cpp
    HEADERS
        field_io.h
        field_schema.h
        fields.h
        value_fields.h)
