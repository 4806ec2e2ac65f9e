// SPDX-License-Identifier: MIT
#include "toibox/dynamics/field_bytes.h"

#include "toibox/dynamics/element_fields.h"
#include "toibox/geometry/polygon_access.h"

#include <cmath>

namespace toibox {
namespace {

/// Whether the parts could be those of a polygon that a maker made: convex, counter-clockwise, unit normals.
bool is_polygon(std::span<const Vec2> vertices, std::span<const Vec2> normals) {
    const std::size_t n = vertices.size();
    if (n < 3 || n > static_cast<std::size_t>(Polygon::max_vertices) || normals.size() != n) return false;
    for (std::size_t i = 0; i < n; ++i) {
        if (!is_finite(vertices[i]) || !is_finite(normals[i])) return false;
    }
    // With each turn less than half a circle, the normals pass the x axis upwards once a time round.
    int times_round = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t next = i + 1 < n ? i + 1 : 0;
        const Vec2d normal = widen(normals[i]);
        const Vec2d next_normal = widen(normals[next]);
        const Vec2d edge = widen(vertices[next]) - widen(vertices[i]);
        if (std::abs(length_squared(normal) - 1.0) > 1e-5) return false;
        if (!(dot(right_perp(edge), normal) > 0.999 * length(edge))) return false;
        if (!(cross(normal, next_normal) > 0.0)) return false;
        if (normal.y < 0.0 && next_normal.y >= 0.0) ++times_round;
    }
    return times_round == 1;
}

}  // namespace

std::optional<Polygon> FieldReader::polygon() {
    float radius = 0.0f;
    Vec2 centroid;
    value(radius);
    value(centroid);
    std::array<std::array<Vec2, Polygon::max_vertices>, 2> parts;  // vertices, normals
    std::array<std::size_t, 2> counts{};
    for (std::size_t part = 0; part < 2; ++part) {
        const std::uint64_t count = count_of<Vec2>();
        if (count > parts[part].size()) fail("has a polygon that is none");
        if (failed()) return std::nullopt;
        counts[part] = count;
        const std::byte* at = take(count * fixed_size<Vec2>()).data();
        bool is_sound = true;
        for (std::size_t i = 0; i < count; ++i)
            at = get(at, parts[part][i], is_sound);
    }
    const auto vertices = std::span(parts[0]).first(counts[0]);
    const auto normals = std::span(parts[1]).first(counts[1]);
    if (!is_polygon(vertices, normals) || !is_finite(centroid)) {
        fail("has a polygon that is none");
        return std::nullopt;
    }
    return PolygonAccess::restore(vertices, normals, centroid, radius);
}

void FieldReader::ids(IdPool& pool) {
    std::vector<std::uint32_t> generations;
    std::vector<std::uint32_t> free_list;
    list(generations);
    list(free_list);
    if (failed()) return;
    std::optional<IdPool> whole = IdPool::from_state(std::move(generations), std::move(free_list));
    if (!whole) return fail("disagrees with its free list");
    pool = *std::move(whole);
}

}  // namespace toibox
