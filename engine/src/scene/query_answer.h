// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/scene.h"

#include <string_view>
#include <utility>
#include <vector>

namespace toibox::scene {

/// The answer to a pair experiment, as numbers by name: "t", "iterations.root", "point.x". The state of a
/// time of impact is four fields of 0 or 1: "hit", "separated", "overlapped", "failed".
using QueryAnswer = std::vector<std::pair<std::string_view, double>>;

QueryAnswer answer(const QueryEntry& query);

}  // namespace toibox::scene
