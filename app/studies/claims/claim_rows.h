// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/session.h"

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

}  // namespace toibox::app
