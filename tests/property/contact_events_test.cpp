// SPDX-License-Identifier: MIT

// No impulse without a begin event: two shapes push each other only between their begin and end events,
// whether by contacts of the step or by an impact within the step. The oracle is Newton's first law: without
// gravity, the velocity of a body changes only in a step in which one of its shapes touches another shape.

#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

using ShapePair = std::pair<std::uint32_t, std::uint32_t>;

/// The pairs that touch according to the events.
class TouchingPairs {
public:
    /// Applies the end events of a step, then its begin events. Fails if a pair begins twice or ends without
    /// a begin event.
    void update(const World& world) {
        for (const ContactEvent& event : world.events().end)
            EXPECT_EQ(pairs_.erase({event.a.index, event.b.index}), 1u) << "end event without a begin event";
        for (const ContactEvent& event : world.events().begin)
            EXPECT_TRUE(pairs_.insert({event.a.index, event.b.index}).second)
                << "two begin events without an end event";
    }
    [[nodiscard]] bool has_body(const World& world, std::uint32_t body) const {
        const std::vector<std::uint32_t>& owner = world.state().shapes.body;
        return std::ranges::any_of(pairs_, [&](const ShapePair& pair) {
            return owner[pair.first] == body || owner[pair.second] == body;
        });
    }
    [[nodiscard]] bool has(const HitEvent& hit) const { return pairs_.contains({hit.a.index, hit.b.index}); }
    [[nodiscard]] bool empty() const { return pairs_.empty(); }

private:
    std::set<ShapePair> pairs_;
};

constexpr std::array response_policies{ContinuousPolicy::Off,
                                       ContinuousPolicy::RestorePosition,
                                       ContinuousPolicy::RollBack,
                                       ContinuousPolicy::Speculative,
                                       ContinuousPolicy::StopAtImpact,
                                       ContinuousPolicy::SubstepAtImpact,
                                       ContinuousPolicy::AdvanceToFirstImpact};

/// A weightless room of 8 × 8 m with up to three fast bodies and, in one of three rooms, a rotating kinematic
/// bar.
struct Room {
    World world;
    float dt;
    std::vector<BodyHandle> fast_bodies;

    explicit Room(Generator& generator) : world(settings(generator)), dt(random_dt(generator)) {
        const BodyHandle walls = world.create_body({.type = BodyType::Static});
        const float half = generator.magnitude(0.01f, 0.5f);
        for (const float side : {-1.0f, 1.0f}) {
            world.attach(walls, make_box({4.0f + half, half}, {0, 4.0f * side}));
            world.attach(walls, make_box({half, 4.0f + half}, {4.0f * side, 0}));
        }
        const int bodies = generator.rng.integer(1, 3);
        for (int i = 0; i < bodies; ++i)
            add_fast_body(generator, {2.0f * static_cast<float>(i - 1), generator.uniform(-2, 2)});
        if (generator.rng.below(3) != 0) return;
        const BodyHandle bar = world.create_body({.type = BodyType::Kinematic,
                                                  .position = {0, -3},
                                                  .angular_velocity = generator.uniform(-20, 20)});
        world.attach(bar, make_box({0.6f, 0.05f}));
    }

private:
    static WorldSettings settings(Generator& generator) {
        const SolverKind solver =
            generator.rng.next_bool() ? SolverKind::SoftStep : SolverKind::SequentialImpulses;
        return weightless_with(solver, response_policies[generator.rng.below(response_policies.size())]);
    }
    static float random_dt(Generator& generator) {
        constexpr std::array<float, 4> rates{30, 60, 120, 240};
        return 1.0f / rates[generator.rng.below(rates.size())];
    }
    void add_fast_body(Generator& generator, Vec2 position) {
        const Vec2d direction = generator.direction();
        const float speed = generator.magnitude(1, 120);
        const BodyHandle body = world.create_body({.position = position,
                                                   .angle = static_cast<float>(generator.angle()),
                                                   .linear_velocity = speed * narrow(direction),
                                                   .angular_velocity = generator.uniform(-20, 20),
                                                   .bullet = generator.rng.next_bool()});
        const Material material{.restitution = generator.rng.next_bool() ? generator.uniform(0, 1) : 0.0f};
        world.attach(body, generator.solid_shape(0.4f), {.material = material});
        if (generator.rng.next_bool()) world.attach(body, disc(0.2f, {0.4f, 0}), {.material = material});
        fast_bodies.push_back(body);
    }
};

/// Whether two velocities are equal up to the rounding error that remains when a solver applies an impulse
/// and removes it again.
bool are_nearly_equal(const BodyVelocity& a, const BodyVelocity& b) {
    constexpr float fraction = 1e-5f;
    const float speed = length(a.linear) + std::abs(a.angular);
    return length(b.linear - a.linear) + std::abs(b.angular - a.angular) <= fraction * speed;
}

