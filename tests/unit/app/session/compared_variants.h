// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/comparison/comparison.h"
#include "tests/support/temporary_folder.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {

/// A fast ball flies at a wall, two boxes are stacked, and a box hangs on a rope that breaks in one variant.
inline constexpr const char* compared_scene = R"({
  "toibox": 1, "title": "Compared",
  "world": {"gravity": [0, -9.8], "step": "1/60", "duration": 3, "continuous": "off", "solver": "soft-step"},
  "materials": {"m": {"density": 100, "friction": 0.5, "restitution": 0}},
  "parameters": {"speed": {"value": 90, "min": 0, "max": 400, "sets": "/bodies/ball/velocity/0"}},
  "bodies": [
    {"id": "floor", "type": "static", "position": [0, -0.5], "shapes": [{"type": "box", "size": [40, 1], "material": "m"}]},
    {"id": "wall", "type": "static", "position": [4, 2], "shapes": [{"type": "box", "size": [0.1, 4], "material": "m"}]},
    {"id": "a", "position": [0, 0.5], "shapes": [{"type": "box", "size": [1, 1], "material": "m"}]},
    {"id": "b", "position": [0.1, 1.6], "shapes": [{"type": "box", "size": [1, 1], "material": "m"}]},
    {"id": "ball", "position": [-8, 3], "velocity": [90, 0], "shapes": [{"type": "circle", "radius": 0.1, "material": "m"}]},
    {"id": "load", "position": [-4, 4], "shapes": [{"type": "box", "size": [1, 1], "material": "m"}]}
  ],
  "joints": [{"id": "rope", "type": "revolute", "a": "floor", "b": "load", "anchor": [-4, 6]}],
  "variants": {
    "toi": {"set": {"/world/continuous": "substep-at-impact", "/world/toi": "conservative-advancement"}},
    "impulses": {"set": {"/world/solver": "sequential-impulses", "/world/continuous": "stop-at-impact"}},
    "fine": {"set": {"/world/step": "1/120"}},
    "coarse": {"set": {"/world/step": "1/25"}},
    "torn": {"set": {"/joints/rope/break_force": 1}},
    "tree": {"set": {"/world/broad_phase": "dynamic-tree", "/world/gravity": [0, -5]}}
  }
})";

class ComparisonOfVariants : public ::testing::Test {
protected:
    ComparisonOfVariants() {
        folder_.write("compared.toi.json", compared_scene);
        path_ = folder_.file("compared.toi.json");
        EXPECT_TRUE(session_.open(path_));
    }
    void compare(const std::vector<std::string>& variants) {
        std::vector<PaneSetup> others;
        for (const std::string& variant : variants)
            others.push_back({variant});
        const auto started = comparison_.start(others);
        ASSERT_TRUE(started) << scene::format(started.error());
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) {
            session_.step_once();
            ASSERT_TRUE(comparison_.update());
        }
    }
    [[nodiscard]] std::uint64_t hash(std::size_t pane) const { return comparison_.pane(pane).world().hash(); }
    [[nodiscard]] double time(std::size_t pane) const { return comparison_.pane(pane).run().time(); }
    static Vec2 position_of(const Session& session, const std::string& id) {
        return session.world().find(session.run().body(id))->position();
    }
    /// Opens a variant in a session without a comparison.
    void open_alone(Session& alone, const std::string& variant) const {
        ASSERT_TRUE(alone.open(path_, variant));
    }
    static void push(Session& session, const std::string& id, Vec2 impulse) {
        session.begin_gesture();
        session.submit(command::ApplyImpulse{.body = session.run().body(id), .impulse = impulse});
    }

    test::TemporaryFolder folder_;
    std::string path_;
    Session session_;
    Comparison comparison_{session_};
};

}  // namespace toibox::app
