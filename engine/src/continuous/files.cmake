toibox_layer(toibox_engine continuous
    SOURCES bilateral_advancement.cpp brute_force.cpp centre_ray.cpp certified_advancement.cpp conservative_advancement.cpp
            interval_halving.cpp linear_cast.cpp moving_circles.cpp moving_spheres.cpp root_finder.cpp separation_function.cpp toi.cpp
    HEADERS moving_circles.h root_finder.h root_proposal.h separation_function.h toi.h toi_case.h tuning.h)
