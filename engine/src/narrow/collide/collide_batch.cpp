// SPDX-License-Identifier: MIT
// Packs pairs into lanes, eight at a time, runs a kernel that computes the manifolds, and unpacks them. Lanes
// that the kernel rejects are computed by the scalar code from exactly the same input.
#include "narrow/collide/collide_batch.h"

#include "toibox/core/assert.h"

#include "narrow/collide/collide_cores.h"
#include "narrow/collide/manifold_lanes.h"
#include "narrow/collide/transformed_core.h"

#include <array>
#include <cstddef>

namespace toibox {

namespace {

constexpr std::size_t width = ManifoldLanes::width;
using Owner = CollideCache::Owner;

/// The kernels of one instruction set.
struct Kernels {
    ManifoldKernel max_4_vertices;
    ManifoldKernel max_8_vertices;
};

Kernels lane_kernels_for(Isa isa) {
    TOIBOX_ASSERT(is_available(isa));
#if defined(TOIBOX_HAS_X86_KERNELS)
    if (isa == Isa::Avx2) return {isa_avx2::collide_max_4_vertices, isa_avx2::collide_max_8_vertices};
    if (isa == Isa::Sse2) return {isa_sse2::collide_max_4_vertices, isa_sse2::collide_max_8_vertices};
#endif
    return {isa_scalar::collide_max_4_vertices, isa_scalar::collide_max_8_vertices};
}

/// The vertices and normals of a record as vectors.
struct RecordCore {
    explicit RecordCore(const PolygonRecord& record)
        : count(static_cast<std::size_t>(record.count)), radius(record.radius) {
        for (std::size_t i = 0; i < count; ++i) {
            vertices[i] = {record.vertices[2 * i], record.vertices[2 * i + 1]};
            normals[i] = {record.normals[2 * i], record.normals[2 * i + 1]};
        }
    }
    [[nodiscard]] ConvexCore core() const {
        return {std::span(vertices).first(count), std::span(normals).first(count), radius};
    }
    std::size_t count;
    float radius;
    std::array<Vec2, PolygonRecord::capacity> vertices;
    std::array<Vec2, PolygonRecord::capacity> normals;
};

Manifold collide_scalar(std::span<const PolygonRecord> table, const PolygonPair& pair, CollideCache& cache) {
    const RecordCore a(table[static_cast<std::size_t>(pair.a)]);
    const RecordCore b(table[static_cast<std::size_t>(pair.b)]);
    const TransformedCore<PolygonRecord::capacity> transformed_b(b.core(), pair.b_in_a);
    return collide_cores({a.core(), transformed_b.core(), pair.margin}, cache);
}

void pack_lane(ManifoldLanes& lanes, std::size_t lane, const PolygonPair& pair, const CollideCache& cache) {
    lanes.row_a[lane] = PolygonRecord::rows * pair.a;
    lanes.row_b[lane] = PolygonRecord::rows * pair.b;
    float* const transform = lanes.b_in_a + 4 * lane;
    transform[0] = pair.b_in_a.p.x;
    transform[1] = pair.b_in_a.p.y;
    transform[2] = pair.b_in_a.q.c;
    transform[3] = pair.b_in_a.q.s;
    lanes.margin[lane] = pair.margin;
    lanes.cache_reference[lane] = static_cast<float>(cache.reference);
    lanes.cache_incident[lane] = static_cast<float>(cache.incident);
    lanes.cache_owner[lane] = static_cast<float>(cache.owner);
}

void unpack_point(const ManifoldLanes& lanes, std::size_t lane, std::size_t index, Manifold& manifold) {
    const ManifoldLanes::Point& from = lanes.points[index];
    const auto id = static_cast<std::uint32_t>(from.id[lane]);
    ManifoldPoint& point = manifold.points[index];
    point.point = {from.x[lane], from.y[lane]};
    point.separation = from.separation[lane];
    point.id.reference = static_cast<std::uint8_t>(id & 0xffu);
    point.id.incident = static_cast<std::uint8_t>(id >> 8u & 0xffu);
    point.id.clip = static_cast<FeatureId::Clip>(id >> 16u);
    point.id.reference_is_b = lanes.owner_is_b[lane] != 0.0f;
}

void unpack_manifold(const ManifoldLanes& lanes, std::size_t lane, Manifold& manifold) {
    manifold = {};
    manifold.count = static_cast<int>(lanes.count[lane]);
    if (manifold.count == 0) return;
    manifold.normal = {lanes.normal_x[lane], lanes.normal_y[lane]};
    unpack_point(lanes, lane, 0, manifold);
    if (manifold.count == 2) unpack_point(lanes, lane, 1, manifold);
}

CollideCache unpack_cache(const ManifoldLanes& lanes, std::size_t lane) {
    return {static_cast<std::uint8_t>(lanes.cache_reference[lane]),
            static_cast<std::uint8_t>(lanes.cache_incident[lane]),
            static_cast<Owner>(lanes.cache_owner[lane])};
}

bool is_quad(const PolygonRecord& record) {
    TOIBOX_ASSERT(record.count > 0.0f);
    return record.count <= 4.0f;
}

/// Up to eight pairs with their caches and manifolds.
struct Group {
    std::span<const PolygonPair> pairs;
    std::span<CollideCache> caches;
    std::span<Manifold> manifolds;
};

void collide_group(std::span<const PolygonRecord> table, const Group& group, const Kernels& kernels,
                   ManifoldLanes& lanes) {
    bool all_quads = true;
    for (std::size_t lane = 0; lane < width; ++lane) {
        const std::size_t source = lane < group.pairs.size() ? lane : 0;
        const PolygonPair& pair = group.pairs[source];
        pack_lane(lanes, lane, pair, group.caches[source]);
        all_quads = all_quads && is_quad(table[static_cast<std::size_t>(pair.a)]) &&
                    is_quad(table[static_cast<std::size_t>(pair.b)]);
    }
    (all_quads ? kernels.max_4_vertices : kernels.max_8_vertices)(lanes);
    for (std::size_t lane = 0; lane < group.pairs.size(); ++lane) {
        if (lanes.needs_scalar[lane] != 0.0f) {
            group.manifolds[lane] = collide_scalar(table, group.pairs[lane], group.caches[lane]);
            continue;
        }
        unpack_manifold(lanes, lane, group.manifolds[lane]);
        group.caches[lane] = unpack_cache(lanes, lane);
    }
}

}  // namespace

PolygonRecord record_of(const Shape& shape) {
    PolygonRecord record;
    const auto* polygon = std::get_if<Polygon>(&shape);
    if (polygon == nullptr || polygon->count() > PolygonRecord::capacity) return record;
    for (std::size_t i = 0; i < PolygonRecord::capacity; ++i) {
        const std::size_t from = i < polygon->vertices().size() ? i : 0;
        record.vertices[2 * i] = polygon->vertices()[from].x;
        record.vertices[2 * i + 1] = polygon->vertices()[from].y;
        record.normals[2 * i] = polygon->normals()[from].x;
        record.normals[2 * i + 1] = polygon->normals()[from].y;
    }
    record.radius = polygon->radius();
    record.count = static_cast<float>(polygon->count());
    return record;
}

void collide_polygons(std::span<const PolygonRecord> table, std::span<const PolygonPair> pairs,
                      std::span<CollideCache> caches, std::span<Manifold> manifolds, Isa isa) {
    TOIBOX_ASSERT(caches.size() == pairs.size() && manifolds.size() == pairs.size());
    if (pairs.empty()) return;
    const Kernels kernels = lane_kernels_for(isa);
    ManifoldLanes lanes;
    lanes.table = table.front().vertices;
    for (std::int32_t i = 0; i < ManifoldLanes::width; ++i)
        lanes.transform_row[i] = i;
    for (std::size_t first = 0; first < pairs.size(); first += width) {
        const std::size_t count = pairs.size() - first < width ? pairs.size() - first : width;
        collide_group(
            table,
            {pairs.subspan(first, count), caches.subspan(first, count), manifolds.subspan(first, count)},
            kernels, lanes);
    }
}

}  // namespace toibox
