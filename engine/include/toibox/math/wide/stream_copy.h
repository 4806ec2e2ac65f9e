// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace toibox {

/// As std::memcpy, for what is not read again soon: copies of 64 KB and more go past the caches, so that they
/// neither fetch what they overwrite nor push out what is in use. Other threads see all of it after whatever
/// else makes them see what this one wrote.
void stream_copy(std::byte* to, const std::byte* from, std::size_t bytes);

}  // namespace toibox
