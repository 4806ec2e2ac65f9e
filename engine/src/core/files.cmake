toibox_layer(toibox_engine core
    SOURCES assert.cpp hash.cpp id_pool.cpp thread_pool.cpp
    HEADERS assert.h function_ref.h handle.h hash.h id_pool.h large_vector.h prefetch.h result.h rng.h stream_copy.h thread_pool.h trace.h)
