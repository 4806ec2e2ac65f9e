// SPDX-License-Identifier: MIT
// Hashes a state by subsystem: visits all fields of all columns, except those that a reader rebuilds.
// World::hash visits fewer columns and fields (world_hash.cpp).
#include "toibox/dynamics/state_hash.h"

#include "dynamics/snapshot/state_schema.h"
#include "fields/field_hash.h"

namespace toibox {

using namespace state_bytes;

std::vector<SubsystemHash> deep_hash(const WorldState& state) {
    std::vector<SubsystemHash> hashes;
    for_each_field(state, [&hashes]<class Member>(std::string_view name, const Member& member) {
        if constexpr (!is_rebuilt<Member>) {
            FieldHasher hasher;
            hasher.value(member);
            hashes.push_back({name, hasher.hash()});
        }
    });
    return hashes;
}

}  // namespace toibox
