// SPDX-License-Identifier: MIT
// Bodies that are drawn against steps and spikes of a chain, and that slide over them.
#include "toibox/geometry/bounds.h"
#include "toibox/narrow/collide.h"

#include "tests/support/chains.h"
#include "tests/support/worlds.h"

#include <algorithm>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

/// A crate of 1 by `height` m, held by the mouse, before a rise of the ground at x = 0.
struct Draw {
    std::vector<Vec2> ground;
    float height = 1.5f;
    Vec2 start{};
    Vec2 target{};
    SolverKind solver = SolverKind::SoftStep;
    float rate = 60.0f;
    bool joined = true;  ///< Whether the segments know their neighbours.
};

/// How deep the crate came in two seconds, in metres.
struct Deepest {
    double by_contacts = 0.0;  ///< As its contacts say.
    double alone = 0.0;        ///< In any of the segments, seen alone.
};

double depth_in(const std::vector<Segment>& links, const Shape& shape, const Transform& pose) {
    double depth = 0.0;
    for (const Segment& link : links) {
        CollideCache cache;
        const Manifold manifold =
            collide(shape, line(link.a, link.b), inv_mul(pose, Transform{}), 0.0f, cache);
        for (int k = 0; k < manifold.count; ++k)
            depth = std::max(depth,
                             -static_cast<double>(manifold.points[static_cast<std::size_t>(k)].separation));
    }
    return depth;
}

Deepest draw(const Draw& setup) {
    // The corners of a chain alone: not what else smooths the contacts of shapes side by side.
    World world(with_solver(setup.solver, {.gravity = {0, -10}, .smooth_inner_edges = false}));
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    const std::vector<Segment> links = chain_through(setup.ground);
    for (const Segment& link : links)
        world.attach(ground, setup.joined ? link : line(link.a, link.b));
    const Shape shape = make_box({0.5f, 0.5f * setup.height});
    const BodyHandle crate =
        add_body(world, {.position = setup.start}, shape, {.material = {.friction = 0.3f}});
    world.create_joint(MouseJointDef{.body = crate,
                                     .point = setup.start + Vec2{0.4f, -0.15f},
                                     .target = setup.target,
                                     .frequency = 5.0f,
                                     .damping_ratio = 0.3f,
                                     .max_force = 150.0f});
    Deepest deepest;
    for (int i = 0; i < static_cast<int>(2.0f * setup.rate); ++i) {
        // Contacts are of the poses at the beginning of the step, but for those that begin with an impact in
        // it.
        double alone = depth_in(links, shape, world.find(crate)->transform());
        world.step(1.0f / setup.rate);
        if (!world.events().impact.empty())
            alone = std::max(alone, depth_in(links, shape, world.find(crate)->transform()));
        deepest.by_contacts = std::max(deepest.by_contacts, world.max_penetration() - alone);
        deepest.alone = std::max(deepest.alone, alone);
    }
    return deepest;
}

Draw random_draw(Generator& random, SolverKind solver) {
    const float rise = random.uniform(0.25f, 0.8f);
    const float half = random.uniform(0.3f, 0.6f) * rise;  // half the width of a spike
    Draw setup{
        .ground = {}, .height = random.uniform(1.2f, 4.0f), .solver = solver, .rate = random.step_rate()};
    switch (random.rng.below(3)) {
        case 0:
            setup.ground = {{-10, 0}, {0, 0}, {0, rise}, {10, rise}};
            break;
        case 1:
            setup.ground = {{-10, 0}, {0, 0}, {0, rise}, {half, rise}, {half, 0}, {10, 0}};
            break;
        default:
            setup.ground = {{-10, 0}, {0, 0}, {half, rise}, {2 * half, 0}, {10, 0}};
    }
    setup.start = {-0.6f, 0.5f * setup.height};
    setup.target = {random.uniform(-1.2f, 1.3f), random.uniform(-0.2f, 1.6f)};
    return setup;
}

class ChainCorner : public testing::TestWithParam<SolverKind> {};
INSTANTIATE_TEST_SUITE_P(Solvers, ChainCorner,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses), solver_name);

// A step of 0.5 m is a wall: the crate stands before it.
TEST_P(ChainCorner, StepIsAWallForACrateThatIsDrawnAgainstIt) {
    const Deepest deepest = draw({.ground = {{-10, 0}, {0, 0}, {0, 0.5f}, {10, 0.5f}},
                                  .start = {-0.6f, 0.75f},
                                  .target = {-0.15f, 0.8f},
                                  .solver = GetParam()});
    EXPECT_LT(deepest.by_contacts, 0.005);
    EXPECT_LT(deepest.alone, 0.1);
}

// Steps, plateaus and spikes. No contact is deeper than the overlap with its segment, however the crate is
// drawn.
TEST_P(ChainCorner, ContactsAreNoDeeperThanTheOverlap) {
    Generator random(61);
    for (int i = 0; i < 500; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", draw " << i);
        ASSERT_LT(draw(random_draw(random, GetParam())).by_contacts, 0.005);
    }
}

// Under sequential impulses, whose contacts do not yield to the mouse; a crate that topples off an edge may
// land that deep in one step on any ground.
TEST(ChainNormalFilter, KeepsACrateOutAsWellAsSegmentsAlone) {
    Generator random(63);
    for (int i = 0; i < 500; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", draw " << i);
        Draw setup = random_draw(random, SolverKind::SequentialImpulses);
        const double in_chain = draw(setup).alone;
        setup.joined = false;
        ASSERT_LT(in_chain, std::max(0.1, draw(setup).alone + 0.05));
    }
}

// Down a step of the ground without friction: what slides off its edge gains no energy on it.
TEST_P(ChainCorner, SlidingOffAStepGainsNoEnergy) {
    Generator random(62);
    for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", slider " << i);
        World world(with_solver(GetParam(), {.gravity = {0, -10}}));
        const BodyHandle ground = world.create_body({.type = BodyType::Static});
        const float drop = random.uniform(0.05f, 0.6f);
        const std::vector<Vec2> corners{{-5, drop}, {-1.2f, drop}, {-0.5f, drop}, {0, drop}, {0, 0}, {12, 0}};
        for (const Segment& link : chain_through(corners))
            world.attach(ground, link, {.material = {.friction = 0.0f}});
        const float size = random.uniform(0.15f, 0.5f);
        const Shape shape = i % 3 == 0   ? Shape(make_box({size, size * random.uniform(0.3f, 1.0f)}))
                            : i % 3 == 1 ? Shape(make_box({size, size}, {}, 0.0f, 0.05f))
                                         : Shape(Capsule{.a = {-size, 0}, .b = {size, 0}, .radius = 0.2f});
        const Aabb box = compute_aabb(shape, {});
        add_body(world, {.position = {-2, drop - box.lower.y}, .linear_velocity = {random.uniform(1, 6), 0}},
                 shape, {.material = {.friction = 0.0f}});
        for (int k = 0; k < 120; ++k) {
            const double before = world.kinetic_energy() + world.potential_energy();
            world.step(time_step);
            const double gain = world.kinetic_energy() + world.potential_energy() - before;
            ASSERT_LT(gain, 0.02 * (world.kinetic_energy() + 1.0)) << "step " << k;
        }
    }
}

}  // namespace
}  // namespace toibox
