// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace toibox {

inline constexpr std::string_view replacement_character = "\xEF\xBF\xBD";  ///< U+FFFD, for invalid bytes.

/// Number of bytes of the UTF-8 sequence at the front of a non-empty text; 0 if it is ill-formed, overlong, a
/// surrogate or beyond U+10FFFF. Source: Unicode 15, table 3-7.
inline std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(text[i]));
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0u) != 0x80u) return 0;
    const unsigned second = byte(1);
    if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f)) return 0;
    if ((lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) return 0;
    return length;
}

/// Replaces each byte that is not part of a valid sequence by U+FFFD.
inline std::string valid_utf8(std::string_view raw) {
    std::string text;
    while (!raw.empty()) {
        const std::size_t length = utf8_length(raw);
        text += length == 0 ? replacement_character : raw.substr(0, length);
        raw.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return text;
}

/// Like utf8_length(), but 0 for a control character (C0, DEL or C1), which could change the state of a
/// terminal.
inline std::size_t printable_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x20 || lead == 0x7f) return 0;
    if (lead == 0xc2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xa0) return 0;
    return utf8_length(text);
}

/// Text made safe for a terminal, one column per character: tabs become spaces, control characters and
/// invalid bytes become "?".
struct Printable {
    std::string text;
    std::size_t columns = 0;
};
inline Printable printable(std::string_view raw) {
    Printable out;
    while (!raw.empty()) {
        const std::size_t length = printable_length(raw);
        if (length == 0) {
            out.text += raw.front() == '\t' ? ' ' : '?';
        } else {
            out.text += raw.substr(0, length);
        }
        raw.remove_prefix(std::max<std::size_t>(utf8_length(raw), 1));
        ++out.columns;
    }
    return out;
}

}  // namespace toibox
