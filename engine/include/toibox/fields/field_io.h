// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/fields/field_schema.h"

#include <bit>
#include <cstring>
#include <span>

namespace toibox {

/// Serialises values by the lists of their fields (fields.h): little-endian, floats as IEEE bits, never the
/// raw memory of a struct.
///
///   scalar: its bytes             struct, array, pair: its members    variant: u8 index, the alternative
///   list:   u64 count, elements   map: u64 count, pairs, ascending    optional: u8 0 or 1, the value if 1
///   string: u64 count, bytes      polygon: radius, centroid, lists of vertices and normals
///   id pool: lists of generations and free slots
///
/// The bytes contain no type information: write schema_of<T> first if another build may read them.
class FieldWriter {
public:
    template <class T>
    void value(const T& v) {
        if constexpr (fixed_size<T>() > 0) {
            put(extend(fixed_size<T>()), v);
        } else if constexpr (HasFields<T>) {
            for_each_field(v, [this](std::string_view, const auto& member) { this->value(member); });
        } else if constexpr (VariantField<T>) {
            value(static_cast<std::uint8_t>(v.index()));
            std::visit([this](const auto& alternative) { this->value(alternative); }, v);
        } else if constexpr (OptionalField<T>) {
            value(v.has_value());
            if (v) value(*v);
        } else if constexpr (PairField<T>) {
            value(v.first);
            value(v.second);
        } else if constexpr (MapField<T>) {
            value(std::uint64_t{v.size()});
            for (const auto& [key, mapped] : v) {
                value(key);
                value(mapped);
            }
        } else if constexpr (std::same_as<T, std::string>) {
            value(std::uint64_t{v.size()});
            text(v);
        } else if constexpr (std::same_as<T, Polygon>) {
            value(v.radius());
            value(v.centroid());
            list(v.vertices());
            list(v.normals());
        } else if constexpr (std::same_as<T, IdPool>) {
            list(v.generations());
            list(v.free_list());
        } else if constexpr (ArrayField<T>) {
            for (const auto& element : v)
                value(element);
        } else {
            list(std::span(v));
        }
    }

    /// Writes the characters without a count.
    void text(std::string_view characters) {
        if (!characters.empty()) std::memcpy(extend(characters.size()), characters.data(), characters.size());
    }
    void bytes(std::span<const std::byte> more) {
        if (!more.empty()) std::memcpy(extend(more.size()), more.data(), more.size());
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    /// Overwrites the eight bytes at `at` with `length`.
    void set_length(std::size_t at, std::uint64_t length) { put(&bytes_[at], length); }
    std::vector<std::byte> take() && {
        bytes_.resize(size_);
        return std::move(bytes_);
    }

private:
    /// Writes a value of fixed size; returns where the next value goes.
    template <class T>
    static std::byte* put(std::byte* at, const T& v) {
        if constexpr (ScalarField<T>) {
            const auto bits = std::bit_cast<BitsOf<T>>(v);
            if constexpr (std::endian::native == std::endian::little) {
                std::memcpy(at, &bits, sizeof(T));
            } else {
                for (std::size_t i = 0; i < sizeof(T); ++i)
                    at[i] = static_cast<std::byte>(std::uint64_t{bits} >> (8 * i));
            }
            at += sizeof(T);
        } else if constexpr (HasFields<T>) {
            for_each_field(v, [&at](std::string_view, const auto& member) { at = put(at, member); });
        } else if constexpr (PairField<T>) {
            at = put(put(at, v.first), v.second);
        } else {
            for (const auto& element : v)
                at = put(at, element);
        }
        return at;
    }
    template <class T>
    void list(std::span<const T> elements) {
        value(std::uint64_t{elements.size()});
        if (elements.empty()) return;
        if constexpr (ScalarField<T> && std::endian::native == std::endian::little) {
            bytes(std::as_bytes(elements));
        } else if constexpr (fixed_size<T>() > 0) {
            std::byte* at = extend(elements.size() * fixed_size<T>());
            for (const T& element : elements)
                at = put(at, element);
        } else {
            for (const T& element : elements)
                value(element);
        }
    }
    /// Appends `count` bytes; returns where they begin.
    std::byte* extend(std::size_t count) {
        if (count > bytes_.size() - size_) bytes_.resize(std::max(2 * bytes_.size(), size_ + count));
        std::byte* const at = bytes_.data() + size_;
        size_ += count;
        return at;
    }

    std::vector<std::byte> bytes_;  ///< May be longer than `size_`.
    std::size_t size_ = 0;
};

/// Reads bytes in the format of FieldWriter, which may be untrusted: reads are bounds-checked, the length of
/// a list is limited by the remaining bytes, a bool must be 0 or 1, the keys of a map must ascend, polygons
/// must be convex, and id pools must match their free lists. The caller checks enumerators, indices and the
/// ranges of numbers. After a failure nothing more is read, and the value that was being read is unusable.
class FieldReader {
public:
    explicit FieldReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    /// Number of bytes not read yet.
    [[nodiscard]] std::size_t remaining() const { return bytes_.size(); }
    [[nodiscard]] bool failed() const { return defect_ != nullptr; }
    /// The reason of the first failure, for example "ends too early"; null if there is none.
    [[nodiscard]] const char* defect() const { return defect_; }
    /// Records the first failure.
    void fail(const char* reason) {
        if (defect_ == nullptr) defect_ = reason;
    }

