toibox_app_part(toibox_studies studies
    broad_phase/broad_phase_description.cpp
    broad_phase/endpoint_lists.cpp
    contacts/contact_inspector.cpp
    distance/boolean_gjk_study.cpp
    distance/cached_axis_study.cpp
    distance/distance_inspector.cpp
    distance/epa_study.cpp
    distance/feature_walk_study.cpp
    distance/gjk_study.cpp
    distance/method_study.cpp
    distance/minkowski.cpp
    distance/shape_pairs.cpp
    distance/vertex_inside_study.cpp
    toi/toi_comparison.cpp
    toi/toi_inspector.cpp
    toi/toi_pairs.cpp
    toi/toi_study.cpp)
