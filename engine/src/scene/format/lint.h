// SPDX-License-Identifier: MIT
#pragma once

#include "scene/format/scene_readers.h"

namespace toibox::scene {

/// Warns of probable mistakes in a valid scene: continuous policies of bodies that are ignored, predicted
/// tunnelling, initial overlap, extreme mass ratios, bodies that are too small for the sub-steps, a TOI
/// target below the resolution of positions, emitted bodies that overlap, penalty springs that are too stiff.
/// Warnings go to the context's sink. Cost: O(moving bodies · bodies + n log n + boxes that overlap along x).
void lint_scene(SceneContext& context);
/// Warns of pages of the lesson with too many words, with too few or too many choices, whose right choice no
/// claim proves, that are answered by what is on screen before the choice, or that use other terms than the
/// glossary.
void lint_lesson(SceneContext& context);

/// Part of each message about predicted tunnelling. It identifies these messages, so that a pair is reported
/// once even if variants change the numbers in the message.
inline constexpr std::string_view tunnelling_phrase = " may tunnel through ";

}  // namespace toibox::scene
