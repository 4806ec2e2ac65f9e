// SPDX-License-Identifier: MIT
// What only the fast path can get wrong: manifolds that are kept while the world is edited under them, and
// hits that are told in a later call than the one that found them.
#include "toibox/dynamics/validate.h"

#include "tests/support/generators.h"
#include "tests/support/physics.h"
#include "tests/support/worlds.h"

namespace toibox {
namespace {

using namespace testing_support;

WorldSettings soft() {
    WorldSettings settings;
    settings.gravity = {0, -10};
    settings.solver = SolverKind::SoftStep;
    settings.substeps = 4;
    return settings;
}

BodyHandle add_floor(World& world) {
    const BodyHandle floor = world.create_body({.type = BodyType::Static, .position = {0, -1}});
    world.attach(floor, make_box({20, 1}));
    return floor;
}

// A unit box rests; a weight inside it moves its centre of mass up by 3 cm, less than a kept manifold
// follows. The anchors are measured from the centre: kept, they would take the shift for a gap, and the box
// would sink.
TEST(SoftStep, MakesNewManifoldsWhenACentreOfMassMoves) {
    World world(soft());
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    world.attach(box, make_box({0.1f, 0.1f}, {0, 0.3f}), {.material = {.density = 2.8f}});
    ASSERT_NEAR(world.find(box)->mass().local_center.y, 0.03f, 0.002f);
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(box)->position().y, 0.5f, 0.002f);
    EXPECT_LT(world.max_penetration(), 0.002);
}

// The scalar solver makes manifolds of its own; what the soft step had kept is not theirs.
TEST(SoftStep, KeepsNoManifoldOfAnotherSolver) {
    World world(soft());
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    WorldSettings scalar = soft();
    scalar.solver = SolverKind::SequentialImpulses;
    for (int round = 0; round < 4; ++round) {
        ASSERT_TRUE(world.set_settings(round % 2 == 0 ? soft() : scalar));
        for (int i = 0; i < 30; ++i)
            world.step(time_step);
    }
    for (const Contact& contact : world.contacts())
        EXPECT_LT(contact.base.reach, 0.0f);
    EXPECT_NEAR(world.find(box)->position().y, 0.5f, 0.003f);
}

// A stack is hit while a bullet's impact holds the step; then all but the floor goes. The rest of the step
// has no contact left to tell of.
TEST(SoftStep, ReportsHitsBeforeAPauseOnce) {
    WorldSettings settings = soft();
    settings.stop_at_each_impact = true;
    World world(settings);
    add_floor(world);
    std::vector<BodyHandle> bodies;
    for (int i = 0; i < 12; ++i) {
        bodies.push_back(world.create_body(
            {.position = {-9.0f + 1.5f * static_cast<float>(i), 0.52f}, .linear_velocity = {0, -3}}));
        world.attach(bodies.back(), make_box({0.5f, 0.5f}));
    }
    bodies.push_back(world.create_body({.position = {15, 3}, .linear_velocity = {0, -200}}));
    world.attach(bodies.back(), disc(0.1f));
    bool paused = false;
    for (int i = 0; i < 20 && !paused; ++i)
        paused = !world.step(time_step).complete;
    ASSERT_TRUE(paused);
    EXPECT_GE(world.events().hit.size(), 12u);
    for (const BodyHandle body : bodies)
        world.destroy(body);
    for (int i = 0; i < 3; ++i)
        world.step(time_step);
    EXPECT_TRUE(world.events().hit.empty());
    EXPECT_FALSE(validate(world.state()).has_value());
}

// A box lands, and the impact of a ball elsewhere holds the step; whatever solver goes on with it, the hit is
// told once, as by the solver that found it.
TEST(SoftStep, APausedStepKeepsItsSolver) {
    for (const EnumEntry<SolverKind>& first : solver_kinds()) {
        if (!are_compatible(first.value, ContinuousPolicy::SubstepAtImpact)) continue;  // no impact, no hold
        for (const EnumEntry<SolverKind>& second : solver_kinds()) {
            SCOPED_TRACE(std::string(first.name) + ", then " + std::string(second.name));
            WorldSettings settings = soft();
            settings.stop_at_each_impact = true;
            settings.solver = first.value;
            World world(settings);
            add_floor(world);
            add_box(world, {0, 0.505f}, 0.5f, {.linear_velocity = {0, -1.8f}});
            add_ball(world, {5, 3}, 0.1f, {.linear_velocity = {0, -2000}});
            settings.solver = second.value;
            if (!are_compatible(settings.solver, settings.continuous))
                settings.continuous = ContinuousPolicy::Off;
            std::size_t hits = 0;
            int calls = 0;
            for (bool complete = false; !complete; ++calls) {
                complete = world.step(time_step).complete;
                for (const HitEvent& hit : world.events().hit)
                    hits += hit.point.x < 1.0f ? 1 : 0;
                ASSERT_TRUE(world.set_settings(settings));
            }
            EXPECT_GT(calls, 1);
            EXPECT_EQ(hits, 1u);
        }
    }
}

// The records of polygons are kept by slot. A world that takes over another one's state has other shapes in
// the same slots: what it then does is what a copy does that never had any records.
TEST(SoftStep, ClearsCachedPolygonsOnAssignment) {
    const auto drop = [](const Shape& shape) {
        World world(soft());
        add_floor(world);
        world.attach(world.create_body({.position = {0, 0.8f}, .angle = 0.3f}), shape);
        return world;
    };
    World world = drop(make_box({0.5f, 0.5f}));
    for (int i = 0; i < 10; ++i)
        world.step(time_step);
    const World other = drop(make_box({0.2f, 0.9f}));
    world = other;
    World fresh = other;
    for (int i = 0; i < 60; ++i) {
        world.step(time_step);
        fresh.step(time_step);
        ASSERT_EQ(world.hash(), fresh.hash()) << i;
    }
}

// What a step reports is noted while contacts are detected; a walk over them has to give the same.
TEST(SoftStep, ReportsWhatTheContactsHold) {
    for (const SolverKind solver : {SolverKind::SoftStep, SolverKind::SequentialImpulses}) {
        WorldSettings settings = soft();
        settings.solver = solver;
        settings.sleeping = true;
        settings.sleep_time = 0.1f;
        World world(settings);
        add_floor(world);
        bool slept = false;
        for (int i = 0; i < 300; ++i) {
            if (i % 30 == 0) add_box(world, {0.1f * static_cast<float>(i % 7), 6});
            const StepReport report = world.step(time_step);
            int touching = 0;
            int points = 0;
            int warm = 0;
            for (const Contact& contact : world.contacts()) {
                touching += contact.count > 0 ? 1 : 0;
                points += contact.count;
                for (std::size_t k = 0; k < contact.count; ++k)
                    warm += contact.points[k].warm ? 1 : 0;
            }
            ASSERT_EQ(report.touching, touching) << i;
            ASSERT_EQ(report.manifold_points, points) << i;
            ASSERT_EQ(report.warm_points, warm) << i;
            for (const BodyHandle body : world.bodies())
                slept = slept || world.state().bodies.sleep[body.index].island != null_index;
        }
        EXPECT_TRUE(slept);
    }
}

// Hits are listed by contact. A step that fails, and a world that takes over another one's state, leave none
// behind.
TEST(SoftStep, DropsTheHitsOfAFailedStep) {
    World world(soft());
    add_floor(world);
    const BodyHandle falling = world.create_body({.position = {0, 0.52f}, .linear_velocity = {0, -3}});
    world.attach(falling, make_box({0.5f, 0.5f}));
    // Beyond any world after one step: found once the solver is through.
    const BodyHandle lost =
        world.create_body({.position = {0, 50}, .linear_velocity = {0, -9.9e14f}, .gravity_scale = 1e15f});
    world.attach(lost, disc(0.5f));
    ASSERT_TRUE(world.step(time_step).non_finite);
    WorldSettings pausing = soft();
    pausing.solver = SolverKind::SequentialImpulses;
    pausing.stop_at_each_impact = true;
    World other(pausing);
    add_floor(other);
    const BodyHandle bullet = other.create_body({.position = {0, 3}, .linear_velocity = {0, -400}});
    other.attach(bullet, disc(0.1f));
    world = other;
    World fresh = other;
    for (int i = 0; i < 3; ++i) {
        world.step(time_step);
        fresh.step(time_step);
        EXPECT_EQ(world.events().hit.size(), fresh.events().hit.size()) << i;
    }
}

/// The speed at which a disc that lies 0.8 m deep in the floor comes out, m/s. It weighs so many times as
/// much as the earth makes it, and came in at `speed`, m/s, downwards.
float way_out(float weight, float speed) {
    World world(soft());
    add_floor(world);
    const BodyHandle disc = world.create_body({.type = BodyType::Dynamic,
                                               .position = {0.0f, 0.2f},
                                               .linear_velocity = {0.0f, -speed},
                                               .gravity_scale = weight});
    world.attach(disc, Circle{.radius = 1.0f});
    for (int i = 0; i < 2; ++i)  // the second step knows what the first had to carry
        world.step(time_step);
    const float before = world.find(disc)->position().y;
    world.step(time_step);
    return (world.find(disc)->position().y - before) / time_step;
}

// The push grows with what the contact carries: by three tenths of m·g·h, as a speed of the disc. It did not,
// and what was stirred under load stayed crushed. Of 0.8 m, 0.7 are of the step in which the disc came.
TEST(SoftStep, PushesOutFasterUnderLoad) {
    const WorldSettings settings = soft();
    const float substep = time_step / static_cast<float>(settings.substeps);
    for (const float weight : {1.0f, 100.0f, 400.0f}) {
        const float expected = settings.push_speed + 0.3f * weight * 10.0f * substep;
        EXPECT_NEAR(way_out(weight, 0.7f / time_step + 0.1f), expected, 0.1f * expected) << weight;
    }
}

// Load hastens no push of what was created in something else: a heap of such bodies bears what they push.
TEST(SoftStep, PushesOutWhatWasCreatedInSomethingAsIfWithoutLoad) {
    const WorldSettings settings = soft();
    for (const float weight : {1.0f, 100.0f, 400.0f}) {
        EXPECT_NEAR(way_out(weight, 0.0f), settings.push_speed, 0.1f * settings.push_speed) << weight;
        EXPECT_NEAR(way_out(weight, 0.7f / time_step - 0.1f), settings.push_speed, 0.1f * settings.push_speed)
            << weight;
    }
}

// A thousand unit boxes within 6 by 6 metres. Each comes out of the next at the push speed, so from one end
// of the heap that they make, √1000 boxes long, to the other they part by no more than that times as fast.
TEST(SoftStep, ACrowdInOnePlaceComesApartSlowly) {
    constexpr int count = 1000;
    World world(weightless());
    Generator generator(3);
    std::vector<BodyHandle> boxes;
    for (int i = 0; i < count; ++i) {
        boxes.push_back(world.create_body({.position = generator.point(3.0f)}));
        world.attach(boxes.back(), make_box({0.5f, 0.5f}));
    }
    const float bound = std::sqrt(static_cast<float>(count)) * world.settings().push_speed;
    for (int i = 0; i < 180; ++i) {
        world.step(time_step);
        for (const BodyHandle box : boxes)
            ASSERT_LT(length(world.find(box)->velocity().linear), bound) << "step " << i;
    }
}

}  // namespace
}  // namespace toibox
