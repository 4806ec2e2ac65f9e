// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace toibox {

/// {"bodies", 0x…}: a group of columns of WorldState, or a column that has no group.
struct SubsystemHash {
    std::string_view name;
    std::uint64_t hash = 0;

    friend bool operator==(const SubsystemHash&, const SubsystemHash&) = default;
};

/// The hash of each subsystem by itself, in the order of WorldState: settings, step_count, time, bodies,
/// shapes, contacts, own_continuous, pairs, joints, progress, continuous. It takes in all that write_state
/// writes, also what World::hash leaves out: dead slots, free lists, geometry and materials, what a step only
/// tells. −0 counts as 0 and all NaNs as one. Equal at any number of threads and on every machine.
/// Cost: about 5 ns a number.
std::vector<SubsystemHash> deep_hash(const WorldState& state);

}  // namespace toibox
