// SPDX-License-Identifier: MIT
#include "tests/bench/storm.h"

#include "toibox/core/rng.h"
#include "toibox/geometry/hull.h"
#include "toibox/math/rot.h"

#include <cmath>

namespace toibox::bench {

namespace {

constexpr Material lively{.density = 1.0f, .friction = 0.3f, .restitution = 0.5f};

/// Discs, boxes and slivers in turn, 1 m × 4 cm or 10 to 50 cm across.
Shape any_shape(Rng& rng, int number) {
    const float width = 0.5f * rng.uniform(0.1f, 0.5f);
    const float height = 0.5f * rng.uniform(0.1f, 0.5f);
    if (number % 3 == 0) return Circle{.center = {}, .radius = width};
    if (number % 3 == 1) return make_box({width, height});
    return make_box({0.5f, 0.02f});
}

}  // namespace

StormScene::StormScene(const StormPlan& plan, Engine& engine) : plan_(plan), engine_(engine) {
    build_room();
    build_bodies();
}

void StormScene::build_room() {
    constexpr float half = 0.5f * storm_room;
    constexpr float thin = 0.5f * storm_wall;
    const BodyHandle room = engine_.create_body({.type = BodyType::Static});
    for (const float side : {-1.0f, 1.0f}) {
        const float middle = side * (half + thin);
        engine_.attach(room, make_box({half + storm_wall, thin}, {0.0f, middle}), {.material = lively});
        engine_.attach(room, make_box({thin, half + storm_wall}, {middle, 0.0f}), {.material = lively});
    }
}

/// In the cells of a square grid: apart, whatever way they are turned, as long as a cell is wider than a
/// sliver is long.
void StormScene::build_bodies() {
    Rng rng(plan_.seed);
    const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(plan_.bodies))));
    const float cell = storm_room / static_cast<float>(columns);
    for (int i = 0; i < plan_.bodies; ++i) {
        const Vec2 place{cell * (static_cast<float>(i % columns) + 0.5f) - 0.5f * storm_room,
                         cell * (static_cast<float>(i / columns) + 0.5f) - 0.5f * storm_room};
        const float angle = rng.uniform(-3.0f, 3.0f);
        const Shape shape = any_shape(rng, i);
        bodies_.push_back(engine_.create_body({.position = place, .angle = angle}));
        engine_.attach(bodies_.back(), shape, {.material = lively});
    }
    inside_.assign(bodies_.size(), true);
}

void StormScene::apply_gust(int step) {
    if (step % storm_gust_steps != 0) return;
    Rng rng(plan_.seed, 1u + static_cast<std::uint64_t>(step / storm_gust_steps));
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const float speed = rng.uniform(50.0f, storm_speed);
        const Rot way = make_rot(rng.uniform(-3.14159274f, 3.14159274f));
        const float spin = rng.uniform(-storm_spin, storm_spin);
        if (inside_[i]) engine_.set_velocity(bodies_[i], {speed * way.c, speed * way.s}, spin);
    }
}

int StormScene::remove_escaped() {
    constexpr float end = 0.5f * storm_room + storm_wall;
    int found = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        if (!inside_[i]) continue;
        const Vec2 place = engine_.position(bodies_[i]);
        if (std::abs(place.x) <= end && std::abs(place.y) <= end) continue;
        engine_.destroy(bodies_[i]);
        inside_[i] = false;
        ++found;
    }
    escaped_count_ += found;
    return found;
}

}  // namespace toibox::bench
