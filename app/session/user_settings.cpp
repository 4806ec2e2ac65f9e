// SPDX-License-Identifier: MIT
#include "app/session/user_settings.h"

#include "toibox/dynamics/settings_fields.h"

namespace toibox::app {

WorldSettings merge_user_settings(const WorldSettings& user, const WorldSettings& old_scene,
                                  const WorldSettings& new_scene) {
    WorldSettings result = new_scene;
    FieldsOf<WorldSettings>::list.for_each([&](const auto& field) {
        if (!(user.*field.member == old_scene.*field.member)) result.*field.member = user.*field.member;
    });
    // Each of the inputs is valid, and only two constraints relate several fields.
    if (result.tolerance > result.target) result.tolerance = result.target;
    if (!are_compatible(result.solver, result.continuous)) result.continuous = ContinuousPolicy::Off;
    return result;
}

}  // namespace toibox::app
