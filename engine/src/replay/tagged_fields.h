// SPDX-License-Identifier: MIT
#pragma once

// Values as tagged fields. A reader skips fields that it does not know:
//   id u16 · type u8 · length u32 · value
// A record is a sequence of fields; ids are the positions in the struct's list (FieldsOf), from 1. A variant
// is a record of one field, whose id is the index of the alternative, from 1. List elements have id 0.
// An empty optional is not written. Missing fields keep their defaults.

#include "toibox/fields/field_schema.h"

#include "dynamics/snapshot/command_fields.h"
#include "geometry/polygon_access.h"
#include "replay/little_endian.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace toibox::replay {

/// A polygon as it is stored: all of its members, so that it is restored bit-identically.
struct PolygonParts {
    float radius = 0.0f;
    Vec2 centroid{};
    std::vector<Vec2> vertices;
    std::vector<Vec2> normals;
};

}  // namespace toibox::replay

template <>
struct toibox::FieldsOf<toibox::replay::PolygonParts> {
    using P = toibox::replay::PolygonParts;
    static constexpr FieldTuple list{Field{"radius", &P::radius}, Field{"centroid", &P::centroid},
                                     Field{"vertices", &P::vertices}, Field{"normals", &P::normals}};
};

namespace toibox::replay {

enum class FieldType : std::uint8_t { Record, Unsigned, Signed, Real, Text, Bytes, List };

namespace tagged {

template <ScalarField T>
consteval FieldType type_of_scalar() {
    if constexpr (std::is_floating_point_v<T>) {
        return FieldType::Real;
    } else if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T>) {
        return FieldType::Unsigned;
    } else {
        return FieldType::Signed;
    }
}

}  // namespace tagged

/// Writes fields. Their 32-bit lengths suffice for any payload within RecordingLimits.
class TaggedWriter {
public:
    template <class T>
    void field(std::uint16_t id, const T& value) {
        if constexpr (OptionalField<T>) {
            if (value) field(id, *value);
        } else if constexpr (ScalarField<T>) {
            head(id, tagged::type_of_scalar<T>());
            append_little_endian(bytes_, std::uint32_t{sizeof(T)});
            append_little_endian(bytes_, std::bit_cast<BitsOf<T>>(value));
        } else {
            head(id, composite_type<T>());
            const std::size_t length_at = bytes_.size();
            append_little_endian(bytes_, std::uint32_t{0});
            content(value);
            const auto length = static_cast<std::uint32_t>(bytes_.size() - length_at - 4);
            for (std::size_t i = 0; i < 4; ++i)
                bytes_[length_at + i] = static_cast<std::byte>(length >> (8 * i));
        }
    }
    /// The fields of a struct, without a head.
    template <HasFields T>
    void fields(const T& value) {
        std::uint16_t id = 0;
        for_each_field(value, [&](std::string_view, const auto& member) { field(++id, member); });
    }
    std::vector<std::byte> take() && { return std::move(bytes_); }

private:
    template <class T>
    static consteval FieldType composite_type() {
        if constexpr (std::same_as<T, std::string>) {
            return FieldType::Text;
        } else if constexpr (std::same_as<T, std::vector<std::byte>>) {
            return FieldType::Bytes;
        } else if constexpr (ListField<T>) {
            return FieldType::List;
        } else {
            return FieldType::Record;
        }
    }
    template <class T>
    void content(const T& value) {
        if constexpr (std::same_as<T, std::string>) {
            for (const char c : value)
                bytes_.push_back(static_cast<std::byte>(c));
        } else if constexpr (std::same_as<T, std::vector<std::byte>>) {
            bytes_.insert(bytes_.end(), value.begin(), value.end());
        } else if constexpr (ListField<T>) {
            for (const auto& element : value)
                field(0, element);
        } else if constexpr (VariantField<T>) {
            std::visit(
                [&](const auto& alternative) {
                    field(static_cast<std::uint16_t>(value.index() + 1), alternative);
                },
                value);
        } else if constexpr (std::same_as<T, Polygon>) {
            fields(PolygonParts{value.radius(),
                                value.centroid(),
                                {value.vertices().begin(), value.vertices().end()},
                                {value.normals().begin(), value.normals().end()}});
        } else {
            fields(value);
        }
    }
    void head(std::uint16_t id, FieldType type) {
        append_little_endian(bytes_, id);
        append_little_endian(bytes_, static_cast<std::uint8_t>(type));
    }
    std::vector<std::byte> bytes_;
};

/// Maximum number of list elements in total: in top-level lists, and in lists within elements.
struct ListLimits {
    std::size_t elements = 0;
    std::size_t nested = 0;
};

/// Reads what a TaggedWriter wrote. Safe for any bytes; the first defect ends the reading.
class TaggedReader {
public:
    explicit TaggedReader(ListLimits left) : left_(left) {}

