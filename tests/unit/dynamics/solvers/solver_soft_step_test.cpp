// SPDX-License-Identifier: MIT
// Tests specific to soft step: manifolds that are reused while the world is edited, hits that are reported in
// a later call than the one that found them, and the speed at which overlaps are pushed out.
#include "toibox/dynamics/validate.h"

#include "tests/support/generators.h"
#include "tests/support/physics.h"
#include "tests/support/worlds.h"

namespace toibox {
namespace {

using namespace testing_support;

WorldSettings soft_step_settings() {
    WorldSettings settings;
    settings.gravity = {0, -10};
    settings.solver = SolverKind::SoftStep;
    settings.substeps = 4;
    return settings;
}

BodyHandle add_thick_floor(World& world) {
    const BodyHandle floor = world.create_body({.type = BodyType::Static, .position = {0, -1}});
    world.attach(floor, make_box({20, 1}));
    return floor;
}

// A new shape moves the centre of mass of a resting box up by 3 cm, within the limit of manifold reuse.
// Anchors are relative to the centre of mass: with a reused manifold the shift would look like a gap, and the
// box would sink.
TEST(SoftStep, MovingACentreOfMassDiscardsManifolds) {
    World world(soft_step_settings());
    add_thick_floor(world);
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

// Sequential impulses compute new manifolds in each step. Manifolds that soft step kept must not be reused
// after a change of solver.
TEST(SoftStep, ChangingTheSolverDiscardsKeptManifolds) {
    World world(soft_step_settings());
    add_thick_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    WorldSettings sequential_settings = soft_step_settings();
    sequential_settings.solver = SolverKind::SequentialImpulses;
    for (int round = 0; round < 4; ++round) {
        ASSERT_TRUE(world.set_settings(round % 2 == 0 ? soft_step_settings() : sequential_settings));
        for (int i = 0; i < 30; ++i)
            world.step(time_step);
    }
    for (const Contact& contact : world.contacts())
        EXPECT_LT(contact.base.reach, 0.0f);
    EXPECT_NEAR(world.find(box)->position().y, 0.5f, 0.003f);
}

// A row of boxes lands in a step that is paused at the impact of a bullet. Then all bodies but the floor are
// destroyed. The rest of the step must not report the hits again.
TEST(SoftStep, ReportsHitsBeforeAPauseOnce) {
    WorldSettings settings = soft_step_settings();
    settings.stop_at_each_impact = true;
    World world(settings);
    add_thick_floor(world);
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

// A box lands in a step that is paused at the impact of a ball elsewhere, and the solver is changed during
// the pause. The hit must be reported exactly once.
TEST(SoftStep, PausedStepKeepsItsSolver) {
    for (const EnumEntry<SolverKind>& first : solver_kinds()) {
        if (!are_compatible(first.value, ContinuousPolicy::SubstepAtImpact))
            continue;  // the step would not pause
        for (const EnumEntry<SolverKind>& second : solver_kinds()) {
            SCOPED_TRACE(std::string(first.name) + ", then " + std::string(second.name));
            WorldSettings settings = soft_step_settings();
            settings.stop_at_each_impact = true;
            settings.solver = first.value;
            World world(settings);
            add_thick_floor(world);
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

// Polygon records are cached by shape slot. After the assignment of another world the slots hold other
// shapes, so the world must behave like a copy without a cache.
TEST(SoftStep, ClearsCachedPolygonsOnAssignment) {
    const auto world_with_shape = [](const Shape& shape) {
        World world(soft_step_settings());
        add_thick_floor(world);
        world.attach(world.create_body({.position = {0, 0.8f}, .angle = 0.3f}), shape);
        return world;
    };
    World world = world_with_shape(make_box({0.5f, 0.5f}));
    for (int i = 0; i < 10; ++i)
        world.step(time_step);
    const World other = world_with_shape(make_box({0.2f, 0.9f}));
    world = other;
    World fresh_world = other;
    for (int i = 0; i < 60; ++i) {
        world.step(time_step);
        fresh_world.step(time_step);
        ASSERT_EQ(world.hash(), fresh_world.hash()) << i;
    }
}

// The counts in a report are collected during detection. Counting over all contacts afterwards must give the
// same numbers.
TEST(SoftStep, ReportMatchesTheContacts) {
    for (const SolverKind solver : {SolverKind::SoftStep, SolverKind::SequentialImpulses}) {
        WorldSettings settings = soft_step_settings();
        settings.solver = solver;
        settings.sleeping = true;
        settings.sleep_time = 0.1f;
        World world(settings);
        add_thick_floor(world);
        bool has_slept = false;
        for (int i = 0; i < 600; ++i) {
            if (i < 300 && i % 30 == 0) add_box(world, {0.1f * static_cast<float>(i % 7), 6});
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
                has_slept = has_slept || world.state().bodies.sleep[body.index].island != null_index;
        }
        EXPECT_TRUE(has_slept);
    }
}

// A failed step, and the assignment of another world, must discard the list of hits.
TEST(SoftStep, DiscardsTheHitsOfAFailedStep) {
    World world(soft_step_settings());
    add_thick_floor(world);
    const BodyHandle falling_box = world.create_body({.position = {0, 0.52f}, .linear_velocity = {0, -3}});
    world.attach(falling_box, make_box({0.5f, 0.5f}));
    // The disc leaves the allowed range within one step, which is detected after the solver has run.
    const BodyHandle fast_disc =
        world.create_body({.position = {0, 50}, .linear_velocity = {0, -9.9e14f}, .gravity_scale = 1e15f});
    world.attach(fast_disc, disc(0.5f));
    ASSERT_TRUE(world.step(time_step).non_finite);
    WorldSettings pausing_settings = soft_step_settings();
    pausing_settings.solver = SolverKind::SequentialImpulses;
    pausing_settings.stop_at_each_impact = true;
    World other(pausing_settings);
    add_thick_floor(other);
    const BodyHandle bullet = other.create_body({.position = {0, 3}, .linear_velocity = {0, -400}});
    other.attach(bullet, disc(0.1f));
    world = other;
    World fresh_world = other;
    for (int i = 0; i < 3; ++i) {
        world.step(time_step);
        fresh_world.step(time_step);
        EXPECT_EQ(world.events().hit.size(), fresh_world.events().hit.size()) << i;
    }
}

/// Speed at which a disc 0.8 m deep in the floor is pushed out, m/s. `speed`: initial downward speed of the
/// disc, m/s.
float push_out_speed(float gravity_scale, float speed) {
    World world(soft_step_settings());
    add_thick_floor(world);
    const BodyHandle deep_disc = world.create_body({.type = BodyType::Dynamic,
                                                    .position = {0.0f, 0.2f},
                                                    .linear_velocity = {0.0f, -speed},
                                                    .gravity_scale = gravity_scale});
    world.attach(deep_disc, Circle{.radius = 1.0f});
    for (int i = 0; i < 2; ++i)  // the second step uses the load of the first
        world.step(time_step);
    const float before = world.find(deep_disc)->position().y;
    world.step(time_step);
    return (world.find(deep_disc)->position().y - before) / time_step;
}

// The push-out speed grows with the load on the contact: by 0.3 times the velocity that gravity would add in
// a sub-step. Regression: without this, overlapping bodies under load were not pushed apart. The approach in
// the last step explains 0.7 m of the depth of 0.8 m, so the disc does not count as spawned overlapping.
TEST(SoftStep, PushesOutFasterUnderLoad) {
    const WorldSettings settings = soft_step_settings();
    const float substep = time_step / static_cast<float>(settings.substeps);
    for (const float gravity_scale : {1.0f, 100.0f, 400.0f}) {
        const float expected = settings.push_speed + 0.3f * gravity_scale * 10.0f * substep;
        EXPECT_NEAR(push_out_speed(gravity_scale, 0.7f / time_step + 0.1f), expected, 0.1f * expected)
            << gravity_scale;
    }
}

// Bodies that were spawned overlapping are pushed out at the push speed regardless of load, because in a pile
// of such bodies the load is due to the push-out itself.
TEST(SoftStep, LoadDoesNotSpeedUpSpawnedOverlaps) {
    const WorldSettings settings = soft_step_settings();
    for (const float gravity_scale : {1.0f, 100.0f, 400.0f}) {
        EXPECT_NEAR(push_out_speed(gravity_scale, 0.0f), settings.push_speed, 0.1f * settings.push_speed)
            << gravity_scale;
        EXPECT_NEAR(push_out_speed(gravity_scale, 0.7f / time_step - 0.1f), settings.push_speed,
                    0.1f * settings.push_speed)
            << gravity_scale;
    }
}

// A thousand unit boxes within 6 × 6 m. Neighbours separate at the push speed, and the resulting pile is
// √1000 boxes wide, so no box is faster than √1000 times the push speed.
TEST(SoftStep, OverlappingCrowdSeparatesSlowly) {
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
