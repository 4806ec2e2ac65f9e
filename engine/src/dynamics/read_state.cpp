// SPDX-License-Identifier: MIT
// Reads a world from bytes that may be anything. Each value is bounds-checked as it is read, each list is no
// longer than the bytes that are left could hold, and the whole is validated before it becomes a world.
#include "toibox/dynamics/state_io.h"
#include "toibox/dynamics/validate.h"
#include "toibox/geometry/polygon_access.h"

#include "state_schema.h"
#include "world_edit.h"

#include <bit>
#include <cmath>

namespace toibox {
namespace {

using namespace state_bytes;

/// Whether the parts could be those of a polygon that a maker made: convex, counter-clockwise, unit normals.
bool is_polygon(std::span<const Vec2> vertices, std::span<const Vec2> normals) {
    const std::size_t n = vertices.size();
    if (n < 3 || n > static_cast<std::size_t>(Polygon::max_vertices) || normals.size() != n) return false;
    for (std::size_t i = 0; i < n; ++i) {
        if (!is_finite(vertices[i]) || !is_finite(normals[i])) return false;
    }
    double turned = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2d normal = widen(normals[i]);
        const Vec2d next_normal = widen(normals[(i + 1) % n]);
        const Vec2d edge = widen(vertices[(i + 1) % n]) - widen(vertices[i]);
        if (std::abs(length_squared(normal) - 1.0) > 1e-5) return false;
        if (!(dot(right_perp(edge), normal) > 0.999 * length(edge))) return false;
        const double turn = atan2(cross(normal, next_normal), dot(normal, next_normal));
        if (!(turn > 0.0)) return false;
        turned += turn;
    }
    return turned < 3.0 * pi;  // Once round, not twice.
}

class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    [[nodiscard]] std::size_t left() const { return bytes_.size(); }
    [[nodiscard]] bool failed() const { return defect_ != nullptr; }
    [[nodiscard]] const char* defect() const { return defect_; }

    /// The next `count` bytes, or none and a failure.
    std::span<const std::byte> take(std::uint64_t count) {
        if (failed() || count > bytes_.size()) {
            fail("ends too early");
            return {};
        }
        const auto taken = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return taken;
    }
    std::string text(std::size_t count) {
        std::string characters;
        for (const std::byte b : take(count))
            characters.push_back(static_cast<char>(b));
        return characters;
    }

    template <class T>
    void value(T& v) {
        if (failed()) return;
        if constexpr (Scalar<T>) {
            scalar(v);
        } else if constexpr (HasFields<T>) {
            for_each_field(v, [this](std::string_view, auto& member) { this->value(member); });
        } else if constexpr (Variant<T>) {
            variant(v);
        } else if constexpr (std::same_as<T, Polygon>) {
            polygon(v);
        } else if constexpr (std::same_as<T, IdPool>) {
            ids(v);
        } else if constexpr (Array<T>) {
            for (auto& element : v)
                value(element);
        } else {
            list(v);
        }
    }

private:
    void fail(const char* why) {
        if (defect_ == nullptr) defect_ = why;
    }

