// SPDX-License-Identifier: MIT
// Counts bodies that pass through a wall (tests/support/wall_throws.h) under soft step with the default
// policy, compared with Box2D 3.2 (tests/support/pile_metrics.h). tests/validation compares with Box2D 2.4.1.
#include "tests/support/pile_metrics.h"
#include "tests/support/wall_throws.h"

namespace toibox {
namespace {

using namespace testing_support;

WorldSettings soft_step_in_space() {
    WorldSettings settings = soft_step_on_earth();
    settings.gravity = {};
    return settings;
}

/// Counts and prints how many of the 220 throws pass.
int printed_pass_count(const std::string& name, const Wall& wall, const Projectile& projectile,
                       const char* box2d_count) {
    const int count = count_passes(
        wall, projectile, [&](const Throw& thrown) { return WallThrowWorld(soft_step_in_space(), thrown); });
    std::cout << name << ": " << count << " of " << throw_count << " pass (Box2D " << box2d_count << ")\n";
    ::testing::Test::RecordProperty(name, count);
    return count;
}

TEST(StabilityOfWalls, NothingPassesAStaticWall) {
    EXPECT_EQ(printed_pass_count("disc at a static wall", {}, pellet, "0"), 0);
    EXPECT_EQ(printed_pass_count("box at a static wall", {}, square, "0"), 0);
    EXPECT_EQ(printed_pass_count("sliver at a static wall", {}, sliver, "0"), 0);
}

TEST(StabilityOfWalls, NothingPassesAStaticSheet) {
    const Wall sheet{.half_thickness = 0.001f};
    EXPECT_EQ(printed_pass_count("disc at a static sheet", sheet, pellet, "not measured"), 0);
    EXPECT_EQ(printed_pass_count("box at a static sheet", sheet, square, "not measured"), 0);
    EXPECT_EQ(printed_pass_count("sliver at a static sheet", sheet, sliver, "6"), 0);
}

TEST(StabilityOfWalls, NoBulletPassesADynamicWall) {
    const Wall wall{.type = BodyType::Dynamic};
    EXPECT_EQ(printed_pass_count("bullet disc at a dynamic wall", wall, as_bullet(pellet), "0"), 0);
    EXPECT_EQ(printed_pass_count("bullet box at a dynamic wall", wall, as_bullet(square), "0"), 0);
    EXPECT_EQ(printed_pass_count("bullet sliver at a dynamic wall", wall, as_bullet(sliver), "0"), 0);
}

// The wall has at least 25,000 times the mass of the bodies, so it acts like a static one, also for bodies
// that are not bullets. In Box2D most bodies pass.
TEST(StabilityOfWalls, NothingPassesAHeavyDynamicWall) {
    const Wall wall{.type = BodyType::Dynamic};
    EXPECT_EQ(printed_pass_count("disc at a dynamic wall", wall, pellet, "207"), 0);
    EXPECT_EQ(printed_pass_count("box at a dynamic wall", wall, square, "206"), 0);
    EXPECT_EQ(printed_pass_count("sliver at a dynamic wall", wall, sliver, "200"), 0);
}

// Two bullets of radius 0.1 m meet head-on at 20 to 410 m/s each.
TEST(StabilityOfWalls, BulletsDoNotPassEachOther) {
    const int count =
        count_head_on_passes([](float speed) { return HeadOnBullets(soft_step_in_space(), speed); });
    std::cout << "bullet against bullet: " << count << " of " << head_on_count << " pass (Box2D 40)\n";
    EXPECT_EQ(count, 0);
}

}  // namespace
}  // namespace toibox
