// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace toibox::app {

/// A claim of the scene beside what the run shows.
struct ClaimRow {
    std::string text;      ///< What it says, in words if the scene has some.
    std::string expected;  ///< "40 ± 2"
    std::string seen;      ///< The value of the left side; empty: none.
    scene::ClaimOutcome::Status status = scene::ClaimOutcome::Status::Pending;
};

/// The claims of the run that are decided. Those of choices of the lesson only if they fail: the run then
/// does not show what the page says.
std::vector<ClaimRow> decided_claims(const Session& session);

/// Something that the user has set and that differs from the scene.
struct UserChange {
    std::string name;   ///< "Velocity iterations", "Speed"
    std::string value;  ///< "2"
    std::string scene_value;
};
/// Settings first, then parameters.
std::vector<UserChange> user_changes(const Session& session);

/// Which changes of the user make claims of the run fail that hold for the scene as written: each change
/// without which no decided claim fails; if there is none, all changes. Cost: if there are several, repeats
/// the run once for each.
std::vector<UserChange> causes_of_failure(const Session& session);

/// The causes of failure in the current state of a session, found once for each state.
class FailureCauses {
public:
    const std::vector<UserChange>& of(const Session& session);

private:
    struct Key {
        int start = -1;
        int jump = -1;
        std::int64_t step = -1;
        std::uint64_t hash = 0;
        WorldSettings settings{};
        friend bool operator==(const Key&, const Key&) = default;
    };
    Key key_;
    std::vector<UserChange> causes_;
};

}  // namespace toibox::app
