// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/settings_store.h"
#include "app/studies/claims/claim_check.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// The outcome of the claims of a scene file.
struct CheckedClaims {
    ClaimResult result;
    std::int64_t time = 0;  ///< When they were checked, seconds since 1970.
};

/// The claims of many scene files: those checked before by the same build, as long as the file has not
/// changed, come from a file; the others are checked, some of the work in each frame.
class ClaimBoard {
public:
    /// Nothing is saved.
    ClaimBoard() = default;
    /// `path`: where results are saved; empty: nowhere. `build`: identifies the program.
    ClaimBoard(std::string path, std::string build);

    /// Sets the files to check, the most urgent first. Files that were checked since the last call of
    /// forget() are not read again.
    void request(const std::vector<std::string>& scenes);
    /// Works for about `seconds` of real time, at least one step. Saves the results once no file is left.
    void advance(double seconds);
    /// Lets request() look at all files again: they may have changed.
    void forget();

    /// Null while the claims are not checked yet.
    [[nodiscard]] const CheckedClaims* find(std::string_view scene) const;
    /// Number of requested files that are not checked yet.
    [[nodiscard]] std::size_t remaining() const { return queue_.size(); }

private:
    struct Current {
        std::string scene;
        std::string content;  ///< Hash of text and build.
        ClaimCheck check;
    };
    void start_next();
    void finish(const std::string& scene, const std::string& content, CheckedClaims checked);
    void show(const std::string& scene, CheckedClaims checked);

    SettingsStore saved_;
    std::string build_;
    std::vector<std::string> queue_;  ///< The first is the current one.
    std::optional<Current> current_;
    std::map<std::string, CheckedClaims, std::less<>> checked_;
};

/// "just now", "2 min ago", "3 h ago", "5 days ago"
std::string age_text(std::int64_t seconds);

}  // namespace toibox::app
