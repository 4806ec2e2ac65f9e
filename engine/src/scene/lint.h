// SPDX-License-Identifier: MIT
#pragma once

#include "read_parts.h"

namespace toibox::scene {

/// What is probably not meant, though it is a scene: predicted tunnelling, initial overlap, extreme mass
/// ratios, a TOI target below the resolution of positions. Warnings go to the context's reading. Cost: O(fast
/// bodies · bodies + n log n + overlapping boxes).
void lint_scene(SceneContext& context);

/// Stands in the message of each predicted tunnelling: of one body it is told once, whatever the variants
/// make of its way.
inline constexpr std::string_view tunnelling_phrase = " may tunnel through ";

}  // namespace toibox::scene
