// SPDX-License-Identifier: MIT
#include "dynamics/contacts/polygon_records.h"

#include "narrow/collide/collide_batch.h"

#include <span>

namespace toibox {

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

}  // namespace toibox
