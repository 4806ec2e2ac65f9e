// SPDX-License-Identifier: MIT

// Whatever happens far away, the bodies of a scene move to the same bits. Each scene runs twice: beside a
// crowd of discs, chains, piles and machines 300 m away, and beside the same bodies as static ones, so that
// all indices agree.

#include "toibox/geometry/hull.h"

#include "tests/support/sanitizers.h"
#include "tests/support/scenes.h"

#include <cstring>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::SceneCase;

#if defined(TOIBOX_ADDRESS_SANITIZER)
constexpr std::int64_t compared_steps = 20;
#else
constexpr std::int64_t compared_steps = 180;
#endif
constexpr Vec2 far_away{300.0f, 300.0f};

/// Adds the neighbours, which either act or stand still.
class Neighbors {
public:
    Neighbors(World& world, bool act) : world_(world), act_(act) {
        first_ = static_cast<std::uint32_t>(world.state().bodies.pose.size());
        add_room();
        add_discs();
        add_chain(20, {-40.0f, 10.0f});
        add_chain(1, {-46.0f, 10.0f});
        add_pile();
        add_machines();
        end_ = static_cast<std::uint32_t>(world.state().bodies.pose.size());
    }
    [[nodiscard]] bool contains(std::uint32_t body) const { return first_ <= body && body < end_; }

private:
    BodyHandle add(BodyDef def, const Shape& shape, const Material& material) {
        def.position += far_away;
        if (!act_) {
            def.type = BodyType::Static;
            def.linear_velocity = {};
            def.angular_velocity = 0.0f;
        }
        const BodyHandle body = world_.create_body(def);
        world_.attach(body, shape, {.material = material});
        return body;
    }
    void add_wall(Vec2 half, Vec2 center) {
        add({.type = BodyType::Static, .position = center}, make_box(half), {.restitution = 1.0f});
    }
    void add_room() {
        add_wall({20.0f, 0.5f}, {0.0f, -0.5f});
        add_wall({20.0f, 0.5f}, {0.0f, 20.5f});
        add_wall({0.5f, 10.0f}, {-19.5f, 10.0f});
        add_wall({0.5f, 10.0f}, {19.5f, 10.0f});
    }
    /// More bouncing discs than a step has time to search one by one.
    void add_discs() {
        for (int i = 0; i < 300; ++i) {
            const auto column = static_cast<float>(i % 20);
            const auto row = static_cast<float>(i / 20);
            add({.position = {1.6f * column - 15.0f, 1.2f * row + 1.0f},
                 .linear_velocity = {1.0f - 0.2f * row, 1.0f - 0.1f * column},
                 .bullet = i % 50 == 0},
                Circle{.center = {}, .radius = 0.3f}, {.restitution = 0.9f});
        }
    }
    void add_chain(int links, Vec2 top) {
        BodyHandle above = add({.type = BodyType::Static, .position = top}, make_box({0.2f, 0.2f}), {});
        for (int i = 0; i < links; ++i) {
            const Vec2 anchor = top + Vec2{static_cast<float>(i), 0.0f};
            const BodyHandle link =
                add({.position = anchor + Vec2{0.5f, 0.0f}}, make_box({0.4f, 0.1f}), {.restitution = 0.5f});
            if (act_)
                world_.create_joint(
                    RevoluteJointDef{.body_a = above, .body_b = link, .anchor = far_away + anchor});
            above = link;
        }
    }
    void add_pile() {
        add({.type = BodyType::Static, .position = {40.0f, -0.5f}}, make_box({15.0f, 0.5f}), {});
        for (int row = 0; row < 10; ++row) {
            for (int i = row; i < 10; ++i) {
                add({.position = {30.0f + static_cast<float>(2 * i - row), 0.5f + static_cast<float>(row)}},
                    make_box({0.5f, 0.5f}), {.restitution = 0.2f});
            }
        }
    }
    /// A fast spinning blade, and a thin heavy plate that falls fast onto light balls.
    void add_machines() {
        add({.type = BodyType::Static, .position = {60.0f, 30.0f}}, make_box({10.0f, 10.0f}), {});
        add({.type = BodyType::Kinematic, .position = {0.0f, 30.0f}, .angular_velocity = 40.0f},
            make_box({3.0f, 0.1f}), {});
        add({.position = {60.0f, 60.0f}, .linear_velocity = {0.0f, -200.0f}}, make_box({3.0f, 0.02f}),
            {.density = 1000.0f});
        for (int i = 0; i < 5; ++i)
            add({.position = {58.0f + static_cast<float>(i), 50.0f}}, Circle{.center = {}, .radius = 0.1f},
                {});
    }

