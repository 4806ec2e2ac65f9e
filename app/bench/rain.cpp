// SPDX-License-Identifier: MIT
// It rains people on five floors: 25 of them every eight steps, and when the sky is full the oldest make
// room. Bodies and joints are created and destroyed all the time.
#include "toibox/geometry/hull.h"

#include "app/bench/builders.h"
#include "app/bench/ragdoll.h"

#include <memory>
#include <vector>

namespace toibox::bench {

namespace {

constexpr int floors = 5;
constexpr int columns = 40;
constexpr int group_size = 5;
constexpr int interval = 8;  // steps
constexpr float storey = 45.0f;
constexpr float tile = 0.5f;
constexpr int tiles = 500;
constexpr float span = tile * static_cast<float>(tiles);

/// The people of one column on all floors.
using Column = std::vector<Ragdoll>;

Column create_column(BenchWorld& target, int index) {
    constexpr float pitch = span / static_cast<float>(columns);
    Column column;
    for (int floor = 0; floor < floors; ++floor) {
        for (int i = 0; i < group_size; ++i) {
            const Vec2 feet{
                -0.5f * span + pitch * (static_cast<float>(index) + 0.5f) + 0.5f * static_cast<float>(i),
                40.0f + storey * static_cast<float>(floor)};
            column.push_back(create_ragdoll(target, feet, i + 1));
        }
    }
    return column;
}

}  // namespace

BeforeStep build_rain(BenchWorld& target) {
    const BodyHandle ground = target.create_body({.type = BodyType::Static});
    for (int floor = 0; floor < floors; ++floor) {
        for (int i = 0; i <= tiles; ++i) {
            const Vec2 center{-0.5f * span + tile * static_cast<float>(i),
                              storey * static_cast<float>(floor)};
            target.attach(ground, make_box({0.5f * tile, 0.5f * tile}, center), {});
        }
    }
    return [sky = std::vector<Column>(columns)](BenchWorld& world, int step) mutable {
        if (step % interval != 0) return;
        const int index = step / interval % columns;
        Column& column = sky[static_cast<std::size_t>(index)];
        for (const Ragdoll& ragdoll : column)
            destroy_ragdoll(world, ragdoll);
        column = create_column(world, index);
    };
}

}  // namespace toibox::bench
