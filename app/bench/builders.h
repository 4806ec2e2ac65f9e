// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scene.h"

namespace toibox::bench {

// Builders of the scenes in scenes.cpp. The last two build several scenes each.

BeforeStep build_compounds(BenchWorld& world);
BeforeStep build_joint_grid(BenchWorld& world);
BeforeStep build_junkyard(BenchWorld& world);
BeforeStep build_large_pyramid(BenchWorld& world);
BeforeStep build_many_pyramids(BenchWorld& world);
BeforeStep build_rain(BenchWorld& world);
BeforeStep build_smash(BenchWorld& world);
BeforeStep build_spinner(BenchWorld& world);
BeforeStep build_tumbler(BenchWorld& world);
BeforeStep build_washer(BenchWorld& world);

BeforeStep build_resting(BenchWorld& world, int bodies);
BeforeStep build_moving(BenchWorld& world, int bodies);

}  // namespace toibox::bench
