// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"

#include <cstdint>

namespace toibox::app {

/// One of seven colours for the island with this lowest body index; see islands_of().
Color island_color(std::uint32_t island, const Palette& palette);

/// A ring with an arc at each dynamic body that has been slow: the time, as a fraction of sleep_time. Dim
/// rings: asleep. Nothing if bodies do not sleep in this world.
void draw_sleep_timers(DrawBatch& batch, const World& world, const Palette& palette);

}  // namespace toibox::app
