// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::app {

/// What a slider covers, in points from its left edge.
struct SliderKnob {
    float low = 0.0f;
    float high = 0.0f;
};

/// Where the text of a slider begins: in its middle, or where the knob would lie over that, in the middle of
/// the wider side.
float text_beside(SliderKnob knob, float slider_width, float text_width);

/// ImGui's sliders with the value beside the knob, never below it. Typed into (Ctrl and a click) they are
/// ImGui's own.
bool slider(const char* id, float& value, float least, float most, const char* format,
            bool logarithmic = false);
bool slider(const char* id, int& value, int least, int most, const char* format);
/// Without the value, where the knob leaves it no room: to be written beside the slider.
bool slider_without_text(const char* id, int& value, int least, int most);

}  // namespace toibox::app
