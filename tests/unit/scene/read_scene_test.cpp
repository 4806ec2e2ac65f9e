// SPDX-License-Identifier: MIT
#include "toibox/scene/scene.h"

#include "tests/unit/scene/document_support.h"
#include "tests/unit/scene/scene_equality.h"

#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

TEST(SceneFormat, DefaultsAreFrozen) {
    // The defaults of format version 1. A changed default changes existing scenes. Never take defaults from
    // the engine.
    const Scene scene = resolved(R"({"toibox": 1})");
    const WorldSettings& s = scene.settings;
    EXPECT_EQ(scene.step, 1.0 / 60.0);
    EXPECT_EQ(scene.duration, 10.0);
    EXPECT_EQ(scene.ending, Ending::Pause);
    EXPECT_EQ(scene.seed, 1u);
    EXPECT_EQ(s.gravity, (Vec2{0.0f, -9.8f}));
    EXPECT_EQ(s.solver, SolverKind::SoftStep);
    EXPECT_EQ(s.velocity_iterations, 8);
    EXPECT_EQ(s.position_iterations, 3);
    EXPECT_EQ(s.substeps, 4);
    EXPECT_EQ(s.detection_substeps, 1);
    EXPECT_TRUE(s.warm_starting);
    EXPECT_EQ(s.matching, ContactMatching::FeatureId);
    EXPECT_EQ(s.restitution_threshold, 1.0f);
    EXPECT_EQ(s.contact_margin, 0.02f);
    EXPECT_EQ(s.slop, 0.005f);
    EXPECT_EQ(s.position_correction, 0.2f);
    EXPECT_EQ(s.max_position_correction, 0.2f);
    EXPECT_TRUE(s.smooth_inner_edges);
    EXPECT_EQ(s.continuous, ContinuousPolicy::SubstepAtImpact);
    EXPECT_EQ(s.toi, ToiMethod::Certified);
    EXPECT_EQ(s.root_finder, RootFinder::Mixed);
    EXPECT_EQ(s.target, 0.005f);
    EXPECT_EQ(s.tolerance, 0.00125f);
    EXPECT_EQ(s.toi_iterations, 64);
    EXPECT_EQ(s.root_iterations, 50);
    EXPECT_EQ(s.impact_budget, 256);
    EXPECT_EQ(s.broad_phase, BroadPhaseKind::BatchedSortAndSweep);
    EXPECT_FALSE(s.stop_at_each_impact);
    const Scene circle = resolved(with_shape(R"("type": "circle", "radius": 1)"));
    EXPECT_EQ(circle.bodies[0].shapes[0].def.material,
              (Material{.density = 1.0f, .friction = 0.6f, .restitution = 0.0f}));
    EXPECT_EQ(circle.bodies[0].shapes[0].def.filter, Filter{});
    EXPECT_EQ(resolved(with_body(R"("shapes": [{"type": "circle", "radius": 1}])")).bodies[0].def.type,
              BodyType::Dynamic);
}

TEST(SceneFormat, MarginIsZeroWithContinuousOffUnlessGiven) {
    EXPECT_EQ(resolved(with_world(R"("continuous": "off")")).settings.contact_margin, 0.0f);
    EXPECT_EQ(resolved(with_world(R"("continuous": "off", "contact_margin": 0.02)")).settings.contact_margin,
              0.02f);
    EXPECT_EQ(resolved(with_world(R"("continuous": "stop-at-impact")")).settings.contact_margin, 0.02f);
}

TEST(SceneFormat, ToleranceIsAQuarterOfTheTargetUnlessGiven) {
    EXPECT_EQ(resolved(with_world(R"("target": 0.008)")).settings.tolerance, 0.002f);
    EXPECT_EQ(resolved(with_world(R"("target": 0.008, "tolerance": 0.001)")).settings.tolerance, 0.001f);
    // A quarter of this target is below the engine's minimum tolerance.
    EXPECT_EQ(resolved(with_world(R"("target": 2e-6)")).settings.tolerance, 2e-6f);
}

