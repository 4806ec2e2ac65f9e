// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/lesson.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// A page by its scene and id.
struct PageRef {
    std::string scene;  ///< Path.
    std::string id;

    friend bool operator==(const PageRef&, const PageRef&) = default;
};

/// How far the reader of a page is.
enum class PageStage : std::uint8_t {
    Asking,    ///< The question waits for a choice. What would answer it is locked.
    Running,   ///< The run that decides plays.
    Finished,  ///< The run has stopped where it decides.
    Revealed,  ///< The right choice and the reason are shown. Pages without a question start here.
};

/// The page of a lesson that is open.
struct LessonState {
    std::string scene;  ///< Path of its scene; empty: no lesson is open.
    std::string page;   ///< Its id.
    /// The course that is being followed, by its id; empty: the pages of the scene alone.
    std::string course;
    PageStage stage = PageStage::Asking;
    std::optional<std::size_t> choice;  ///< Index of the chosen answer.
    /// Hands of an audience for each choice; empty: no vote is taken.
    std::vector<int> votes;

    /// Where the page asks: Session::start_count(), the variant, and the steps that have run.
    int start = 0;
    std::string variant;
    std::int64_t step = 0;

    /// The scene was opened for a page and must still be brought to the step at which the page asks.
    bool is_setting_up = false;
    std::optional<scene::View> view;  ///< Of the page, in place of the scene's.
    /// Request to the sandbox: show this.
    std::optional<scene::PageDisplay> wanted_display;
    /// Whether that is the set-up of a page, which closes panels and overlays that it does not name.
    bool wants_set_up = false;
    /// The view is to be fitted in the next frame, in which the panels stand where the page wants them.
    bool fits_view = false;
    /// Iteration to show once the panel has its pair, from 1; 0: none.
    int wanted_iteration = 0;

    [[nodiscard]] bool is_open() const { return !scene.empty(); }
};

}  // namespace toibox::app
