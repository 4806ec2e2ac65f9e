// SPDX-License-Identifier: MIT

// Variable time steps: resting bodies are supported by the same forces in steps of any length, and stay at
// rest.

#include "tests/support/physics.h"
#include "tests/support/piles.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <array>
#include <random>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

/// Random time steps of 1/60 s ± 30 %.
class RandomTimeSteps {
public:
    float next() {
        const double fraction = static_cast<double>(random_() - std::mt19937::min()) /
                                static_cast<double>(std::mt19937::max() - std::mt19937::min());
        return time_step * static_cast<float>(0.7 + 0.6 * fraction);
    }

private:
    std::mt19937 random_{7};
};

class VariableTimeSteps : public ClosedFormTest {
protected:
    /// A pyramid of 20 rows of unit boxes.
    struct Pyramid {
        World world;
        std::vector<BodyHandle> boxes;

        explicit Pyramid(const WorldSettings& settings) : world(settings) {
            add_floor(world);
            for (const PileBody& body : pyramid(20, 0.5f))
                boxes.push_back(add_box(world, body.position));
        }
        double mean_square_speed() {
            double sum = 0.0;
            for (const BodyHandle box : boxes)
                sum += wide(length_squared(world.find(box)->velocity().linear));
            return sum / static_cast<double>(boxes.size());
        }
        bool is_asleep() {
            for (const BodyHandle box : boxes) {
                if (world.state().bodies.sleep[box.index].island == BodyHandle::null_index) return false;
            }
            return true;
        }
        /// Seconds until all boxes sleep, at most 20.
        template <class Next>
        double time_to_sleep(Next&& next) {
            while (!is_asleep() && world.time() < 20.0)
                world.step(next());
            return world.time();
        }
    };
    static WorldSettings with_sleeping() {
        WorldSettings settings = on_earth();
        settings.sleeping = true;
        return settings;
    }
};

TEST_P(VariableTimeSteps, SettledPyramidStaysAtRest) {
    Pyramid pile(on_earth());
    for (int i = 0; i < 600; ++i)
        pile.world.step(time_step);
    RandomTimeSteps time_steps;
    double sum = 0.0;
    for (int i = 0; i < 600; ++i) {
        pile.world.step(time_steps.next());
        sum += pile.mean_square_speed();
    }
    EXPECT_LT(std::sqrt(sum / 600), 1e-3);
}

TEST_P(VariableTimeSteps, PyramidFallsAsleepAlmostAsFastAsWithEqualSteps) {
    Pyramid equal_steps_pile(with_sleeping());
    const double reference_time = equal_steps_pile.time_to_sleep([] { return time_step; });
    Pyramid random_steps_pile(with_sleeping());
    RandomTimeSteps time_steps;
    EXPECT_LT(random_steps_pile.time_to_sleep([&] { return time_steps.next(); }), 1.25 * reference_time);
}

// One step of 0.1 s among steps of 1/60 s.
TEST_P(VariableTimeSteps, OneLongStepDoesNotMoveAPyramid) {
    Pyramid pile(on_earth());
    for (int i = 0; i < 300; ++i)
        pile.world.step(time_step);
    const Vec2 top = pile.world.find(pile.boxes.back())->center();
    pile.world.step(0.1f);
    EXPECT_LT(pile.mean_square_speed(), 1e-6);
    for (int i = 0; i < 60; ++i)
        pile.world.step(time_step);
    EXPECT_LT(distance(top, pile.world.find(pile.boxes.back())->center()), millimetre);
}

// The first frame of a program is often long. Its length must not set the stiffness of the steps after it.
TEST_P(VariableTimeSteps, LongFirstStepDoesNotSoftenAPyramid) {
    if (GetParam().solver != SolverKind::SoftStep) GTEST_SKIP() << "has no springs";
    Pyramid expected(on_earth());
    Pyramid pile(on_earth());
    pile.world.step(0.1f);
    for (int i = 0; i < 10; ++i) {
        expected.world.step(time_step);
        pile.world.step(time_step);
    }
    float max_sink = 0.0f;
    for (std::size_t i = 0; i < pile.boxes.size(); ++i) {
        const float sink = expected.world.find(expected.boxes[i])->position().y -
                           pile.world.find(pile.boxes[i])->position().y;
        max_sink = sink > max_sink ? sink : max_sink;
    }
    EXPECT_LT(max_sink, 10.0f * millimetre);
}

constexpr std::array step_lengths{1.0f / 120, 1.0f / 60, 1.0f / 30, 1.0f / 240,
                                  1.0f / 45,  1.0f / 30, 1.0f / 100};

// The force of the floor is m·g, and its impulse m·g·dt.
TEST_P(VariableTimeSteps, FloorCarriesTheWeightInEveryStep) {
    World world(on_earth());
    add_floor(world);
    const BodyHandle box = add_box(world, {0.0f, 0.5f});
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    for (const float dt : step_lengths) {
        world.step(dt);
        EXPECT_LT(length(world.find(box)->velocity().linear), 1e-4f) << dt;
        ASSERT_EQ(world.contacts().size(), 1u);
        const Contact& contact = world.contacts().front();
        const double impulse =
            wide(contact.points[0].normal_impulse) + wide(contact.points[1].normal_impulse);
        EXPECT_NEAR(impulse / (mass_of(world, box) * g * wide(dt)), 1.0, 1e-3) << dt;
    }
}
TEST_P(VariableTimeSteps, JointCarriesTheWeightInEveryStep) {
    World world(on_earth());
    const BodyHandle box = add_box(world, {0.0f, -2.0f});
    const JointHandle joint =
        world.create_joint(RevoluteJointDef{.body_a = add_anchor(world), .body_b = box, .anchor = {}});
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    for (const float dt : step_lengths) {
        world.step(dt);
        EXPECT_LT(length(world.find(box)->velocity().linear), 1e-4f) << dt;
        EXPECT_NEAR(wide(world.joint_force(joint).force.y) / (mass_of(world, box) * g), 1.0, 1e-3) << dt;
    }
}

// A box falls asleep with long steps and wakes with shorter ones. The stored forces must still support the
// box.
TEST_P(VariableTimeSteps, WakingBodyIsSupportedByTheSameForces) {
    World world(with_sleeping());
    add_floor(world);
    const BodyHandle box = add_box(world, {0.0f, 0.5f});
    for (int i = 0; i < 120; ++i)
        world.step(1.0f / 30);
    world.step(1.0f / 120);
    world.find(box)->apply_impulse({});
    world.step(1.0f / 120);
    EXPECT_LT(length(world.find(box)->velocity().linear), 1e-4f);
}

TEST_P(VariableTimeSteps, CopiesContinueTheSame) {
    Pyramid pile(on_earth());
    RandomTimeSteps time_steps;
    for (int i = 0; i < 30; ++i)
        pile.world.step(time_steps.next());
    World copy = pile.world;
    for (int i = 0; i < 30; ++i) {
        const float dt = time_steps.next();
        pile.world.step(dt);
        copy.step(dt);
    }
    EXPECT_EQ(copy.hash(), pile.world.hash());
}

INSTANTIATE_TEST_SUITE_P(Methods, VariableTimeSteps, testing::ValuesIn(solver_methods), method_name);

}  // namespace
}  // namespace toibox
