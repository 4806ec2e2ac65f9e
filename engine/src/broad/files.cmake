# SPDX-License-Identifier: MIT
toibox_layer(toibox_engine broad
    SOURCES all_pairs.cpp dynamic_tree.cpp
    HEADERS
        all_pairs.h
        any_broad_phase.h
        broad_kind.h
        broad_phase.h
        dynamic_tree.h
        node_stack.h
        ray_box.h
        tuning.h)
