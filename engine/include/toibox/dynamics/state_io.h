// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/dynamics/world.h"
#include "toibox/dynamics/world_state.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace toibox {

/// A world as bytes: every column by name, every member by value, little-endian, floats as IEEE bits. Layout:
///
///   "toiboxst"  u32 format (2)  u32 sim_version  u32 number of columns
///   per column: u8 length, name ("bodies.pose")  u64 schema  u64 length  payload
///
/// A list is a u64 count and its elements; a variant a u8 index and the alternative. `schema` is a hash over
/// the names and types of a column's members, so that bytes of an older layout are refused by name and never
/// misread. Columns of unknown name are skipped. Of contacts, what the poses foretell stands as its
/// difference from that (engine/docs/toirec.md, KEYF), which packs better. The broad phase is not written: it
/// is rebuilt from the fat boxes, which cannot change a result.
std::vector<std::byte> write_state(const WorldState& state);

/// Why bytes are no world: {"bodies.pose", "ends in the middle of an element"}.
struct StateError {
    std::string where;
    std::string what;
};

/// The world that was written: it hashes alike and goes on bit-identically. Any bytes are safe to give: the
/// result is checked by validate_columns before it is let out. Memory: at most a small multiple of the input.
Result<World, StateError> read_state(std::span<const std::byte> bytes);

}  // namespace toibox