TEST(SceneFormat, ReadsTheWorldAndTheLesson) {
    const Scene scene = everything();
    const WorldSettings expected{.gravity = {0.0f, -9.8f},
                                 .solver = SolverKind::SequentialImpulses,
                                 .velocity_iterations = 10,
                                 .position_iterations = 4,
                                 .substeps = 2,
                                 .detection_substeps = 3,
                                 .warm_starting = false,
                                 .matching = ContactMatching::BodyDistance,
                                 .restitution_threshold = 0.5f,
                                 .contact_margin = 0.03f,
                                 .slop = 0.004f,
                                 .smooth_inner_edges = false,
                                 .position_correction = 0.3f,
                                 .max_position_correction = 0.1f,
                                 .continuous = ContinuousPolicy::StopAtImpact,
                                 .speculative_margin = 0.7f,
                                 .toi = ToiMethod::ConservativeAdvancement,
                                 .root_finder = RootFinder::Bisection,
                                 .target = 0.008f,
                                 .tolerance = 0.001f,
                                 .toi_iterations = 200,
                                 .root_iterations = 40,
                                 .impact_budget = 16,
                                 .broad_phase = BroadPhaseKind::AllPairs,
                                 .stop_at_each_impact = true,
                                 .max_contacts = 5000};
    EXPECT_TRUE(scene.settings == expected);
    EXPECT_EQ(scene.step, 1.0 / 120.0);
    EXPECT_EQ(scene.duration, 4.0);
    EXPECT_EQ(scene.seed, 7u);
    EXPECT_EQ(scene.goal, "It has **everything**.");
    EXPECT_EQ(scene.lesson.size(), 2u);
    EXPECT_EQ(scene.lesson[1].right_choice(), 1u);
    EXPECT_EQ(scene.view->height, 30.0f);
    EXPECT_EQ(scene.view->width, 40.0f);
    EXPECT_EQ(scene.ending, Ending::AtVerdict);
}

TEST(SceneFormat, ReadsBodiesAndShapes) {
    const Scene scene = everything();
    const BodyEntry& ball = scene.bodies[1];
    EXPECT_EQ(ball.id, "ball");
    EXPECT_EQ(ball.def.type, BodyType::Dynamic);
    EXPECT_EQ(ball.def.position, (Vec2{-5.5f, 10.0f}));
    EXPECT_FLOAT_EQ(ball.def.angle, 1.5707963f);
    EXPECT_EQ(ball.def.linear_velocity, (Vec2{6.0f, 0.0f}));
    EXPECT_EQ(ball.def.angular_velocity, -2.0f);
    EXPECT_EQ(ball.def.linear_damping, 0.1f);
    EXPECT_EQ(ball.def.angular_damping, 0.2f);
    EXPECT_EQ(ball.def.gravity_scale, 0.5f);
    EXPECT_TRUE(ball.def.bullet);
    EXPECT_EQ(ball.shapes[0].shape, Shape(Circle{.center = {0.5f, 0.0f}, .radius = 0.1f}));
    EXPECT_EQ(ball.shapes[0].def.material.density, 7850.0f);
    EXPECT_EQ(ball.shapes[0].color, 0x7a8594u);
    EXPECT_EQ(ball.shapes[0].def.one_way, (Vec2{0, 1}));
    EXPECT_TRUE(ball.shapes[1].def.sensor);
    EXPECT_FALSE(ball.shapes[1].def.one_way);
    EXPECT_EQ(ball.shapes[1].def.filter, (Filter{.category = 2, .mask = ~std::uint64_t{0}, .group = -1}));
    EXPECT_EQ(ball.shapes[1].def.material.density, 2.0f);
    const std::optional<MassOverride>& mass = scene.bodies[2].def.mass;
    ASSERT_TRUE(mass);
    EXPECT_EQ(*mass, (MassOverride{.mass = 3.0f, .inertia = 0.5f, .center = {0.1f, 0.0f}}));
}

TEST(SceneFormat, ReadsAnglesInThreeUnits) {
    for (const char* text :
         {"1.5707963267948966", "\"90deg\"", "\"0.25turn\"", "\"1.5707963267948966rad\""}) {
        const Scene scene = resolved(with_body(std::string(R"("type": "static", "angle": )") + text));
        EXPECT_FLOAT_EQ(scene.bodies[0].def.angle, 1.5707963f) << text;
    }
}

