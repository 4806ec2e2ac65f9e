// SPDX-License-Identifier: MIT
// Compares two states field by field. The path to a field is a linked list on the stack and becomes text only
// where the states differ.
#include "toibox/dynamics/state_difference.h"

#include "dynamics/snapshot/state_schema.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <span>

namespace toibox {
namespace {

using namespace state_bytes;

/// A member or list element on the path from a column to a value.
struct PathStep {
    const PathStep* parent = nullptr;
    std::string_view name;  ///< Empty for a list element.
    std::size_t element = 0;
};

std::string text_of(const PathStep* path) {
    if (path == nullptr) return {};
    std::string text = text_of(path->parent);
    if (path->name.empty()) return text + "[" + std::to_string(path->element) + "]";
    if (!text.empty()) text += '.';
    return text.append(path->name);
}

template <ScalarField T>
std::string text_of(T value) {
    if constexpr (std::same_as<T, bool>) {
        return value ? "true" : "false";
    } else if constexpr (std::is_enum_v<T>) {
        return std::to_string(static_cast<std::uint64_t>(value));
    } else {
        if constexpr (std::is_floating_point_v<T>) {
            if (value != value) return "nan";
        }
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        return {digits.data(), end.ptr};
    }
}

std::string_view kind_name(const Shape& shape) {
    constexpr std::array<std::string_view, std::variant_size_v<Shape>> names{"circle", "capsule", "segment",
                                                                             "polygon"};
    return names[shape.index()];
}
/// Maps floating-point numbers to integers in the same order: adjacent numbers are one apart, and both zeros
/// are equal.
template <class T>
std::uint64_t rank_of(T value) {
    using Bits = BitsOf<T>;
    constexpr Bits sign = Bits{1} << (8 * sizeof(T) - 1);
    const Bits bits = std::bit_cast<Bits>(value);
    return (bits & sign) != 0 ? std::uint64_t{sign} - (bits & (sign - 1)) : std::uint64_t{sign} + bits;
}

/// Whether the values differ. Both zeros are equal, and all NaNs are equal.
template <ScalarField T>
bool are_unequal(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (a != a && b != b) return false;
    }
    return a != b;
}

template <ScalarField T>
double ulps_between(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (a != a || b != b) return 0.0;
        const std::uint64_t rank_a = rank_of(a);
        const std::uint64_t rank_b = rank_of(b);
        return static_cast<double>(rank_a < rank_b ? rank_b - rank_a : rank_a - rank_b);
    }
    return 0.0;
}

/// The body that an element of a column belongs to, or nullopt.
std::optional<std::uint32_t> body_of(const WorldState& state, const ColumnName& column, std::size_t index) {
    const auto has = [index](const auto& list) { return index < list.size(); };
    if (column.name == "paths" && has(state.ccd.paths)) return state.ccd.paths[index].body;
    if (column.group == "bodies" || column.group == "continuous") return static_cast<std::uint32_t>(index);
    if (column.group == "shapes" && has(state.shapes.body)) return state.shapes.body[index];
    if (column.group == "joints" && has(state.joints.joint)) return base_of(state.joints.joint[index]).body_b;
    if (column.name == "own_continuous" && has(state.continuous_overrides))
        return state.continuous_overrides[index].body;
    if (column.name == "contacts" && has(state.contacts)) {
        const Contact& contact = state.contacts[index];
        const auto& info = state.bodies.info;
        const bool a_is_static =
            contact.body_a < info.size() && info[contact.body_a].type == BodyType::Static;
        return a_is_static ? contact.body_b : contact.body_a;
    }
    return std::nullopt;
}

class Comparison {
public:
    Comparison(const WorldState& state, std::size_t max_count) : state_(state), max_count_(max_count) {}

    template <class Column>
    void compare_column(const ColumnName& name, const Column& a, const Column& b) {
        column_ = name;
        index_.reset();
        if constexpr (std::same_as<Column, IdPool>) {
            constexpr PathStep generation{.name = "generation"};
            constexpr PathStep free{.name = "free"};
            compare_elements(a.generations(), b.generations(), &generation);
            index_is_free_slot_ = true;
            compare_elements(a.free_list(), b.free_list(), &free);
            index_is_free_slot_ = false;
        } else if constexpr (ListField<Column>) {
            compare_elements(std::span(a), std::span(b), nullptr);
        } else {
            compare_value(a, b, nullptr);
        }
    }
    [[nodiscard]] std::vector<StateDifference> take() && { return std::move(found_); }

private:
    template <class T>
    void compare_elements(std::span<const T> a, std::span<const T> b, const PathStep* path) {
        index_.reset();
        compare_lengths(a.size(), b.size(), path);
        const std::size_t common_size = a.size() < b.size() ? a.size() : b.size();
        for (std::size_t i = 0; i < common_size && !is_full(); ++i) {
            index_ = static_cast<std::uint32_t>(i);
            compare_value(a[i], b[i], path);
        }
    }
    void compare_lengths(std::size_t a, std::size_t b, const PathStep* path) {
        const PathStep length{.parent = path, .name = "length"};
        if (a != b) add(&length, std::to_string(a), std::to_string(b), 0.0);
    }

