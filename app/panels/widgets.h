// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"

#include <string>

namespace toibox::app {

/// Small pieces that all panels share, so that they look and behave alike.

/// The text on hovering the last item, wrapped.
void help_tip(const char* text);

enum class Icon { Restart, Play, Pause, Step, StepBack, NextEvent, Record, Stop, Home };
/// A square button with a drawn icon, a tooltip and its shortcut. `name` is its name in scripts.
bool icon_button(Icon icon, const char* name, const char* tip, const char* shortcut, bool enabled = true);

/// A checkbox that looks like a switch.
bool toggle(const char* label, bool& value);

/// A radio button and a checkbox whose empty box can be told from the panel behind.
bool radio(const char* label, bool chosen);
bool checkbox(const char* label, bool& value);

/// Right-aligned text in the current table cell. Digits of one width, so that numbers do not tremble.
void number_cell(const Fonts& fonts, const std::string& text);
void header_cell(const char* text);  ///< Grey, over a column of numbers.
/// Four significant digits, five for a whole number, never an exponent between 1e-3 and 1e5: "0.546",
/// "13352", "1.2e-05".
std::string number_text(double value);
/// Three decimals, and no minus before a zero: for columns of coordinates.
std::string fixed_text(double value);

/// As much of the text as goes into `width`, with "…" for the rest.
std::string elide(const std::string& text, float width);

/// Bold, wrapped.
void title_text(const Fonts& fonts, const char* text);
/// Grey, wrapped text for empty states and hints.
void hint_text(const char* text);

}  // namespace toibox::app
