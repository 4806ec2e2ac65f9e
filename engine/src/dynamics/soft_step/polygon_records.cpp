// SPDX-License-Identifier: MIT
#include "polygon_records.h"

#include "toibox/narrow/collide_batch.h"

#include <span>

namespace toibox::soft_step {

void PolygonRecords::refresh(const ShapeColumns& shapes) {
    const std::span<const std::uint32_t> generations = shapes.ids.generations();
    generations_.resize(generations.size(), 0);
    table_.resize(generations.size());
    for (std::uint32_t shape = 0; shape < generations.size(); ++shape) {
        if (generations_[shape] == generations[shape]) continue;
        generations_[shape] = generations[shape];
        table_[shape] = record_of(shapes.geometry[shape]);
    }
}

}  // namespace toibox::soft_step
