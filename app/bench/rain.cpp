// SPDX-License-Identifier: MIT
// Ragdolls rain on five floors: 25 ragdolls every eight steps. When all columns are in use, the oldest
// ragdolls are replaced, so bodies and joints are created and destroyed all the time.
#include "toibox/geometry/hull.h"

#include "app/bench/builders.h"
#include "app/bench/ragdoll.h"

#include <memory>
#include <vector>

namespace toibox::bench {

namespace {

constexpr int floors = 5;
constexpr int columns = 40;
constexpr int group_size = 5;          // ragdolls per column and floor
constexpr int interval = 8;            // steps between the creation of two columns
constexpr float floor_height = 45.0f;  // metres, as all lengths below
constexpr float tile = 0.5f;
constexpr int tiles = 500;
constexpr float span = tile * static_cast<float>(tiles);

/// The ragdolls of one column on all floors.
using Column = std::vector<Ragdoll>;

Column create_column(BenchWorld& world, int index) {
    constexpr float pitch = span / static_cast<float>(columns);
    Column column;
    for (int floor = 0; floor < floors; ++floor) {
        for (int i = 0; i < group_size; ++i) {
            const Vec2 origin{
                -0.5f * span + pitch * (static_cast<float>(index) + 0.5f) + 0.5f * static_cast<float>(i),
                40.0f + floor_height * static_cast<float>(floor)};
            column.push_back(create_ragdoll(world, origin, i + 1));
        }
    }
    return column;
}

}  // namespace

BeforeStep build_rain(BenchWorld& world) {
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    for (int floor = 0; floor < floors; ++floor) {
        for (int i = 0; i <= tiles; ++i) {
            const Vec2 center{-0.5f * span + tile * static_cast<float>(i),
                              floor_height * static_cast<float>(floor)};
            world.attach(ground, make_box({0.5f * tile, 0.5f * tile}, center), {});
        }
    }
    return [all_columns = std::vector<Column>(columns)](BenchWorld& stepped_world, int step) mutable {
        if (step % interval != 0) return;
        const int index = step / interval % columns;
        Column& column = all_columns[static_cast<std::size_t>(index)];
        for (const Ragdoll& ragdoll : column)
            destroy_ragdoll(stepped_world, ragdoll);
        column = create_column(stepped_world, index);
    };
}

}  // namespace toibox::bench
