// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scene.h"

namespace toibox::bench {

// One builder a scene; scenes.cpp is the table.

BeforeStep build_compounds(BenchWorld& target);
BeforeStep build_joint_grid(BenchWorld& target);
BeforeStep build_junkyard(BenchWorld& target);
BeforeStep build_large_pyramid(BenchWorld& target);
BeforeStep build_many_pyramids(BenchWorld& target);
BeforeStep build_rain(BenchWorld& target);
BeforeStep build_smash(BenchWorld& target);
BeforeStep build_spinner(BenchWorld& target);
BeforeStep build_tumbler(BenchWorld& target);
BeforeStep build_washer(BenchWorld& target);

BeforeStep build_resting(BenchWorld& target, int bodies);
BeforeStep build_moving(BenchWorld& target, int bodies);

}  // namespace toibox::bench
