toibox_layer(toibox_engine core
    SOURCES assert.cpp
    HEADERS assert.h function_ref.h handle.h result.h trace.h)
