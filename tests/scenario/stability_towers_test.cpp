// SPDX-License-Identifier: MIT

// Towers of inaccurately stacked boxes: they sway without falling, come to rest, and do not fall asleep in
// the middle of a swing.

#include "toibox/core/rng.h"

#include "tests/support/pile_metrics.h"

#include <algorithm>
#include <iostream>
#include <string>

namespace toibox {
namespace {

using namespace testing_support;

/// A tower of boxes with random sideways shifts and angles.
struct RoughTower {
    int boxes;
    float max_shift;        ///< Metres.
    float max_lean;         ///< Radians.
    double box2d_max_sway;  ///< Maximum of max_sway() in Box2D over eight towers, metres.
};

PileBodies make_tower(const RoughTower& rough, std::uint64_t seed) {
    Rng rng(seed);
    PileBodies bodies;
    for (int i = 0; i < rough.boxes; ++i) {
        const float shift = rough.max_shift * rng.uniform(-1.0f, 1.0f);
        const float lean = rough.max_lean * rng.uniform(-1.0f, 1.0f);
        bodies.push_back({.position = {shift, 0.5f + static_cast<float>(i)},
                          .shape = make_box({0.5f, 0.5f}),
                          .angle = lean});
    }
    return bodies;
}

/// Maximum sideways distance of a body from its initial position, metres.
double max_sway(const Pile& pile, const PileBodies& start) {
    double result = 0.0;
    for (std::size_t i = 0; i < pile.count(); ++i)
        result = std::max(result, std::abs(wide(pile.center(i).x - start[i].position.x)));
    return result;
}

/// Maximum distance that a body moves within the next second if no body may sleep, metres.
double max_awake_motion(Pile pile) {
    pile.stay_awake();
    std::vector<Vec2> start;
    for (std::size_t i = 0; i < pile.count(); ++i)
        start.push_back(pile.center(i));
    double result = 0.0;
    for (int step = 0; step < 60; ++step) {
        pile.step();
        for (std::size_t i = 0; i < pile.count(); ++i)
            result = std::max(result, wide(distance(pile.center(i), start[i])));
    }
    return result;
}

// A tower of 30 boxes sways with a period of 15 s. Because the boxes tremble, their mean speed is known only
// to 2.5 mm/s, so a tower that has fallen asleep would still move by a few slops in the next second. Without
// the check for sway, a tower would move by 5 cm, 0.5 m away from its position of rest. The worst of 64
// towers moves by 5 cm, too, but the mean of any eight towers is at most 1 cm.
TEST(StabilityOfTowers, SwayLittleAndDoNotSleepWhileSwinging) {
    constexpr int towers = 8;
    constexpr double max_mean_motion = 0.02;  // metres, over the towers
    for (const RoughTower& rough :
         {RoughTower{30, 0.05f, 0.02f, 0.149}, RoughTower{30, 0.1f, 0.0f, 0.886},
          RoughTower{30, 0.1f, 0.05f, 1.473}, RoughTower{50, 0.05f, 0.01f, 0.237}}) {
        double peak = 0.0;
        double mean_motion = 0.0;
        int max_steps = 0;
        for (std::uint64_t seed = 1; seed <= towers; ++seed) {
            const PileBodies bodies = make_tower(rough, seed);
            Pile pile(bodies);
            int step = 0;
            for (; step < 2400 && pile.awake() > 0; ++step) {
                pile.step();
                if (step >= 30) peak = std::max(peak, max_sway(pile, bodies));
            }
            EXPECT_EQ(pile.awake(), 0) << "tower " << seed;
            mean_motion += max_awake_motion(pile) / towers;
            max_steps = std::max(max_steps, step);
        }
        std::cout << rough.boxes << " boxes, " << rough.max_shift << " m, " << rough.max_lean
                  << " rad: sideways " << peak << " (Box2D " << rough.box2d_max_sway
                  << "), mean motion within a second of falling asleep " << mean_motion
                  << ", all asleep after " << max_steps << " steps\n";
        EXPECT_LT(peak, rough.box2d_max_sway);
        EXPECT_LT(mean_motion, max_mean_motion);
    }
}

}  // namespace
}  // namespace toibox
