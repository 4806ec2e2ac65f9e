// SPDX-License-Identifier: MIT
// The piles of the stability tests in toibox (soft step, four sub-steps) and in Box2D 2.4.1 (8 velocity, 3
// position iterations), side by side at 60 Hz. Box2D keeps skins of 1 cm around its polygons, so flush boxes
// start overlapping there and rise by some millimetres. Therefore only motion, speed and stability are
// compared.
#include "tests/support/pile_metrics.h"

#include <box2d/box2d.h>
#include <type_traits>
#include <variant>

namespace toibox {
namespace {

using namespace testing_support;

/// A pile in Box2D, like Pile of tests/support/pile_metrics.h.
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
    [[nodiscard]] double depth() const { return 0.0; }  // Box2D would measure its skins, not the shapes
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
    void add(const PileBody& from) {
        b2BodyDef def;
        def.type = b2_dynamicBody;
        def.position.Set(from.position.x, from.position.y);
        def.angle = from.angle;
        b2Body* const body = world_.CreateBody(&def);
        bodies_.push_back(body);
        std::visit(
            [&](const auto& shape) {
                using Kind = std::decay_t<decltype(shape)>;
                if constexpr (std::is_same_v<Kind, Circle>) {
                    b2CircleShape circle;
                    circle.m_radius = shape.radius;
                    attach(*body, circle, from.density, from.friction);
                } else if constexpr (std::is_same_v<Kind, Polygon>) {
                    std::vector<b2Vec2> corners;
                    for (const Vec2 vertex : shape.vertices())
                        corners.emplace_back(vertex.x, vertex.y);
                    b2PolygonShape polygon;
                    polygon.Set(corners.data(), static_cast<int>(corners.size()));
                    attach(*body, polygon, from.density, from.friction);
                }
            },
            from.shape);
    }

    b2World world_;
    std::vector<b2Body*> bodies_;
};

struct MetricsPair {
    PileMetrics toibox;
    PileMetrics box2d;
};

/// Runs the pile in both engines until it sleeps, at most `steps` steps; prints the metrics.
MetricsPair settle_both(const char* name, const PileBodies& bodies, int steps = 600) {
    Pile pile(bodies);
    Box2DPile box2d_pile(bodies);
    const MetricsPair found{settle(pile, steps), settle(box2d_pile, steps)};
    std::cout << name << ": moved " << found.toibox.moved << " (Box2D 2.4 " << found.box2d.moved
              << "), speed " << found.toibox.speed << " (" << found.box2d.speed << "), asleep "
              << found.toibox.asleep << " (" << found.box2d.asleep << ")\n";
    return found;
}

/// At most 10 % or, because of the skins, a centimetre worse than Box2D.
void expect_moved_no_further(const MetricsPair& found) {
    EXPECT_LE(found.toibox.moved, std::max(1.1 * found.box2d.moved, found.box2d.moved + 0.01));
}
void expect_asleep_no_later(const MetricsPair& found) {
    EXPECT_GT(found.toibox.asleep, 0);
    if (found.box2d.asleep > 0) {
        EXPECT_LE(found.toibox.asleep, 1.1 * found.box2d.asleep);
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
        const MetricsPair found = settle_both("stack", stack(count));
        expect_asleep_no_later(found);
    }
}

// No card house here: Box2D 2.4 merges corners that are within 2.5 mm of each other.
TEST(PilesComparedToBox2D, ArchStands) {
    expect_moved_no_further(settle_both("arch", arch()));
}

TEST(PilesComparedToBox2D, HeavyStaysOnLight) {
    for (const float ratio : {10.0f, 100.0f, 1000.0f}) {
        SCOPED_TRACE(ratio);
        expect_moved_no_further(settle_both("heavy on light", heavy_on_light(ratio)));
    }
    expect_moved_no_further(settle_both("heavy tops", heavy_tops()));
}

// Box2D 2.4 corrects overlap in the positions only, and adds almost no speed. Soft step pushes bodies apart;
// they must not fly further.
TEST(PilesComparedToBox2D, OverlapIsPushedOutNoFurther) {
    for (const float overlap : {0.25f, 0.5f}) {
        SCOPED_TRACE(overlap);
        expect_moved_no_further(settle_both("overlap", overlapping(4, overlap), 300));
    }
}

}  // namespace
}  // namespace toibox
