// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/render/camera.h"
#include "app/session/session.h"
#include "app/studies/toi/toi_inspector.h"

#include <string>

struct ImDrawList;

namespace toibox::app {

/// What the state depends on besides the session.
struct ShownState {
    const ToiInspector* toi = nullptr;  ///< The inspector whose pair the world shows; may be null.
    bool waits_for_answer = false;      ///< A question of a lesson is open.
};

/// What the frame around the viewport stands for: "Waiting for your answer", "Inside step 3" while an
/// iteration of `toi` is shown, else "Paused" or "Paused at the verdict", else empty.
std::string state_text(const Session& session, const ShownState& shown);

/// Shows the playback state: a frame with a chip as in state_text(), and chips for past, branch, loop and
/// recording, from right to left in the upper right corner of the viewport. Returns the area of the chips.
UiRect draw_playback_state(ImDrawList& list, const Session& session, const ShownState& shown,
                           const Fonts& fonts, const Palette& palette, const Viewport& world);

/// Draws title and goal of the scene in the upper left corner, left of the chips, for a window without
/// panels. Returns the area of the text.
UiRect draw_scene_title(ImDrawList& list, const Session& session, const Fonts& fonts, const Palette& palette,
                        const Viewport& world, const UiRect& chips);
/// Draws the title alone, for projector mode.
void draw_projected_title(ImDrawList& list, const Session& session, const Fonts& fonts,
                          const Palette& palette, const Viewport& world);
/// Where it is drawn.
UiRect projected_title_area(const Session& session, const Fonts& fonts, const Viewport& world);

/// Draws the text of a pause in a card at the middle of the lower edge, for movies. Returns the area of the
/// card.
UiRect draw_pause_text(ImDrawList& list, const std::string& text, const Fonts& fonts, const Palette& palette,
                       const Viewport& world);

}  // namespace toibox::app
