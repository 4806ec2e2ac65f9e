// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/physics.h"
#include "tests/support/piles.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

/// Piles in this engine, what is measured of them, and how it is held against the figures of Box2D 3.2
/// (github.com/erincatto/box2d at 617d32ab; the same scenes at 60 Hz with 4 sub-steps, gravity −10, friction
/// 0.6 where a scene names none, density 1, a ground box of 200×2 m with its top at 0, its default settings).
/// Here too everything is the default but the solver, its sub-steps, sleep and gravity.
namespace toibox::testing_support {

inline WorldSettings soft_step_on_earth() {
    WorldSettings settings = on_earth();
    settings.solver = SolverKind::SoftStep;
    settings.substeps = 4;
    settings.sleeping = true;
    return settings;
}

/// What is asked of an engine that runs a pile.
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

/// Of one run. As a bound, what is 0 is not asked for.
struct PileMetrics {
    double drop = 0;   ///< How far the last body has come down at the end, metres.
    double moved = 0;  ///< Furthest that any body was from where it started, metres.
    double peak = 0;   ///< Deepest overlap of the run, metres.
    double rest = 0;   ///< Deepest overlap at its end.
    double early_depth =
        0;  ///< Deepest overlap at its best between steps 50 and 60: what lands just then is let off.
    double speed = 0;  ///< Greatest, m/s.
    int asleep = 0;    ///< Step after which nobody was awake; 0 if somebody is.
};

/// Until all sleep, or for `steps`.
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

/// One figure beside its peer's: told, and held to `held`.
inline void compare(const char* name, double found, double peer, double bound, double slack) {
    if (bound <= 0) return;
    std::cout << "  " << name << " " << found << " (Box2D " << peer << ")";
    ::testing::Test::RecordProperty(name, std::to_string(found));
    EXPECT_LE(found, bound + slack) << name;
}

/// Prints what was found beside the figures of Box2D 3.2, and holds it to them: 5 % or half a millimetre
/// more, 10 % of the step at which the last body falls asleep. A figure in `instead` is what it is held to
/// where this engine does worse, or so much better that the lead is not to be lost unseen.
inline void expect_no_worse_than_box2d(const std::string& scene, const PileMetrics& found,
                                       const PileMetrics& peer, const PileMetrics& accepted = {}) {
    SCOPED_TRACE(scene);
    std::cout << scene << ":";
    const auto check = [](const char* name, double value, double theirs, double own, double least) {
        const double bound = own > 0 ? own : theirs;
        compare(name, value, theirs, bound, std::max(0.05 * bound, least));
    };
    check("drop", found.drop, peer.drop, accepted.drop, 5e-4);
    check("moved", found.moved, peer.moved, accepted.moved, 5e-4);
    check("peak", found.peak, peer.peak, accepted.peak, 5e-4);
    check("rest", found.rest, peer.rest, accepted.rest, 5e-4);
    check("early", found.early_depth, peer.early_depth, accepted.early_depth, 5e-4);
    check("speed", found.speed, peer.speed, accepted.speed, 0);
    const double asleep = accepted.asleep > 0 ? accepted.asleep : peer.asleep;
    if (asleep > 0) {
        EXPECT_GT(found.asleep, 0) << "somebody never falls asleep";
        compare("asleep", found.asleep, peer.asleep, asleep, 0.1 * asleep);
    }
    std::cout << "\n";
}

}  // namespace toibox::testing_support
