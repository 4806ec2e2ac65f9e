// SPDX-License-Identifier: MIT
// Reads `repeat`: rows and grids of copies of a template. Copies are numbered from 0, row by row, which is
// also the order of their creation.
#include "toibox/scene/tuning.h"

#include "scene/format/scene_readers.h"
#include "scene/format/seeded_noise.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

/// "count": n with "step": [dx, dy], or "count": [nx, ny] with "step": [[dx, dy], [dx, dy]].
void read_grid(ObjectReader& object, Repeat& repeat) {
    DiagnosticSink& sink = object.sink();
    const auto count = object.require("count", "write \"count\": 10, or [columns, rows]");
    const auto step = object.require("step", "write the offset between two copies, \"step\": [dx, dy]");
    if (!count || !step) return;
    const bool is_grid = count->value->array() != nullptr;
    const auto read_count = [&](const Cursor& at, int& out) {
        if (const auto n = read_integer(sink, at, 1, tuning::max_bodies)) out = static_cast<int>(*n);
    };
    const auto read_step = [&](const Cursor& at, Vec2d& out) {
        if (const auto offset = read_vec2(sink, at)) out = widen(*offset);
    };
    if (!is_grid) {
        read_count(*count, repeat.columns);
        read_step(*step, repeat.step_column);
        return;
    }
    if (read_array(sink, *count, 2, 2) == nullptr) return;
    read_count(count->item(0), repeat.columns);
    read_count(count->item(1), repeat.rows);
    const JsonValue::Array* steps = step->value->array();
    if (steps == nullptr || steps->size() != 2 || (*steps)[0].array() == nullptr) {
        sink.error(*step, "\"step\" of a grid must be two vectors, along the row and from row to row",
                   "write \"step\": [[1, 0], [0, 1]]");
        return;
    }
    read_step(step->item(0), repeat.step_column);
    read_step(step->item(1), repeat.step_row);
}

}  // namespace

int Repeat::count() const {
    std::int64_t total = 0;
    for (int row = 0; row < rows && columns - row * std::int64_t{shrink} > 0; ++row) {
        total += columns - row * std::int64_t{shrink};
        if (total > tuning::max_bodies) break;
    }
    return static_cast<int>(total < tuning::max_bodies + 1 ? total : tuning::max_bodies + 1);
}

std::optional<Repeat> read_repeat(DiagnosticSink& sink, const Cursor& at) {
    Repeat repeat;
    ObjectReader object(sink, at, "the repeat");
    read_grid(object, repeat);
    object.integer("shrink", repeat.shrink, 0, tuning::max_bodies);
    if (const auto at_jitter = object.find("jitter")) {
        ObjectReader jitter(sink, *at_jitter, "the jitter");
        Vec2 position;
        float angle = 0.0f;
        jitter.vec2("position", position);
        jitter.angle("angle", angle);
        jitter.finish();
        repeat.jitter = widen(position);
        repeat.angle_jitter = static_cast<double>(angle);
    }
    object.finish();
    if (repeat.count() > tuning::max_bodies) {
        sink.error(at, fmt::format("more than {} copies", tuning::max_bodies), "lower \"count\"");
        return std::nullopt;
    }
    return repeat;
}

std::vector<Offset> offsets(const Repeat& repeat, std::uint64_t seed, std::string_view id) {
    std::vector<Offset> out;
    const std::uint64_t stream = noise_stream(seed, id);
    for (int row = 0; row < repeat.rows; ++row) {
        const std::int64_t columns = repeat.columns - row * std::int64_t{repeat.shrink};
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::uint64_t draw = 3 * out.size();
            Offset offset;
            offset.position =
                static_cast<double>(column) * repeat.step_column + static_cast<double>(row) * repeat.step_row;
            offset.position.x += repeat.jitter.x * seeded_noise(stream, draw);
            offset.position.y += repeat.jitter.y * seeded_noise(stream, draw + 1);
            offset.angle = repeat.angle_jitter * seeded_noise(stream, draw + 2);
            out.push_back(offset);
        }
    }
    return out;
}

}  // namespace toibox::scene
