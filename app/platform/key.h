// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toibox::app {

/// A key by what it means on the user's layout: a printable key is its lower-case character, the others are
/// numbered from 256. (ImGui's own key names are no help: with 1.86 they compile and test another key.)
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

/// Key{'p'}, Key{'['}: any printable ASCII character, lower case.
constexpr Key character_key(char c) {
    return static_cast<Key>(static_cast<unsigned char>(c));
}

/// A key with its modifiers, as shortcuts name them. On a Mac `ctrl` is Command too.
struct KeyChord {
    Key key = Key::None;
    bool ctrl = false;
    bool shift = false;
    bool alt = false;

    friend constexpr bool operator==(const KeyChord&, const KeyChord&) = default;
};

/// "Ctrl+Shift+Z", "F11", "[": for menus and tooltips.
std::string to_string(const KeyChord& chord);
/// The reverse, in any case of letters; nullopt for an unknown name.
std::optional<KeyChord> parse_chord(std::string_view text);

}  // namespace toibox::app
