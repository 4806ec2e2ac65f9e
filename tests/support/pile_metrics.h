// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/physics.h"
#include "tests/support/piles.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

/// Runs piles in this engine and compares their metrics with those of Box2D 3.2 (github.com/erincatto/box2d
/// at 617d32ab; the same scenes at 60 Hz with 4 sub-steps, gravity −10, friction 0.6 and density 1 unless the
/// scene has other values, a ground box of 200×2 m with its top at 0, default settings). This engine also
/// runs with its default settings, except for solver, sub-steps, sleep and gravity.
namespace toibox::testing_support {

inline WorldSettings soft_step_on_earth() {
    WorldSettings settings = on_earth();
    settings.solver = SolverKind::SoftStep;
    settings.substeps = 4;
    settings.sleeping = true;
    return settings;
}

/// A pile in this engine, with the functions that settle() needs.
class Pile {
public:
    explicit Pile(const PileBodies& pile, float floor_friction = 0.6f) : world_(soft_step_on_earth()) {
        const BodyHandle ground = world_.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
        world_.attach(ground, make_box({100.0f, 1.0f}), {.material = {.friction = floor_friction}});
        for (const PileBody& body : pile) {
            bodies_.push_back(world_.create_body({.position = body.position, .angle = body.angle}));
            world_.attach(bodies_.back(), body.shape,
                          {.material = {.density = body.density, .friction = body.friction}});
        }
    }
    void stay_awake() {
        WorldSettings awake = world_.settings();
        awake.sleeping = false;
        ASSERT_TRUE(world_.set_settings(awake).has_value());
    }
    void step() { ASSERT_FALSE(world_.step(time_step).non_finite); }
    [[nodiscard]] std::size_t count() const { return bodies_.size(); }
    [[nodiscard]] Vec2 center(std::size_t i) const { return world_.find(bodies_[i])->center(); }
    [[nodiscard]] double angle(std::size_t i) const { return world_.find(bodies_[i])->angle(); }
    [[nodiscard]] Vec2 velocity(std::size_t i) const { return world_.find(bodies_[i])->velocity().linear; }
    [[nodiscard]] double depth() const { return world_.max_penetration(); }
    [[nodiscard]] int awake() const {
        return static_cast<int>(std::count_if(bodies_.begin(), bodies_.end(), [&](BodyHandle body) {
            return world_.state().bodies.sleep[body.index].island == BodyHandle::null_index;
        }));
    }

private:
    World world_;
    std::vector<BodyHandle> bodies_;
};

/// Metrics of one run. In the arguments of expect_no_worse_than_box2d, 0 sets no bound.
struct PileMetrics {
    double drop = 0;   ///< How far the last body has sunk at the end, metres.
    double moved = 0;  ///< Maximum distance of a body from its start, metres.
    double peak = 0;   ///< Deepest overlap of the run, metres.
    double rest = 0;   ///< Deepest overlap at the end, metres.
    /// Minimum over steps 50 to 60 of the deepest overlap, metres, so that a landing in these steps does not
    /// matter.
    double early_depth = 0;
    double speed = 0;  ///< Maximum speed of a body, m/s.
    int asleep = 0;    ///< Step after which all bodies were asleep; 0: never.
};

/// Steps the pile until all bodies sleep, at most `steps` times.
template <class Engine>
PileMetrics settle(Engine& pile, int steps) {
    PileMetrics metrics;
    std::vector<Vec2> start;
    for (std::size_t i = 0; i < pile.count(); ++i)
        start.push_back(pile.center(i));
    for (int step = 1; step <= steps && metrics.asleep == 0; ++step) {
        pile.step();
        metrics.rest = pile.depth();
        metrics.peak = std::max(metrics.peak, metrics.rest);
        if (step <= 50 || (step <= 60 && metrics.rest < metrics.early_depth))
            metrics.early_depth = metrics.rest;
        for (std::size_t i = 0; i < pile.count(); ++i) {
            metrics.speed = std::max(metrics.speed, wide(length(pile.velocity(i))));
            metrics.moved = std::max(metrics.moved, wide(distance(start[i], pile.center(i))));
        }
        if (pile.awake() == 0) metrics.asleep = step;
    }
    metrics.drop = wide(start.back().y) - wide(pile.center(pile.count() - 1).y);
    return metrics;
}

/// Prints a value and that of Box2D. Expects the value to be at most bound + slack, if there is a bound.
inline void compare(const char* name, double value, double box2d_value, double bound, double slack) {
    if (bound <= 0) return;
    std::cout << "  " << name << " " << value << " (Box2D " << box2d_value << ")";
    ::testing::Test::RecordProperty(name, std::to_string(value));
    EXPECT_LE(value, bound + slack) << name;
}

/// Prints the metrics beside those of Box2D 3.2, and expects them to be no worse: at most 5 % or half a
/// millimetre more, and 10 % for the step after which all bodies are asleep. A value in `accepted` replaces
/// that of Box2D as the bound, where this engine is worse, or so much better that losing the lead must be
/// noticed.
inline void expect_no_worse_than_box2d(const std::string& scene, const PileMetrics& found,
                                       const PileMetrics& box2d, const PileMetrics& accepted = {}) {
    SCOPED_TRACE(scene);
    std::cout << scene << ":";
    const auto check = [](const char* name, double value, double box2d_value, double accepted_value,
                          double min_slack) {
        const double bound = accepted_value > 0 ? accepted_value : box2d_value;
        compare(name, value, box2d_value, bound, std::max(0.05 * bound, min_slack));
    };
    check("drop", found.drop, box2d.drop, accepted.drop, 5e-4);
    check("moved", found.moved, box2d.moved, accepted.moved, 5e-4);
    check("peak", found.peak, box2d.peak, accepted.peak, 5e-4);
    check("rest", found.rest, box2d.rest, accepted.rest, 5e-4);
    check("early", found.early_depth, box2d.early_depth, accepted.early_depth, 5e-4);
    check("speed", found.speed, box2d.speed, accepted.speed, 0);
    const double asleep = accepted.asleep > 0 ? accepted.asleep : box2d.asleep;
    if (asleep > 0) {
        EXPECT_GT(found.asleep, 0) << "some bodies never fall asleep";
        compare("asleep", found.asleep, box2d.asleep, asleep, 0.1 * asleep);
    }
    std::cout << "\n";
}

}  // namespace toibox::testing_support
