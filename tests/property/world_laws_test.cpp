// SPDX-License-Identifier: MIT

// Checks the laws of world_laws.h on random worlds of 600 steps each, with random shapes, joints, speeds,
// policies, solvers and integrators: 300 worlds, 5000 with TOIBOX_SOAK, 60 with the address sanitizer.
// TOIBOX_SEED=n runs only the world with that seed. A world that breaks a law is shrunk and printed as code.

#include "tests/property/world_laws.h"

#include "tests/property/shrink_plan.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <set>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

/// Shrinks a failing world, and reports it as code.
void report(const WorldPlan& plan, const LawViolation& violation) {
    WorldPlan failing = plan;
    failing.steps = violation.step + 1;
    const WorldPlan shrunk = shrink(failing, [&](const WorldPlan& candidate) {
        const std::optional<LawViolation> found = find_violation(candidate);
        return found && found->law == violation.law;
    });
    const std::optional<LawViolation> last = find_violation(shrunk);
    ADD_FAILURE() << "seed " << plan.seed << ", step " << violation.step << ", " << name_of(violation.law)
                  << ": " << violation.message << "\nshrunk to (" << (last ? last->message : "") << ")\n"
                  << to_cpp_code(shrunk);
}

/// Runs `count` worlds, or only that of TOIBOX_SEED, up to the third failure. Returns the maximum deviations.
Deviations run_worlds(std::uint64_t count, WorldPlan (*make_plan)(std::uint64_t seed)) {
    const char* const chosen = std::getenv("TOIBOX_SEED");
    const std::uint64_t first = chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : 1;
    const std::uint64_t last = chosen != nullptr ? first : count;
    Deviations max_deviations = no_deviations;
    int failures = 0;
    for (std::uint64_t seed = first; seed <= last && failures < 3; ++seed) {
        const WorldPlan plan = make_plan(seed);
        EXPECT_TRUE(has_valid_start(plan)) << "seed " << seed;
        if (const auto violation = find_violation(plan, {}, &max_deviations)) {
            report(plan, *violation);
            ++failures;
        }
    }
    for (std::size_t i = 0; i < law_count; ++i)
        std::cout << name_of(static_cast<Law>(i)) << ": at most " << max_deviations[i] << " of its bound\n";
    return max_deviations;
}

TEST(RandomWorlds, ObeyTheLaws) {
    const Deviations max_deviations = run_worlds(random_world_count(), random_plan);
    if (std::getenv("TOIBOX_SEED") != nullptr) return;
    for (std::size_t i = 0; i < law_count; ++i)
        EXPECT_GE(max_deviations[i], 0.0) << "no world was checked for " << name_of(static_cast<Law>(i));
}

// Found by a soak run: a body that had just left a slow pile was slowed down with the pile.
TEST(RandomWorlds, ObeyTheLawsOnRegressionSeeds) {
    for (const std::uint64_t seed : {929u, 3524u}) {
        const WorldPlan plan = random_plan(seed);
        if (const auto violation = find_violation(plan)) report(plan, *violation);
    }
}

// Closed systems have the tightest bounds, which detect an impulse that is wrong by 1 %.
TEST(RandomWorlds, GasesObeyTheLaws) {
    const Deviations max_deviations = run_worlds(random_world_count() / 3, random_gas);
    if (std::getenv("TOIBOX_SEED") != nullptr) return;
    EXPECT_GE(max_deviations[static_cast<std::size_t>(Law::AngularMomentum)], 0.0);
}

TEST(RandomWorlds, CoverEveryKind) {
    std::set<SolverKind> solvers;
    std::set<Integrator> integrators_seen;
    std::set<ContinuousPolicy> policies;
    std::set<std::size_t> joints;
    std::set<std::size_t> shapes;
    std::set<BodyType> types;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const WorldPlan plan = random_plan(seed);
        EXPECT_TRUE(validated(plan.settings).has_value()) << "seed " << seed;
        solvers.insert(plan.settings.solver);
        integrators_seen.insert(plan.settings.integrator);
        policies.insert(plan.settings.continuous);
        for (const PlannedJoint& joint : plan.joints)
            joints.insert(joint.def.index());
        for (const PlannedBody& body : plan.bodies) {
            types.insert(body.def.type);
            for (const PlannedPart& part : body.parts)
                shapes.insert(part.shape.index());
        }
    }
    EXPECT_EQ(solvers.size(), solver_kinds().size());
    EXPECT_EQ(integrators_seen.size(), integrators().size());
    EXPECT_EQ(policies.size(), continuous_policies().size());
    EXPECT_EQ(joints.size(), std::variant_size_v<JointDef>);
    EXPECT_EQ(shapes.size(), std::variant_size_v<Shape> - 1);  // segments have no mass
    EXPECT_EQ(types.size(), 3u);
}

/// Three balls that do not collide, free or in a room.
WorldPlan three_balls(Room room) {
    WorldPlan plan;
    plan.settings = weightless();
    plan.room = room;
    if (room == Room::Static) {
        const auto wall = [](Vec2 half, Vec2 center) { return PlannedPart{make_box(half, center), {}}; };
        plan.bodies.push_back(
            {.def = {.type = BodyType::Static},
             .parts = {wall({0.25f, 6.5f}, {-6.25f, 0.0f}), wall({0.25f, 6.5f}, {6.25f, 0.0f}),
                       wall({6.5f, 0.25f}, {0.0f, -6.25f}), wall({6.5f, 0.25f}, {0.0f, 6.25f})}});
    }
    for (const float y : {-3.0f, 0.0f, 3.0f}) {
        plan.bodies.push_back({.def = {.position = {-2.0f, y}, .linear_velocity = {0.4f, 0.0f}},
                               .parts = {{Circle{.radius = 0.5f}, {}}}});
    }
    return plan;
}

