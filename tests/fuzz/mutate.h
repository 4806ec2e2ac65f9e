// SPDX-License-Identifier: MIT
#pragma once

// Files spoilt in ways that get past checksums and parsers: deterministic for a seed.

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

/// A few bits, runs of bytes, or an end too early, as discs and transfers do it: checksums find it out.
std::vector<std::byte> corrupt_bytes(std::span<const std::byte> whole, Rng& rng);

/// A few numbers of one to eight bytes, anywhere.
std::vector<std::byte> corrupt_words(std::span<const std::byte> whole, Rng& rng);

/// The recording taken apart into chunks and fields, some of them changed, lost, doubled, exchanged or taken
/// from `other`, and put together again with checksums that hold.
std::vector<std::byte> corrupt_chunks(std::span<const std::byte> whole, std::span<const std::byte> other,
                                      Rng& rng);

/// The recording with hashes of zeros in place of its own, far more than it can be of.
std::vector<std::byte> endless_frames(std::span<const std::byte> whole);

/// The scene's text with numbers, names, brackets and strings changed, lost, doubled or exchanged.
std::string corrupt_text(std::string_view whole, Rng& rng);

}  // namespace toibox::fuzz
