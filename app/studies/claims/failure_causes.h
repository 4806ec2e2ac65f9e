// SPDX-License-Identifier: MIT
#pragma once

#include "app/studies/claims/user_changes.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace toibox::app {

/// Finds which changes of the user make claims of a run fail. Repeats the run from its start: with all
/// changes, without any, and without one at a time, some steps in each frame.
class FailureCauses {
public:
    enum class Kind {
        Unknown,  ///< The search goes on.
        Changes,
        Inputs,  ///< The run with all changes does not fail: something was moved, or changed on the way.
        Scene,   ///< The scene as written fails, too.
    };

    /// Carries out at least one step of the search, and more until `seconds` of real time have passed. Starts
    /// anew if the session is in another state.
    void advance(const Session& session, double seconds);
    [[nodiscard]] Kind kind() const { return kind_; }
    /// If the kind is Changes: each change without which no claim fails; if there is none, all changes.
    [[nodiscard]] const std::vector<UserChange>& causes() const { return causes_; }

private:
    struct Key {
        int start = -1;
        replay::HistoryPosition position;
        WorldSettings settings{};
        double hertz = 0.0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    void advance_once(const Session& session);
    void start_run(const Session& session);
    void finish_run(bool fails);

    Key key_;
    Kind kind_ = Kind::Unknown;
    std::vector<UserChange> changes_;
    std::vector<UserChange> causes_;
    /// The run that is being repeated: 0 with all changes, 1 without any, 2 + i without change i.
    std::size_t index_ = 0;
    std::optional<ChangedRun> run_;
};

}  // namespace toibox::app
