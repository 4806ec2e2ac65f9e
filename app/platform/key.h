// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toibox::app {

/// A key by its meaning on the user's layout: printable keys are their lower-case character, others are
/// numbered from 256. Not ImGuiKey: in Dear ImGui 1.86, ImGuiKey values compile in key queries but refer to
/// different keys.
enum class Key : std::uint16_t {
    None = 0,
    Space = ' ',
    Left = 256,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    Insert,
    Delete,
    Backspace,
    Tab,
    Enter,
    Escape,
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    F10,
    F11,
    F12,
};

/// The key of a printable ASCII character, lower case: character_key('p'), character_key('[').
constexpr Key character_key(char c) {
    return static_cast<Key>(static_cast<unsigned char>(c));
}

/// A key with modifiers. On a Mac, Command also sets `ctrl`.
struct KeyChord {
    Key key = Key::None;
    bool ctrl = false;
    bool shift = false;
    bool alt = false;

    friend constexpr bool operator==(const KeyChord&, const KeyChord&) = default;
};

/// Text of a chord: "Ctrl+Shift+Z", "F11", "[".
std::string to_string(const KeyChord& chord);
/// The inverse of to_string, ignoring case; nullopt for an unknown name.
std::optional<KeyChord> parse_chord(std::string_view text);

}  // namespace toibox::app
