// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"

#include <string>

namespace toibox::app {

/// Widgets shared by all panels, so that they look and behave alike.

/// Wrapped tooltip of the last item.
void help_tip(const char* text);

enum class Icon { Restart, Play, Pause, Step, StepBack, NextEvent, Record, Stop, Home };
/// A square button with a drawn icon, and a tooltip that ends with the shortcut. `name` is its name in UI
/// scripts.
bool icon_button(Icon icon, const char* name, const char* tip, const char* shortcut, bool enabled = true);

/// A checkbox that looks like a switch.
bool toggle(const char* label, bool& value);

/// A radio button and a checkbox with an outline, so that an empty box stands out from the panel.
bool radio(const char* label, bool chosen);
bool checkbox(const char* label, bool& value);

/// Right-aligned text in the current table cell, monospaced so that changing numbers do not jitter.
void number_cell(const Fonts& fonts, const std::string& text);
void header_cell(const char* text);  ///< Grey header of a column of numbers.
/// Four significant digits, five for a whole number; no exponent between 1e-3 and 1e5: "0.546", "13352",
/// "1.2e-05".
std::string number_text(double value);
/// Three decimals and no negative zero: for columns of coordinates.
std::string fixed_text(double value);

/// As much of the text as fits into `width`, with "…" for the rest.
std::string elide(const std::string& text, float width);

/// Bold, wrapped.
void title_text(const Fonts& fonts, const char* text);
/// Grey, wrapped text for empty states and hints.
void hint_text(const char* text);

}  // namespace toibox::app
