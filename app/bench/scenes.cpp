// SPDX-License-Identifier: MIT
#include "app/bench/builders.h"
#include "app/bench/scene.h"

#include <array>

namespace toibox::bench {

namespace {

constexpr std::array table{
    Scene{.name = "compounds",
          .help = "3,000 bodies of two triangles each fall into a trough",
          .steps = 500,
          .build = build_compounds},
    Scene{.name = "joint_grid",
          .help = "10,000 discs in a net of 19,794 joints that hangs from seven of the discs",
          .steps = 500,
          .sleeping = false,
          .build = build_joint_grid},
    Scene{.name = "junkyard",
          .help = "8,000 pentagons in a trough, with a box pushing through them",
          .steps = 800,
          .build = build_junkyard},
    Scene{.name = "large_pyramid",
          .help = "5,050 boxes in one pyramid",
          .steps = 500,
          .sleeping = false,
          .build = build_large_pyramid},
    Scene{.name = "many_pyramids",
          .help = "400 pyramids of 55 boxes",
          .steps = 200,
          .sleeping = false,
          .build = build_many_pyramids},
    Scene{.name = "rain",
          .help = "1,000 ragdolls rain on five floors; the oldest are replaced",
          .steps = 1000,
          .build = build_rain,
          .differs_in_box2d_2 = "octagons instead of capsules, feet not rounded, joints without springs"},
    Scene{.name = "smash",
          .help = "a heavy box ploughs through 9,600 boxes at rest, without gravity",
          .steps = 300,
          .gravity = {0.0f, 0.0f},
          .build = build_smash},
    Scene{.name = "spinner",
          .help = "a motor spins a bar through 6,076 capsules, circles and boxes",
          .steps = 500,
          .build = build_spinner,
          .differs_in_box2d_2 = "octagons instead of capsules, a bar with sharp corners"},
    Scene{.name = "tumbler",
          .help = "2,025 boxes in a drum rotated by a motor",
          .steps = 750,
          .build = build_tumbler},
    Scene{.name = "washer",
          .help = "8,100 boxes in a rotating drum with paddles",
          .steps = 500,
          .build = build_washer},
    Scene{.name = "resting_10",
          .help = "10 boxes at rest, awake",
          .steps = 600,
          .sleeping = false,
          .build = [](BenchWorld& world) { return build_resting(world, 10); }},
    Scene{.name = "resting_50",
          .help = "50 boxes at rest, awake",
          .steps = 600,
          .sleeping = false,
          .build = [](BenchWorld& world) { return build_resting(world, 50); }},
    Scene{.name = "resting_100",
          .help = "100 boxes at rest, awake",
          .steps = 600,
          .sleeping = false,
          .build = [](BenchWorld& world) { return build_resting(world, 100); }},
    Scene{.name = "resting_500",
          .help = "500 boxes at rest, awake",
          .steps = 600,
          .sleeping = false,
          .build = [](BenchWorld& world) { return build_resting(world, 500); }},
    Scene{.name = "moving_10",
          .help = "10 bodies tumbling inside a rotating hollow square",
          .steps = 600,
          .build = [](BenchWorld& world) { return build_moving(world, 10); }},
    Scene{.name = "moving_50",
          .help = "50 bodies tumbling inside a rotating hollow square",
          .steps = 600,
          .build = [](BenchWorld& world) { return build_moving(world, 50); }},
    Scene{.name = "moving_100",
          .help = "100 bodies tumbling inside a rotating hollow square",
          .steps = 600,
          .build = [](BenchWorld& world) { return build_moving(world, 100); }},
    Scene{.name = "moving_500",
          .help = "500 bodies tumbling inside a rotating hollow square",
          .steps = 600,
          .build = [](BenchWorld& world) { return build_moving(world, 500); }},
};

}  // namespace

std::span<const Scene> scenes() {
    return table;
}

const Scene* find_scene(std::string_view name) {
    for (const Scene& scene : table) {
        if (scene.name == name) return &scene;
    }
    return nullptr;
}

}  // namespace toibox::bench