TEST(ContactEvents, NoPairIsPushedBeforeItsBeginEvent) {
    const std::uint64_t rooms = 4 * random_world_count();
    int pushes = 0;
    for (std::uint64_t seed = 1; seed <= rooms && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Generator generator(seed);
        Room room(generator);
        World& world = room.world;
        TouchingPairs touching;
        for (int i = 0; i < 30 && !HasFailure(); ++i) {
            SCOPED_TRACE("step " + std::to_string(i));
            std::vector<BodyVelocity> before;
            for (const BodyHandle body : room.fast_bodies)
                before.push_back(world.find(body)->velocity());
            world.step(room.dt);
            touching.update(world);
            for (std::size_t k = 0; k < before.size(); ++k) {
                const BodyVelocity after = world.find(room.fast_bodies[k])->velocity();
                if (are_nearly_equal(before[k], after)) continue;
                ++pushes;
                EXPECT_TRUE(touching.has_body(world, room.fast_bodies[k].index)) << "body " << k;
            }
            for (const HitEvent& hit : world.events().hit)
                EXPECT_TRUE(touching.has(hit));
            EXPECT_TRUE(is_valid_world(world));
        }
        for (std::size_t k = 0; k < room.fast_bodies.size(); ++k)
            world.find(room.fast_bodies[k])->set_transform({100.0f + 10.0f * static_cast<float>(k), 0}, 0);
        world.step(room.dt);
        touching.update(world);
        EXPECT_TRUE(touching.empty()) << "a pair that is far apart has no end event";
    }
    EXPECT_GT(pushes, static_cast<int>(rooms));
}

/// Events of a ball that is dropped on a floor.
struct Bounces {
    std::vector<int> begin_steps;
    std::vector<int> end_steps;
    int hits = 0;
};

// A ball of radius 0.5 m falls 9.5 m and bounces with e = 0.8: after √(2h/g) = 1.39 s, and at 3.6, 5.4 and
// 6.8 s, because each flight is 0.8 times as long as the previous one.
TEST(ContactEvents, EachBounceIsAContact) {
    for (const SolverKind solver : {SolverKind::SoftStep, SolverKind::SequentialImpulses}) {
        for (const ContinuousPolicy policy :
             {ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::StopAtImpact,
              ContinuousPolicy::AdvanceToFirstImpact}) {
            for (const float rate : {30.0f, 60.0f, 120.0f, 240.0f}) {
                SCOPED_TRACE(solver_name({solver, 0}) + ", " + policy_name(policy) + ", " +
                             std::to_string(rate));
                WorldSettings settings = with_solver(solver, {.gravity = {0, -9.81f}});
                settings.continuous = policy;
                World world(settings);
                add_floor(world);
                add_body(world, {.position = {0, 10}}, disc(0.5f), {.material = {.restitution = 0.8f}});
                Bounces bounces;
                const int steps = static_cast<int>(7.5f * rate);
                for (int i = 0; i < steps; ++i) {
                    world.step(1.0f / rate);
                    bounces.begin_steps.insert(bounces.begin_steps.end(), world.events().begin.size(), i);
                    bounces.end_steps.insert(bounces.end_steps.end(), world.events().end.size(), i);
                    bounces.hits += static_cast<int>(world.events().hit.size());
                }
                EXPECT_EQ(bounces.hits, 4);
                ASSERT_EQ(bounces.begin_steps.size(), 4u);
                ASSERT_EQ(bounces.end_steps.size(), 4u);
                EXPECT_NEAR(static_cast<float>(bounces.begin_steps[0]) / rate, 1.39f, 0.04f);
                for (std::size_t k = 0; k < 4; ++k) {
                    EXPECT_GT(bounces.end_steps[k], bounces.begin_steps[k]);
                    EXPECT_LE(bounces.end_steps[k], bounces.begin_steps[k] + 3);
                }
            }
        }
    }
}

// A disc of radius 0.2 m hits a wall at 60 m/s within a step. The contact of the pair has the impulse of this
// impact, m·(1 + e)·v along the normal.
TEST(ContactEvents, ContactOfAnImpactHasItsImpulse) {
    World world(weightless());
    add_body(world, {.type = BodyType::Static, .position = {1.6f, 0}}, make_box({0.5f, 2}));
    const BodyHandle ball =
        add_body(world, {.linear_velocity = {60, 0}}, disc(0.2f), {.material = {.restitution = 0.5f}});
    for (int i = 0; i < 3 && world.events().begin.empty(); ++i)
        world.step(time_step);
    ASSERT_EQ(world.contacts().size(), 1u);
    const Contact& contact = world.contacts().front();
    EXPECT_TRUE(contact.touching);
    ASSERT_EQ(contact.count, 1);
    EXPECT_EQ(contact.normal, (Vec2{-1, 0}));
    const float mass = world.find(ball)->mass().mass;
    EXPECT_NEAR(contact.points[0].normal_impulse, mass * 1.5f * 60.0f, 1e-3f);
    EXPECT_LT(world.find(ball)->velocity().linear.x, -29.0f);
    for (int i = 0; i < 3; ++i)
        world.step(time_step);
    EXPECT_TRUE(world.contacts().empty());
}

}  // namespace
}  // namespace toibox
