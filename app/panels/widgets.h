// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace toibox::app {

/// Small pieces that all panels share, so that they look and behave alike.

/// The text on hovering the last item, wrapped.
void help_tip(const char* text);

enum class Icon { Restart, Play, Pause, Step, Home };
/// A square button with a drawn icon, a tooltip and its shortcut. `name` is its name in scripts.
bool icon_button(Icon icon, const char* name, const char* tip, const char* shortcut, bool enabled = true);

/// A checkbox that looks like a switch.
bool toggle(const char* label, bool& value);

/// Right-aligned text in the current table cell.
void number_cell(const std::string& text);
/// At most four significant digits, never an exponent between 1e-3 and 1e5: "0.546", "1.2e-05".
std::string number_text(double value);

/// Grey, wrapped text for empty states and hints.
void hint_text(const char* text);

}  // namespace toibox::app
