// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/render/icons.h"

#include <optional>
#include <span>

namespace toibox::app {

// Buttons of the design. Call name_widget after a button without a name of its own.

/// Colours and fonts of the current frame.
struct Look {
    const Palette& palette;
    const Fonts& fonts;
};

/// A square button with an icon, filled only while the mouse is over it, and a tooltip that ends with the
/// shortcut. `name`: for UI scripts. `lit`: the accent shows that what it stands for is on.
bool icon_button(Icon icon, const char* name, const char* tip, const char* shortcut, bool enabled = true,
                 bool lit = false);

/// The one button of a screen that is most likely wanted: large, filled with the accent.
bool primary_button(const Look& look, Icon icon, const char* label);
/// A large button without a fill until the mouse is over it. `key`: its shortcut, shown as a key cap; may be
/// null.
bool plain_button(const Look& look, Icon icon, const char* label, const char* key);
// Their widths, points.
float primary_button_width(const Look& look, const char* label);
float plain_button_width(const Look& look, const char* label);
float tool_button_width(const Look& look, const char* label);
/// A button as high as an icon button: "Compare" in the toolbar.
bool tool_button(const Look& look, Icon icon, const char* label, bool lit = false);

/// A primary button `width` points wide, with its shortcut, and plain ones to stand beside or below it. What
/// stands on them is centred.
bool wide_primary_button(const Look& look, Icon icon, const char* label, const char* key, float width);
bool wide_button(const Look& look, std::optional<Icon> icon, const char* label, float width);
/// A small rounded button that turns a filter on or off.
bool chip_button(const Look& look, const char* label, bool lit);

/// Choices side by side, one of them chosen. Returns the choice that was clicked. The parts are named
/// "NAME LABEL". `accented`: the index of the choice that is filled with the accent when chosen, or −1.
std::optional<int> segments(const Look& look, const char* name, std::span<const char* const> labels,
                            int chosen, int accented = -1);
/// The switch Off | On. True if the value changed.
bool off_on(const Look& look, const char* name, bool& value);
/// The same without a value, for a switch that stands for several values: nothing is chosen.
void off_on(const Look& look, const char* name);

/// Draws a shortcut in an outline, centred on the height `height`. Returns its width.
float draw_key_cap(ImDrawList& list, const Look& look, ImVec2 top_left, float height, const char* key);
float key_cap_width(const Look& look, const char* key);

/// The head of a section in a panel: small grey capitals.
void section_head(const Fonts& fonts, const char* text);
/// A vertical line between two groups of a toolbar.
void toolbar_separator();

}  // namespace toibox::app
