// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/bench_world.h"

#include <span>
#include <string_view>

namespace toibox::bench {

/// Size of a world and how accurate its simulation is. Engines doing the same work have similar values.
struct WorldStats {
    int bodies = 0;
    int joints = 0;
    int contacts = 0;          ///< Pairs whose boxes overlap.
    int touching = 0;          ///< Contacts with a manifold.
    double penetration = 0.0;  ///< The deepest overlap at the last detection, metres.
    double joint_gap = 0.0;    ///< The widest gap between the anchors of a joint, metres.
};

/// An engine under measurement.
class Engine : public BenchWorld {
public:
    /// Advances by `time_step`. Returns false if the step failed; then the run ends.
    virtual bool step() = 0;
    [[nodiscard]] virtual WorldStats stats() const = 0;
    [[nodiscard]] virtual std::span<const std::string_view> stage_names() const = 0;
    [[nodiscard]] virtual std::span<const double> stage_times() const = 0;  ///< The last step, ms.
};

}  // namespace toibox::bench
