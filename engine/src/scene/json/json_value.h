// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace toibox::scene {

/// A range of the source text, in bytes. SourceText converts it to line and column.
struct SourceSpan {
    static constexpr std::uint32_t no_offset = ~std::uint32_t{0};
    std::uint32_t offset = no_offset;
    std::uint32_t width = 1;
};

/// A JSON number. Integers are exact: a seed or a filter mask has 64 bits, a double only 53.
struct JsonNumber {
    double value = 0.0;
    std::uint64_t magnitude = 0;  ///< Absolute value, if is_integer.
    bool is_integer = false;
    bool is_negative = false;
};

struct JsonMember;

/// A JSON tree with the source span of each value. Members keep their order; keys are unique.
struct JsonValue {
    using Array = std::vector<JsonValue>;
    using Object = std::vector<JsonMember>;

    JsonValue() = default;
    template <class T>
    JsonValue(T content, SourceSpan source) : data(std::move(content)), span(source) {}

    std::variant<std::monostate, bool, JsonNumber, std::string, Array, Object> data;
    SourceSpan span;  ///< For arrays and objects, only the opening bracket.

    [[nodiscard]] const Array* array() const { return std::get_if<Array>(&data); }
    [[nodiscard]] Array* array() { return std::get_if<Array>(&data); }
    [[nodiscard]] const Object* object() const { return std::get_if<Object>(&data); }
    [[nodiscard]] Object* object() { return std::get_if<Object>(&data); }
    [[nodiscard]] const std::string* string() const { return std::get_if<std::string>(&data); }
    [[nodiscard]] const JsonNumber* number() const { return std::get_if<JsonNumber>(&data); }

    /// The member of an object; null if there is none, or if this is not an object.
    [[nodiscard]] const JsonMember* find(std::string_view key) const;
    [[nodiscard]] JsonMember* find(std::string_view key);
    /// The element of an array whose member "id" is `id`; null if there is none.
    [[nodiscard]] JsonValue* element(std::string_view id);
};

struct JsonMember {
    std::string key;
    SourceSpan key_span;
    JsonValue value;
};

/// "a string", "an object", …, for messages.
std::string_view describe_type(const JsonValue& value);
/// The "id" of an array element; null if it has none.
const std::string* id_of(const JsonValue& element);

}  // namespace toibox::scene
