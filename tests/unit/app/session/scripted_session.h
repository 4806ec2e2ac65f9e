// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/session.h"
#include "tests/support/temporary_folder.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace toibox::test {

/// A scene with two boxes, a fast ball, and a script that spawns a ball and changes gravity.
inline constexpr const char* scripted_scene = R"({
  "toibox": 1, "title": "Scripted",
  "world": {"gravity": [0, -9.8], "duration": 3, "continuous": "substep-at-impact"},
  "materials": {"m": {"density": 1, "friction": 0.5, "restitution": 0.4}},
  "bodies": [
    {"id": "floor", "type": "static", "position": [0, -0.5], "shapes": [{"type": "box", "size": [40, 1], "material": "m"}]},
    {"id": "a", "position": [0, 0.5], "shapes": [{"type": "box", "size": [1, 1], "material": "m"}]},
    {"id": "b", "position": [0.1, 1.6], "shapes": [{"type": "box", "size": [1, 1], "material": "m"}]},
    {"id": "c", "position": [-8, 1], "velocity": [90, 0], "shapes": [{"type": "circle", "radius": 0.1, "material": "m"}]}
  ],
  "timeline": [
    {"at": 0.5, "do": "spawn", "body": {"id": "late", "position": [0, 6], "shapes": [{"type": "circle", "radius": 0.4, "material": "m"}]}},
    {"at": 0.6, "do": "annotate", "on": "a", "text": "look", "for": 0.5},
    {"at": 1.0, "do": "set", "set": {"/world/gravity": [0, -4]}}
  ],
  "expect": [{"that": "b.y > 0.2", "always": true}]
})";

/// A session with the scripted scene open.
class ScriptedSession : public ::testing::Test {
protected:
    ScriptedSession() {
        folder_.write("scripted.toi.json", scripted_scene);
        const auto opened = session_.open(folder_.file("scripted.toi.json"));
        EXPECT_TRUE(opened) << scene::format(opened.error());
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i)
            session_.step_once();
    }
    [[nodiscard]] std::uint64_t hash() const { return session_.world().hash(); }
    [[nodiscard]] BodyHandle body(const std::string& id) const { return session_.run().body(id); }
    [[nodiscard]] Vec2 position_of(const std::string& id) const {
        return session_.world().find(body(id))->position();
    }
    /// Drags "a" with the mouse for half a second.
    void drag() {
        session_.begin_gesture();
        session_.set_playing(true);
        session_.grab(position_of("a"));
        for (int i = 0; i < 30; ++i) {
            session_.drag({0.1f * static_cast<float>(i), 3.0f});
            session_.tick(1.0 / 60.0);
        }
        session_.release();
        session_.set_playing(false);
    }

    TemporaryFolder folder_;
    app::Session session_;
};

}  // namespace toibox::test
