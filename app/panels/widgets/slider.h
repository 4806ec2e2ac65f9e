// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/number_field.h"

namespace toibox::app {

/// Horizontal extent of a slider's knob, points from the left edge of the slider.
struct SliderKnob {
    float low = 0.0f;
    float high = 0.0f;
};

/// Left edge of the text of a slider, points. The text is centred in the slider, or if the knob would cover
/// it, centred on the wider side of the knob.
float text_left_edge(SliderKnob knob, float slider_width, float text_width);

/// ImGui sliders that show the value beside the knob, not under it. Ctrl+click opens a text field.
bool slider(NumberEntry& entry, const char* id, float& value, const NumberRange& range);
bool slider(NumberEntry& entry, const char* id, int& value, const NumberRange& range);
/// A slider without its value, which the caller shows beside the slider.
bool slider_without_text(const char* id, int& value, int min, int max);

}  // namespace toibox::app
