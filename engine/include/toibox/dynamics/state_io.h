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

/// Serialises a world: every column by name, every member by value, little-endian, floats as IEEE bits.
/// Layout:
///
///   "toiboxst"  u32 format (2)  u32 sim_version  u32 number of columns
///   per column: u8 length, name ("bodies.pose")  u64 schema  u64 length  payload
///
/// A list is a u64 count and its elements; a variant is a u8 index and the alternative. `schema` is a hash
/// over the names and types of a column's fields: a column with a different layout is rejected with its name,
/// never misread. Unknown columns are skipped. Fields of contacts that the poses predict are delta-encoded
/// (engine/docs/toirec.md, KEYF), which compresses better. The broad phase is not written: it is rebuilt from
/// the fat boxes, and its structure cannot change a result.
std::vector<std::byte> write_state(const WorldState& state);

/// Why bytes are not a valid world: {"bodies.pose", "ends in the middle of an element"}.
struct StateError {
    std::string where;
    std::string what;
};

/// Reads a world that write_state wrote. It has the same hash as the written world and steps bit-identically.
/// Safe for untrusted bytes: the result is checked by validate_columns. Memory: at most a small multiple of
/// the size of `bytes`.
Result<World, StateError> read_state(std::span<const std::byte> bytes);

}  // namespace toibox
