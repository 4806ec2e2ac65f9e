// SPDX-License-Identifier: MIT

// A stack of up to three boxes on a lift that moves up and down, gently enough that the boxes never leave the
// lift. All forces are vertical, so the boxes neither slide nor rotate. A failure prints its seed;
// TOIBOX_SEED=n runs only the lift with that seed.

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

class Lift {
public:
    Lift(std::uint64_t seed, SolverKind solver) : random_(seed), world_(settings_of(solver)) {
        const Material material{.density = random_.magnitude(0.01f, 1e4f),
                                .friction = random_.uniform(0.1f, 1.0f)};
        floor_ = world_.create_body({.type = BodyType::Kinematic});
        world_.attach(floor_, make_box({50.0f, 0.5f}, {0.0f, -0.5f}), {.material = material});
        const int count = random_.rng.integer(1, 3);
        const float size = random_.magnitude(0.2f, 3.0f);  // no box is over four times as heavy as another
        float y = 0.0f;
        for (int i = 0; i < count; ++i) {
            const float height = random_.uniform(0.7f, 1.4f) * size;
            widths_.push_back(random_.uniform(0.7f, 1.4f) * size);
            boxes_.push_back(add_body(world_, {.position = {0.0f, y + 0.5f * height}},
                                      make_box({0.5f * widths_.back(), 0.5f * height}),
                                      {.material = material}));
            y += height;
        }
        speed_ = random_.uniform(0.5f, 3.0f);
        // The acceleration of the lift is at most half of gravity.
        frequency_ = random_.uniform(0.2f, 5.0f) / speed_;
    }
    /// Maximum sideways motion of a box in 5 s, plus its rotation times its width, metres.
    float run() {
        float max_motion = 0.0f;
        for (int i = 0; i < static_cast<int>(5.0f * rate_); ++i) {
            const float phase = frequency_ * static_cast<float>(i) / rate_;
            world_.find(floor_)->set_velocity({0.0f, speed_ * std::sin(phase)}, 0.0f);
            world_.step(1.0f / rate_);
            for (std::size_t k = 0; k < boxes_.size(); ++k) {
                const BodyView box = *world_.find(boxes_[k]);
                const float angle = static_cast<float>(std::abs(box.angle()));
                max_motion = std::max(max_motion, std::abs(box.center().x) + angle * widths_[k]);
            }
        }
        return max_motion;
    }

private:
    WorldSettings settings_of(SolverKind solver) {
        rate_ = random_.step_rate();
        WorldSettings settings = with_solver(solver, {.gravity = {0.0f, -10.0f}});
        settings.substeps = random_.rng.integer(1, 8);
        return settings;
    }

    Generator random_;
    float rate_ = 60.0f;
    World world_;
    BodyHandle floor_;
    std::vector<BodyHandle> boxes_;
    std::vector<float> widths_;
    float speed_ = 1.0f;
    float frequency_ = 1.0f;
};

class LiftRide : public ::testing::TestWithParam<SolverKind> {};

TEST_P(LiftRide, KeepsBoxesInPlace) {
    for_each_random_instance([](std::uint64_t seed) { EXPECT_LT(Lift(seed, GetParam()).run(), 0.002f); });
}

INSTANTIATE_TEST_SUITE_P(Solvers, LiftRide,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses), solver_name);

}  // namespace
}  // namespace toibox
