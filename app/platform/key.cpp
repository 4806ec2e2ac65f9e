// SPDX-License-Identifier: MIT
#include "app/platform/key.h"

#include <array>
#include <cctype>

namespace toibox::app {
namespace {

struct KeyName {
    Key key;
    std::string_view name;
};
constexpr std::array<KeyName, 15> names{{
    {Key::Space, "Space"},
    {Key::Left, "Left"},
    {Key::Right, "Right"},
    {Key::Up, "Up"},
    {Key::Down, "Down"},
    {Key::Home, "Home"},
    {Key::End, "End"},
    {Key::PageUp, "PageUp"},
    {Key::PageDown, "PageDown"},
    {Key::Insert, "Insert"},
    {Key::Delete, "Del"},
    {Key::Backspace, "Backspace"},
    {Key::Tab, "Tab"},
    {Key::Enter, "Enter"},
    {Key::Escape, "Esc"},
}};

char to_lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (to_lower(a[i]) != to_lower(b[i])) return false;
    }
    return true;
}

std::string name_of(Key key) {
    for (const KeyName& entry : names) {
        if (entry.key == key) return std::string(entry.name);
    }
    if (key >= Key::F1 && key <= Key::F12) {
        std::string name = "F";
        name += std::to_string(static_cast<int>(key) - static_cast<int>(Key::F1) + 1);
        return name;
    }
    return {static_cast<char>(std::toupper(static_cast<int>(key)))};
}

Key find_key(std::string_view name) {
    for (const KeyName& entry : names) {
        if (equal_ignoring_case(entry.name, name)) return entry.key;
    }
    if (name.size() == 1 && std::isgraph(static_cast<unsigned char>(name[0])) != 0) {
        return character_key(to_lower(name[0]));
    }
    for (int i = 0; i < 12; ++i) {
        const Key key = static_cast<Key>(static_cast<int>(Key::F1) + i);
        if (equal_ignoring_case(name_of(key), name)) return key;
    }
    return Key::None;
}

}  // namespace

std::string to_string(const KeyChord& chord) {
    std::string text;
    if (chord.ctrl) text += "Ctrl+";
    if (chord.shift) text += "Shift+";
    if (chord.alt) text += "Alt+";
    return text + name_of(chord.key);
}

std::optional<KeyChord> parse_chord(std::string_view text) {
    KeyChord chord;
    while (true) {
        // A trailing plus is the key '+'.
        const std::size_t plus = text.find('+');
        if (plus == std::string_view::npos || plus + 1 >= text.size()) break;
        const std::string_view modifier = text.substr(0, plus);
        bool& flag = equal_ignoring_case(modifier, "ctrl")    ? chord.ctrl
                     : equal_ignoring_case(modifier, "shift") ? chord.shift
                                                              : chord.alt;
        if (&flag == &chord.alt && !equal_ignoring_case(modifier, "alt")) return std::nullopt;
        flag = true;
        text.remove_prefix(plus + 1);
    }
    chord.key = find_key(text);
    return chord.key == Key::None ? std::nullopt : std::optional(chord);
}

}  // namespace toibox::app
