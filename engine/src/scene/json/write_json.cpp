// SPDX-License-Identifier: MIT
#include "scene/json/write_json.h"

#include "toibox/scene/tuning.h"

#include <array>
#include <charconv>
#include <cstddef>

namespace toibox::scene {

namespace {

void append_number(std::string& out, const JsonNumber& number) {
    std::array<char, 32> digits{};
    char* const begin = digits.data();
    char* const limit = begin + digits.size();
    if (number.is_integer) {
        if (number.is_negative) out += '-';
        out.append(begin, std::to_chars(begin, limit, number.magnitude).ptr);
        return;
    }
    // Read as an integer, "-0" would lose its sign.
    if (number.value == 0.0 && number.is_negative) {
        out += "-0.0";
        return;
    }
    out.append(begin, std::to_chars(begin, limit, number.value).ptr);
}

void append_string(std::string& out, const std::string& text) {
    static constexpr std::string_view hex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20) {
            out += "\\u00";
            out += hex[byte >> 4u];
            out += hex[byte & 15u];
        } else {
            out += c;
        }
    }
    out += '"';
}

/// Writes on one line; false as soon as `out` grows beyond `limit`.
bool append_inline(std::string& out, const JsonValue& value, std::size_t limit) {
    const auto* items = value.array();
    const auto* members = value.object();
    if (items != nullptr) {
        out += '[';
        for (const JsonValue& item : *items) {
            if (&item != items->data()) out += ", ";
            if (!append_inline(out, item, limit)) return false;
        }
        out += ']';
    } else if (members != nullptr) {
        out += '{';
        for (const JsonMember& member : *members) {
            if (&member != members->data()) out += ", ";
            append_string(out, member.key);
            out += ": ";
            if (!append_inline(out, member.value, limit)) return false;
        }
        out += '}';
    } else if (const JsonNumber* number = value.number()) {
        append_number(out, *number);
    } else if (const std::string* text = value.string()) {
        append_string(out, *text);
    } else if (const bool* flag = std::get_if<bool>(&value.data)) {
        out += *flag ? "true" : "false";
    } else {
        out += "null";
    }
    return out.size() <= limit;
}

void append(std::string& out, const JsonValue& value, std::size_t indent, std::size_t column) {
    std::string line;
    const std::size_t room = tuning::line_width > column ? tuning::line_width - column : 0;
    if (append_inline(line, value, room) || (value.array() == nullptr && value.object() == nullptr)) {
        out += line;
        return;
    }
    const std::string spaces(indent + 2, ' ');
    const bool is_array = value.array() != nullptr;
    const std::size_t count = is_array ? value.array()->size() : value.object()->size();
    out += is_array ? "[" : "{";
    for (std::size_t i = 0; i < count; ++i) {
        out += i == 0 ? "\n" : ",\n";
        out += spaces;
        if (is_array) {
            append(out, (*value.array())[i], indent + 2, indent + 3);
            continue;
        }
        const JsonMember& member = (*value.object())[i];
        const std::size_t begin = out.size();
        append_string(out, member.key);
        out += ": ";
        append(out, member.value, indent + 2, indent + 3 + out.size() - begin);
    }
    if (count > 0) {
        out += '\n';
        out.append(indent, ' ');
    }
    out += is_array ? "]" : "}";
}

}  // namespace

std::string write_json(const JsonValue& root) {
    std::string out;
    // The outermost object is always split, so that each section starts on a line of its own.
    append(out, root, 0, root.object() != nullptr && !root.object()->empty() ? tuning::line_width : 0);
    return out + "\n";
}

std::string write_inline(const JsonValue& value) {
    std::string out;
    append_inline(out, value, std::string::npos);
    return out;
}

}  // namespace toibox::scene
