// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace toibox::fuzz {

/// Sound files to begin with: the scenes of the folder that are not large …
std::vector<std::string> seed_scenes(const std::string& folder);
/// … and recordings of a few of them, each of a second or less: every kind of input, branches, bookmarks,
/// keyframes.
std::vector<std::vector<std::byte>> seed_recordings(const std::string& folder);

}  // namespace toibox::fuzz
