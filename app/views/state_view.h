// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/render/camera.h"
#include "app/session/session.h"

struct ImDrawList;

namespace toibox::app {

/// What must not be mistaken about the world on the screen: a border and a chip while it is paused, chips
/// for the past, a branch, a loop, a recording, and while it runs slower or faster than real time. In the
/// lower right corner of the viewport, above `bottom_margin` points that are taken.
void draw_playback_state(ImDrawList& list, const Session& session, const Palette& palette,
                         const Viewport& world, float bottom_margin);

/// The scene's title and goal in the upper left corner, for a window without panels.
void draw_scene_title(ImDrawList& list, const Session& session, const Fonts& fonts, const Palette& palette,
                      const Viewport& world);

}  // namespace toibox::app
