// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/timeline/timeline.h"
#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/session/session.h"

#include <cstdint>

#include <imgui.h>

namespace toibox::app {

/// Where the timeline draws, points.
struct TimelineArea {
    UiRect strip;
    UiRect names;  ///< The row of names above the strip.
};

/// The history as a strip with marks, branches and the current frame, and the names of events above it. A
/// click or a drag goes to the frame under the mouse; a drag with the right button sets the loop; a click on
/// a name goes to its event.
class TimelineStrip {
public:
    TimelineStrip(Session& session, const Comparison& comparison, const Palette& palette, const Fonts& fonts,
                  const TimelineArea& area);

    void draw();
    /// `loop_from`: the frame at which the drag that sets a loop started.
    void handle_mouse(std::uint64_t& loop_from);

private:
    [[nodiscard]] const replay::Recording& recording() const { return session_.history().recording(); }
    [[nodiscard]] float y(float fraction) const { return low_.y + fraction * (high_.y - low_.y); }
    void draw_background();
    void draw_ticks();
    void draw_loop();
    void draw_other_branches();
    void draw_columns();
    void draw_events();
    void draw_bookmarks();
    void draw_head();
    /// Tooltip with the frame under the mouse and the marks near it.
    void tooltip() const;

    Session& session_;
    const Comparison& comparison_;
    const Palette& palette_;
    const Fonts& fonts_;
    ImDrawList& list_;
    ImVec2 low_;
    ImVec2 high_;
    UiRect names_;
    float unit_;  ///< Points per design point.
    TimelineScale scale_;
};

}  // namespace toibox::app
