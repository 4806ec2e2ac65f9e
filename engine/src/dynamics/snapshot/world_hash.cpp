// SPDX-License-Identifier: MIT
// The hash of a world: a visitor of its columns that hashes bodies, their overrides, contacts and joints.
// Excludes dead slots, the structure of the broad phase and output-only fields.
#include "toibox/core/hash.h"
#include "toibox/dynamics/world.h"

#include "dynamics/snapshot/state_fields.h"

#include <array>
#include <type_traits>

namespace toibox {
namespace {

template <class T, std::size_t N>
void add_value(Hasher& hasher, const std::array<T, N>& values);
template <class... Alternatives>
void add_value(Hasher& hasher, const std::variant<Alternatives...>& value);

template <class T>
void add_value(Hasher& hasher, const T& value) {
    if constexpr (HasFields<T>) {
        for_each_state_field(value,
                             [&hasher](std::string_view, const auto& member) { add_value(hasher, member); });
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
        hasher.add(static_cast<std::uint64_t>(value));
    } else {
        hasher.add(value);
    }
}
template <class T, std::size_t N>
void add_value(Hasher& hasher, const std::array<T, N>& values) {
    for (const T& value : values)
        add_value(hasher, value);
}
template <class... Alternatives>
void add_value(Hasher& hasher, const std::variant<Alternatives...>& value) {
    hasher.add(static_cast<std::uint64_t>(value.index()));
    std::visit([&hasher](const auto& alternative) { add_value(hasher, alternative); }, value);
}

class ColumnHash {
public:
    ColumnHash(const WorldState& state, Hasher& hasher) : state_(state), hasher_(hasher) {}

    /// Hashes a group's ids. Other columns of the group are hashed for live slots only.
    void operator()(const ColumnName& column, const IdPool& ids) {
        if (!is_hashed(column)) return;
        for (std::uint32_t i = 0; i < ids.capacity(); ++i) {
            if (!ids.is_live(i)) continue;
            hasher_.add(i);
            hasher_.add(ids.generations()[i]);
        }
    }
    template <class T, class Allocator>
    void operator()(const ColumnName& column, const std::vector<T, Allocator>& values) {
        if (!is_hashed(column)) return;
        const IdPool* ids = ids_of(column);
        for (std::uint32_t i = 0; i < values.size(); ++i) {
            if (ids == nullptr || ids->is_live(i)) add_value(hasher_, values[i]);
        }
    }
    void operator()(const ColumnName&, const std::vector<Shape>&) {}
    template <class T>
    void operator()(const ColumnName&, const T&) {}

private:
    static bool is_hashed(const ColumnName& column) {
        return column.group == "bodies" || column.group == "joints" || column.name == "contacts" ||
               column.name == "own_continuous";
    }
    [[nodiscard]] const IdPool* ids_of(const ColumnName& column) const {
        if (column.group == "bodies") return &state_.bodies.ids;
        return column.group == "joints" ? &state_.joints.ids : nullptr;
    }

    const WorldState& state_;
    Hasher& hasher_;
};

}  // namespace

std::uint64_t World::hash() const {
    Hasher hasher;
    for_each_column(*state_, ColumnHash(*state_, hasher));
    return hasher.value();
}

}  // namespace toibox
