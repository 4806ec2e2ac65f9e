// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <imgui.h>

namespace toibox::app {

/// All icons of the interface. An icon never stands alone: beside it is a word, or it has a tooltip.
enum class Icon : std::uint8_t {
    // Transport.
    Restart,
    StepBack,
    Play,
    Pause,
    Step,
    PreviousEvent,
    NextEvent,
    Record,
    Stop,
    // Verdicts.
    Tunnelled,      ///< An arrow through a dashed bar.
    Stopped,        ///< An arrow against a bar.
    PushedThrough,  ///< An arrow out of a bar.
    GhostHit,       ///< A dashed circle with an exclamation mark.
    Missed,         ///< A struck circle.
    Late,           ///< A clock.
    TimeLost,       ///< An hourglass.
    // Parts of the window.
    PanelLeft,
    PanelBottom,
    PanelRight,
    Columns,
    Rows,
    FourPanes,  ///< Two columns and two rows.
    Search,
    Close,
    Export,
    Maximise,
    // Meaning.
    Tick,
    Cross,
    Lock,
    Warning,
    Info,
    Book,      ///< A scene.
    Settings,  ///< Two sliders.
    Star,
    File,
    Grid,   ///< All of something.
    Flask,  ///< A quantity.
    Last = Flask,
};

/// Draws an icon into the square of side `size` at `top_left`, both in points. Lines are 1.5 points wide at
/// the design size of 16 and at least one point.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 top_left, float size, ImU32 color);

}  // namespace toibox::app
