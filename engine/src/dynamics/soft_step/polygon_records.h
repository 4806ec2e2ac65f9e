// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"
#include "toibox/narrow/polygon_table.h"

#include <cstdint>
#include <vector>

namespace toibox::soft_step {

/// The polygons of a world as batched detection reads them, by shape index. No state: a shape never changes
/// its geometry, so a record is made once for each shape that lives in a slot.
class PolygonRecords {
public:
    /// Brings the records of shapes that came since up to date. Cost: O(shapes), a comparison each.
    void refresh(const ShapeColumns& shapes);
    /// The next refresh makes all anew: other shapes live in the slots.
    void forget() { generations_.clear(); }

    [[nodiscard]] const std::vector<PolygonRecord>& table() const { return table_; }
    [[nodiscard]] bool has(std::uint32_t shape) const { return table_[shape].count > 0.0f; }
    /// Of at most four vertices.
    [[nodiscard]] bool is_small(std::uint32_t shape) const { return table_[shape].count <= 4.0f; }

private:
    std::vector<PolygonRecord> table_;
    std::vector<std::uint32_t> generations_;
};

}  // namespace toibox::soft_step
