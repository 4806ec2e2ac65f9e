// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

namespace toibox::app {

/// Numbers of sleeping bodies and islands.
struct SleepCounts {
    int bodies = 0;
    int islands = 0;  ///< Sleep islands.
};
SleepCounts count_asleep(const World& world);
/// Whether the body of the shape is asleep; false for a stale handle.
bool is_asleep(const World& world, ShapeHandle shape);

}  // namespace toibox::app
