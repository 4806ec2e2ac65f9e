// SPDX-License-Identifier: MIT
// Emitters, winds and explosions; locks of bodies and surfaces of materials.
#include "toibox/scene/run.h"
#include "toibox/scene/tuning.h"

#include "tests/unit/scene/run_support.h"

#include <cmath>
#include <string>
#include <vector>

namespace toibox::scene {
namespace {

using namespace test;

/// A scene with an emitter of drops at the origin, without gravity, in steps of 0.1 s. `keys`: of the
/// emitter.
std::string tap(const std::string& keys, const std::string& rest = "") {
    return R"({"toibox": 1, "world": {"gravity": [0, 0], "step": 0.1, "duration": 3, "seed": 5},
        "emitters": [{"body": {"id": "drop", "velocity": [2, 0], "shapes": [{"type": "circle", "radius": 0.1}]}, )" +
           keys + "}]" + rest + "}";
}

std::vector<std::string> live_drops(const Run& run, int count) {
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) {
        const std::string name = "drop-" + std::to_string(i);
        if (run.body(name) != BodyHandle{}) names.push_back(name);
    }
    return names;
}

// From 0.2 s on, a drop every 0.3 s, three in total, each with a lifetime of 0.5 s. They are created in
// the step after states 2, 5 and 8 (so they exist from states 3, 6 and 9 on) and removed at states 7, 10
// and 13.
TEST(Emitter, CreatesAndRemovesBodiesOnTime) {
    auto run = run_of(tap(R"("every": 0.3, "count": 3, "from": 0.2, "lifetime": 0.5)"));
    std::vector<std::size_t> counts;
    for (int step = 0; step < 15; ++step) {
        run.step();
        counts.push_back(live_drops(run, 3).size());
        EXPECT_EQ(run.world().body_count(), static_cast<int>(counts.back()));
        EXPECT_TRUE(run.script_errors().empty());
    }
    EXPECT_EQ(counts, (std::vector<std::size_t>{0, 0, 1, 1, 1, 2, 2, 1, 2, 2, 1, 1, 1, 0, 0}));
}

// Without a lifetime, drops are never removed. Claims read them by name: two steps after its creation, drop-1
// has moved 0.4 m.
TEST(Emitter, NamesAndKeepsItsBodies) {
    auto run = run_of(tap(R"("every": 0.1, "count": 2)",
                          R"(, "expect": [{"that": "drop-1.x == 0.4 +- 1e-5", "at": 0.3},
                                         {"that": "world.bodies == 2", "at": 3}, {"that": "world.awake == 2", "at": 3}])"));
    advance(run, 30);
    EXPECT_EQ(live_drops(run, 2).size(), 2u);
    for (const ClaimOutcome& outcome : run.outcomes())
        EXPECT_EQ(outcome.status, ClaimOutcome::Status::Passed) << outcome.detail;
}

/// Velocities of the first twenty drops, one step after each was created.
std::vector<BodyVelocity> start_velocities(const std::string& seed) {
    std::string text = tap(R"("every": 0.1, "count": 20,
        "jitter": {"position": [0, 0.5], "angle": 0.2, "velocity": [0.5, 0.25], "spin": 3})");
    text.replace(text.find("\"seed\": 5"), 9, "\"seed\": " + seed);
    auto run = run_of(text);
    std::vector<BodyVelocity> out;
    for (int i = 0; i < 20; ++i) {
        run.step();
        out.push_back(run.world().find(run.body("drop-" + std::to_string(i)))->velocity());
    }
    return out;
}

TEST(Emitter, JittersBySeedWithinBounds) {
    const std::vector<BodyVelocity> first = start_velocities("5");
    const std::vector<BodyVelocity> repeated = start_velocities("5");
    const std::vector<BodyVelocity> other_seed = start_velocities("6");
    float widest = 0.0f;
    int same = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].linear, repeated[i].linear);
        same += first[i].linear == other_seed[i].linear ? 1 : 0;
        EXPECT_LE(std::abs(first[i].linear.x - 2.0f), 0.5f);
        EXPECT_LE(std::abs(first[i].linear.y), 0.25f);
        EXPECT_LE(std::abs(first[i].angular), 3.0f);
        widest = std::max(widest, std::abs(first[i].linear.x - 2.0f));
    }
    EXPECT_GT(widest, 0.25f);
    EXPECT_EQ(same, 0);
}