TEST(SceneFormat, ABoxHasItsFullSize) {
    const Scene scene = resolved(with_shape(R"("type": "box", "size": [4, 2], "center": [1, 0])"));
    const auto& polygon = std::get<Polygon>(scene.bodies[0].shapes[0].shape);
    float low = 10.0f;
    float high = -10.0f;
    for (const Vec2 vertex : polygon.vertices()) {
        low = std::min(low, vertex.x);
        high = std::max(high, vertex.x);
    }
    EXPECT_EQ(low, -1.0f);
    EXPECT_EQ(high, 3.0f);
}

TEST(SceneFormat, AChainGivesEachLinkTheEndsOfItsNeighbours) {
    // Four points as an open chain and as a loop.
    const std::string points = R"("type": "chain", "points": [[0,0],[1,0],[2,1],[0,3]])";
    const Scene open = resolved(with_shape(points));
    ASSERT_EQ(open.bodies[0].shapes.size(), 3u);
    const auto segment = [](const Scene& scene, std::size_t i) {
        return std::get<Segment>(scene.bodies[0].shapes[i].shape);
    };
    EXPECT_FALSE(segment(open, 0).has_ghost_a);
    EXPECT_EQ(segment(open, 0).ghost_b, (Vec2{2.0f, 1.0f}));
    EXPECT_EQ(segment(open, 1).ghost_a, (Vec2{0.0f, 0.0f}));
    EXPECT_EQ(segment(open, 1).ghost_b, (Vec2{0.0f, 3.0f}));
    EXPECT_FALSE(segment(open, 2).has_ghost_b);
    const Scene loop = resolved(with_shape(points + R"(, "loop": true)"));
    ASSERT_EQ(loop.bodies[0].shapes.size(), 4u);
    EXPECT_EQ(segment(loop, 0).ghost_a, (Vec2{0.0f, 3.0f}));
    EXPECT_EQ(segment(loop, 3).b, (Vec2{0.0f, 0.0f}));
    EXPECT_EQ(segment(loop, 3).ghost_b, (Vec2{1.0f, 0.0f}));
}

double area_of_pieces(const Scene& scene) {
    double area = 0.0;
    for (const ShapeEntry& piece : scene.bodies[0].shapes) {
        const auto vertices = std::get<Polygon>(piece.shape).vertices();
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            area += 0.5 * cross(widen(vertices[i]), widen(vertices[(i + 1) % vertices.size()]));
        }
    }
    return area;
}

TEST(SceneFormat, AConcaveShapeBecomesConvexPieces) {
    // An L of area 3.
    const std::string outline = R"("type": "concave", "points": [[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]])";
    const Scene whole = resolved(with_shape(outline));
    EXPECT_GE(whole.bodies[0].shapes.size(), 2u);
    EXPECT_NEAR(area_of_pieces(whole), 3.0, 1e-6);
    const Scene pierced =
        resolved(with_shape(outline + R"(, "holes": [[[0.25,0.25],[0.75,0.25],[0.75,0.75],[0.25,0.75]],
                                                             [[0.25,1.25],[0.5,1.75],[0.75,1.25]]])"));
    EXPECT_NEAR(area_of_pieces(pierced), 3.0 - 0.25 - 0.125, 1e-6);
}

TEST(SceneRepeat, LaysOutRowsGridsAndPyramids) {
    const Scene scene = everything();
    const auto find = [&](const std::string& id) {
        return std::find_if(scene.bodies.begin(), scene.bodies.end(),
                            [&](const BodyEntry& body) { return body.id == id; });
    };
    EXPECT_EQ(find("plank-4")->def.position, (Vec2{0.0f, 20.0f}));
    EXPECT_EQ(find("plank-5"), scene.bodies.end());
    // Rows of 4, 3, 2 and 1 bricks, each shifted by half a brick; brick 9 is the top. Jitter is at most 1 mm.
    EXPECT_EQ(find("brick-10"), scene.bodies.end());
    EXPECT_NEAR(find("brick-9")->def.position.x, 31.5f, 0.0011f);
    EXPECT_EQ(find("brick-9")->def.position.y, 3.5f);
    EXPECT_EQ(scene.bodies.size(), 19u);
}

