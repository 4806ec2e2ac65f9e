// SPDX-License-Identifier: MIT
#include "app/panels/widgets/slider.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float frame_padding = 2.0f;  ///< Between frame and range of the knob, as in ImGui, points.

/// Knob of the slider drawn last, at `fraction` (0 … 1) of its range. `min_knob_width`: ImGui makes the knob
/// of an integer slider as wide as one value.
SliderKnob knob_at(float fraction, float min_knob_width) {
    const float room = ImGui::GetItemRectSize().x - 2.0f * frame_padding;
    const float width = std::min(std::max(ImGui::GetStyle().GrabMinSize, min_knob_width), room);
    const float low = frame_padding + std::clamp(fraction, 0.0f, 1.0f) * (room - width);
    return {low, low + width};
}

/// Draws the text over the slider drawn last.
void draw_text_beside(const char* text, SliderKnob knob) {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 size = ImGui::GetItemRectSize();
    const ImVec2 extent = ImGui::CalcTextSize(text);
    const ImVec2 at(low.x + text_left_edge(knob, size.x, extent.x), low.y + 0.5f * (size.y - extent.y));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, {low.x + size.x, low.y + size.y}, true);
    list.AddText({std::floor(at.x), std::floor(at.y)}, ImGui::GetColorU32(ImGuiCol_Text), text);
    list.PopClipRect();
}

template <class Widget>
bool without_text(Widget&& widget) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4{});
    const bool changed = widget();
    ImGui::PopStyleColor();
    return changed;
}

/// Draws `widget` without its text, and the text beside the knob. During text input, `widget` keeps its text.
template <class Widget, class Knob, class Value>
bool with_text_beside(Widget&& widget, Knob&& knob, const char* format, const Value& value) {
    if (ImGui::GetIO().WantTextInput) return widget();
    const bool changed = without_text(widget);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    draw_text_beside(text.data(), knob());
    return changed;
}

}  // namespace

float text_left_edge(SliderKnob knob, float slider_width, float text_width) {
    const float centered = 0.5f * (slider_width - text_width);
    if (centered + text_width <= knob.low || centered >= knob.high) return centered;
    const float left = knob.low;
    const float right = slider_width - knob.high;
    return left > right ? 0.5f * (left - text_width) : knob.high + 0.5f * (right - text_width);
}

bool slider(const char* id, float& value, float min, float max, const char* format, bool logarithmic) {
    const auto fraction = [&](float x) {
        return logarithmic ? std::log(x / min) / std::log(max / min) : (x - min) / (max - min);
    };
    return with_text_beside(
        [&] {
            return ImGui::SliderFloat(id, &value, min, max, format,
                                      logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
        },
        [&] { return knob_at(max > min ? fraction(value) : 0.0f, 0.0f); }, format,
        static_cast<double>(value));
}

bool slider(const char* id, int& value, int min, int max, const char* format) {
    const auto count = static_cast<float>(max - min + 1);
    return with_text_beside(
        [&] { return ImGui::SliderInt(id, &value, min, max, format, ImGuiSliderFlags_AlwaysClamp); },
        [&] {
            const float room = ImGui::GetItemRectSize().x - 2.0f * frame_padding;
            return knob_at(max > min ? static_cast<float>(value - min) / (count - 1.0f) : 0.0f, room / count);
        },
        format, value);
}

bool slider_without_text(const char* id, int& value, int min, int max) {
    const auto widget = [&] {
        return ImGui::SliderInt(id, &value, min, max, "%d", ImGuiSliderFlags_AlwaysClamp);
    };

    return ImGui::GetIO().WantTextInput ? widget() : without_text(widget);
}

}  // namespace toibox::app
