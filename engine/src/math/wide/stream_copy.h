// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace toibox {

/// Like std::memcpy, for data that is not read again soon: copies of 64 KB and more bypass the caches, so
/// they neither fetch what they overwrite nor evict data in use. Includes a store fence, so the usual
/// synchronisation makes the copy visible to other threads.
void stream_copy(std::byte* to, const std::byte* from, std::size_t bytes);

}  // namespace toibox
