// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/settings_store.h"
#include "app/render/camera.h"

#include <string>

namespace toibox::app {

/// What the window remembers between runs, in and out of the store. Damaged values fall back to the defaults.
void restore_ui(const SettingsStore& store, UiState& ui);
void save_ui(SettingsStore& store, const UiState& ui);

/// One camera a scene, by a name made from its path.
bool restore_camera(const SettingsStore& store, const std::string& scene_path, Camera& camera);
void save_camera(SettingsStore& store, const std::string& scene_path, const Camera& camera);

}  // namespace toibox::app
