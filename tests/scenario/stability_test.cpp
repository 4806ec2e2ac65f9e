// SPDX-License-Identifier: MIT

// How still piles stand, against the figures of Box2D 3.2 (github.com/erincatto/box2d at 617d32ab; the same
// scenes, measured with 60 Hz, 4 sub-steps, gravity −10, friction 0.6 where a row names none, density 1, a
// ground box of 200×2 m with its top at 0, and its default settings). Here too everything is the default but
// the solver, its sub-steps, sleep and gravity. Allowed is what counts as equal: 5 % or half a millimetre,
// whichever is more; 10 % of the step at which the last body falls asleep. A row where this engine does worse
// is held to what it does, and says so.

#include "tests/support/physics.h"

#include <algorithm>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

struct Pile {
    World world;
    std::vector<BodyHandle> bodies;
    std::vector<float> heights;  ///< At the start.

    Pile() : world(settings()) {
        const BodyHandle ground = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
        world.attach(ground, make_box({100.0f, 1.0f}));
    }
    static WorldSettings settings() {
        WorldSettings made = on_earth();
        made.solver = SolverKind::SoftStep;
        made.substeps = 4;
        made.sleeping = true;
        return made;
    }
    BodyHandle add(Vec2 place, const Shape& shape, const Material& material = {}) {
        bodies.push_back(world.create_body({.position = place}));
        heights.push_back(place.y);
        world.attach(bodies.back(), shape, {.material = material});
        return bodies.back();
    }
    void add_pyramid(int base, float h) {
        for (int row = 0; row < base; ++row) {
            for (int j = row; j < base; ++j) {
                const float x = static_cast<float>(row + 1) * h + 2.0f * static_cast<float>(j - row) * h;
                add({x - h * static_cast<float>(base), static_cast<float>(2 * row + 1) * h},
                    make_box({h, h}));
            }
        }
    }
    void add_stack(int count, float shift) {
        for (int i = 0; i < count; ++i) {
            const float x = i % 2 == 0 ? shift : -shift;
            add({x, 0.5f + static_cast<float>(i)}, make_box({0.5f, 0.5f}), {.friction = 0.3f});
        }
    }
    /// How far the last body, the top of each pile, has come down, metres.
    double drop() const { return wide(heights.back()) - wide(world.find(bodies.back())->center().y); }
    double fastest() const {
        float most = 0.0f;
        for (const BodyHandle body : bodies)
            most = std::max(most, length(world.find(body)->velocity().linear));
        return wide(most);
    }
    int awake() const {
        int count = 0;
        for (const BodyHandle body : bodies)
            count += world.state().bodies.sleep[body.index].island == BodyHandle::null_index ? 1 : 0;
        return count;
    }
};

struct Figures {
    double drop = 0;   ///< Greatest of the run, metres.
    double peak = 0;   ///< Deepest overlap of the run, metres.
    double rest = 0;   ///< Deepest overlap at its end.
    double early = 0;  ///< Deepest overlap at step 60.
    double speed = 0;  ///< Greatest, m/s.
    int asleep = 0;    ///< Step after which nobody was awake; 0 if somebody is.
};

/// Until all sleep, or for `steps`.
Figures run(Pile& pile, int steps) {
    Figures figures;
    for (int i = 1; i <= steps && figures.asleep == 0; ++i) {
        EXPECT_FALSE(pile.world.step(frame).non_finite);
        const double depth = pile.world.max_penetration();
        figures.drop = std::max(figures.drop, pile.drop());
        figures.peak = std::max(figures.peak, depth);
        figures.rest = depth;
        figures.speed = std::max(figures.speed, pile.fastest());
        if (i <= 60) figures.early = depth;
        if (pile.awake() == 0) figures.asleep = i;
    }
    return figures;
}

/// Figures that are 0 are not asked for.
void expect_at_most(const Figures& found, const Figures& bound) {
    const auto check = [](const char* name, double value, double limit, double slack) {
        if (limit > 0) {
            EXPECT_LE(value, std::max(1.05 * limit, limit + slack)) << name;
        }
    };
    check("drop", found.drop, bound.drop, 5e-4);
    check("peak", found.peak, bound.peak, 5e-4);
    check("rest", found.rest, bound.rest, 5e-4);
    check("early", found.early, bound.early, 5e-4);
    check("speed", found.speed, bound.speed, 0);
    if (bound.asleep == 0) return;
    EXPECT_GT(found.asleep, 0) << "somebody never falls asleep";
    EXPECT_LE(found.asleep, 1.1 * bound.asleep);
}

// Boxes of half h in rows of n, n − 1, … 1, each over the seam of two. Box2D's figures.
TEST(Stability, PyramidOfTen) {
    Pile pile;
    pile.add_pyramid(10, 0.5f);
    expect_at_most(run(pile, 400), {.drop = 0.007, .rest = 0.0016, .asleep = 36});
}
// Box2D sleeps at step 55: it breathes longer here, at less than half the overlap.
TEST(Stability, PyramidOfTwenty) {
    Pile pile;
    pile.add_pyramid(20, 0.5f);
    expect_at_most(run(pile, 400), {.drop = 0.030, .rest = 0.0038, .asleep = 96});
}
// Box2D sleeps at step 115.
TEST(Stability, PyramidOfFifty) {
    Pile pile;
    pile.add_pyramid(50, 0.5f);
    expect_at_most(run(pile, 400), {.drop = 0.183, .rest = 0.0098, .asleep = 274});
}
TEST(Stability, TinyPyramidOfThirty) {
    Pile pile;
    pile.add_pyramid(30, 0.025f);
    expect_at_most(run(pile, 400), {.drop = 0.067, .peak = 0.0055});
}

