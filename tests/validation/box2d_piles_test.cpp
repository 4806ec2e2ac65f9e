// SPDX-License-Identifier: MIT
// The piles of the stability tests in toibox (soft step, four sub-steps) and in Box2D 2.4.1 (8 velocity and 3
// position iterations) at 60 Hz. Box2D's polygons have skins of 1 cm, so flush boxes overlap at the start and
// rise by some millimetres. Therefore the depth of overlaps is not compared, only how far and how fast bodies
// move and when they fall asleep.
#include "tests/support/pile_metrics.h"

#include <box2d/box2d.h>
#include <type_traits>
#include <variant>

namespace toibox {
namespace {

using namespace testing_support;

/// A pile in Box2D, the counterpart of Pile in tests/support/pile_metrics.h.
class Box2DPile {
public:
    explicit Box2DPile(const PileBodies& pile, float floor_friction = 0.6f) : world_({0.0f, -10.0f}) {
        b2BodyDef ground;
        ground.position.Set(0.0f, -1.0f);
        b2PolygonShape floor;
        floor.SetAsBox(100.0f, 1.0f);
        attach(*world_.CreateBody(&ground), floor, 1.0f, floor_friction);
        for (const PileBody& body : pile)
            add(body);
    }
    void step() { world_.Step(time_step, 8, 3); }
    [[nodiscard]] std::size_t count() const { return bodies_.size(); }
    [[nodiscard]] Vec2 center(std::size_t i) const { return narrow(bodies_[i]->GetWorldCenter()); }
    [[nodiscard]] Vec2 velocity(std::size_t i) const { return narrow(bodies_[i]->GetLinearVelocity()); }
    [[nodiscard]] double depth() const { return 0.0; }  // not compared: Box2D measures the overlap of skins
    [[nodiscard]] int awake() const {
        return static_cast<int>(std::count_if(bodies_.begin(), bodies_.end(),
                                              [](const b2Body* body) { return body->IsAwake(); }));
    }

private:
    static Vec2 narrow(const b2Vec2& v) { return {v.x, v.y}; }
    static void attach(b2Body& body, const b2Shape& shape, float density, float friction) {
        b2FixtureDef def;
        def.shape = &shape;
        def.density = density;
        def.friction = friction;
        body.CreateFixture(&def);
    }
    void add(const PileBody& pile_body) {
        b2BodyDef def;
        def.type = b2_dynamicBody;
        def.position.Set(pile_body.position.x, pile_body.position.y);
        def.angle = pile_body.angle;
        b2Body* const body = world_.CreateBody(&def);
        bodies_.push_back(body);
        std::visit(
            [&](const auto& shape) {
                using Kind = std::decay_t<decltype(shape)>;
                if constexpr (std::is_same_v<Kind, Circle>) {
                    b2CircleShape circle;
                    circle.m_radius = shape.radius;
                    attach(*body, circle, pile_body.density, pile_body.friction);
                } else if constexpr (std::is_same_v<Kind, Polygon>) {
                    std::vector<b2Vec2> corners;
                    for (const Vec2 vertex : shape.vertices())
                        corners.emplace_back(vertex.x, vertex.y);
                    b2PolygonShape polygon;
                    polygon.Set(corners.data(), static_cast<int>(corners.size()));
                    attach(*body, polygon, pile_body.density, pile_body.friction);
                }
            },
            pile_body.shape);
    }

    b2World world_;
    std::vector<b2Body*> bodies_;
};

struct MetricsPair {
    PileMetrics toibox;
    PileMetrics box2d;
};

/// Runs the pile in each engine until all its bodies sleep, at most `steps` steps. Prints the metrics.
MetricsPair settle_both(const char* name, const PileBodies& bodies, int steps = 600) {
    Pile pile(bodies);
    Box2DPile box2d_pile(bodies);
    const MetricsPair metrics{settle(pile, steps), settle(box2d_pile, steps)};
    std::cout << name << ": moved " << metrics.toibox.moved << " (Box2D 2.4 " << metrics.box2d.moved
              << "), speed " << metrics.toibox.speed << " (" << metrics.box2d.speed << "), asleep "
              << metrics.toibox.asleep << " (" << metrics.box2d.asleep << ")\n";
    return metrics;
}

/// Expects that no body moves further than in Box2D by more than 10 % or, because of the skins, 1 cm.
void expect_moved_no_further(const MetricsPair& metrics) {
    EXPECT_LE(metrics.toibox.moved, std::max(1.1 * metrics.box2d.moved, metrics.box2d.moved + 0.01));
}
/// Expects that all bodies fall asleep, at most 10 % later than in Box2D.
void expect_asleep_no_later(const MetricsPair& metrics) {
    EXPECT_GT(metrics.toibox.asleep, 0);
    if (metrics.box2d.asleep > 0) {
        EXPECT_LE(metrics.toibox.asleep, 1.1 * metrics.box2d.asleep);
    }
}

TEST(PilesComparedToBox2D, PyramidsComeToRest) {
    for (const int base : {10, 20, 50}) {
        SCOPED_TRACE(base);
        expect_asleep_no_later(settle_both("pyramid", pyramid(base, 0.5f)));
    }
    expect_asleep_no_later(settle_both("tiny pyramid", pyramid(30, 0.025f)));
}

TEST(PilesComparedToBox2D, StacksComeToRest) {
    for (const int count : {12, 25, 50}) {
        SCOPED_TRACE(count);
        expect_asleep_no_later(settle_both("stack", stack(count)));
    }
}

// The card house is not compared: Box2D 2.4 merges corners that are within 2.5 mm of each other.
TEST(PilesComparedToBox2D, ArchStands) {
    expect_moved_no_further(settle_both("arch", arch()));
}

TEST(PilesComparedToBox2D, HeavyBodiesStayOnLightBodies) {
    for (const float ratio : {10.0f, 100.0f, 1000.0f}) {
        SCOPED_TRACE(ratio);
        expect_moved_no_further(settle_both("heavy on light", heavy_on_light(ratio)));
    }
    expect_moved_no_further(settle_both("heavy tops", heavy_tops()));
}

// Box2D 2.4 corrects overlap by moving bodies, which adds almost no speed. Soft step gives overlapping bodies
// velocities, but the bodies must not move further than in Box2D.
TEST(PilesComparedToBox2D, OverlappingBodiesSeparateNoFurther) {
    for (const float overlap : {0.25f, 0.5f}) {
        SCOPED_TRACE(overlap);
        expect_moved_no_further(settle_both("overlap", overlapping(4, overlap), 300));
    }
}

}  // namespace
}  // namespace toibox
