// SPDX-License-Identifier: MIT
#pragma once

// Corrupts files, often in ways that pass checksums and parsers. The result depends only on the seed.

#include "toibox/core/rng.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::fuzz {

/// An index below `count`.
inline std::size_t pick(std::size_t count, Rng& rng) {
    return rng.below(static_cast<std::uint32_t>(count));
}

/// Flips bits, overwrites a run of bytes or truncates the file, as disks and transfers do. Checksums detect
/// this.
std::vector<std::byte> corrupt_bytes(std::span<const std::byte> whole, Rng& rng);

/// Overwrites a few words of one to eight bytes at random places.
std::vector<std::byte> corrupt_words(std::span<const std::byte> whole, Rng& rng);

/// Splits a recording into chunks and fields, changes, removes, duplicates or swaps some of them or takes
/// them from `donor`, and writes a recording with valid checksums.
std::vector<std::byte> corrupt_chunks(std::span<const std::byte> whole, std::span<const std::byte> donor,
                                      Rng& rng);

/// The recording with hashes, all zero, of far more frames than the limit.
std::vector<std::byte> with_too_many_frames(std::span<const std::byte> whole);

/// Changes, removes, duplicates or swaps numbers, names, brackets and strings of a scene's text.
std::string corrupt_text(std::string_view whole, Rng& rng);

}  // namespace toibox::fuzz
