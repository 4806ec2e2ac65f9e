// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/fields/field_schema.h"

#include <span>

namespace toibox {

/// Hashes values of every serialisable type by the lists of their fields, including lengths of lists and
/// kinds of variants. −0 and 0 hash alike, and so do all NaNs.
class FieldHasher {
public:
    enum class Fields : std::uint8_t {
        All,
        StateOnly,  ///< Without output-only fields.
    };
    explicit FieldHasher(Fields fields = Fields::All) : fields_(fields) {}

    template <class T>
    void value(const T& v) {
        if constexpr (std::is_floating_point_v<T> || std::same_as<T, bool>) {
            hasher_.add(v);
        } else if constexpr (ScalarField<T>) {
            hasher_.add(static_cast<std::uint64_t>(v));
        } else if constexpr (HasFields<T>) {
            members(v);
        } else if constexpr (VariantField<T>) {
            hasher_.add(std::uint64_t{v.index()});
            std::visit([this](const auto& alternative) { this->value(alternative); }, v);
        } else if constexpr (OptionalField<T>) {
            hasher_.add(v.has_value());
            if (v) value(*v);
        } else if constexpr (PairField<T>) {
            value(v.first);
            value(v.second);
        } else if constexpr (MapField<T>) {
            hasher_.add(std::uint64_t{v.size()});
            for (const auto& entry : v)
                value(entry);
        } else if constexpr (std::same_as<T, std::string>) {
            hasher_.add(std::string_view(v));
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
    [[nodiscard]] std::uint64_t hash() const { return hasher_.value(); }

private:
    template <class T>
    void members(const T& v) {
        const auto visit = [this](std::string_view, const auto& member) { this->value(member); };
        if (fields_ == Fields::All) {
            for_each_field(v, visit);
        } else {
            for_each_state_field(v, visit);
        }
    }
    template <class T>
    void list(std::span<const T> elements) {
        hasher_.add(std::uint64_t{elements.size()});
        for (const T& element : elements)
            value(element);
    }

    Fields fields_;
    Hasher hasher_;
};

}  // namespace toibox
