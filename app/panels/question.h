// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/session/comparison/comparison.h"
#include "app/session/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// What the user can do about a question.
enum class QuestionAction : std::uint8_t {
    SameShotContinuous,  ///< Play the scene again with continuous collision.
    CompareBoth,         ///< Play it again in two panes, without and with continuous collision.
    PlayAgain,
    AnotherStart,  ///< Back to step 0, paused, so that bodies can be moved.
    Play,
    OpenNext,  ///< What the scene names as the next one.
    Close,
};

/// The button of an action.
struct QuestionButton {
    QuestionAction action = QuestionAction::PlayAgain;
    Icon icon = Icon::Play;
    std::string label;
    const char* key = nullptr;  ///< Its shortcut; null: none.
};

/// What the sandbox asks or says while playback is paused.
struct Question {
    std::string title;
    std::string text;
    std::vector<QuestionButton> buttons;  ///< At least one.
    /// The first button is the primary one, which Page Down presses. False: there is none.
    bool has_primary = true;
};

/// The question for the current state: about the first verdict, about the panes of a comparison, the outcomes
/// of a crowd, or what comes next at the end of playback. nullopt: there is nothing to ask.
std::optional<Question> current_question(const Session& session, const Comparison& comparison,
                                         const UiState& ui);
void answer(QuestionAction action, Session& session, UiState& ui);

}  // namespace toibox::app
