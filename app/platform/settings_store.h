// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <map>
#include <string>
#include <string_view>

namespace toibox::app {

/// Settings saved between runs: a text file of `key=value` lines, sorted by key. If the file is truncated or
/// damaged, only the unreadable lines are lost. Getters return the fallback for lost keys.
class SettingsStore {
public:
    /// File in the settings folder of the user (SDL_GetPrefPath). Empty if there is no folder; then
    /// nothing is saved.
    static std::string default_path();

    /// Never fails; lines_ignored() counts unreadable lines. The store is empty if the path is empty or the
    /// file has more than 1 MiB.
    static SettingsStore load(std::string path);

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] std::string text(std::string_view key, std::string fallback = {}) const;
    // Numbers are clamped to [min, max]. A missing or unreadable value gives the fallback.
    [[nodiscard]] float number(std::string_view key, float fallback, float min, float max) const;
    [[nodiscard]] int integer(std::string_view key, int fallback, int min, int max) const;
    [[nodiscard]] bool flag(std::string_view key, bool fallback) const;

    /// Keys consist of a–z, 0–9, '.', '_' and '-' (asserted). A value may be any text: line ends, backslashes
    /// and NUL are escaped.
    void set(std::string_view key, std::string_view value);
    void set(std::string_view key, float value);
    void set(std::string_view key, int value);
    void set(std::string_view key, bool value);
    // Without this overload, a string literal would convert to bool.
    void set(std::string_view key, const char* value) { set(key, std::string_view(value)); }
    void erase(std::string_view key);

    /// Whether there are unsaved changes.
    [[nodiscard]] bool dirty() const { return dirty_; }
    [[nodiscard]] int lines_ignored() const { return lines_ignored_; }

    /// Writes a temporary file, syncs and renames it, so that a crash leaves either the old or the new file.
    /// Does nothing if nothing changed or the path is empty. Error: text for the user, with the path.
    Result<Unit, std::string> save();

private:
    std::string path_;
    std::map<std::string, std::string, std::less<>> values_;
    bool dirty_ = false;
    int lines_ignored_ = 0;
};

}  // namespace toibox::app