// A copy taken at any step continues like the run itself, including created and removed bodies.
TEST(Emitter, ContinuesIdenticallyInACopy) {
    auto run = run_of(tap(R"("every": 0.2, "count": 8, "lifetime": 0.7, "jitter": {"velocity": [1, 1]})",
                          R"(, "winds": [{"center": [1, 0], "size": [2, 4], "velocity": [0, 3]}])"));
    for (int step = 0; step < 25; ++step) {
        auto copy = run;
        auto ahead = run;
        for (int i = step; i < 25; ++i) {
            copy.step();
            ahead.step();
        }
        ASSERT_EQ(copy.world().hash(), ahead.world().hash()) << "copied at step " << step;
        run.step();
    }
}

// If a script removes a drop before the end of its lifetime, the emitter reports no error.
TEST(Emitter, IgnoresDestroyedDrops) {
    auto run = run_of(tap(R"("every": 0.1, "count": 1, "lifetime": 0.5)",
                          R"(, "timeline": [{"at": 0.3, "do": "remove", "on": "drop-0"}])"));
    for (int i = 0; i < 10; ++i) {
        run.step();
        EXPECT_TRUE(run.script_errors().empty());
    }
    EXPECT_EQ(run.world().body_count(), 0);
}

TEST(Emitter, RejectsInvalidEmitters) {
    const auto expect_error = [](const std::string& keys, const std::string& message) {
        EXPECT_NE(format(errors_of(tap(keys))).find(message), std::string::npos)
            << format(errors_of(tap(keys)));
    };
    expect_error(R"("every": 0.01, "count": 3)", R"("every" is less than one step of 0.1 s)");
    expect_error(R"("every": 0, "count": 3)", R"("every" is less than one step)");
    expect_error(R"("every": 1, "count": 0)", R"("count" must be)");
    expect_error(R"("every": 1, "count": 3, "lifetime": 0.001)", R"("lifetime" is less than one step)");
    expect_error(R"("count": 3)", "every");
    const std::string grid = R"({"toibox": 1, "emitters": [{"every": 1, "count": 2, "body": {"id": "b",
        "shapes": [{"type": "circle", "radius": 1}], "repeat": {"count": 2, "step": [1, 0]}}}]})";
    EXPECT_NE(format(errors_of(grid)).find("an emitter creates one body at a time"), std::string::npos);
    const std::string taken = R"({"toibox": 1, "bodies": [{"id": "b-1", "type": "static"}],
        "emitters": [{"every": 1, "count": 2, "body": {"id": "b", "shapes": [{"type": "circle", "radius": 1}]}}]})";
    EXPECT_NE(format(errors_of(taken)).find("there is already a body \"b-1\""), std::string::npos);
}

// Two emitters would together create more bodies than a scene may have.
TEST(Emitter, SharesTheLimitOfBodies) {
    const std::string half = R"({"every": 1, "count": 60000, "body": {"id": ")";
    const std::string rest = R"(", "shapes": [{"type": "circle", "radius": 1}]}})";
    const std::string text =
        R"({"toibox": 1, "emitters": [)" + half + "a" + rest + ", " + half + "b" + rest + "]}";
    EXPECT_NE(format(errors_of(text)).find("more than 100000 bodies"), std::string::npos);
}

// Air at 5 m/s with drag 2 /s: v' = 2 (5 − v), so v(t) = 5 (1 − e^(−2t)). The integration is implicit, in
// steps of 1 ms.
TEST(Wind, AcceleratesBodies) {
    auto run = run_of(R"({"toibox": 1, "world": {"gravity": [0, 0], "step": 0.001, "duration": 1},
        "bodies": [{"id": "in", "mass": {"mass": 3, "inertia": 1}, "shapes": [{"type": "circle", "radius": 0.1}]},
                   {"id": "out", "position": [0, 20], "shapes": [{"type": "circle", "radius": 0.1}]}],
        "winds": [{"center": [10, 0], "size": [22, 4], "velocity": [5, 0], "drag": 2, "until": 0.5}]})");
    advance(run, 500);
    const double expected = 5.0 * (1.0 - std::exp(-1.0));
    EXPECT_NEAR(*run.quantity("in.vx"), expected, 0.005);
    EXPECT_EQ(*run.quantity("out.vx"), 0.0);
    advance(run, 100);
    EXPECT_NEAR(*run.quantity("in.vx"), expected, 0.005);  // the wind ended at 0.5 s
}