struct InjectedFault {
    const char* name;
    Law law;
    Room room;
    void (*inject)(World& world, BodyView second, BodyView third);
};
void PrintTo(const InjectedFault& fault, std::ostream* out) {
    *out << fault.name;
}
void add_velocity(BodyView body, Vec2 velocity, float spin) {
    body.set_velocity(body.velocity().linear + velocity, body.velocity().angular + spin);
}
constexpr float next_ulp = 1.0f + std::numeric_limits<float>::epsilon();

/// Faults that are injected after the 399th step, and the law that must detect each of them.
constexpr std::array injected_faults{
    InjectedFault{"InvalidRotation", Law::Sound, Room::Static,
                  [](World& world, BodyView second, BodyView) {
                      world.state().bodies.pose[second.handle().index].rotation.c = 2.0f;
                  }},
    InjectedFault{"UnexplainedPush", Law::Momentum, Room::None,
                  [](World&, BodyView second, BodyView) { add_velocity(second, {1e-3f, 0.0f}, 0.0f); }},
    InjectedFault{"UnexplainedTurn", Law::AngularMomentum, Room::None,
                  [](World&, BodyView second, BodyView) { add_velocity(second, {}, 0.1f); }},
    InjectedFault{"EnergyGain", Law::Energy, Room::None,
                  [](World&, BodyView second, BodyView third) {
                      add_velocity(second, {0.0f, -4.0f}, 0.0f);
                      add_velocity(third, {0.0f, 4.0f}, 0.0f);
                  }},
    InjectedFault{"ContactWithoutEvent", Law::Events, Room::Static,
                  [](World& world, BodyView, BodyView) {
                      Contact& contact = world.state().contacts.emplace_back();
                      contact.shape_a = 4;
                      contact.shape_b = 5;
                      contact.touching = true;
                  }},
    InjectedFault{"BounceWithoutContact", Law::Impulse, Room::Static,
                  [](World&, BodyView second, BodyView) { add_velocity(second, {-0.8f, 0.0f}, 0.0f); }},
    InjectedFault{"MotionAgainstVelocity", Law::Motion, Room::Static,
                  [](World&, BodyView second, BodyView) {
                      second.set_transform(second.position() - time_step * second.velocity().linear,
                                           static_cast<float>(second.angle()));
                  }},
    InjectedFault{"MotorBeyondItsForce", Law::Load, Room::Static,
                  [](World& world, BodyView, BodyView) {
                      base_of(world.state().joints.joint.front()).force = {2.0f, 0.0f};
                  }},
    InjectedFault{"TunnelledWall", Law::Walls, Room::Static,
                  [](World&, BodyView second, BodyView) { second.set_transform({7.0f, 0.0f}, 0.0f); }},
    InjectedFault{"OneUlpDifference", Law::Repeat, Room::Static,
                  [](World&, BodyView second, BodyView) {
                      second.set_velocity(next_ulp * second.velocity().linear, 0.0f);
                  }},
};
class WorldLaws : public testing::TestWithParam<InjectedFault> {};

TEST_P(WorldLaws, DetectAnInjectedFault) {
    WorldPlan plan = three_balls(GetParam().room);
    if (GetParam().law == Law::Load) plan.joints.push_back({.def = MotorJointDef{}, .a = 2, .b = 3});
    EXPECT_FALSE(find_violation(plan).has_value());
    const auto inject_fault = [](World& world, int step) {
        if (step != 398) return;
        const auto count = static_cast<std::uint32_t>(world.body_count());
        GetParam().inject(world, *world.find(world.body_at(count - 2)),
                          *world.find(world.body_at(count - 1)));
    };
    const std::optional<LawViolation> violation = find_violation(plan, inject_fault);
    ASSERT_TRUE(violation.has_value());
    EXPECT_EQ(name_of(violation->law), name_of(GetParam().law)) << violation->message;
}
INSTANTIATE_TEST_SUITE_P(All, WorldLaws, testing::ValuesIn(injected_faults),
                         [](const auto& tested) { return tested.param.name; });

// A world of at least ten bodies counts as failing if it has a joint and a fast body. One joint with its
// bodies and the fast body remain; all other parts are removed, and the settings are at their defaults.
TEST(ShrinkPlan, KeepsOnlyWhatIsNeededToFail) {
    const auto is_fast = [](const PlannedBody& body) { return length(body.def.linear_velocity) > 10.0f; };
    const auto fails = [&](const WorldPlan& plan) {
        return !plan.joints.empty() && std::ranges::any_of(plan.bodies, is_fast);
    };
    int shrunk_worlds = 0;
    for (std::uint64_t seed = 1; shrunk_worlds < case_count(3); ++seed) {
        const WorldPlan plan = random_plan(seed);
        if (plan.bodies.size() < 10 || !fails(plan)) continue;
        ++shrunk_worlds;
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        const WorldPlan shrunk = shrink(plan, [&](const WorldPlan& candidate) { return fails(candidate); });
        EXPECT_TRUE(fails(shrunk));
        EXPECT_TRUE(has_valid_start(shrunk));
        EXPECT_EQ(shrunk.joints.size(), 1u);
        EXPECT_LE(shrunk.bodies.size(), 3u);
        EXPECT_EQ(shrunk.settings, WorldSettings{.gravity = {}});
        EXPECT_NE(to_cpp_code(shrunk).find("create_joint"), std::string::npos);
    }
}

}  // namespace
}  // namespace toibox
