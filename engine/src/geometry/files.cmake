toibox_layer(toibox_engine geometry
    SOURCES bounds.cpp convex_proxy.cpp decomposition.cpp hull.cpp mass.cpp polygon.cpp ray_cast.cpp
    HEADERS aabb.h bounds.h convex_proxy.h decomposition.h hull.h mass.h polygon_access.h ray_cast.h shape.h tuning.h)
