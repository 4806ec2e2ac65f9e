// SPDX-License-Identifier: MIT
// The hash of a state by subsystem: a visitor of all fields of all columns, unlike World::hash, which stops
// only at what lasts of what is alive.
#include "toibox/dynamics/state_hash.h"

#include "toibox/dynamics/field_hash.h"

#include "state_schema.h"

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