    template <class T>
    void compare_value(const T& a, const T& b, const PathStep* path) {
        if constexpr (ScalarField<T>) {
            if (are_unequal(a, b)) add(path, text_of(a), text_of(b), ulps_between(a, b));
        } else if constexpr (HasFields<T>) {
            FieldsOf<T>::list.for_each([&]<class Member>(const Field<T, Member>& field) {
                const PathStep member{.parent = path, .name = field.name};
                compare_value(a.*field.member, b.*field.member, &member);
            });
        } else if constexpr (VariantField<T>) {
            compare_variant(a, b, path);
        } else if constexpr (std::same_as<T, Polygon>) {
            compare_polygon(a, b, path);
        } else {
            compare_list(std::span(a), std::span(b), path);
        }
    }
    template <class T, std::size_t N, std::size_t M>
    void compare_list(std::span<const T, N> a, std::span<const T, M> b, const PathStep* path) {
        compare_lengths(a.size(), b.size(), path);
        for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
            const PathStep element{.parent = path, .name = {}, .element = i};
            compare_value(a[i], b[i], &element);
        }
    }
    template <class T>
    void compare_variant(const T& a, const T& b, const PathStep* path) {
        if (a.index() != b.index()) {
            const PathStep kind{.parent = path, .name = "kind"};
            return add(&kind, std::string(kind_name(a)), std::string(kind_name(b)), 0.0);
        }
        std::visit([&]<class Alternative>(
                       const Alternative& one) { compare_value(one, *std::get_if<Alternative>(&b), path); },
                   a);
    }
    void compare_polygon(const Polygon& a, const Polygon& b, const PathStep* path) {
        const PathStep radius{.parent = path, .name = "radius"};
        const PathStep centroid{.parent = path, .name = "centroid"};
        const PathStep vertices{.parent = path, .name = "vertices"};
        const PathStep normals{.parent = path, .name = "normals"};
        compare_value(a.radius(), b.radius(), &radius);
        compare_value(a.centroid(), b.centroid(), &centroid);
        compare_list(a.vertices(), b.vertices(), &vertices);
        compare_list(a.normals(), b.normals(), &normals);
    }

    [[nodiscard]] bool is_full() const { return found_.size() >= max_count_; }
    void add(const PathStep* path, std::string a, std::string b, double ulps) {
        if (is_full()) return;
        StateDifference& difference = found_.emplace_back();
        difference.subsystem = column_.group.empty() ? column_.name : column_.group;
        if (!column_.group.empty()) difference.column = column_.name;
        difference.index = index_;
        difference.field = text_of(path);
        difference.a = std::move(a);
        difference.b = std::move(b);
        difference.ulps = ulps;
        if (index_ && !index_is_free_slot_) difference.body = body_of(state_, column_, *index_);
    }

    const WorldState& state_;
    std::size_t max_count_;
    ColumnName column_;
    std::optional<std::uint32_t> index_;
    bool index_is_free_slot_ = false;  ///< Whether index_ is a position in a free list, not a slot.
    std::vector<StateDifference> found_;
};

}  // namespace

std::string path_of(const StateDifference& difference) {
    std::string place = difference.subsystem;
    if (!difference.column.empty()) place += "." + difference.column;
    if (difference.index) place += "[" + std::to_string(*difference.index) + "]";
    if (!difference.field.empty()) place += "." + difference.field;
    return place;
}

std::vector<StateDifference> differences(const WorldState& a, const WorldState& b, std::size_t max_count) {
    Comparison comparison(a, max_count);
    const auto compare = [&]<class T>(const ColumnName& name, const T& one, const T& other) {
        if constexpr (!is_rebuilt<T>) comparison.compare_column(name, one, other);
    };
    FieldsOf<WorldState>::list.for_each([&]<class Member>(const Field<WorldState, Member>& outer) {
        const Member& one = a.*outer.member;
        const Member& other = b.*outer.member;
        if constexpr (ColumnGroup<Member>) {
            FieldsOf<Member>::list.for_each([&](const auto& inner) {
                compare(ColumnName{outer.name, inner.name}, one.*inner.member, other.*inner.member);
            });
        } else {
            compare(ColumnName{{}, outer.name}, one, other);
        }
    });
    return std::move(comparison).take();
}

}  // namespace toibox
