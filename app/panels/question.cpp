// SPDX-License-Identifier: MIT
#include "app/panels/question.h"

#include "app/panels/crowd_start.h"
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/session/comparison/comparison_rows.h"
#include "app/session/comparison/setting_differences.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <ranges>
#include <utility>

namespace toibox::app {

namespace {

QuestionButton play_again() {
    return {QuestionAction::PlayAgain, Icon::Restart, "Play again", "R"};
}

/// Adds the button that opens the next scene, if the scene names one.
void add_next(const Session& session, Question& question) {
    if (const auto& next = session.run().scene().next)
        question.buttons.push_back({QuestionAction::OpenNext, Icon::NextEvent, next->label});
}

/// ". The gap left is 5.0 mm", or nothing if the bodies of the verdict are not the closest ones.
std::string gap_text(const Session& session, const scene::Verdict& verdict) {
    constexpr float reach = 1.0f;  // metres
    const auto closest = closest_pair(session.world(), verdict.body, reach);
    if (!closest || closest->result.distance <= 0.0) return "";
    const auto a = session.world().find(closest->shape_a);
    const auto b = session.world().find(closest->shape_b);
    if (!a || !b || (a->body != verdict.other && b->body != verdict.other)) return "";
    return fmt::format(". The gap left is {:.1f} mm", 1e3 * closest->result.distance);
}

std::optional<Question> question_about(const Session& session, const scene::Verdict& verdict) {
    const std::int64_t step = session.run().steps();
    const bool is_off = session.settings().continuous == ContinuousPolicy::Off;
    const QuestionButton same_shot{QuestionAction::SameShotContinuous, Icon::Stopped,
                                   "Same shot with continuous on"};
    Question question;
    switch (verdict.kind) {
        case scene::VerdictKind::Tunnelled:
            question.title = "Why did it pass through?";
            question.text = is_off ? fmt::format("The engine checked for contact at step {} and at step {}.",
                                                 step - 1, step)
                                   : "Continuous collision is on, but this policy did not find the impact.";
            break;
        case scene::VerdictKind::PushedThrough:
            question.title = "Why did it come out on the far side?";
            question.text = "A sampled pose touched, and the overlap was resolved.";
            break;
        case scene::VerdictKind::Stopped:
            // Only after the user has turned it on is there another shot to compare with.
            if (is_off || session.scene_settings().continuous != ContinuousPolicy::Off) return std::nullopt;
            question.title = "It stopped. What was different?";
            question.text =
                (verdict.t > 0.0 ? fmt::format("The impact was found at {:.3f} of the step", verdict.t)
                                 : std::string("The impact was found within the step")) +
                gap_text(session, verdict) + ".";
            question.buttons = {{QuestionAction::CompareBoth, Icon::Columns, "Compare both"}, play_again()};
            return question;
        default:
            return std::nullopt;
    }
    if (is_off) question.buttons.push_back(same_shot);
    question.has_primary = is_off;
    question.buttons.push_back(play_again());
    return question;
}

/// About two panes, one of which has stopped the body. `moves_start`: the user looks for another start.
std::optional<Question> question_about(const Comparison& comparison, bool moves_start) {
    if (comparison.size() != 2) return std::nullopt;
    const Session& session = comparison.pane(0);
    const QuestionButton another_start{QuestionAction::AnotherStart, Icon::Restart, "Another start"};
    Question question;
    if (session.run().steps() == 0) {
        if (!moves_start) return std::nullopt;
        question.title = "Another start";
        question.text = "Drag the body to where it should start, then play.";
        question.buttons = {{QuestionAction::Play, Icon::Play, "Play", "Space"}};
        return question;
    }
    const auto first = pane_verdict(comparison.pane(0));
    const auto second = pane_verdict(comparison.pane(1));
    const bool first_stopped = first == scene::VerdictKind::Stopped;
    const bool second_stopped = second == scene::VerdictKind::Stopped;
    if (!first || !second || (!first_stopped && !second_stopped)) return std::nullopt;
    if (first_stopped && second_stopped) {
        if (!moves_start) return std::nullopt;
        const auto& next = session.run().scene().next;
        question.title = "Now both panes stop it.";
        question.text = next ? next->text : std::string();
        add_next(session, question);
        question.has_primary = !question.buttons.empty();
        question.buttons.push_back(another_start);
        return question;
    }
    question.title = fmt::format("Can you make pane {} stop it?", first_stopped ? 2 : 1);
    question.text = "Move the start of the body, and play the shot again.";
    // After a try, the way on comes first: a presenter has only one key.
    if (moves_start) add_next(session, question);
    question.buttons.push_back(another_start);
    if (!moves_start) add_next(session, question);
    return question;
}

/// The outcomes of the runs, the worst last: "45 stopped, 110 tunnelled".
std::string outcome_text(const Crowd& crowd) {
    std::string text;
    const auto add = [&](std::size_t count, std::string_view name) {
        if (count == 0) return;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
    };
    for (const scene::VerdictKind kind : std::views::reverse(scene::verdicts_by_severity())) {
        std::string words(scene::name_of(kind).name);
        std::ranges::replace(words, '_', ' ');
        add(crowd.count(kind), words);
    }
    add(crowd.without_verdict(), "without a verdict");
    add(crowd.failed(), "could not run");
    return text;
}

Question question_about(const Session& session, const Crowd& crowd) {
    Question question;
    question.title = crowd.is_finished() ? outcome_text(crowd)
                                         : fmt::format("{} of {} runs", crowd.finished(), crowd.size());
    question.text = outcome_text(crowd);
    const auto& next = session.run().scene().next;
    if (crowd.is_finished()) {
        question.text = fmt::format("{} starts, {}.", crowd.size(),
                                    variant_label(session.run().scene(), session.variant()));
        if (next) question.text += " " + next->text;
        add_next(session, question);
    }
    question.has_primary = !question.buttons.empty();
    question.buttons.push_back({QuestionAction::Close, Icon::Close, "Close", nullptr});
    return question;
}

/// At the end of the duration, if the scene is about a verdict or names a next one.
std::optional<Question> question_at_end(const Session& session) {
    const scene::Scene& scene = session.run().scene();
    const bool asks = scene.ending == scene::Ending::AtVerdict || scene.next;
    if (session.pause_reason() != Session::PauseReason::AtEnd || !asks) return std::nullopt;
    Question question{
        .title = "The run has ended.", .text = scene.next ? scene.next->text : "", .buttons = {}};
    add_next(session, question);
    question.buttons.push_back(play_again());
    return question;
}

/// Two panes, the first as the scene is, without continuous collision, the second with the policy that the
/// user has chosen. That must not stay the user's setting, which would apply to both.
void compare_both(Session& session, UiState& ui) {
    WorldSettings settings = session.settings();
    const std::string policy(enum_entry(continuous_policies(), settings.continuous).name);
    settings.continuous = session.scene_settings().continuous;
    apply_settings(session, ui, settings);
    ui.compare.wanted = {{session.variant()},
                         {session.variant(), {{"/world/continuous", '"' + policy + '"'}}}};
}

/// With the policy that stops a bullet, whatever the user chose last.
void turn_continuous_on(Session& session, UiState& ui) {
    WorldSettings settings = session.settings();
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    apply_settings(session, ui, settings);
}

void open_next(Session& session, UiState& ui) {
    const scene::NextScene next = *session.run().scene().next;
    const std::filesystem::path here = session.document().path();
    const std::filesystem::path target = next.scene.empty() ? here : here.parent_path() / next.scene;
    if (!open_scene(session, ui, target.lexically_normal().string(), next.variant)) return;
    if (next.has_lesson) {
        start_course(session, ui);
    } else if (!next.sweep.empty()) {
        start_crowd(session, ui, next.sweep);
    }
}

}  // namespace

std::optional<Question> current_question(const Session& session, const Comparison& comparison,
                                         const UiState& ui) {
    if (!ui.shows_hint_cards || session.is_playing() || ui.lesson.is_open()) return std::nullopt;
    if (ui.crowd) return question_about(session, ui.crowd->runs);
    const bool is_about_verdicts = session.run().scene().ending == scene::Ending::AtVerdict;
    std::optional<Question> question;
    if (is_about_verdicts && comparison.is_active()) {
        question = question_about(comparison, ui.compare.moves_start);
    } else if (is_about_verdicts && !session.run().verdicts().empty()) {
        question = question_about(session, session.run().verdicts().front());
    }
    return question ? question : question_at_end(session);
}

void answer(QuestionAction action, Session& session, UiState& ui) {
    switch (action) {
        case QuestionAction::SameShotContinuous:
            turn_continuous_on(session, ui);
            restart(session, ui);
            return session.set_playing(true);
        case QuestionAction::CompareBoth:
            compare_both(session, ui);
            restart(session, ui);
            return session.set_playing(true);
        case QuestionAction::PlayAgain:
            restart(session, ui);
            return session.set_playing(true);
        case QuestionAction::AnotherStart:
            ui.compare.moves_start = true;
            return restart(session, ui);
        case QuestionAction::Play:
            return session.set_playing(true);
        case QuestionAction::OpenNext:
            return open_next(session, ui);
        case QuestionAction::Close:
            return ui.crowd.reset();
    }
}

}  // namespace toibox::app
