// SPDX-License-Identifier: MIT
// The hash of a state by subsystem: a visitor of all fields of all columns, unlike World::hash, which stops
// only at what lasts of what is alive.
#include "toibox/dynamics/state_hash.h"

#include "toibox/core/hash.h"

#include "state_schema.h"

#include <span>

namespace toibox {
namespace {

using namespace state_bytes;

/// Every field of every kind that columns are made of, with the lengths of lists and the kinds of variants.
class FieldHasher {
public:
    template <class T>
    void value(const T& v) {
        if constexpr (std::is_enum_v<T>) {
            hasher_.add(static_cast<std::uint64_t>(v));
        } else if constexpr (std::is_floating_point_v<T> || std::same_as<T, bool>) {
            hasher_.add(v);
        } else if constexpr (std::is_integral_v<T>) {
            hasher_.add(static_cast<std::uint64_t>(v));
        } else if constexpr (HasFields<T>) {
            for_each_field(v, [this](std::string_view, const auto& member) { this->value(member); });
        } else if constexpr (VariantField<T>) {
            hasher_.add(std::uint64_t{v.index()});
            std::visit([this](const auto& alternative) { this->value(alternative); }, v);
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
    void list(std::span<const T> elements) {
        hasher_.add(std::uint64_t{elements.size()});
        for (const T& element : elements)
            value(element);
    }

    Hasher hasher_;
};

}  // namespace

std::vector<SubsystemHash> deep_hash(const WorldState& state) {
    std::vector<SubsystemHash> hashes;
    for_each_field(state, [&hashes]<class Member>(std::string_view name, const Member& member) {
        if constexpr (!is_rebuilt<Member>) {
            FieldHasher hasher;
            hasher.value(member);
            hashes.push_back({name, hasher.hash()});
        }
    });
    return hashes;
}

}  // namespace toibox
