// SPDX-License-Identifier: MIT
#include "toibox/dynamics/field_bytes.h"

#include "toibox/dynamics/element_fields.h"
#include "toibox/geometry/polygon_access.h"

namespace toibox {

std::optional<Polygon> FieldReader::polygon() {
    float radius = 0.0f;
    Vec2 centroid;
    value(radius);
    value(centroid);
    std::array<std::array<Vec2, Polygon::max_vertices>, 2> parts;  // vertices, normals
    std::array<std::size_t, 2> counts{};
    for (std::size_t part = 0; part < 2; ++part) {
        const std::uint64_t count = read_count<Vec2>();
        if (count > parts[part].size()) fail("has a polygon that is none");
        if (failed()) return std::nullopt;
        counts[part] = count;
        const std::byte* at = take(count * fixed_size<Vec2>()).data();
        bool is_valid = true;
        for (std::size_t i = 0; i < count; ++i)
            at = get(at, parts[part][i], is_valid);
    }
    const auto vertices = std::span(parts[0]).first(counts[0]);
    const auto normals = std::span(parts[1]).first(counts[1]);
    std::optional<Polygon> parsed = PolygonAccess::restore_checked(vertices, normals, centroid, radius);
    if (!parsed) fail("has a polygon that is none");
    return parsed;
}

void FieldReader::ids(IdPool& pool) {
    std::vector<std::uint32_t> generations;
    std::vector<std::uint32_t> free_list;
    list(generations);
    list(free_list);
    if (failed()) return;
    std::optional<IdPool> parsed = IdPool::from_state(std::move(generations), std::move(free_list));
    if (!parsed) return fail("disagrees with its free list");
    pool = *std::move(parsed);
}

}  // namespace toibox