TEST(SceneRepeat, JitterIsAFunctionOfSeedAndId) {
    const auto positions = [](const std::string& head, const std::string& seed) {
        const Scene scene =
            resolved(R"({"toibox": 1, "world": {"seed": )" + seed + R"(}, "bodies": [)" + head +
                     R"({"id": "a", "type": "static", "repeat": {"count": 200, "step": [0, 0],
                                         "jitter": {"position": [2, 0]}}}]})");
        std::vector<float> out;
        for (const BodyEntry& body : scene.bodies) {
            if (body.id != "other") out.push_back(body.def.position.x);
        }
        return out;
    };
    const std::vector<float> first = positions("", "1");
    EXPECT_EQ(first, positions("", "1"));
    // A body that is added earlier in the file does not change the jitter of the others.
    EXPECT_EQ(first, positions(R"({"id": "other", "type": "static"},)", "1"));
    EXPECT_NE(first, positions("", "2"));
    // The shifts are within bounds, all different, and uniform: the mean of 200 is within 5 σ of 0, where
    // σ = 2/√(3·200).
    EXPECT_EQ(std::set<float>(first.begin(), first.end()).size(), first.size());
    double sum = 0.0;
    for (const float x : first) {
        EXPECT_LE(std::abs(x), 2.0f);
        sum += static_cast<double>(x);
    }
    EXPECT_LT(std::abs(sum / 200.0), 5.0 * 2.0 / std::sqrt(600.0));
}

TEST(SceneRepeat, JointsReplaceTheIndexOfTheCopy) {
    const Scene scene = everything();
    ASSERT_EQ(scene.joints.size(), 12u);
    const JointEntry& last = scene.joints[4];
    EXPECT_EQ(last.id, "hinge-3");
    EXPECT_EQ(last.body_a, "plank-3");
    EXPECT_EQ(last.body_b, "plank-4");
    EXPECT_EQ(std::get<RevoluteJointDef>(last.def).anchor, (Vec2{-0.5f, 20.0f}));
    EXPECT_EQ(scene.joints[0].body_a, "ground");
    EXPECT_TRUE(std::get<RevoluteJointDef>(scene.joints[0].def).collide_connected);
    const auto& mouse = std::get<MouseJointDef>(scene.joints[5].def);
    EXPECT_EQ(scene.joints[5].body_a, "");
    EXPECT_EQ(scene.joints[5].body_b, "ball");
    EXPECT_EQ(mouse.target, (Vec2{0.0f, 12.0f}));
    EXPECT_EQ(mouse.max_force, 500.0f);
}

TEST(SceneJoints, OfEveryKindAreRead) {
    const Scene scene = everything();
    const auto& door = std::get<RevoluteJointDef>(scene.joints[6].def);
    EXPECT_FLOAT_EQ(door.reference_angle.value_or(0.0f), 1.5707964f);
    EXPECT_TRUE(door.limit.enabled);
    EXPECT_FLOAT_EQ(door.limit.lower, -0.5235988f);
    EXPECT_FLOAT_EQ(door.limit.upper, 3.1415927f);
    EXPECT_EQ(door.motor, (JointMotor{.enabled = false, .speed = 2.0f, .max_force = 10.0f}));
    EXPECT_EQ(door.spring.frequency, 3.0f);
    EXPECT_FLOAT_EQ(door.spring.target, 0.17453293f);
    EXPECT_EQ(door.break_force, 100.0f);
    EXPECT_EQ(door.break_torque, 5.0f);
    const auto& rope = std::get<DistanceJointDef>(scene.joints[7].def);
    EXPECT_EQ(rope.length, 2.5f);
    EXPECT_EQ(rope.limit, (JointLimit{.enabled = true, .lower = 0.0f, .upper = 2.0f}));
    EXPECT_FALSE(rope.spring.enabled);
    const auto& rail = std::get<PrismaticJointDef>(scene.joints[8].def);
    EXPECT_EQ(rail.axis, (Vec2{0.0f, 2.0f}));
    EXPECT_TRUE(rail.motor.enabled);
    EXPECT_EQ(std::get<WeldJointDef>(scene.joints[9].def).angular_frequency, 3.0f);
    const auto& hub = std::get<WheelJointDef>(scene.joints[10].def);
    EXPECT_TRUE(hub.spring.enabled);
    EXPECT_EQ(hub.spring.frequency, 2.0f);
    const auto& drive = std::get<MotorJointDef>(scene.joints[11].def);
    EXPECT_EQ(drive.linear_offset, (Vec2{1.0f, 2.0f}));
    EXPECT_FALSE(drive.angular_offset.has_value());
    EXPECT_TRUE(drive.collide_connected);
}

}  // namespace
}  // namespace toibox::scene
