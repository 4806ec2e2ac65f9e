// SPDX-License-Identifier: MIT
#pragma once

#include "scene/format/scene_readers.h"

namespace toibox::scene {

/// Warns of probable mistakes in a valid scene: predicted tunnelling, initial overlap, extreme mass ratios, a
/// TOI target below the resolution of positions. Warnings go to the context's sink. Cost: O(fast bodies ·
/// bodies + n log n + overlapping boxes).
void lint_scene(SceneContext& context);

/// Part of each message about predicted tunnelling. It identifies these messages, so that a pair is reported
/// once even if variants change the numbers in the message.
inline constexpr std::string_view tunnelling_phrase = " may tunnel through ";

}  // namespace toibox::scene
