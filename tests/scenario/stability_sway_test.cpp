// SPDX-License-Identifier: MIT

// Towers of boxes that were laid roughly: they sway, but stand, come to rest, and do not fall asleep in the
// middle of a swing.

#include "toibox/core/rng.h"

#include "tests/support/pile_run.h"

#include <algorithm>
#include <iostream>
#include <string>

namespace toibox {
namespace {

using namespace testing_support;

/// Boxes that lie beside the axis of the tower, and lean, by up to so much.
struct Rough {
    int boxes;
    float shift;  ///< Metres.
    float lean;   ///< Radians.
    double peak;  ///< How far Box2D's boxes move sideways, metres: the worst of eight towers.
};

PileBodies rough_tower(const Rough& rough, std::uint64_t seed) {
    Rng rng(seed);
    PileBodies bodies;
    for (int i = 0; i < rough.boxes; ++i) {
        const float shift = rough.shift * rng.uniform(-1.0f, 1.0f);
        const float lean = rough.lean * rng.uniform(-1.0f, 1.0f);
        bodies.push_back({.position = {shift, 0.5f + static_cast<float>(i)},
                          .shape = make_box({0.5f, 0.5f}),
                          .angle = lean});
    }
    return bodies;
}

double sideways(const Pile& pile, const PileBodies& from) {
    double most = 0.0;
    for (std::size_t i = 0; i < pile.count(); ++i)
        most = std::max(most, std::abs(wide(pile.center(i).x - from[i].position.x)));
    return most;
}

/// How far any body comes within a second if nobody may sleep.
double way_awake(Pile pile) {
    pile.stay_awake();
    std::vector<Vec2> start;
    for (std::size_t i = 0; i < pile.count(); ++i)
        start.push_back(pile.center(i));
    double most = 0.0;
    for (int step = 0; step < 60; ++step) {
        pile.step();
        for (std::size_t i = 0; i < pile.count(); ++i)
            most = std::max(most, wide(distance(pile.center(i), start[i])));
    }
    return most;
}

// A tower of 30 sways once in 15 s, and a tower's mean speed is known to 2.5 mm/s only as its boxes tremble.
// So it may move by some slops still when it falls asleep: 5 cm without a look at its sway, from 0.5 m off.
// Of 64 towers the worst moves by 5 cm, too, and the mean of any eight by 1 cm.
TEST(StabilityOfTowers, RoughTowersSwayLittleAndDoNotSleepInTheMiddleOfASwing) {
    constexpr int towers = 8;
    constexpr double max_path = 0.02;  // metres, the mean of the towers
    for (const Rough& rough : {Rough{30, 0.05f, 0.02f, 0.149}, Rough{30, 0.1f, 0.0f, 0.886},
                               Rough{30, 0.1f, 0.05f, 1.473}, Rough{50, 0.05f, 0.01f, 0.237}}) {
        double peak = 0.0;
        double way = 0.0;
        int last = 0;
        for (std::uint64_t seed = 1; seed <= towers; ++seed) {
            const PileBodies bodies = rough_tower(rough, seed);
            Pile pile(bodies);
            int step = 0;
            for (; step < 2400 && pile.awake() > 0; ++step) {
                pile.step();
                if (step >= 30) peak = std::max(peak, sideways(pile, bodies));
            }
            EXPECT_EQ(pile.awake(), 0) << "tower " << seed;
            way += way_awake(pile) / towers;
            last = std::max(last, step);
        }
        std::cout << rough.boxes << " boxes, " << rough.shift << " m, " << rough.lean << " rad: sideways "
                  << peak << " (Box2D " << rough.peak << "), " << way
                  << " more, in the mean, within a second of falling asleep, the last after " << last
                  << " steps\n";
        EXPECT_LT(peak, rough.peak);
        EXPECT_LT(way, max_path);
    }
}

}  // namespace
}  // namespace toibox
