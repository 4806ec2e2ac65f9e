// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/target.h"

#include <span>
#include <string_view>

namespace toibox::bench {

/// How much a world holds, and how well it keeps it apart: equal work must show equal figures.
struct WorldStats {
    int bodies = 0;
    int joints = 0;
    int contacts = 0;          ///< Pairs whose boxes overlap.
    int touching = 0;          ///< Of these, with a manifold.
    double penetration = 0.0;  ///< The deepest overlap at the last detection, metres.
    double joint_gap = 0.0;    ///< The widest gap between the anchors of a joint, metres.
};

/// An engine under measurement.
class Engine : public BenchWorld {
public:
    /// One step of `frame`. False if the engine gave up: the run ends.
    virtual bool step() = 0;
    [[nodiscard]] virtual WorldStats stats() const = 0;
    [[nodiscard]] virtual std::span<const std::string_view> stage_names() const = 0;
    [[nodiscard]] virtual std::span<const double> stage_times() const = 0;  ///< Of the last step, ms.
};

}  // namespace toibox::bench
