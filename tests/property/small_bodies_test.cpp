// SPDX-License-Identifier: MIT

// A tower of ten boxes of any size stands and sinks by less than 5 % if the sub-step h is short enough for
// the size: contacts yield by a multiple of g h², which does not depend on the size. A failure prints its
// seed; TOIBOX_SEED=n runs only the tower with that seed.

#include "toibox/scene/tuning.h"

#include "tests/support/generators.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"
#include "tests/support/worlds.h"

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

struct TowerEnd {
    double height = 0.0;  ///< Height of the top box's centre, in edge lengths.
    double offset = 0.0;  ///< Sideways offset of the top box's centre, in edge lengths.
};

/// `min_size`: minimum edge length as a multiple of g h².
TowerEnd run_tower(std::uint64_t seed, SolverKind solver, float min_size) {
    Generator random(seed);
    const float rate = random.step_rate();
    const float edge = random.magnitude(0.002f, 3.0f);
    const float gravity = random.magnitude(0.5f, 30.0f);
    WorldSettings settings = with_solver(solver, {.gravity = {0.0f, -gravity}});
    settings.substeps = static_cast<int>(std::ceil(std::sqrt(min_size * gravity / edge) / rate));
    World world(settings);
    const Material material{.density = random.magnitude(0.01f, 1e4f), .friction = random.uniform(0.2f, 1.0f)};
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    world.attach(ground, make_box({20.0f * edge, edge}, {0.0f, -edge}), {.material = material});
    BodyHandle top;
    for (int i = 0; i < 10; ++i) {
        top = add_body(world, {.position = {0.0f, (static_cast<float>(i) + 0.5f) * edge}},
                       make_box({0.5f * edge, 0.5f * edge}), {.material = material});
    }
    for (int i = 0; i < static_cast<int>(2.0f * rate); ++i)
        world.step(1.0f / rate);
    const Vec2d center = widen(world.find(top)->center());
    return {center.y / static_cast<double>(edge), center.x / static_cast<double>(edge)};
}

class SmallBodies : public ::testing::TestWithParam<SolverKind> {};

TEST_P(SmallBodies, StandInATower) {
    const float min_size = static_cast<float>(
        GetParam() == SolverKind::SoftStep ? scene::tuning::min_size_soft : scene::tuning::min_size_rigid);
    for_each_random_instance([&](std::uint64_t seed) {
        const TowerEnd tower = run_tower(seed, GetParam(), min_size);
        EXPECT_GT(tower.height, 0.95 * 9.5);
        EXPECT_LT(tower.height, 9.51);
        EXPECT_NEAR(tower.offset, 0.0, 0.01);
    });
}

INSTANTIATE_TEST_SUITE_P(Solvers, SmallBodies,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses), solver_name);

}  // namespace
}  // namespace toibox