    World& world_;
    bool act_;
    std::uint32_t first_ = 0;
    std::uint32_t end_ = 0;
};

template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

bool moves_alike(const World& a, const World& b, std::uint32_t body) {
    const BodyColumns& x = a.state().bodies;
    const BodyColumns& y = b.state().bodies;
    return same_bits(x.pose[body], y.pose[body]) && same_bits(x.velocity[body], y.velocity[body]) &&
           x.sleep[body].island == y.sleep[body].island;
}

class Locality : public testing::TestWithParam<SceneCase> {};

TEST_P(Locality, ASceneDoesNotDependOnWhatIsFarAway) {
    scene::Run quiet = testing_support::start(GetParam());
    if (!is_per_body_policy(quiet.world().settings().continuous))
        GTEST_SKIP() << "this policy stops or divides the step of the whole world";
    scene::Run busy = quiet;
    const Neighbors neighbors(quiet.world(), false);
    const Neighbors acting(busy.world(), true);
    for (std::int64_t step = 0; step < compared_steps; ++step) {
        ASSERT_FALSE(quiet.step().failed());
        ASSERT_FALSE(busy.step().failed());
        const auto count = static_cast<std::uint32_t>(quiet.world().state().bodies.pose.size());
        for (std::uint32_t body = 0; body < count; ++body) {
            if (neighbors.contains(body)) continue;
            ASSERT_TRUE(moves_alike(quiet.world(), busy.world(), body))
                << "body " << body << " (" << quiet.id_of(quiet.world().body_at(body)) << ") in step "
                << step;
        }
    }
}

/// A bullet strikes a light ball at rest, which flies at a thin, heavy plate within the same step. Far away,
/// a light ball flies fast, or not.
World ball_before_plate(bool has_fast_ball) {
    World world({.gravity = {}});
    const auto add = [&](const BodyDef& def, const Shape& shape, float density) {
        world.attach(world.create_body(def), shape, {.material = {.density = density}});
    };
    add({.position = {-1.0f, 0.0f}, .linear_velocity = {150.0f, 0.0f}, .bullet = true},
        Circle{.center = {}, .radius = 0.3f}, 10.0f);
    add({}, Circle{.center = {}, .radius = 0.1f}, 1.0f);
    add({.position = {0.5f, 0.0f}}, make_box({0.02f, 1.0f}), 1250.0f);
    add({.position = far_away, .linear_velocity = {has_fast_ball ? 600.0f : 0.0f, 0.0f}},
        Circle{.center = {}, .radius = 0.1f}, 1.0f);
    return world;
}

TEST(BallBeforePlate, DoesNotDependOnAFastBallFarAway) {
    World quiet = ball_before_plate(false);
    World busy = ball_before_plate(true);
    for (int step = 0; step < 10; ++step) {
        quiet.step(1.0f / 60.0f);
        busy.step(1.0f / 60.0f);
        for (const std::uint32_t body : {0u, 1u, 2u})
            ASSERT_TRUE(moves_alike(quiet, busy, body)) << "body " << body << " in step " << step;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Locality, testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

}  // namespace
}  // namespace toibox
