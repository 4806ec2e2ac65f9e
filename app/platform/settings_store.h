// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <map>
#include <string>
#include <string_view>

namespace toibox::app {

/// What the program remembers between runs: a text file of `key=value` lines, sorted by key.
/// A file that is missing, cut short or damaged costs only the lines that cannot be read: each get then
/// returns its fallback.
class SettingsStore {
public:
    /// Of the user's own folder (SDL_GetPrefPath); empty where there is none, and then nothing is kept.
    static std::string default_path();

    /// Never fails; `lines_ignored` says what was lost. An empty path gives an empty store.
    static SettingsStore load(std::string path);

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] std::string text(std::string_view key, std::string fallback = {}) const;
    [[nodiscard]] float number(std::string_view key, float fallback, float min, float max) const;
    [[nodiscard]] int integer(std::string_view key, int fallback, int min, int max) const;
    [[nodiscard]] bool flag(std::string_view key, bool fallback) const;

    /// Keys are of a–z, 0–9, '.', '_' and '-' (asserted). A value may hold any text: line ends and
    /// backslashes are escaped.
    void set(std::string_view key, std::string_view value);
    void set(std::string_view key, float value);
    void set(std::string_view key, int value);
    void set(std::string_view key, bool value);
    // A literal would otherwise become a bool.
    void set(std::string_view key, const char* value) { set(key, std::string_view(value)); }
    void erase(std::string_view key);

    [[nodiscard]] bool dirty() const { return dirty_; }
    [[nodiscard]] int lines_ignored() const { return lines_ignored_; }

    /// Writes to a temporary name, syncs and renames, so that a crash leaves the old file or the new one.
    /// Does nothing when clean or without a path. Error: a sentence with the path.
    Result<Unit, std::string> save();

private:
    std::string path_;
    std::map<std::string, std::string, std::less<>> values_;
    bool dirty_ = false;
    int lines_ignored_ = 0;
};

}  // namespace toibox::app
