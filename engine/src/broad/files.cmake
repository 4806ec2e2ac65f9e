# SPDX-License-Identifier: MIT
toibox_layer(toibox_engine broad
    SOURCES all_pairs.cpp batched_sweep.cpp dynamic_tree.cpp refit_tree.cpp sweep_strips.cpp
    HEADERS
        all_pairs.h
        any_broad_phase.h
        batched_sweep.h
        broad_kind.h
        broad_phase.h
        dynamic_tree.h
        node_stack.h
        ray_box.h
        refit_tree.h
        sweep_strips.h
        tuning.h
        work_space.h)
toibox_kernel(toibox_engine broad sweep_kernel)