    /// The next `count` bytes; fails and returns an empty span if there are fewer.
    std::span<const std::byte> take(std::uint64_t count) {
        if (failed() || count > bytes_.size()) {
            fail("ends too early");
            return {};
        }
        const auto taken = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return taken;
    }
    /// Reads `count` characters, without a count in front.
    std::string text(std::uint64_t count) {
        const std::span<const std::byte> taken = take(count);
        std::string characters(taken.size(), '\0');
        if (!taken.empty()) std::memcpy(characters.data(), taken.data(), taken.size());
        return characters;
    }

    template <class T>
    void value(T& v) {
        if (failed()) return;
        if constexpr (fixed_size<T>() > 0) {
            const std::span<const std::byte> source = take(fixed_size<T>());
            bool is_valid = true;
            if (!failed()) get(source.data(), v, is_valid);
            require_valid_bool(is_valid);
        } else if constexpr (HasFields<T>) {
            for_each_field(v, [this](std::string_view, auto& member) { this->value(member); });
        } else if constexpr (VariantField<T>) {
            variant(v);
        } else if constexpr (OptionalField<T>) {
            bool has_value = false;
            value(has_value);
            v.reset();
            if (!failed() && has_value) value(v.emplace());
        } else if constexpr (PairField<T>) {
            value(v.first);
            value(v.second);
        } else if constexpr (MapField<T>) {
            map(v);
        } else if constexpr (std::same_as<T, std::string>) {
            std::uint64_t count = 0;
            value(count);
            v = text(count);
        } else if constexpr (std::same_as<T, Polygon>) {
            if (std::optional<Polygon> parsed = polygon()) v = *std::move(parsed);
        } else if constexpr (std::same_as<T, IdPool>) {
            ids(v);
        } else if constexpr (ArrayField<T>) {
            for (auto& element : v)
                value(element);
        } else {
            list(v);
        }
    }

private:
    /// Reads a value of fixed size whose bytes are all available; returns where the next value begins.
    template <class T>
    static const std::byte* get(const std::byte* at, T& v, bool& is_valid) {
        if constexpr (ScalarField<T>) {
            BitsOf<T> bits = 0;
            if constexpr (std::endian::native == std::endian::little) {
                std::memcpy(&bits, at, sizeof(T));
            } else {
                for (std::size_t i = 0; i < sizeof(T); ++i)
                    bits |= static_cast<BitsOf<T>>(std::to_integer<std::uint64_t>(at[i]) << (8 * i));
            }
            if constexpr (std::same_as<T, bool>) {
                is_valid = is_valid && bits <= 1;
                v = bits == 1;
            } else {
                v = std::bit_cast<T>(bits);
            }
            at += sizeof(T);
        } else if constexpr (HasFields<T>) {
            for_each_field(v, [&](std::string_view, auto& member) { at = get(at, member, is_valid); });
        } else if constexpr (PairField<T>) {
            at = get(get(at, v.first, is_valid), v.second, is_valid);
        } else {
            for (auto& element : v)
                at = get(at, element, is_valid);
        }
        return at;
    }
    void require_valid_bool(bool is_valid) {
        if (!is_valid) fail("has a bool that is neither 0 nor 1");
    }

    template <class T>
    std::uint64_t read_count() {
        std::uint64_t count = 0;
        value(count);
        if (!failed() && count > remaining() / min_size<T>())
            fail("has a list longer than the remaining bytes");
        return failed() ? 0 : count;
    }
    template <class T, class Allocator>
    void list(std::vector<T, Allocator>& elements) {
        const std::uint64_t count = read_count<T>();
        if (failed()) return;
        elements.clear();
        elements.resize(count);
        if constexpr (fixed_size<T>() > 0) {
            const std::byte* at = take(count * fixed_size<T>()).data();
            bool is_valid = true;
            for (T& element : elements)
                at = get(at, element, is_valid);
            require_valid_bool(is_valid);
        } else {
            for (T& element : elements) {
                value(element);
                if (failed()) return;
            }
        }
    }
    template <class Key, class T, class Less, class Allocator>
    void map(std::map<Key, T, Less, Allocator>& entries) {
        const std::uint64_t count = read_count<std::pair<Key, T>>();
        entries.clear();
        for (std::uint64_t i = 0; i < count; ++i) {
            std::pair<Key, T> entry;
            value(entry);
            if (failed()) return;
            if (!entries.empty() && !entries.key_comp()(entries.rbegin()->first, entry.first))
                return fail("has keys out of order");
            entries.insert(entries.end(), std::move(entry));
        }
    }
    template <class... T>
    void variant(std::variant<T...>& v) {
        std::uint8_t index = 0;
        value(index);
        if (index >= sizeof...(T)) return fail("has an unknown kind of shape or joint");
        std::uint8_t at = 0;
        ((at++ == index ? alternative<T>(v) : void()), ...);
    }
    template <class T, class Variant>
    void alternative(Variant& v) {
        if constexpr (std::same_as<T, Polygon>) {
            // A separate case, because constructing a default polygon takes as long as reading one.
            if (std::optional<Polygon> parsed = polygon()) v = *std::move(parsed);
        } else {
            value(v.template emplace<T>());
        }
    }
    std::optional<Polygon> polygon();
    void ids(IdPool& pool);

    std::span<const std::byte> bytes_;
    const char* defect_ = nullptr;
};

}  // namespace toibox
