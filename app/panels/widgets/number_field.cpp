// SPDX-License-Identifier: MIT
#include "app/panels/widgets/number_field.h"

#include "app/panels/widgets/number_text.h"

#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

/// parse_number, restricted to the range.
Result<double, std::string> parse_in_range(std::string_view text, const NumberRange& range, bool whole) {
    const std::string unit = unit_of_format(range.format);
    auto number = parse_number(text, unit);
    if (!number) return number;
    if (whole && *number != std::floor(*number)) return Err{std::string("the value must be a whole number")};
    if (*number < static_cast<double>(range.min) || *number > static_cast<double>(range.max))
        return Err{fmt::format("the value must be from {:g} to {:g}{}{}", range.min, range.max,
                               unit.empty() ? "" : " ", unit)};
    return number;
}

/// Whether the last control was clicked without being dragged.
bool is_clicked_without_drag() {
    const ImVec2 delta = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left);
    return ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && delta.x == 0.0f &&
           delta.y == 0.0f;
}

template <class Value, class Drag>
bool drag_or_type(NumberEntry& entry, const char* id, Value& value, const NumberRange& range, Drag&& drag) {
    if (entry.is_open(id)) {
        const auto number = entry.draw(id, range, std::is_integral_v<Value>);
        if (number) value = static_cast<Value>(*number);
        return number.has_value();
    }
    const bool changed = drag();
    if (is_clicked_without_drag()) entry.begin(id, static_cast<double>(value), range);
    return changed;
}

constexpr ImGuiSliderFlags drag_flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput;

}  // namespace

void NumberEntry::begin(const char* id, double value, const NumberRange& range) {
    const std::string unit = unit_of_format(range.format);
    initial_text_ = fmt::format("{:.6g}{}{}", value, unit.empty() ? "" : " ", unit);
    initial_text_.resize(std::min(initial_text_.size(), text_.size() - 1));
    text_ = {};
    initial_text_.copy(text_.data(), text_.size() - 1);
    id_ = ImGui::GetID(id);
    has_focus_ = false;
    last_frame_ = ImGui::GetFrameCount();
}

bool NumberEntry::is_open(const char* id) {
    if (ImGui::GetFrameCount() - last_frame_ > 1) id_ = 0;
    return id_ != 0 && id_ == ImGui::GetID(id);
}

std::optional<double> NumberEntry::draw(const char* id, const NumberRange& range, bool whole) {
    last_frame_ = ImGui::GetFrameCount();
    if (!has_focus_) ImGui::SetKeyboardFocusHere();
    ImGui::InputText(id, text_.data(), text_.size(), ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemActive()) has_focus_ = true;
    if (!has_focus_ || ImGui::IsItemActive()) return std::nullopt;
    id_ = 0;
    const std::string text(text_.data());
    if (text == initial_text_) return std::nullopt;
    const auto number = parse_in_range(text, range, whole);
    if (number) {
        refusal_ = "";
        return *number;
    }
    refusal_ = fmt::format("\"{}\" was not accepted: {}.", text, number.error());
    return std::nullopt;
}

bool drag_number(NumberEntry& entry, const char* id, float& value, float speed, const NumberRange& range) {
    return drag_or_type(entry, id, value, range, [&] {
        return ImGui::DragFloat(id, &value, speed, range.min, range.max, range.format,
                                drag_flags | (range.logarithmic ? ImGuiSliderFlags_Logarithmic : 0));
    });
}

bool drag_number(NumberEntry& entry, const char* id, int& value, float speed, const NumberRange& range) {
    return drag_or_type(entry, id, value, range, [&] {
        return ImGui::DragInt(id, &value, speed, static_cast<int>(range.min), static_cast<int>(range.max),
                              range.format, drag_flags);
    });
}

}  // namespace toibox::app
