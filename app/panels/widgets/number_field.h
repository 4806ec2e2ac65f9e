// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>

#include <imgui.h>

namespace toibox::app {

/// Range and format of a number; `format` contains the unit.
struct NumberRange {
    float min = 0.0f;
    float max = 1.0f;
    const char* format = "%.2f";
    bool logarithmic = false;  ///< For ranges of several powers of ten.
};

/// The number that the user is typing, at most one at a time. While it is open, a text field takes the place
/// of its control. The value changes when the text is complete: at Enter, or when the field loses the focus.
/// ImGui's own text input changes the value with every letter and reads "2*60" as 2.
class NumberEntry {
public:
    /// Opens a text field in place of the control with the label `id`.
    void begin(const char* id, double value, const NumberRange& range);
    [[nodiscard]] bool is_open(const char* id);
    /// Whether any field is open.
    [[nodiscard]] bool is_typing() const { return id_ != 0 && ImGui::GetFrameCount() - last_frame_ <= 1; }
    /// Draws the open field. Returns the number when it is complete, differs from the old one and is valid.
    /// `whole`: only whole numbers are valid.
    std::optional<double> draw(const char* id, const NumberRange& range, bool whole);
    /// Why a completed text was refused; empty: it was accepted; nullopt: none was completed since the last
    /// call.
    std::optional<std::string> take_refusal() { return std::exchange(refusal_, std::nullopt); }

private:
    ImGuiID id_ = 0;          ///< Of the control; 0: no field is open.
    bool has_focus_ = false;  ///< The field has had the focus.
    int last_frame_ = 0;      ///< In which the field was drawn. A field that is no longer drawn is closed.
    std::array<char, 96> text_{};
    std::string initial_text_;
    std::optional<std::string> refusal_;
};

// Numbers that are changed by dragging; a click opens a text field. True if the value changed.
bool drag_number(NumberEntry& entry, const char* id, float& value, float speed, const NumberRange& range);
bool drag_number(NumberEntry& entry, const char* id, int& value, float speed, const NumberRange& range);

}  // namespace toibox::app
