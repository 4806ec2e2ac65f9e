// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"
#include "app/cli/output/picture_files.h"
#include "app/session/comparison/comparison.h"
#include "app/session/session.h"

#include <vector>

namespace toibox::app {

/// How playback for images and movies ended.
enum class PlaybackEnd { Complete, StepFailed, Interrupted, Error };

/// Plays the leader from its current step, with the other panes beside it if there are any, and adds each
/// state to the images and movies. Playback is that of the window, with the slow motion, pauses and verdicts
/// of the scene: movies show a state as long as the window does. A pause for a person lasts a fixed time,
/// and a movie whose last step is not given ends with the pause at the verdict. The caller finishes the
/// files. Error: a pane failed or a file could not be written; the error is printed.
PlaybackEnd draw_playback(Session& leader, std::vector<PaneSetup> others, PictureFiles& pictures,
                          const Console& console);

}  // namespace toibox::app
