// SPDX-License-Identifier: MIT
// The ten large scenes have the same numbers of bodies, shapes and joints as the benchmark of Box2D 3.2
// prints after its run.
#include "app/bench/scene.h"
#include "app/bench/toibox_engine.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::bench {
namespace {

/// Counts live bodies, shapes and joints.
class CountingWorld final : public BenchWorld {
public:
    BodyHandle create_body(const BodyDef& def) override {
        bodies_.push_back({.alive = true, .position = def.position});
        return {.index = static_cast<std::uint32_t>(bodies_.size() - 1)};
    }
    void attach(BodyHandle body, const Shape&, const ShapeDef&) override { ++bodies_[body.index].shapes; }
    void create_joint(const RevoluteJointDef& def) override {
        EXPECT_TRUE(bodies_[def.body_a.index].alive && bodies_[def.body_b.index].alive);
        ++bodies_[def.body_b.index].joints;  // at body B, which every scene destroys with the joint
    }
    void destroy(BodyHandle body) override {
        EXPECT_TRUE(bodies_[body.index].alive);
        bodies_[body.index] = {};
    }
    void set_velocity(BodyHandle, Vec2, float) override {}
    [[nodiscard]] Vec2 position(BodyHandle body) const override { return bodies_[body.index].position; }

    struct Count {
        int bodies = 0;
        int shapes = 0;
        int joints = 0;
        friend bool operator==(const Count&, const Count&) = default;
    };
    [[nodiscard]] Count count() const {
        Count count;
        for (const Body& body : bodies_) {
            count.bodies += body.alive ? 1 : 0;
            count.shapes += body.shapes;
            count.joints += body.joints;
        }
        return count;
    }

private:
    struct Body {
        bool alive = false;
        int shapes = 0;
        int joints = 0;
        Vec2 position;
    };
    std::vector<Body> bodies_;
};

/// Counts the bodies, shapes and joints of a scene after all steps.
CountingWorld::Count count_scene(std::string_view name) {
    const Scene* scene = find_scene(name);
    if (scene == nullptr) return {};
    CountingWorld target;
    const BeforeStep before_step = scene->build(target);
    for (int step = 0; before_step && step < scene->steps; ++step)
        before_step(target, step);
    return target.count();
}

void PrintTo(const CountingWorld::Count& count, std::ostream* out) {
    *out << count.bodies << " bodies, " << count.shapes << " shapes, " << count.joints << " joints";
}

TEST(BenchScenes, HaveTheSameCountsAsBox2D) {
    EXPECT_EQ(count_scene("compounds"), (CountingWorld::Count{3001, 6282, 0}));
    // Box2D has 19,800 joints, six of which join two static bodies.
    EXPECT_EQ(count_scene("joint_grid"), (CountingWorld::Count{10000, 10000, 19794}));
    EXPECT_EQ(count_scene("junkyard"), (CountingWorld::Count{8002, 8262, 0}));
    EXPECT_EQ(count_scene("large_pyramid"), (CountingWorld::Count{5051, 5051, 0}));
    EXPECT_EQ(count_scene("many_pyramids"), (CountingWorld::Count{22001, 22020, 0}));
    EXPECT_EQ(count_scene("rain"), (CountingWorld::Count{11001, 15505, 10000}));
    EXPECT_EQ(count_scene("smash"), (CountingWorld::Count{9601, 9601, 0}));
    EXPECT_EQ(count_scene("spinner"), (CountingWorld::Count{6078, 6437, 1}));
    EXPECT_EQ(count_scene("tumbler"), (CountingWorld::Count{2027, 2029, 1}));
    EXPECT_EQ(count_scene("washer"), (CountingWorld::Count{8102, 8140, 0}));
}

TEST(BenchScenes, HaveUniqueNames) {
    std::set<std::string_view> names;
    for (const Scene& scene : scenes()) {
        names.insert(scene.name);
        EXPECT_EQ(find_scene(scene.name), &scene);
        EXPECT_FALSE(scene.help.empty()) << scene.name;
        EXPECT_GT(scene.steps, 0) << scene.name;
    }
    EXPECT_EQ(names.size(), scenes().size());
    EXPECT_EQ(find_scene("no such scene"), nullptr);
}

// CountingWorld accepts any joint; a real world rejects invalid ones.
TEST(BenchScenes, HaveValidJoints) {
    for (const std::string_view name : {"joint_grid", "spinner", "tumbler"}) {
        const Scene* const scene = find_scene(name);
        ASSERT_NE(scene, nullptr);
        ToiboxEngine engine(settings_of(*scene));
        scene->build(engine);
        ASSERT_TRUE(engine.step()) << name;
        EXPECT_EQ(engine.stats().joints, count_scene(name).joints) << name;
    }
}

// 50 boxes rest in ten columns of five, or 50 bodies tumble in a mixer. After a second, all bodies exist and
// at least 50 contacts touch.
TEST(BenchScenes, RunInAWorld) {
    for (const std::string_view name : {"resting_50", "moving_50"}) {
        const Scene* const scene = find_scene(name);
        ASSERT_NE(scene, nullptr);
        ToiboxEngine engine(settings_of(*scene));
        scene->build(engine);
        for (int step = 0; step < 60; ++step)
            ASSERT_TRUE(engine.step()) << name << ", step " << step;
        EXPECT_EQ(engine.stats().bodies, 51) << name;
        EXPECT_GE(engine.stats().touching, 50) << name;
    }
}

}  // namespace
}  // namespace toibox::bench
