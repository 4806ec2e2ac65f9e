// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace toibox::fuzz {

/// Valid files to start with: the small scenes of the folder.
std::vector<std::string> seed_scenes(const std::string& folder);
/// Recordings of a few scenes, each of a second or less, with every kind of input, branches, bookmarks and
/// keyframes.
std::vector<std::vector<std::byte>> seed_recordings(const std::string& folder);

}  // namespace toibox::fuzz
