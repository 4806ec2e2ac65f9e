// SPDX-License-Identifier: MIT
#include "app/panels/lesson/failure_notice.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::app {

std::string failure_notice(const Session& session, UiState& ui) {
    const std::vector<scene::ClaimOutcome>& outcomes = session.run().outcomes();
    const bool fails = std::ranges::find(outcomes, scene::ClaimOutcome::Status::Failed,
                                         &scene::ClaimOutcome::status) != outcomes.end();
    if (!fails || session.is_playing()) return "";
    std::string text = "This run does not show what the page says.";
    const std::vector<UserChange>& causes = ui.failure_causes.of(session);
    if (causes.empty()) return text + " No setting is the cause: something was moved or pushed.";
    for (const UserChange& cause : causes) {
        const std::string from =
            cause.scene_value.empty() ? std::string() : fmt::format(" from {}", cause.scene_value);
        text += fmt::format(" You changed {}{} to {}.", cause.name, from, cause.value);
    }
    return text;
}

}  // namespace toibox::app
