// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/temporary_folder.h"

#include <string>

namespace toibox::test {

/// A ball 0.1 m wide flies at 200 m/s from x = −1.9 towards a wall 0.05 m thick at x = 0. Without continuous
/// collision the ball is at x = 1.43 after one step of 1/60 s and never touches the wall. `iterations` is a
/// parameter of the scene, so that tests can distinguish a change by the scene from a change by the user.
inline std::string bullet_scene(const std::string& timeline = "[]") {
    return R"({
  "toibox": 1,
  "title": "Bullet",
  "world": {"gravity": [0, 0], "step": "1/60", "duration": 1, "continuous": "off", "iterations": 8},
  "materials": {"steel": {"density": 1000, "friction": 0.3, "restitution": 0}},
  "parameters": {
    "speed": {"value": 200, "min": 0, "max": 400, "sets": "/bodies/ball/velocity/0"},
    "iterations": {"value": 8, "min": 1, "max": 100, "sets": "/world/iterations"}
  },
  "bodies": [
    {"id": "wall", "type": "static", "shapes": [{"type": "box", "size": [0.05, 4], "material": "steel"}]},
    {"id": "ball", "position": [-1.9, 0], "velocity": [200, 0], "shapes": [{"type": "circle", "radius": 0.05, "material": "steel"}]},
    {"id": "far", "position": [-1.9, 3], "shapes": [{"type": "circle", "radius": 0.05, "material": "steel"}]}
  ],
  "timeline": )" +
           timeline + R"(,
  "variants": {"toi": {"set": {"/world/continuous": "substep-at-impact"}}},
  "lesson": {"summary": "A fast ball and a thin wall."}
})";
}

/// Writes the scene into `folder`. Returns the path of the file.
inline std::string write_bullet_scene(const TemporaryFolder& folder, const std::string& timeline = "[]") {
    folder.write("bullet.toi.json", bullet_scene(timeline));
    return folder.file("bullet.toi.json");
}

}  // namespace toibox::test
