// SPDX-License-Identifier: MIT

// Joints with a spring at a lever: a box of .1 m whose anchor lies up to 100 m from its centre, so that the
// inertia about the anchor is six million times that about the centre. The rows that the joint has on point,
// line and angle must not be solved against one another: whatever lever and spring, no energy comes from
// nothing, what is to be rigid is, and the spring has its frequency.

#include "tests/support/joints.h"

#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

enum class SprungLever : std::uint8_t { Slider, WeldOfSoftPoint, WeldOfSoftAngle, WeldOfBoth, Hinge };

constexpr std::array levers{1.0f, 5.0f, 10.0f, 30.0f, 100.0f};

struct SpringOf {
    float frequency;  ///< Hz
    float damping_ratio;
};
constexpr std::array springs{SpringOf{1.0f, 0.0f}, SpringOf{10.0f, 0.0f}, SpringOf{2.0f, 1.0f},
                             SpringOf{30.0f, 0.1f}};

JointHandle join(World& world, SprungLever kind, BodyHandle a, BodyHandle b, Vec2 anchor,
                 const SpringOf& spring) {
    const JointSpring on{
        .enabled = true, .frequency = spring.frequency, .damping_ratio = spring.damping_ratio};
    WeldJointDef weld{.body_a = a, .body_b = b, .anchor = anchor};
    switch (kind) {
        case SprungLever::Slider:
            return world.create_joint(PrismaticJointDef{
                .body_a = a, .body_b = b, .anchor = anchor, .axis = {1.0f, 0.0f}, .spring = on});
        case SprungLever::Hinge:
            return world.create_joint(
                RevoluteJointDef{.body_a = a, .body_b = b, .anchor = anchor, .spring = on});
        case SprungLever::WeldOfSoftPoint:
        case SprungLever::WeldOfSoftAngle:
        case SprungLever::WeldOfBoth:
            break;
    }
    if (kind != SprungLever::WeldOfSoftAngle) {
        weld.linear_frequency = spring.frequency;
        weld.linear_damping_ratio = spring.damping_ratio;
    }
    if (kind != SprungLever::WeldOfSoftPoint) {
        weld.angular_frequency = spring.frequency;
        weld.angular_damping_ratio = spring.damping_ratio;
    }
    return world.create_joint(weld);
}

/// A box of .1 m on a post or on another of twice its size, and how the joint's anchors lie.
struct LeverPair {
    BodyHandle a, b;
    Vec2 anchor_a, anchor_b;  ///< In the bodies' frames.

    [[nodiscard]] double angle(const World& world) const {
        return world.find(b)->angle() - world.find(a)->angle();
    }
    /// Anchor of B − anchor of A, in A's frame.
    [[nodiscard]] Vec2 offset(const World& world) const {
        const BodyPose& on_a = world.find(a)->pose();
        const BodyPose& on_b = world.find(b)->pose();
        const Vec2 apart =
            (on_b.center - on_a.center) + (rotate(on_b.rotation, anchor_b) - rotate(on_a.rotation, anchor_a));
        return rotate(inverse(on_a.rotation), apart);
    }
};
LeverPair add_pair(World& world, bool free, Vec2 from_a, Vec2 anchor, Vec2 velocity) {
    const BodyHandle a = free ? add_box(world, {}, 0.1f) : world.create_body({.type = BodyType::Static});
    const BodyHandle b = add_box(world, from_a, 0.05f, {.linear_velocity = velocity});
    return {a, b, anchor, anchor - from_a};
}

class LeverSpring : public testing::TestWithParam<std::tuple<SolverKind, SprungLever>> {
protected:
    static SolverKind solver() { return std::get<0>(GetParam()); }
    static SprungLever kind() { return std::get<1>(GetParam()); }
    static WorldSettings solved(WorldSettings settings) { return with_solver(solver(), settings); }