    template <Scalar T>
    void scalar(T& v) {
        const std::span<const std::byte> source = take(sizeof(T));
        if (failed()) return;
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i)
            word |= std::to_integer<std::uint64_t>(source[i]) << (8 * i);
        if constexpr (std::same_as<T, bool>) {
            if (word > 1) return fail("has a truth value that is neither 0 nor 1");
            v = word == 1;
        } else {
            v = std::bit_cast<T>(static_cast<Carrier<T>>(word));
        }
    }

    template <class T, class Allocator>
    void list(std::vector<T, Allocator>& elements) {
        std::uint64_t count = 0;
        scalar(count);
        if (failed()) return;
        if (count > left() / least_size<T>()) return fail("has a list longer than its bytes");
        elements.clear();
        elements.resize(count);
        for (T& element : elements) {
            value(element);
            if (failed()) return;
        }
    }

    template <class... T>
    void variant(std::variant<T...>& v) {
        std::uint8_t index = 0;
        scalar(index);
        if (index >= sizeof...(T)) return fail("has a kind of shape or joint that is not known");
        std::uint8_t at = 0;
        ((at++ == index ? value(v.template emplace<T>()) : void()), ...);
    }

    void polygon(Polygon& shape) {
        float radius = 0.0f;
        Vec2 centroid;
        std::vector<Vec2> vertices;
        std::vector<Vec2> normals;
        value(radius);
        value(centroid);
        list(vertices);
        list(normals);
        if (failed()) return;
        if (!is_polygon(vertices, normals) || !is_finite(centroid)) return fail("has a polygon that is none");
        shape = PolygonAccess::restore(vertices, normals, centroid, radius);
    }

    void ids(IdPool& pool) {
        std::vector<std::uint32_t> generations;
        std::vector<std::uint32_t> free_list;
        list(generations);
        list(free_list);
        if (failed()) return;
        std::optional<IdPool> whole = IdPool::from_state(std::move(generations), std::move(free_list));
        if (!whole) return fail("disagrees with its free list");
        pool = *std::move(whole);
    }

    std::span<const std::byte> bytes_;
    const char* defect_ = nullptr;
};

struct StoredColumn {
    std::string name;
    std::uint64_t schema = 0;
    std::span<const std::byte> payload;
};

Result<std::vector<StoredColumn>, StateError> split_columns(std::span<const std::byte> bytes) {
    Reader reader(bytes);
    if (reader.text(magic.size()) != magic) return Err{StateError{"header", "is not that of a toibox state"}};
    std::uint32_t stored_format = 0;
    std::uint32_t stored_sim = 0;
    std::uint32_t count = 0;
    reader.value(stored_format);
    reader.value(stored_sim);
    reader.value(count);
    if (reader.failed()) return Err{StateError{"header", reader.defect()}};
    if (stored_format != format) return Err{StateError{"header", "is of another format"}};
    if (stored_sim != sim_version) return Err{StateError{"header", "is of another sim_version"}};
    std::vector<StoredColumn> columns;
    for (std::uint32_t i = 0; i < count; ++i) {
        StoredColumn column;
        std::uint8_t name_length = 0;
        std::uint64_t length = 0;
        reader.value(name_length);
        column.name = reader.text(name_length);
        reader.value(column.schema);
        reader.value(length);
        column.payload = reader.take(length);
        if (reader.failed()) return Err{StateError{"column " + std::to_string(i), reader.defect()}};
        columns.push_back(std::move(column));
    }
    if (reader.left() != 0) return Err{StateError{"end", "is followed by more bytes"}};
    return columns;
}

template <class Column>
std::optional<StateError> read_column(const std::vector<StoredColumn>& stored, const ColumnName& name,
                                      Column& column) {
    const std::string full = full_name(name);
    for (const StoredColumn& source : stored) {
        if (source.name != full) continue;
        if (source.schema != schema_of<Column>()) return StateError{full, "has another layout"};
        Reader reader(source.payload);
        reader.value(column);
        if (reader.failed()) return StateError{full, reader.defect()};
        if (reader.left() != 0) return StateError{full, "has bytes left over"};
        return std::nullopt;
    }
    return StateError{full, "is missing"};
}

}  // namespace

Result<World, StateError> read_state(std::span<const std::byte> bytes) {
    const Result<std::vector<StoredColumn>, StateError> stored = split_columns(bytes);
    if (!stored) return Err{stored.error()};
    World world;
    WorldState& state = world.state();
    std::optional<StateError> bad;
    for_each_column(state, [&]<class Column>(const ColumnName& name, Column& column) {
        if constexpr (!is_rebuilt<Column>) {
            if (!bad) bad = read_column(*stored, name, column);
        }
    });
    if (bad) return Err{*std::move(bad)};
    if (const std::optional<Defect> defect = validate_columns(state)) {
        return Err{StateError{defect->where, defect->what}};
    }
    rebuild_broad_phase(state);
    return world;
}

}  // namespace toibox
