// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/settings_store.h"
#include "app/render/camera.h"

#include <optional>
#include <string>

namespace toibox::app {

/// Restores and saves the part of the UI state that is kept between runs. Unreadable values become defaults.
void restore_ui(const SettingsStore& store, UiState& ui);
void save_ui(SettingsStore& store, const UiState& ui);

/// Restores and saves the camera of a scene; the key is a hash of the path. False if none was saved.
bool restore_camera(const SettingsStore& store, const std::string& scene_path, Camera& camera);
/// nullopt: removes the saved camera.
void save_camera(SettingsStore& store, const std::string& scene_path, const std::optional<Camera>& camera);

}  // namespace toibox::app