    /// What the joint holds rigidly is where it was. The soft step's own softness gives a tenth of a
    /// millimetre; a line that the spring bears on, as free bodies turn under it, more.
    static void expect_held(const World& world, const LeverPair& pair, float lever, bool bears_on_line) {
        const Vec2 offset = pair.offset(world);
        const float slack = 5e-4f + 2e-5f * lever;
        if (kind() == SprungLever::Slider) {
            const bool gives = bears_on_line && solver() == SolverKind::SoftStep;
            EXPECT_NEAR(offset.y, 0.0f, gives ? 2e-3f * lever : slack);
        }
        if (kind() == SprungLever::Hinge || kind() == SprungLever::WeldOfSoftAngle) {
            EXPECT_NEAR(length(offset), 0.0f, slack);
        }
        if (kind() == SprungLever::Slider || kind() == SprungLever::WeldOfSoftPoint) {
            EXPECT_NEAR(pair.angle(world), 0.0, 1e-4);
        }
    }
};

// Kicked at .5 m/s, on a post or on a free box of which the anchor is as far, across the lever and askew.
TEST_P(LeverSpring, GainsNoEnergy) {
    for (const bool free : {false, true}) {
        for (const Vec2 direction : {Vec2{0.0f, 1.0f}, Vec2{0.6f, 0.8f}}) {
            for (const float lever : levers) {
                for (const SpringOf& spring : springs) {
                    SCOPED_TRACE(std::to_string(lever) + " m, " + std::to_string(spring.frequency) + " Hz" +
                                 (free ? ", free" : ", post") + (direction.x > 0.0f ? ", askew" : ""));
                    World world(solved(weightless()));
                    const Vec2 anchor =
                        free ? 0.7f * lever * left_perp(direction) + Vec2{0.2f, 0.0f} : Vec2{};
                    const LeverPair pair = add_pair(world, free, lever * direction, anchor, {0.5f, 0.1f});
                    join(world, kind(), pair.a, pair.b, anchor, spring);
                    const double start = world.kinetic_energy();
                    for (int i = 0; i < 600; ++i) {
                        ASSERT_FALSE(world.step(time_step).non_finite) << i;
                        ASSERT_LE(world.kinetic_energy(), 1.001 * start) << i;
                    }
                    expect_held(world, pair, lever, free && direction.x > 0.0f);
                }
            }
        }
    }
}

// Let go under its weight, the lever level: it sinks into the spring, and has no more than the fall gave it.
TEST_P(LeverSpring, HasNoMoreThanItsWeightGave) {
    for (const float lever : levers) {
        // It falls as a pendulum, as nothing but a spring for its own inertia holds its angle.
        const bool swings = kind() == SprungLever::WeldOfBoth;
        // The others solve its two springs in turn, at the levers of the start of a step: it gains up to 45 %
        // of what a fall by the lever gives, in a swing of many turns, and does not explode.
        const bool in_turn = swings && solver() != SolverKind::SoftStep;
        if (swings && lever > 30.0f) continue;  // more than float can tell from a stiff spring
        for (const SpringOf& spring : springs) {
            SCOPED_TRACE(std::to_string(lever) + " m, " + std::to_string(spring.frequency) + " Hz");
            World world(solved(on_earth()));
            const LeverPair pair = add_pair(world, false, {lever, 0.0f}, {}, {});
            join(world, kind(), pair.a, pair.b, {}, spring);
            const double weight = 10.0 * wide(world.find(pair.b)->mass().mass);
            // What falls within a step is counted at its end.
            const double slack = weight * (10.0 / 3600.0 + (in_turn ? 0.5 * wide(lever) : 0.0));
            for (int i = 0; i < 600; ++i) {
                ASSERT_FALSE(world.step(time_step).non_finite) << i;
                const double height = wide(world.find(pair.b)->center().y);
                ASSERT_LE(world.kinetic_energy() + weight * height, slack) << i;
            }
            expect_held(world, pair, lever, false);
        }
    }
}

