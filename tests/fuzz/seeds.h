// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace toibox::fuzz {

/// Valid scenes to corrupt: the small scenes of the folder.
std::vector<std::string> seed_scenes(const std::string& folder);
/// Valid recordings to corrupt: of a few scenes, at most a second each, with every kind of input, branches,
/// bookmarks and keyframes.
std::vector<std::vector<std::byte>> seed_recordings(const std::string& folder);

}  // namespace toibox::fuzz
