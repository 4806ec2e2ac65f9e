# SPDX-License-Identifier: MIT
toibox_layer(toibox_engine narrow
    SOURCES
        axis_methods.cpp
        boolean_gjk.cpp
        chain_corners.cpp
        clip.cpp
        collide.cpp
        collide_batch.cpp
        collide_capsule.cpp
        collide_circle.cpp
        collide_cores.cpp
        collide_polygon.cpp
        distance_method.cpp
        epa.cpp
        feature_walk.cpp
        gjk.cpp
        penetration.cpp
        sat.cpp
        separating_axes.cpp
        vertex_inside.cpp
    HEADERS approximate_distance.h collide.h collide_batch.h contact_matching.h distance_method.h gjk.h manifold.h penetration.h polygon_table.h sat.h separating_axes.h tuning.h)
toibox_kernel(toibox_engine narrow manifold_lanes)