// Even in steps of 1 s at a drag of 1000 /s, a body exceeds the air's velocity at most by rounding.
TEST(Wind, NeverOvershoots) {
    auto run = run_of(R"({"toibox": 1, "world": {"gravity": [0, 0], "step": 1, "duration": 5},
        "bodies": [{"id": "b", "shapes": [{"type": "circle", "radius": 0.1}]}],
        "winds": [{"center": [0, 0], "size": [100, 4], "velocity": [5, 0], "drag": 1000}]})");
    for (int i = 0; i < 5; ++i) {
        run.step();
        EXPECT_LE(*run.quantity("b.vx"), 5.0 + 1e-6);
        EXPECT_GT(*run.quantity("b.vx"), 4.9);
    }
}

// An explosion at 0.2 s pushes two balls apart. A third ball, which the explosion's mask excludes, is not
// affected.
TEST(ExplodeEvent, PushesBodiesApart) {
    auto run = run_of(R"({"toibox": 1, "world": {"gravity": [0, 0], "step": 0.1, "duration": 1},
        "bodies": [{"id": "a", "position": [-2, 0], "shapes": [{"type": "circle", "radius": 0.5}]},
                   {"id": "b", "position": [2, 0], "shapes": [{"type": "circle", "radius": 0.5}]},
                   {"id": "c", "position": [0, 2], "shapes": [{"type": "circle", "radius": 0.5, "filter": {"category": 2}}]}],
        "timeline": [{"at": 0.2, "do": "explode", "point": [0, 0], "radius": 3, "impulse_per_length": 2, "mask": 1}]})");
    advance(run, 2);
    EXPECT_EQ(*run.quantity("b.vx"), 0.0);
    advance(run, 1);
    EXPECT_NEAR(*run.quantity("b.vx"), 2.0 / (pi * 0.25), 1e-4);
    EXPECT_EQ(*run.quantity("a.vx"), -*run.quantity("b.vx"));
    EXPECT_EQ(*run.quantity("c.speed"), 0.0);
}

TEST(SceneReader, ReadsLocksAndSurfaces) {
    const Scene scene =
        resolved(R"({"toibox": 1, "materials": {"belt": {"tangent_speed": -2, "rolling_resistance": 0.05}},
        "bodies": [{"id": "b", "lock_x": true, "allow_sleep": false,
                    "shapes": [{"type": "circle", "radius": 1, "material": "belt"}]}]})");
    EXPECT_TRUE(scene.bodies[0].def.lock_x);
    EXPECT_FALSE(scene.bodies[0].def.lock_y);
    EXPECT_FALSE(scene.bodies[0].def.allow_sleep);
    EXPECT_EQ(scene.bodies[0].shapes[0].def.material.tangent_speed, -2.0f);
    EXPECT_EQ(scene.bodies[0].shapes[0].def.material.rolling_resistance, 0.05f);
    EXPECT_NE(format(errors_of(R"({"toibox": 1, "materials": {"m": {"rolling_resistance": -1}}})"))
                  .find(R"("rolling_resistance" must be at least 0)"),
              std::string::npos);
}

// A slow drop of 0.2 m has moved only 0.1 m when the next one spawns.
TEST(Lint, FindsEmittedBodiesThatOverlap) {
    const auto lints = [](const std::string& text) { return format(Document::parse(text)->lint()); };
    EXPECT_EQ(lints(tap(R"("every": 0.2, "count": 2)")), "");
    std::string slow = tap(R"("every": 0.1, "count": 2)");
    slow.replace(slow.find("[2, 0]"), 6, "[1, 0]");
    EXPECT_NE(lints(slow).find("the bodies \"drop\" spawn inside each other"), std::string::npos)
        << lints(slow);
}

}  // namespace
}  // namespace toibox::scene
