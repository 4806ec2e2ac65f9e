// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include "narrow/collide/polygon_table.h"

#include <cstdint>
#include <vector>

namespace toibox {

/// The polygons of a world in the format of batched detection, by shape index. Not part of the state. The
/// geometry of a shape never changes, so each record is made only once.
class PolygonRecords {
public:
    /// Makes the records of new shapes. Cost: O(shapes), one comparison each.
    void refresh(const ShapeColumns& shapes);
    /// Makes the next refresh rebuild all records, because the slots of a different world have different
    /// shapes.
    void forget() { generations_.clear(); }

    [[nodiscard]] const std::vector<PolygonRecord>& table() const { return table_; }
    /// Whether the shape is a polygon with a record.
    [[nodiscard]] bool has(std::uint32_t shape) const { return table_[shape].count > 0.0f; }
    /// Whether the polygon has at most four vertices.
    [[nodiscard]] bool is_small(std::uint32_t shape) const { return table_[shape].count <= 4.0f; }

private:
    std::vector<PolygonRecord> table_;
    std::vector<std::uint32_t> generations_;
};

}  // namespace toibox
