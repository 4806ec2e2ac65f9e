// SPDX-License-Identifier: MIT
#include "app/panels/lesson/failure_notice.h"

#include "app/panels/lesson_flow.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr double search_seconds = 0.004;  ///< Of each frame, for the causes of a failure.

std::string list_of(const std::vector<UserChange>& changes) {
    std::string text;
    for (const UserChange& change : changes) {
        const std::string from =
            change.scene_value.empty() ? std::string() : fmt::format(" from {}", change.scene_value);
        text += fmt::format(" You changed {}{} to {}.", change.name, from, change.value);
    }
    return text;
}

/// The claims of a page with a sweep are about all of its runs, which the session does not check.
std::string crowd_notice(const Session& session, const UiState& ui) {
    if (!ui.crowd) return "";
    const CrowdSetup& setup = ui.crowd->runs.setup();
    if (!setup.settings && setup.overrides.empty()) return "";
    std::vector<UserChange> changes = user_changes(session);
    // A run that the user has opened alone is no change.
    std::erase_if(changes, [&](const UserChange& change) { return change.name == setup.sweep.vary; });
    return "The page is about the scene without your changes." + list_of(changes);
}

}  // namespace

std::string failure_notice(const Session& session, UiState& ui) {
    if (session.is_playing()) return "";
    const scene::Page* page = open_page_of(session, ui);
    if (page != nullptr && !page->set_up.sweep.empty()) return crowd_notice(session, ui);
    const std::vector<scene::ClaimOutcome>& outcomes = session.run().outcomes();
    const bool fails = std::ranges::find(outcomes, scene::ClaimOutcome::Status::Failed,
                                         &scene::ClaimOutcome::status) != outcomes.end();
    if (!fails) return "";
    FailureCauses& causes = ui.failure_causes;
    causes.advance(session, search_seconds);
    const std::string text = "This run does not show what the page says.";
    switch (causes.kind()) {
        case FailureCauses::Kind::Unknown:
        case FailureCauses::Kind::Scene:
            return text;
        case FailureCauses::Kind::Inputs:
            return text + " Something was moved or changed on the way.";
        case FailureCauses::Kind::Changes:
            break;
    }
    return text + list_of(causes.causes());
}

}  // namespace toibox::app