// Free oscillations, by passages in one direction: a joint's frequency is that of the two bodies with all
// else that the joint holds, so 1 Hz is 1 Hz on a post and between free bodies, at any lever.
TEST_P(LeverSpring, HasItsFrequency) {
    if (kind() == SprungLever::WeldOfBoth) GTEST_SKIP() << "two springs, two frequencies";
    const bool turns = kind() == SprungLever::Hinge || kind() == SprungLever::WeldOfSoftAngle;
    for (const bool free : {false, true}) {
        for (const float lever : levers) {
            SCOPED_TRACE(std::to_string(lever) + (free ? " m, free" : " m, post"));
            World world(solved(weightless()));
            // Slides and stretches are along the line of centres of free bodies, turns are across it.
            const Vec2 from_a = turns || !free ? Vec2{0.0f, lever} : Vec2{lever, 0.0f};
            const Vec2 anchor = free && !turns ? Vec2{0.0f, lever} : Vec2{};
            const LeverPair pair = add_pair(world, free, from_a, anchor, {0.05f, 0.0f});
            join(world, kind(), pair.a, pair.b, anchor, {1.0f, 0.0f});
            std::vector<double> passages;
            const auto coordinate = [&] { return turns ? -pair.angle(world) : wide(pair.offset(world).x); };
            for (int i = 0; i < 600; ++i) {
                const double before = coordinate();
                world.step(time_step);
                const double after = coordinate();
                if (before < 0.0 && after >= 0.0) passages.push_back((i + before / (before - after)) / 60.0);
            }
            ASSERT_GT(passages.size(), 5u);
            const double period =
                (passages.back() - passages.front()) / static_cast<double>(passages.size() - 1);
            EXPECT_NEAR(period, 1.0, 0.02);
        }
    }
}

// At rest the joint carries m g, and m g L about its anchor.
TEST_P(LeverSpring, CarriesTheWeight) {
    if (kind() == SprungLever::WeldOfBoth) GTEST_SKIP() << "swings";
    for (const float lever : {1.0f, 5.0f, 30.0f}) {
        SCOPED_TRACE(lever);
        World world(solved(on_earth()));
        const LeverPair pair = add_pair(world, false, {lever, 0.0f}, {}, {});
        const JointHandle joint = join(world, kind(), pair.a, pair.b, {}, {5.0f, 1.0f});
        for (int i = 0; i < 1200; ++i)
            world.step(time_step);
        const float weight = 10.0f * world.find(pair.b)->mass().mass;
        const JointLoad load = world.joint_force(joint);
        EXPECT_NEAR(load.force.y, weight, 0.01f * weight);
        const float arm = world.find(pair.b)->center().x;
        EXPECT_NEAR(load.torque, weight * arm, 0.02f * weight * lever);
    }
}

std::string lever_name(const testing::TestParamInfo<std::tuple<SolverKind, SprungLever>>& info) {
    constexpr std::array names{"Slider", "WeldOfSoftPoint", "WeldOfSoftAngle", "WeldOfBoth", "Hinge"};
    const SolverKind solver = std::get<0>(info.param);
    const char* by = solver == SolverKind::SoftStep             ? "SoftStep"
                     : solver == SolverKind::SequentialImpulses ? "SequentialImpulses"
                                                                : "PushBack";
    return std::string(names[static_cast<std::size_t>(std::get<1>(info.param))]) + "By" + by;
}

INSTANTIATE_TEST_SUITE_P(Joints, LeverSpring,
                         testing::Combine(testing::Values(SolverKind::SoftStep,
                                                          SolverKind::SequentialImpulses,
                                                          SolverKind::PushBack),
                                          testing::Values(SprungLever::Slider, SprungLever::WeldOfSoftPoint,
                                                          SprungLever::WeldOfSoftAngle,
                                                          SprungLever::WeldOfBoth, SprungLever::Hinge)),
                         lever_name);

}  // namespace
}  // namespace toibox
