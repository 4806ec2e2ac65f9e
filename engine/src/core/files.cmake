toibox_layer(toibox_engine core
    SOURCES assert.cpp hash.cpp id_pool.cpp large_vector.cpp thread_pool.cpp
    HEADERS assert.h function_ref.h handle.h hash.h id_pool.h large_vector.h prefetch.h result.h rng.h thread_pool.h trace.h)
