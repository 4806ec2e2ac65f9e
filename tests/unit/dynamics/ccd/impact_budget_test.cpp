// SPDX-License-Identifier: MIT

// Impact islands that spend their budgets: bullets still pass through nothing, and the step report counts the
// impacts that were not solved in full.

#include "toibox/core/rng.h"
#include "toibox/geometry/hull.h"

#include "tests/support/physics.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float plate_half_height = 4.0f;

/// A crowd of bouncing discs that flies towards a thin, free plate in its middle.
class Implosion {
public:
    explicit Implosion(std::uint64_t seed) : world_(weightless()), plate_(world_.create_body({})) {
        world_.attach(plate_, make_box({0.01f, plate_half_height}), {.material = {.density = 50.0f}});
        Rng random(seed);
        for (int i = 0; i < 400; ++i) {
            const Vec2 cell{static_cast<float>(i % 20) - 9.5f, static_cast<float>(i / 20) - 9.5f};
            const Vec2 position =
                0.8f * cell + Vec2{random.uniform(-0.05f, 0.05f), random.uniform(-0.05f, 0.05f)};
            if (std::abs(position.x) < 0.5f) continue;
            const BodyHandle disc = world_.create_body(
                {.position = position, .linear_velocity = -6.0f * position, .bullet = i % 4 == 0});
            world_.attach(disc, Circle{.center = {}, .radius = 0.3f}, {.material = {.restitution = 0.6f}});
            if (i % 4 == 0) bullets_.push_back(disc);
        }
    }
    StepReport step() { return world_.step(time_step); }
    /// Centres of the bullets in the frame of the plate.
    [[nodiscard]] std::vector<Vec2> positions() {
        const BodyView plate = *world_.find(plate_);
        std::vector<Vec2> positions;
        for (const BodyHandle bullet : bullets_) {
            const Vec2 offset = world_.find(bullet)->position() - plate.position();
            positions.push_back(inv_rotate(plate.pose().rotation, offset));
        }
        return positions;
    }

private:
    World world_;
    BodyHandle plate_;
    std::vector<BodyHandle> bullets_;
};

bool crosses_plate(Vec2 from, Vec2 to) {
    const float inside = plate_half_height - 0.5f;
    return from.x * to.x < 0.0f && std::abs(from.y) < inside && std::abs(to.y) < inside;
}

// Regression: islands without budget left bullets to the next step; 14 of them were beyond the plate by then.
TEST(ImpactBudget, BulletsDoNotPassThroughAPlateInASpentIsland) {
    for (const std::uint64_t seed : {1u, 2u}) {
        SCOPED_TRACE(seed);
        Implosion implosion(seed);
        int exhausted_budgets = 0;
        for (int step = 0; step < 40; ++step) {
            const std::vector<Vec2> before = implosion.positions();
            const StepReport report = implosion.step();
            ASSERT_FALSE(report.failed());
            exhausted_budgets += report.exhausted_budgets;
            const std::vector<Vec2> after = implosion.positions();
            for (std::size_t i = 0; i < after.size(); ++i)
                EXPECT_FALSE(crosses_plate(before[i], after[i])) << "bullet " << i << " in step " << step;
        }
        EXPECT_GT(exhausted_budgets, 0);
    }
}

}  // namespace
}  // namespace toibox
