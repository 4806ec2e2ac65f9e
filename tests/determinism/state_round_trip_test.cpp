// SPDX-License-Identifier: MIT
// Round trips of states through bytes after random commands and during paused steps: the world that is read
// back steps bit-identically to a copy. TOIBOX_SOAK=1 tests many more worlds.
#include "toibox/core/rng.h"
#include "toibox/dynamics/command.h"
#include "toibox/dynamics/state_io.h"

#include "tests/support/soak.h"
#include "tests/support/worlds.h"

#include <array>

namespace toibox {
namespace {

using namespace testing_support;

/// A pile of boxes and balls, and random commands with numbers that are difficult for solvers.
class RandomCommandWorld {
public:
    explicit RandomCommandWorld(std::uint64_t seed) : random_(seed) {
        const BodyHandle floor = world_.create_body({.type = BodyType::Static});
        world_.attach(floor, make_box({20, 0.5f}, {0, -0.5f}));
        for (int i = 0; i < 12; ++i) {
            const Vec2 position{0.7f * static_cast<float>(i % 3), 0.6f + 1.1f * static_cast<float>(i / 3)};
            i % 2 == 0 ? add_ball(world_, position, 0.5f) : add_box(world_, position);
        }
    }
    [[nodiscard]] World& world() { return world_; }

    /// Applies a random command, which may be rejected.
    void apply_random_command() {
        switch (random_.below(10)) {
            case 0:
                return apply(command::SetTransform{body(), vec(), number()});
            case 1:
                return apply(command::SetVelocity{.body = body(), .linear = vec(), .angular = spin()});
            case 2:
                return apply(command::ApplyForce{.body = body(), .force = vec(), .torque = number()});
            case 3:
                return apply(command::ApplyImpulse{.body = body(), .impulse = vec()});
            case 4:
                return apply(settings());
            case 5:
                return apply(
                    command::CreateJoint{RevoluteJointDef{.body_a = body(),
                                                          .body_b = body(),
                                                          .anchor = vec(),
                                                          .collide_connected = random_.next_bool()}});
            case 6:
                return apply(command::CreateJoint{DistanceJointDef{
                    .body_a = body(), .body_b = body(), .anchor_a = vec(), .anchor_b = vec()}});
            case 7:
                return apply(
                    command::CreateJoint{WeldJointDef{.body_a = body(), .body_b = body(), .anchor = vec()}});
            case 8:
                return apply(
                    command::CreateJoint{MouseJointDef{.body = body(), .point = vec(), .target = vec()}});
            default:
                return apply(
                    command::CreateBody{.body = {.position = vec(), .bullet = random_.next_bool()},
                                        .parts = {{.shape = make_regular_polygon(5, 0.4f), .def = {}}}});
        }
    }

private:
    void apply(const Command& command) { static_cast<void>(toibox::apply(world_, command)); }
    [[nodiscard]] BodyHandle body() {
        const std::vector<BodyHandle> bodies = world_.bodies();
        return bodies[random_.below(static_cast<std::uint32_t>(bodies.size()))];
    }
    [[nodiscard]] float number() {
        constexpr std::array values{0.0f,  1.0f,   -1.0f, 0.5f,  3.0f,   -7.0f,
                                    10.0f, 100.0f, 1e-3f, -0.0f, 1000.0f};
        return values[random_.below(values.size())];
    }
    [[nodiscard]] float spin() {
        constexpr std::array values{1e5f, 1e9f, 1e13f, -1e14f};
        return random_.below(8) == 0 ? values[random_.below(values.size())] : number();
    }
    [[nodiscard]] Vec2 vec() { return {number(), number()}; }
    [[nodiscard]] command::SetSettings settings() {
        WorldSettings settings = world_.settings();
        settings.solver = static_cast<SolverKind>(random_.below(4));
        settings.continuous = static_cast<ContinuousPolicy>(random_.below(9));
        settings.stop_at_each_impact = random_.next_bool();
        settings.substeps = random_.integer(1, 4);
        settings.gravity = vec();
        return {settings};
    }

    Rng random_;
    World world_;
};

TEST(StateRoundTrip, ReadWorldStepsLikeACopy) {
    const std::uint64_t worlds = is_soak_run() ? 3000 : 150;
    int failed_steps = 0;
    for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
        RandomCommandWorld random_world(seed);
        World& world = random_world.world();
        for (int round = 0; round < 40; ++round) {
            random_world.apply_random_command();
            const std::uint32_t steps = static_cast<std::uint32_t>(round % 4);
            for (std::uint32_t i = 0; i < steps; ++i)
                failed_steps += world.step(time_step).non_finite ? 1 : 0;
            const std::vector<std::byte> bytes = write_state(world.state());
            Result<World, StateError> read = read_state(bytes);
            ASSERT_TRUE(read) << read.error().where << " " << read.error().what << ", seed " << seed;
            World copy = world;
            const bool failed = copy.step(time_step).non_finite;
            ASSERT_EQ(read->step(time_step).non_finite, failed) << "seed " << seed;
            ASSERT_EQ(write_state(read->state()), write_state(copy.state())) << "seed " << seed;
            if (failed) {
                ASSERT_EQ(write_state(copy.state()), bytes) << "seed " << seed;
            }
        }
    }
    EXPECT_GT(failed_steps, 0) << "no step failed, so the rollback of failed steps was not tested";
}

}  // namespace
}  // namespace toibox
