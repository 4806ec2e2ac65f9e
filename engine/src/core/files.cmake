toibox_layer(toibox_engine core
    SOURCES assert.cpp hash.cpp id_pool.cpp
    HEADERS assert.h function_ref.h handle.h hash.h id_pool.h result.h rng.h trace.h)
