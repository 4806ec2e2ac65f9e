// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

namespace toibox::app {

/// The settings of a scene that was read again (a parameter moved, the file was saved), with what the user
/// had changed by hand on top: a field is the user's where `user` differs from `old_scene`, else
/// `new_scene`'s.
WorldSettings merge_user_settings(const WorldSettings& user, const WorldSettings& old_scene,
                                  const WorldSettings& new_scene);

}  // namespace toibox::app
