// SPDX-License-Identifier: MIT
#include "app/panels/widgets/slider.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <type_traits>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr ImGuiSliderFlags slider_flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput;
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

/// Whether the control that is about to be drawn is clicked with Ctrl. ImGui would move the knob to the
/// mouse.
bool is_ctrl_clicked() {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high(low.x + ImGui::CalcItemWidth(), low.y + ImGui::GetFrameHeight());
    return ImGui::GetIO().KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
           ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, high);
}

/// Draws the text field if the user types the value, else the slider.
template <class Value, class Slider>
bool slide_or_type(NumberEntry& entry, const char* id, Value& value, const NumberRange& range,
                   Slider&& slider) {
    if (is_ctrl_clicked()) entry.begin(id, static_cast<double>(value), range);
    if (!entry.is_open(id)) return slider();
    const auto number = entry.draw(id, range, std::is_integral_v<Value>);
    if (number) value = static_cast<Value>(*number);
    return number.has_value();
}

/// Draws the formatted value over the slider drawn last.
template <class Value>
void draw_value_beside(const char* format, Value value, SliderKnob knob) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    draw_text_beside(text.data(), knob);
}

/// Knob of the integer slider drawn last.
SliderKnob integer_knob(int value, int min, int max) {
    const float room = ImGui::GetItemRectSize().x - 2.0f * frame_padding;
    const auto range = static_cast<float>(max - min);
    return knob_at(max > min ? static_cast<float>(value - min) / range : 0.0f, room / (range + 1.0f));
}

}  // namespace

float text_left_edge(SliderKnob knob, float slider_width, float text_width) {
    const float centered = 0.5f * (slider_width - text_width);
    if (centered + text_width <= knob.low || centered >= knob.high) return centered;
    const float left = knob.low;
    const float right = slider_width - knob.high;
    return left > right ? 0.5f * (left - text_width) : knob.high + 0.5f * (right - text_width);
}

bool slider(NumberEntry& entry, const char* id, float& value, const NumberRange& range) {
    const auto fraction = [&] {
        if (!(range.max > range.min)) return 0.0f;
        return range.logarithmic ? std::log(value / range.min) / std::log(range.max / range.min)
                                 : (value - range.min) / (range.max - range.min);
    };
    return slide_or_type(entry, id, value, range, [&] {
        const bool changed = without_text([&] {
            return ImGui::SliderFloat(id, &value, range.min, range.max, range.format,
                                      slider_flags | (range.logarithmic ? ImGuiSliderFlags_Logarithmic : 0));
        });
        draw_value_beside(range.format, static_cast<double>(value), knob_at(fraction(), 0.0f));
        return changed;
    });
}

bool slider(NumberEntry& entry, const char* id, int& value, const NumberRange& range) {
    return slide_or_type(entry, id, value, range, [&] {
        const auto min = static_cast<int>(range.min);
        const auto max = static_cast<int>(range.max);
        const bool changed = slider_without_text(id, value, min, max);
        draw_value_beside(range.format, value, integer_knob(value, min, max));
        return changed;
    });
}

bool slider_without_text(const char* id, int& value, int min, int max) {
    return without_text([&] { return ImGui::SliderInt(id, &value, min, max, "%d", slider_flags); });
}

}  // namespace toibox::app
