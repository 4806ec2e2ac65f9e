// SPDX-License-Identifier: MIT
// Chain shapes with corners: a crate is dragged against steps, plateaus and spikes, and other bodies slide
// off a step.
#include "toibox/geometry/bounds.h"
#include "toibox/narrow/collide.h"

#include "tests/support/chains.h"
#include "tests/support/worlds.h"

#include <algorithm>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

/// A crate of 1 m by `height` dragged by a mouse joint towards a rise of the ground at x = 0.
struct DragSetup {
    std::vector<Vec2> ground;
    float height = 1.5f;
    Vec2 crate_position{};
    Vec2 mouse_target{};
    SolverKind solver = SolverKind::SoftStep;
    float rate = 60.0f;    ///< Steps per second.
    bool is_chain = true;  ///< If false, the ground consists of segments without ghost vertices.
};

/// Largest depths of the crate in a run of two seconds, metres.
struct MaxDepth {
    double excess = 0.0;   ///< Largest reported contact depth minus the true overlap.
    double overlap = 0.0;  ///< Overlap with any single segment, without its neighbours.
};

double overlap_with(const std::vector<Segment>& links, const Shape& shape, const Transform& pose) {
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

MaxDepth drag_crate(const DragSetup& setup) {
    // Tests only the ghost vertices of the chain, not the smoothing of inner edges.
    World world(with_solver(setup.solver, {.gravity = {0, -10}, .smooth_inner_edges = false}));
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    const std::vector<Segment> links = chain_through(setup.ground);
    for (const Segment& link : links)
        world.attach(ground, setup.is_chain ? link : line(link.a, link.b));
    const Shape shape = make_box({0.5f, 0.5f * setup.height});
    const BodyHandle crate =
        add_body(world, {.position = setup.crate_position}, shape, {.material = {.friction = 0.3f}});
    world.create_joint(MouseJointDef{.body = crate,
                                     .point = setup.crate_position + Vec2{0.4f, -0.15f},
                                     .target = setup.mouse_target,
                                     .frequency = 5.0f,
                                     .damping_ratio = 0.3f,
                                     .max_force = 150.0f});
    MaxDepth max_depth;
    for (int i = 0; i < static_cast<int>(2.0f * setup.rate); ++i) {
        // Contacts refer to the poses at the start of the step, except those created by an impact within it.
        double overlap = overlap_with(links, shape, world.find(crate)->transform());
        world.step(1.0f / setup.rate);
        if (!world.events().impact.empty())
            overlap = std::max(overlap, overlap_with(links, shape, world.find(crate)->transform()));
        max_depth.excess = std::max(max_depth.excess, world.max_penetration() - overlap);
        max_depth.overlap = std::max(max_depth.overlap, overlap);
    }
    return max_depth;
}

DragSetup random_drag(Generator& random, SolverKind solver) {
    const float rise = random.uniform(0.25f, 0.8f);
    const float width = random.uniform(0.3f, 0.6f) * rise;  // of a plateau; half the width of a spike
    DragSetup setup{
        .ground = {}, .height = random.uniform(1.2f, 4.0f), .solver = solver, .rate = random.step_rate()};
    switch (random.rng.below(3)) {
        case 0:
            setup.ground = {{-10, 0}, {0, 0}, {0, rise}, {10, rise}};
            break;
        case 1:
            setup.ground = {{-10, 0}, {0, 0}, {0, rise}, {width, rise}, {width, 0}, {10, 0}};
            break;
        default:
            setup.ground = {{-10, 0}, {0, 0}, {width, rise}, {2 * width, 0}, {10, 0}};
    }
    setup.crate_position = {-0.6f, 0.5f * setup.height};
    setup.mouse_target = {random.uniform(-1.2f, 1.3f), random.uniform(-0.2f, 1.6f)};
    return setup;
}

class ChainCorner : public testing::TestWithParam<SolverKind> {};
INSTANTIATE_TEST_SUITE_P(Solvers, ChainCorner,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses), solver_name);

// A crate is dragged against a step of 0.5 m and sinks into the step by less than 0.1 m.
TEST_P(ChainCorner, StepStopsADraggedCrate) {
    const MaxDepth max_depth = drag_crate({.ground = {{-10, 0}, {0, 0}, {0, 0.5f}, {10, 0.5f}},
                                           .crate_position = {-0.6f, 0.75f},
                                           .mouse_target = {-0.15f, 0.8f},
                                           .solver = GetParam()});
    EXPECT_LT(max_depth.excess, 0.005);
    EXPECT_LT(max_depth.overlap, 0.1);
}

// A crate is dragged at random against steps, plateaus and spikes. Reported contact depths exceed the true
// overlap by less than 5 mm.
TEST_P(ChainCorner, ContactsAreNoDeeperThanTheOverlap) {
    Generator random(61);
    for (int i = 0; i < 500; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", drag " << i);
        ASSERT_LT(drag_crate(random_drag(random, GetParam())).excess, 0.005);
    }
}

// A chain keeps a crate out as well as the same segments without ghost vertices do, to within 5 cm. Overlaps
// of up to 0.1 m are allowed in any case: a crate that topples off an edge may land this deep in one step on
// any ground. Only with sequential impulses, because soft contacts yield to the mouse joint.
TEST(ChainNormalFilter, KeepsACrateOutAsWellAsSingleSegments) {
    Generator random(63);
    for (int i = 0; i < 500; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", drag " << i);
        DragSetup setup = random_drag(random, SolverKind::SequentialImpulses);
        const double in_chain = drag_crate(setup).overlap;
        setup.is_chain = false;
        ASSERT_LT(in_chain, std::max(0.1, drag_crate(setup).overlap + 0.05));
    }
}

// Bodies slide off the edge of a step in the ground, without friction. No step may add more than 2 % of the
// kinetic energy plus 0.02 J.
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
