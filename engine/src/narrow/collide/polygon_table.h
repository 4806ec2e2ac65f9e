// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox {

/// A polygon of up to eight vertices as plain numbers for SIMD kernels. Made by record_of (collide_batch.h).
/// An array of records is a table with rows of four floats.
struct PolygonRecord {
    static constexpr int capacity = 8;
    static constexpr int rows = 9;

    float vertices[2 * capacity] = {};  ///< x, y, …; entries beyond the count repeat vertex 0.
    float normals[2 * capacity] = {};   ///< Of the edges from vertex i to i + 1; the rest repeat normal 0.
    float radius = 0.0f;
    float count = 0.0f;  ///< 3 … 8; 0 if the shape is not a polygon or has more vertices.
    float unused[2] = {};
};
static_assert(sizeof(PolygonRecord) == PolygonRecord::rows * 4 * sizeof(float));

}  // namespace toibox
