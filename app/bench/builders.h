// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scene.h"

namespace toibox::bench {

// One builder a scene; scenes.cpp is the table.

BeforeStep build_compounds(Target& target);
BeforeStep build_joint_grid(Target& target);
BeforeStep build_junkyard(Target& target);
BeforeStep build_large_pyramid(Target& target);
BeforeStep build_many_pyramids(Target& target);
BeforeStep build_rain(Target& target);
BeforeStep build_smash(Target& target);
BeforeStep build_spinner(Target& target);
BeforeStep build_tumbler(Target& target);
BeforeStep build_washer(Target& target);

BeforeStep build_resting(Target& target, int bodies);
BeforeStep build_moving(Target& target, int bodies);

}  // namespace toibox::bench
