// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/session/session.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

// A lesson in the window: predict, run, reveal, explain. The state is UiState::lesson.

/// The page that is open; null if no lesson is.
const scene::Page* open_page_of(const Session& session, const UiState& ui);

/// Opens the lesson of the open scene at its first page. If that page is part of a course, the course goes on
/// from there; else only the pages of the scene follow.
void start_course(Session& session, UiState& ui);
/// The first course that has the page; null if none has.
const scene::Course* course_with(const PageRef& page, const UiState& ui);
/// Opens a page and sets the window up for it. `course`: the id of the course that goes on from there; empty:
/// only the pages of the scene follow. False if the scene cannot be opened or has no such page.
bool open_page(Session& session, UiState& ui, const PageRef& page, const std::string& course);
/// Ends the lesson. The window shows again what it showed before, without the panes of the page; the session
/// stays as it is.
void end_lesson(Session& session, UiState& ui);
/// The same if the session shows another scene already, or for the settings that are saved.
void close_lesson(UiState& ui);

/// Brings scene and window to the state in which the page asks, and asks again. Keeps the choice.
void set_up_page(Session& session, UiState& ui);
/// Chooses an answer. Has no effect after the run has started.
void choose_answer(const Session& session, UiState& ui, std::size_t choice);
/// Plays what decides the question, without a choice if none is made.
void run_page(Session& session, UiState& ui);
/// Shows the right choice and why it is right, and keeps the result.
void reveal_page(const Session& session, UiState& ui);
/// Opens the next or the previous page, or leaves the lesson after the last one.
void go_to_next_page(Session& session, UiState& ui);
void go_to_previous_page(Session& session, UiState& ui);
/// The pages of a course, in order.
std::vector<PageRef> pages_of(const scene::Course& course, const UiState& ui);
/// Index of the first page of a course that has no result; nullopt if none has one, or all have.
std::optional<std::size_t> page_to_continue(const scene::Course& course, const UiState& ui);
/// The pages of the course, or of the lesson of the scene, in order.
std::vector<PageRef> pages_in_order(const Session& session, const UiState& ui);
/// Index of the open page among them.
[[nodiscard]] std::size_t place_of_page(const Session& session, const UiState& ui);
[[nodiscard]] bool has_next_page(const Session& session, const UiState& ui);
[[nodiscard]] bool has_previous_page(const Session& session, const UiState& ui);

/// What the primary button of the page does now: "Run", "Reveal", "Next".
struct PageButton {
    const char* label = "";
    Icon icon = Icon::Play;
    bool is_enabled = true;
};
PageButton primary_button_of(const Session& session, const UiState& ui);
/// Presses it. Before a choice, runs without one.
void press_primary(Session& session, UiState& ui);

/// Starts to count the hands of an audience, or stops and forgets them.
void toggle_vote(Session& session, UiState& ui);

/// The marks that the page draws into the world now.
std::vector<scene::PageMark> page_marks(const Session& session, const UiState& ui);

/// Whether a question waits, so that playing, stepping and the panels that would answer it are locked.
bool is_locked(const Session& session, const UiState& ui);
/// What opens the lock, for the panel and as the answer to a locked key.
inline constexpr const char* lock_text =
    "Choose an answer and press Run. Until then, play, step, the timeline and the panels that measure are "
    "locked.";

/// Follows the session: a run that has ended, another scene. Call once per frame.
void update_lesson(Session& session, UiState& ui);

}  // namespace toibox::app
