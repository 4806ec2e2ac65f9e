// SPDX-License-Identifier: MIT

// Planks that rock on a disc, and discs with a weight that rock on a floor or on a greater disc, rolling
// without slip under gravity alone: nothing feeds them, so they never swing further than where they were let
// go. A failure prints its seed; TOIBOX_SEED=n runs that one alone.

#include "tests/support/generators.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"
#include "tests/support/worlds.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float gravity = 10.0f;

class Rocking {
public:
    Rocking(std::uint64_t seed, SolverKind solver) : random_(seed), world_(settings_of(solver)) {
        material_ = {.density = random_.magnitude(0.01f, 1e4f), .friction = 10.0f};
        if (random_.rng.integer(0, 1) == 0) {
            rock_plank();
        } else {
            rock_disc();
        }
    }
    /// The greatest angle of the last of ten swings, as a multiple of the first.
    float run() {
        const int steps = static_cast<int>(10.0f * period_ * rate_);
        const int last = static_cast<int>(9.0f * period_ * rate_);
        float greatest = 0.0f;
        for (int i = 0; i < steps; ++i) {
            world_.step(1.0f / rate_);
            if (i < last) continue;
            greatest = std::max(greatest, static_cast<float>(std::abs(world_.find(body_)->angle())));
        }
        return greatest / start_;
    }

private:
    WorldSettings settings_of(SolverKind solver) {
        rate_ = random_.step_rate();
        WorldSettings settings = with_solver(solver, {.gravity = {0.0f, -gravity}, .sleeping = false});
        settings.substeps = random_.rng.integer(1, 8);
        return settings;
    }
    /// `per_second_squared`: the square of the angular frequency of small swings.
    void let_swing(float angle, float per_second_squared) {
        start_ = angle;
        period_ = 2.0f * static_cast<float>(pi) / std::sqrt(per_second_squared);
    }
    void rock_plank() {
        const float radius = random_.magnitude(0.1f, 0.8f);
        const float half_height = random_.uniform(0.05f, 0.4f) * radius;
        const float half_length = random_.uniform(1.0f, 3.0f) * radius;
        const BodyHandle ground = world_.create_body({.type = BodyType::Static});
        world_.attach(ground, Circle{{}, radius}, {.material = material_});
        const float angle = random_.uniform(0.05f, 0.3f);
        const Vec2 normal{-std::sin(angle), std::cos(angle)};
        const Vec2 along{normal.y, -normal.x};
        const float gyration_squared = (half_length * half_length + half_height * half_height) / 3.0f;
        let_swing(angle, gravity * (radius - half_height) / (gyration_squared + half_height * half_height));
        body_ = world_.create_body(
            {.position = (radius + half_height) * normal + radius * angle * along, .angle = angle});
        if (random_.rng.integer(0, 1) == 0) {
            world_.attach(body_, make_box({half_length, half_height}), {.material = material_});
        } else {
            world_.attach(body_, Capsule{{-half_length, 0.0f}, {half_length, 0.0f}, half_height},
                          {.material = material_});
        }
    }
    /// A disc with a weight below its middle, on a floor or on a greater disc.
    void rock_disc() {
        const float radius = random_.magnitude(0.1f, 0.8f);
        const float angle = random_.uniform(0.1f, 0.5f);
        const bool on_floor = random_.rng.integer(0, 1) == 0;
        const float below = on_floor ? 1e4f * radius : random_.uniform(5.0f, 10.0f) * radius;
        const BodyHandle ground = world_.create_body({.type = BodyType::Static});
        const Shape shape = on_floor ? Shape{make_box({20.0f * radius, radius}, {0.0f, -radius})}
                                     : Shape{Circle{{0.0f, -below}, below}};
        world_.attach(ground, shape, {.material = material_});
        const float around = angle * radius / (below + radius);
        const Vec2 out{-std::sin(around), std::cos(around)};
        body_ = world_.create_body(
            {.position = on_floor ? Vec2{0.0f, radius} : Vec2{0.0f, -below} + (below + radius) * out,
             .angle = angle});
        world_.attach(body_, Circle{{}, radius}, {.material = material_});
        Material heavy = material_;
        heavy.density *= random_.magnitude(10.0f, 40.0f);
        world_.attach(body_, Circle{{0.0f, -0.7f * radius}, 0.2f * radius}, {.material = heavy});
        const BodyMass mass = world_.find(body_)->mass();
        const float low = -mass.local_center.y;
        const float lever = radius - low;
        const float raised = low - radius * radius / (below + radius);  // of the centre of mass, by angle²/2
        let_swing(angle, gravity * raised / (mass.inertia / mass.mass + lever * lever));
    }

    Generator random_;
    float rate_ = 60.0f;
    World world_;
    Material material_;
    BodyHandle body_;
    float start_ = 0.0f;
    float period_ = 1.0f;
};

class Rockers : public ::testing::TestWithParam<SolverKind> {};

// A few, at 30 steps a second, lose much of their swing; the median keeps 0.996 of it, nine in ten 0.96.
TEST_P(Rockers, NeverSwingFurther) {
    std::vector<float> kept;
    for_each_random_instance([&](std::uint64_t seed) {
        kept.push_back(Rocking(seed, GetParam()).run());
        EXPECT_LT(kept.back(), 1.05f);
        EXPECT_GT(kept.back(), 0.2f);
    });
    std::ranges::sort(kept);
    EXPECT_GT(kept[kept.size() / 10], 0.92f) << "of the first swing is kept by nine in ten";
}

INSTANTIATE_TEST_SUITE_P(Solvers, Rockers,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses), solver_name);

}  // namespace
}  // namespace toibox
