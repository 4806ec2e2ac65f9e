// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/buttons.h"
#include "app/platform/fonts.h"

#include <string>
#include <string_view>

namespace toibox::app {

/// Widgets and texts shared by several panels, so that panels look and behave alike.

/// Help of the actions that the menu, the toolbar and the settings share.
inline constexpr const char* fit_all_help =
    "Shows the scene's view if all moving bodies are in it. If not, fits everything; press again for the "
    "scene's view.";
inline constexpr const char* previous_event_help = "Go to the previous contact, impact or verdict";
inline constexpr const char* next_event_help = "Go to the next contact, impact or verdict";
inline constexpr const char* stop_at_impacts_help =
    "A step ends at each time of impact, so that you can look at the impact.";

/// Adds a wrapped tooltip to the last item.
void help_tip(const char* text);

/// A radio button and a checkbox with an outline, so that an empty box stands out from the panel.
bool radio(const char* label, bool chosen);
bool checkbox(const char* label, bool& value);
/// A switch with its value as a word, at the right end of a line. True if the value changed.
bool toggle_switch(const char* id, ImVec2 top_right, float height, bool& value);

/// Right-aligned text in the current table cell. Digits have equal widths, so changing numbers do not jitter.
void number_cell(const Fonts& fonts, const std::string& text);
void header_cell(const char* text);  ///< Grey header of a column of numbers.
/// The number with a true minus (U+2212), as wide as a plus, in place of each hyphen.
std::string with_true_minus(const std::string& number);
/// Four significant digits from 1e-3 to 1e4: "0.546"; whole numbers from 1e4 to 1e5: "13352"; otherwise three
/// significant digits: "1.2e−05".
std::string number_text(double value);
/// Three decimals, no negative zero. For columns of coordinates.
std::string fixed_text(double value);
std::string speed_text(double speed);  ///< "1/50×", "2×"

/// The text, cut to fit into `width` points; "…" replaces the rest.
std::string elide(const std::string& text, float width);

/// Text with line breaks between words. `width`: points; 0: that of the window.
void paragraph(const std::string& text, float width = 0.0f);
/// Markdown in the current font, like paragraph(); the second one is grey.
void markdown(const Fonts& fonts, std::string_view text, float width = 0.0f);
void dim_markdown(const Fonts& fonts, std::string_view text, float width = 0.0f);
/// Continues on the line of the last item, after a gap, if an item of this width fits there. Points.
void same_line_if_fits(float width, float gap);
/// A bold paragraph for titles.
void title_text(const Fonts& fonts, const char* text);
/// A grey paragraph for empty states and hints.
void hint_text(const char* text, float width = 0.0f);

}  // namespace toibox::app
