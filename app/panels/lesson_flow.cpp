// SPDX-License-Identifier: MIT
#include "app/panels/lesson_flow.h"

#include "app/panels/crowd_start.h"
#include "app/panels/panels.h"

#include <algorithm>
#include <utility>

namespace toibox::app {

namespace {

/// Goes back to step 0, keeps the user's settings, and runs the steps before `step`.
void restart_at(Session& session, std::int64_t step) {
    session.restart();
    while (session.run().steps() < step) {
        session.step_once();
        if (session.last_report().failed()) return;
    }
}

/// The step from which the run plays: that of the question, or the start if the question is about a run that
/// is over.
std::int64_t first_step_of_run(const scene::Page& page) {
    return page.run_to > page.set_up.step ? page.set_up.step : 0;
}

PageRef page_of(const scene::CoursePage& page, const UiState& ui) {
    return {ui.browser.folder + "/" + page.scene, page.page};
}

/// Keeps the best result of the open page, and requests that the settings are saved.
void keep_result(UiState& ui, PageResult result) {
    const std::string key = page_key(ui.browser.folder, ui.lesson.scene, ui.lesson.page);
    const auto [entry, is_new] = ui.browser.progress.try_emplace(key, result);
    entry->second = std::max(entry->second, result);
    ui.saves_settings = true;
}

/// Shows a page of the open scene.
void show_page(Session& session, UiState& ui, const scene::Page& page) {
    LessonState& lesson = ui.lesson;
    const bool has_votes = !lesson.votes.empty();
    lesson.scene = session.document().path();
    lesson.page = page.id;
    lesson.stage = page.choices.empty() ? PageStage::Revealed : PageStage::Asking;
    lesson.choice.reset();
    lesson.votes.assign(has_votes ? page.choices.size() : 0, 0);
    if (!ui.before_lesson)
        ui.before_lesson = {ui.draw, ui.shows_left, ui.shows_right, ui.shows_bottom,
                            ui.left, ui.right,      ui.bottom};
    ui.shows_left = true;
    ui.pending_left_tab = static_cast<int>(LeftTab::Lesson);
    if (page.choices.empty()) keep_result(ui, PageResult::Right);
    set_up_page(session, ui);
}

/// Whether the session no longer shows what the page is about: while it asks, after any motion in time; while
/// its run plays, after another start of the scene.
bool has_left_page(const Session& session, const UiState& ui) {
    const LessonState& lesson = ui.lesson;
    const bool has_restarted = session.start_count() != lesson.start;
    if (lesson.stage == PageStage::Running) return has_restarted;
    return lesson.stage == PageStage::Asking &&
           (has_restarted || session.run().steps() != lesson.step || session.is_playing() || ui.crowd);
}

/// Whether the run that decides has stopped, or cannot go on.
bool has_run_ended(const Session& session, const UiState& ui, const scene::Page& page) {
    if (!page.set_up.sweep.empty()) return !ui.crowd || ui.crowd->runs.is_finished();
    return !session.is_playing() && (session.run().steps() >= page.run_to || session.last_report().failed());
}

}  // namespace

const scene::Page* open_page_of(const Session& session, const UiState& ui) {
    const LessonState& lesson = ui.lesson;
    if (!lesson.is_open() || session.is_replay() || session.document().path() != lesson.scene) return nullptr;
    const std::vector<scene::Page>& pages = session.run().scene().lesson;
    const auto page = std::ranges::find(pages, lesson.page, &scene::Page::id);
    return page != pages.end() ? &*page : nullptr;
}

const scene::Course* course_with(const PageRef& wanted, const UiState& ui) {
    for (const scene::Course& course : ui.browser.courses.courses)
        for (const scene::CourseChapter& chapter : course.chapters)
            for (const scene::CoursePage& page : chapter.pages)
                if (page_of(page, ui) == wanted) return &course;
    return nullptr;
}

std::vector<PageRef> pages_of(const scene::Course& course, const UiState& ui) {
    std::vector<PageRef> pages;
    for (const scene::CourseChapter& chapter : course.chapters)
        for (const scene::CoursePage& page : chapter.pages)
            pages.push_back(page_of(page, ui));
    return pages;
}

std::vector<PageRef> pages_in_order(const Session& session, const UiState& ui) {
    const auto course = std::ranges::find(ui.browser.courses.courses, ui.lesson.course, &scene::Course::id);
    if (course != ui.browser.courses.courses.end()) return pages_of(*course, ui);
    std::vector<PageRef> pages;
    for (const scene::Page& page : session.run().scene().lesson)
        pages.push_back({session.document().path(), page.id});
    return pages;
}

std::optional<std::size_t> page_to_continue(const scene::Course& course, const UiState& ui) {
    const std::vector<PageRef> pages = pages_of(course, ui);
    const auto has_result = [&](const PageRef& page) {
        return ui.browser.progress.contains(page_key(ui.browser.folder, page.scene, page.id));
    };
    const auto next = std::ranges::find_if_not(pages, has_result);
    const bool has_begun = std::ranges::any_of(pages, has_result);
    if (!has_begun || next == pages.end()) return std::nullopt;
    return static_cast<std::size_t>(next - pages.begin());
}

std::size_t place_of_page(const Session& session, const UiState& ui) {
    const scene::Page* page = open_page_of(session, ui);
    if (page == nullptr) return 0;
    const std::vector<PageRef> pages = pages_in_order(session, ui);
    const auto found = std::ranges::find(pages, PageRef{ui.lesson.scene, page->id});
    return found == pages.end() ? 0 : static_cast<std::size_t>(found - pages.begin());
}

bool open_page(Session& session, UiState& ui, const PageRef& wanted, const std::string& course) {
    const std::string id = course;  // opening a scene may end the lesson that it belongs to
    const bool is_open =
        session.is_open() && !session.is_replay() && session.document().path() == wanted.scene;
    if (!is_open && !load_scene(session, ui, wanted.scene)) return false;
    const std::vector<scene::Page>& pages = session.run().scene().lesson;
    const auto page = std::ranges::find(pages, wanted.id, &scene::Page::id);
    if (page == pages.end()) {
        show_notice(ui, "The scene has no page \"" + wanted.id + "\": " + wanted.scene);
        return false;
    }
    ui.lesson.course = id;
    show_page(session, ui, *page);
    return true;
}

void start_course(Session& session, UiState& ui) {
    if (session.run().scene().lesson.empty()) return;
    const PageRef first{session.document().path(), session.run().scene().lesson.front().id};
    const scene::Course* course = course_with(first, ui);
    open_page(session, ui, first, course != nullptr ? course->id : std::string());
}

void close_lesson(UiState& ui) {
    if (const auto before = std::exchange(ui.before_lesson, std::nullopt)) {
        ui.draw = before->draw;
        ui.shows_left = before->shows_left;
        ui.shows_right = before->shows_right;
        ui.shows_bottom = before->shows_bottom;
        ui.left = before->left;
        ui.right = before->right;
        ui.bottom = before->bottom;
        ui.pending_left_tab = static_cast<int>(before->left);
        ui.pending_right_tab = static_cast<int>(before->right);
        ui.pending_bottom_tab = static_cast<int>(before->bottom);
    }
    ui.lesson = {};
}

void end_lesson(Session& session, UiState& ui) {
    close_lesson(ui);
    if (ui.compare.is_active()) ui.compare.wanted = {{session.variant()}};
}

void set_up_page(Session& session, UiState& ui) {
    const scene::Page* page = open_page_of(session, ui);
    if (page == nullptr) return;
    const scene::PageSetUp set_up = page->set_up;  // the scene is opened again
    const bool asks = !page->choices.empty();
    LessonState& lesson = ui.lesson;
    if (const auto opened = session.open(session.document(), set_up.variant, {}); !opened) {
        ui.problems = opened.error();
        return close_lesson(ui);
    }
    ui.fit_scene = true;
    ui.suspended_policy.reset();
    ui.policy_turned_off.reset();
    lesson.stage = asks ? PageStage::Asking : PageStage::Revealed;
    lesson.wanted_iteration = 0;
    ui.crowd.reset();
    session.set_playing(false);
    session.reset_settings();
    std::vector<PaneSetup> panes;
    for (const std::string& variant : set_up.panes)
        panes.push_back({variant});
    if (panes.empty() && ui.compare.is_active()) panes.push_back({set_up.variant});
    if (!panes.empty()) ui.compare.wanted = std::move(panes);
    lesson.is_setting_up = true;
    lesson.view = set_up.display.view;
    lesson.wanted_display = set_up.display;
    lesson.wants_set_up = true;
}

void choose_answer(const Session& session, UiState& ui, std::size_t choice) {
    const scene::Page* page = open_page_of(session, ui);
    if (page == nullptr || ui.lesson.stage != PageStage::Asking || choice >= page->choices.size()) return;
    ui.lesson.choice = choice;
}

void run_page(Session& session, UiState& ui) {
    const scene::Page* found = open_page_of(session, ui);
    LessonState& lesson = ui.lesson;
    if (found == nullptr || lesson.is_setting_up) return;
    const scene::Page page = *found;  // a choice of a variant replaces the scene
    if (lesson.stage == PageStage::Asking) lesson.stage = PageStage::Running;
    if (session.variant() != lesson.variant) {
        if (const auto chosen = session.choose_variant(lesson.variant); !chosen) ui.problems = chosen.error();
    }
    lesson.start = session.start_count();
    if (!page.set_up.sweep.empty()) return start_crowd(session, ui, page.set_up.sweep);
    restart_at(session, first_step_of_run(page));
    session.play_to(page.run_to, page.set_up.speed);
}

void reveal_page(const Session& session, UiState& ui) {
    const scene::Page* page = open_page_of(session, ui);
    LessonState& lesson = ui.lesson;
    if (page == nullptr || page->choices.empty()) return;
    lesson.stage = PageStage::Revealed;
    lesson.wanted_display = page->reveal.display;
    lesson.wants_set_up = false;
    if (page->reveal.display.view) lesson.view = page->reveal.display.view;
    PageResult result = PageResult::Skipped;
    if (lesson.choice)
        result = *lesson.choice == page->right_choice() ? PageResult::Right : PageResult::Wrong;
    keep_result(ui, result);
}

namespace {

/// How many pages of the course, or of the lesson, are answered, and how many of them right.
std::string result_text(const Session& session, const UiState& ui) {
    const std::vector<PageRef> pages = pages_in_order(session, ui);
    std::size_t answered = 0;
    std::size_t right = 0;
    for (const PageRef& page : pages) {
        const auto found = ui.browser.progress.find(page_key(ui.browser.folder, page.scene, page.id));
        if (found == ui.browser.progress.end() || found->second == PageResult::Skipped) continue;
        ++answered;
        if (found->second == PageResult::Right) ++right;
    }
    return "This was the last page. Answered: " + std::to_string(answered) + " of " +
           std::to_string(pages.size()) + ", right: " + std::to_string(right) + ".";
}

}  // namespace

bool has_next_page(const Session& session, const UiState& ui) {
    return place_of_page(session, ui) + 1 < pages_in_order(session, ui).size();
}

bool has_previous_page(const Session& session, const UiState& ui) {
    return place_of_page(session, ui) > 0;
}

void go_to_next_page(Session& session, UiState& ui) {
    if (!has_next_page(session, ui)) {
        const std::string result = result_text(session, ui);
        end_lesson(session, ui);
        return show_notice(ui, result);
    }
    open_page(session, ui, pages_in_order(session, ui)[place_of_page(session, ui) + 1], ui.lesson.course);
}

void go_to_previous_page(Session& session, UiState& ui) {
    if (has_previous_page(session, ui))
        open_page(session, ui, pages_in_order(session, ui)[place_of_page(session, ui) - 1], ui.lesson.course);
}

PageButton primary_button_of(const Session& session, const UiState& ui) {
    switch (ui.lesson.stage) {
        case PageStage::Asking:
            return {"Run", Icon::Play, ui.lesson.choice.has_value()};
        case PageStage::Running:
            return {"Run", Icon::Play, !session.is_playing() && !ui.crowd};
        case PageStage::Finished:
            return {"Reveal", Icon::Info, true};
        case PageStage::Revealed:
            break;
    }
    return has_next_page(session, ui) ? PageButton{"Next", Icon::NextEvent, true}
                                      : PageButton{"Finish", Icon::Tick, true};
}

void press_primary(Session& session, UiState& ui) {
    switch (ui.lesson.stage) {
        case PageStage::Asking:
            return run_page(session, ui);
        case PageStage::Running:
            if (!session.is_playing() && !ui.crowd) run_page(session, ui);
            return;
        case PageStage::Finished:
            return reveal_page(session, ui);
        case PageStage::Revealed:
            return go_to_next_page(session, ui);
    }
}

void toggle_vote(Session& session, UiState& ui) {
    const scene::Page* page = open_page_of(session, ui);
    const bool starts = page != nullptr && ui.lesson.votes.empty();
    ui.lesson.votes.assign(starts ? page->choices.size() : 0, 0);
}

std::vector<scene::PageMark> page_marks(const Session& session, const UiState& ui) {
    const scene::Page* page = open_page_of(session, ui);
    if (page == nullptr) return {};
    std::vector<scene::PageMark> marks = page->set_up.display.marks;
    const std::vector<scene::PageMark>& revealed = page->reveal.display.marks;
    if (ui.lesson.stage == PageStage::Revealed) marks.insert(marks.end(), revealed.begin(), revealed.end());
    return marks;
}

bool is_locked(const Session& session, const UiState& ui) {
    return open_page_of(session, ui) != nullptr && ui.lesson.stage == PageStage::Asking;
}

void update_lesson(Session& session, UiState& ui) {
    LessonState& lesson = ui.lesson;
    if (!lesson.is_open()) return;
    const scene::Page* page = open_page_of(session, ui);
    if (page == nullptr) return close_lesson(ui);
    // The file may have got fewer choices.
    if (lesson.choice && *lesson.choice >= page->choices.size()) lesson.choice.reset();
    if (lesson.is_setting_up) {
        if (ui.compare.wanted) return;  // the panes open first
        lesson.is_setting_up = false;
        restart_at(session, page->set_up.step);
        session.set_playing(false);
        lesson.start = session.start_count();
        lesson.variant = session.variant();
        lesson.step = session.run().steps();
    }
    if (has_left_page(session, ui)) {
        if (lesson.stage == PageStage::Asking) show_refusal(ui, lock_text);
        return set_up_page(session, ui);
    }
    if (lesson.stage == PageStage::Running && has_run_ended(session, ui, *page))
        lesson.stage = PageStage::Finished;
}

}  // namespace toibox::app