// Unit boxes on top of each other, friction 0.3. The first is laid 1 cm to the left and right in turn.
TEST(Stability, StackOfTwelveLaidUnevenly) {
    Pile pile;
    pile.add_stack(12, 0.01f);
    expect_at_most(run(pile, 300), {.drop = 0.045, .peak = 0.007, .asleep = 47});
}
// Box2D sleeps at step 58, at twice the squash.
TEST(Stability, StackOfTwentyFive) {
    Pile pile;
    pile.add_stack(25, 0.0f);
    expect_at_most(run(pile, 300), {.drop = 0.213, .peak = 0.018, .asleep = 85});
}
// Box2D sleeps at step 175, at twice the squash.
TEST(Stability, StackOfFifty) {
    Pile pile;
    pile.add_stack(50, 0.0f);
    expect_at_most(run(pile, 500), {.drop = 0.873, .peak = 0.044, .asleep = 256});
}
// Box2D sinks by 3.47 m and 102 mm, and sleeps at step 822: the squash here is its own bound, so that the
// lead is not lost unseen.
TEST(Stability, StackOfHundred) {
    Pile pile;
    pile.add_stack(100, 0.0f);
    expect_at_most(run(pile, 1300), {.drop = 1.84, .peak = 0.034, .asleep = 1081});
}

// Ten discs of radius 0.5, friction 0.3, each exactly over the other.
TEST(Stability, ColumnOfDiscs) {
    Pile pile;
    for (int i = 0; i < 10; ++i)
        pile.add({0.0f, 0.5f + static_cast<float>(i)}, disc(0.5f), {.friction = 0.3f});
    expect_at_most(run(pile, 300), {.peak = 0.0048, .asleep = 60});
    for (const BodyHandle body : pile.bodies)
        EXPECT_NEAR(pile.world.find(body)->center().x, 0.0f, 0.01f);
}

// A unit box under one whose density is 1, 10, 100 and 1000 times its own. Box2D throws the last off; here it
// stays where it was put, and sinks in by less than a quarter of the lower box.
TEST(Stability, HeavyOnLight) {
    struct Row {
        float ratio;
        Figures bound;
    };
    for (const Row& row : {Row{1.0f, {.peak = 0.0007}}, Row{10.0f, {.peak = 0.0036}},
                           Row{100.0f, {.peak = 0.035}}, Row{1000.0f, {.peak = 0.235, .asleep = 281}}}) {
        SCOPED_TRACE(row.ratio);
        Pile pile;
        pile.add({0.0f, 0.5f}, make_box({0.5f, 0.5f}));
        const BodyHandle top = pile.add({0.0f, 1.5f}, make_box({0.5f, 0.5f}), {.density = row.ratio});
        expect_at_most(run(pile, 600), row.bound);
        EXPECT_NEAR(pile.world.find(top)->center().x, 0.0f, 0.05f);
        EXPECT_NEAR(pile.world.find(top)->angle(), 0.0, 0.05);
    }
}

/// Unit boxes in a pyramid that is drawn together, so that neighbours overlap by a share of their side.
void add_overlapping(Pile& pile, int base, float overlap) {
    const float half = 0.5f * (1.0f - overlap);
    for (int row = 0; row < base; ++row) {
        for (int j = row; j < base; ++j) {
            const float x = half * static_cast<float>(row - base) + 2.0f * half * static_cast<float>(j - row);
            pile.add({x, 0.5f + 2.0f * half * static_cast<float>(row)}, make_box({0.5f, 0.5f}));
        }
    }
}

// Fastest of what flies apart, and overlap after a second. A miss: Box2D pushes at 3.4 and 3.9 m/s, with
// contacts half as stiff.
TEST(Stability, OverlapOfAQuarterRecovers) {
    Pile pile;
    add_overlapping(pile, 4, 0.25f);
    expect_at_most(run(pile, 300), {.early = 0.007, .speed = 6.97, .asleep = 188});
}
TEST(Stability, OverlapOfAHalfRecovers) {
    Pile pile;
    add_overlapping(pile, 4, 0.5f);
    expect_at_most(run(pile, 300), {.early = 0.007, .speed = 6.23, .asleep = 264});
}
// A miss in speed: Box2D 13 m/s, and 51 of the 55 still awake at step 300.
TEST(Stability, OverlapInAWidePyramidRecovers) {
    Pile pile;
    add_overlapping(pile, 10, 0.25f);
    expect_at_most(run(pile, 300), {.early = 0.007, .speed = 22.5});
    EXPECT_LE(pile.awake(), 51);
}

}  // namespace
}  // namespace toibox
