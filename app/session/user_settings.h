// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

namespace toibox::app {

/// Settings after a scene was reloaded: fields that the user had changed (`user` differs from `old_scene`)
/// keep the value of `user`, all others have the value of `new_scene`.
WorldSettings merge_user_settings(const WorldSettings& user, const WorldSettings& old_scene,
                                  const WorldSettings& new_scene);

}  // namespace toibox::app
