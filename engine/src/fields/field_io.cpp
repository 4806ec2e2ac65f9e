// SPDX-License-Identifier: MIT
#include "toibox/fields/field_io.h"

#include "toibox/fields/value_fields.h"

#include "geometry/polygon_access.h"

namespace toibox {

std::optional<Polygon> FieldReader::polygon() {
    float radius = 0.0f;
    Vec2 centroid;
    value(radius);
    value(centroid);
    std::array<std::array<Vec2, Polygon::max_vertices>, 2> lists;  // vertices, normals
    std::array<std::size_t, 2> counts{};
    for (std::size_t list_index = 0; list_index < 2; ++list_index) {
        const std::uint64_t count = read_count<Vec2>();
        if (count > lists[list_index].size()) fail("has an invalid polygon");
        if (failed()) return std::nullopt;
        counts[list_index] = count;
        const std::byte* at = take(count * fixed_size<Vec2>()).data();
        bool is_valid = true;
        for (std::size_t i = 0; i < count; ++i)
            at = get(at, lists[list_index][i], is_valid);
    }
    const auto vertices = std::span(lists[0]).first(counts[0]);
    const auto normals = std::span(lists[1]).first(counts[1]);
    std::optional<Polygon> parsed = PolygonAccess::restore_checked(vertices, normals, centroid, radius);
    if (!parsed) fail("has an invalid polygon");
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