    template <HasFields T>
    void fields(std::span<const std::byte> bytes, T& value) {
        std::array<std::optional<Item>, field_count<T>> items;
        while (!bytes.empty()) {
            const std::optional<Item> item = next(bytes);
            if (!item) return;
            if (item->id > 0 && item->id <= items.size()) items[item->id - 1u] = item;
        }
        std::size_t at = 0;
        for_each_field(value, [&](std::string_view, auto& member) {
            const std::optional<Item>& item = items[at++];
            if (defect_ != nullptr) return;
            if (item) {
                this->value(*item, member);
            } else if constexpr (VariantField<std::remove_cvref_t<decltype(member)>>) {
                fail("a missing variant");
            }
        });
    }
    [[nodiscard]] const char* defect() const { return defect_; }
    [[nodiscard]] const ListLimits& left() const { return left_; }

private:
    struct Item {
        std::uint16_t id = 0;
        FieldType type = FieldType::Record;
        std::span<const std::byte> content;
    };

    void fail(const char* reason) {
        if (defect_ == nullptr) defect_ = reason;
    }
    bool is(const Item& item, FieldType type) {
        if (item.type != type) fail("a field of the wrong type");
        return item.type == type;
    }
    /// Removes the next item from the bytes.
    std::optional<Item> next(std::span<const std::byte>& bytes) {
        constexpr std::size_t head = 7;
        if (bytes.size() < head) {
            fail("a field that ends within its head");
            return std::nullopt;
        }
        const std::uint64_t length = read_little_endian(bytes.subspan(3, 4));
        if (length > bytes.size() - head) {
            fail("a field that is longer than its container");
            return std::nullopt;
        }
        const Item item{static_cast<std::uint16_t>(read_little_endian(bytes.first(2))),
                        static_cast<FieldType>(std::to_integer<std::uint8_t>(bytes[2])),
                        bytes.subspan(head, length)};
        bytes = bytes.subspan(head + length);
        return item;
    }

    template <class T>
    void value(const Item& item, T& v) {
        if constexpr (OptionalField<T>) {
            value(item, v.emplace());
        } else if constexpr (ScalarField<T>) {
            scalar(item, v);
        } else if constexpr (std::same_as<T, std::string>) {
            if (!is(item, FieldType::Text)) return;
            v.resize(item.content.size());
            for (std::size_t i = 0; i < v.size(); ++i)
                v[i] = static_cast<char>(item.content[i]);
        } else if constexpr (std::same_as<T, std::vector<std::byte>>) {
            if (is(item, FieldType::Bytes)) v.assign(item.content.begin(), item.content.end());
        } else if constexpr (ListField<T>) {
            list(item, v);
        } else if constexpr (VariantField<T>) {
            variant(item, v);
        } else if constexpr (std::same_as<T, Polygon>) {
            polygon(item, v);
        } else {
            if (is(item, FieldType::Record)) fields(item.content, v);
        }
    }

    template <ScalarField T>
    void scalar(const Item& item, T& v) {
        if (!is(item, tagged::type_of_scalar<T>())) return;
        if (item.content.size() != sizeof(T)) return fail("a number of the wrong size");
        const std::uint64_t bits = read_little_endian(item.content);
        if constexpr (std::same_as<T, bool>) {
            if (bits > 1) return fail("a boolean that is neither 0 nor 1");
            v = bits == 1;
        } else {
            v = std::bit_cast<T>(static_cast<BitsOf<T>>(bits));
        }
    }

    template <class T>
    void list(const Item& item, std::vector<T>& v) {
        if (!is(item, FieldType::List)) return;
        v.clear();
        std::span<const std::byte> bytes = item.content;
        std::size_t& left = is_nested_ ? left_.nested : left_.elements;
        const bool was_nested = std::exchange(is_nested_, true);
        while (!bytes.empty() && defect_ == nullptr) {
            const std::optional<Item> element = next(bytes);
            if (!element) return;
            if (left == 0) return fail("more elements than a recording may have");
            --left;
            value(*element, v.emplace_back());
        }
        is_nested_ = was_nested;
    }

    template <class... T>
    void variant(const Item& item, std::variant<T...>& v) {
        if (!is(item, FieldType::Record)) return;
        std::span<const std::byte> bytes = item.content;
        const std::optional<Item> alternative = next(bytes);
        if (!alternative) return;
        if (!bytes.empty()) return fail("a variant with two alternatives");
        if (alternative->id == 0 || alternative->id > sizeof...(T))
            return fail("a variant of an unknown kind");
        std::uint16_t id = 0;
        ((++id == alternative->id ? value(*alternative, v.template emplace<T>()) : void()), ...);
    }

    void polygon(const Item& item, Polygon& v) {
        if (!is(item, FieldType::Record)) return;
        PolygonParts parts;
        fields(item.content, parts);
        if (defect_ != nullptr) return;
        const std::optional<Polygon> restored =
            PolygonAccess::restore_checked(parts.vertices, parts.normals, parts.centroid, parts.radius);
        if (!restored) return fail("an invalid polygon");
        v = *restored;
    }

    ListLimits left_;
    bool is_nested_ = false;  ///< Within the element of a list.
    const char* defect_ = nullptr;
};

}  // namespace toibox::replay
