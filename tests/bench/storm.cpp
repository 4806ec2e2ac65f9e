// SPDX-License-Identifier: MIT
#include "tests/bench/storm.h"

#include "toibox/core/rng.h"
#include "toibox/geometry/hull.h"
#include "toibox/math/rot.h"

#include <cmath>

namespace toibox::bench {

namespace {

constexpr Material bouncy{.density = 1.0f, .friction = 0.3f, .restitution = 0.5f};

/// Shapes alternate: discs of 10 to 50 cm, boxes of 10 to 50 cm, and slivers of 1 m × 4 cm.
Shape storm_shape(Rng& rng, int index) {
    const float width = 0.5f * rng.uniform(0.1f, 0.5f);
    const float height = 0.5f * rng.uniform(0.1f, 0.5f);
    if (index % 3 == 0) return Circle{.center = {}, .radius = width};
    if (index % 3 == 1) return make_box({width, height});
    return make_box({0.5f, 0.02f});
}

}  // namespace

StormScene::StormScene(const StormPlan& plan, Engine& engine) : plan_(plan), engine_(engine) {
    build_room();
    build_bodies();
}

void StormScene::build_room() {
    constexpr float half_room = 0.5f * storm_room;
    constexpr float half_wall = 0.5f * storm_wall;
    const BodyHandle room = engine_.create_body({.type = BodyType::Static});
    for (const float side : {-1.0f, 1.0f}) {
        const float center = side * (half_room + half_wall);
        engine_.attach(room, make_box({half_room + storm_wall, half_wall}, {0.0f, center}),
                       {.material = bouncy});
        engine_.attach(room, make_box({half_wall, half_room + storm_wall}, {center, 0.0f}),
                       {.material = bouncy});
    }
}

/// Creates one body per cell of a square grid, with random rotation. Bodies do not overlap if a cell is wider
/// than a sliver is long.
void StormScene::build_bodies() {
    Rng rng(plan_.seed);
    const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(plan_.bodies))));
    const float cell = storm_room / static_cast<float>(columns);
    for (int i = 0; i < plan_.bodies; ++i) {
        const Vec2 position{cell * (static_cast<float>(i % columns) + 0.5f) - 0.5f * storm_room,
                            cell * (static_cast<float>(i / columns) + 0.5f) - 0.5f * storm_room};
        const float angle = rng.uniform(-3.0f, 3.0f);
        const Shape shape = storm_shape(rng, i);
        bodies_.push_back(engine_.create_body({.position = position, .angle = angle}));
        engine_.attach(bodies_.back(), shape, {.material = bouncy});
    }
    is_inside_.assign(bodies_.size(), true);
}

void StormScene::apply_gust(int step) {
    if (step % storm_gust_steps != 0) return;
    Rng rng(plan_.seed, 1u + static_cast<std::uint64_t>(step / storm_gust_steps));
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const float speed = rng.uniform(50.0f, storm_speed);
        const Rot direction = make_rot(rng.uniform(-3.14159274f, 3.14159274f));
        const float spin = rng.uniform(-storm_spin, storm_spin);
        if (is_inside_[i]) engine_.set_velocity(bodies_[i], {speed * direction.c, speed * direction.s}, spin);
    }
}

int StormScene::remove_escaped() {
    constexpr float limit = 0.5f * storm_room + storm_wall;
    int removed = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        if (!is_inside_[i]) continue;
        const Vec2 position = engine_.position(bodies_[i]);
        if (std::abs(position.x) <= limit && std::abs(position.y) <= limit) continue;
        engine_.destroy(bodies_[i]);
        is_inside_[i] = false;
        ++removed;
    }
    escaped_count_ += removed;
    return removed;
}

}  // namespace toibox::bench
