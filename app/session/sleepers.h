// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

namespace toibox::app {

/// Who sleeps in a world.
struct SleepCounts {
    int bodies = 0;
    int islands = 0;  ///< Groups that fell asleep, and will wake, together.
};
SleepCounts count_asleep(const World& world);
/// Of the shape's body; a stale handle is not asleep.
bool is_asleep(const World& world, ShapeHandle shape);

}  // namespace toibox::app
