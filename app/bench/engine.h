// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/bench_world.h"

#include <span>
#include <string_view>

namespace toibox::bench {

/// Size of a world and accuracy of its simulation. If two engines do the same work, their values are similar.
struct WorldStats {
    int bodies = 0;
    int joints = 0;
    int contacts = 0;          ///< Pairs of shapes whose fat boxes overlap.
    int touching = 0;          ///< Contacts with a manifold.
    double penetration = 0.0;  ///< Deepest overlap at the last collision detection, metres.
    double joint_gap = 0.0;    ///< Widest gap between the two anchors of a joint, metres.
};

/// A physics engine under measurement.
class Engine : public BenchWorld {
public:
    /// Advances the world by `time_step`. Returns false if the step failed; the run then ends.
    virtual bool step() = 0;
    [[nodiscard]] virtual WorldStats stats() const = 0;
    [[nodiscard]] virtual std::span<const std::string_view> stage_names() const = 0;
    /// Times of the stages in the last step, ms, in the order of stage_names().
    [[nodiscard]] virtual std::span<const double> stage_times() const = 0;
};

}  // namespace toibox::bench
