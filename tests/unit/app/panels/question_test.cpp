// SPDX-License-Identifier: MIT
// Which question is asked in which state, and what the answers do, without a window.
#include "app/panels/question.h"

#include "app/panels/panels.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

class Questions : public testing::Test {
protected:
    void open(const std::string& name, const std::string& variant = {}) {
        ASSERT_TRUE(
            open_scene(session_, ui_, std::string(TOIBOX_SCENES) + "/" + name + ".toi.json", variant));
    }
    /// Plays to the next pause.
    void play() {
        session_.set_playing(true);
        while (session_.is_playing()) {
            session_.play_step();
            follow();
        }
        follow();
    }
    /// What the sandbox does with the requests of the panels.
    void follow() {
        if (const auto wanted = std::exchange(ui_.compare.wanted, std::nullopt)) {
            ASSERT_TRUE(comparison_.start({wanted->begin() + 1, wanted->end()}));
        }
        ASSERT_TRUE(comparison_.update());
    }
    void press(QuestionAction action) {
        answer(action, session_, ui_);
        follow();
        if (session_.is_playing()) play();
    }
    [[nodiscard]] std::string title() const {
        const auto question = current_question(session_, comparison_, ui_);
        return question ? question->title : "";
    }
    /// The labels of the buttons; the primary one in brackets.
    [[nodiscard]] std::string buttons() const {
        const auto question = current_question(session_, comparison_, ui_);
        std::string all;
        if (!question) return all;
        for (std::size_t i = 0; i < question->buttons.size(); ++i) {
            const std::string& label = question->buttons[i].label;
            all += (i > 0 ? " | " : "") + (i == 0 && question->has_primary ? "[" + label + "]" : label);
        }
        return all;
    }
    void move_ball(float x) {
        session_.submit(command::SetPosition{session_.run().body("ball"), {x, 0.0f}});
        follow();
    }

    Session session_;
    Comparison comparison_{session_};
    UiState ui_;
};

TEST_F(Questions, LeadFromTheFirstShotToBothShots) {
    ui_.policy_when_on = ContinuousPolicy::RollBack;  // it would not stop the bullet
    open("continuous/03-bullet");
    EXPECT_EQ(title(), "") << "nothing has happened yet";
    play();
    EXPECT_EQ(title(), "Why did it pass through?");
    EXPECT_EQ(buttons(), "[Same shot with continuous on] | Play again");
    press(QuestionAction::SameShotContinuous);
    EXPECT_EQ(title(), "It stopped. What was different?");
    EXPECT_EQ(buttons(), "[Compare both] | Play again");
    press(QuestionAction::CompareBoth);
    EXPECT_EQ(comparison_.size(), 2u);
    EXPECT_EQ(comparison_.pane(0).settings().continuous, ContinuousPolicy::Off);
    EXPECT_EQ(comparison_.pane(1).settings().continuous, ContinuousPolicy::SubstepAtImpact);
    EXPECT_EQ(title(), "Can you make pane 1 stop it?");
    EXPECT_EQ(buttons(), "[Another start] | Run 200 starts");
}

TEST_F(Questions, AFailedTryLeavesAWayOn) {
    open("continuous/03-bullet");
    play();
    press(QuestionAction::SameShotContinuous);
    press(QuestionAction::CompareBoth);
    press(QuestionAction::AnotherStart);
    EXPECT_EQ(session_.run().steps(), 0);
    EXPECT_EQ(buttons(), "[Play]");
    move_ball(-2.5f);
    press(QuestionAction::Play);
    EXPECT_EQ(title(), "Can you make pane 1 stop it?");
    EXPECT_EQ(buttons(), "[Run 200 starts] | Another start");
    press(QuestionAction::AnotherStart);
    move_ball(-3.36f);
    press(QuestionAction::Play);
    EXPECT_EQ(title(), "Now both panes stop it.");
    EXPECT_EQ(buttons(), "[Run 200 starts] | Another start");
}

// A scene whose own policy is on has shown no other shot before.
TEST_F(Questions, NothingIsComparedThatWasNotSeen) {
    open("continuous/19-blade");
    play();
    ASSERT_EQ(session_.run().verdict_count(scene::VerdictKind::Stopped), 1);
    EXPECT_EQ(title(), "");
    open("continuous/03-bullet", "toi");
    ASSERT_TRUE(comparison_.start({{"stop"}}));
    EXPECT_EQ(title(), "") << "nobody asked for another start";
    play();
    EXPECT_EQ(title(), "") << "both panes stop it at once";
}

TEST_F(Questions, ACrowdIsCountedAndLeadsOn) {
    open("continuous/03-bullet");
    play();
    press(QuestionAction::SameShotContinuous);
    press(QuestionAction::CompareBoth);
    answer(QuestionAction::OpenNext, session_, ui_);
    ASSERT_TRUE(ui_.crowd);
    EXPECT_EQ(session_.variant(), "v20");
    EXPECT_EQ(buttons(), "Close") << "Page Down must not throw the runs away";
    while (!ui_.crowd->runs.is_finished())
        ui_.crowd->runs.advance(0.01);
    EXPECT_EQ(title(), "45 stopped, 110 tunnelled, 45 pushed through");
    EXPECT_EQ(buttons(), "[Start the course] | Close");
    ui_.projector.is_on = true;
    answer(QuestionAction::OpenNext, session_, ui_);
    EXPECT_EQ(session_.run().scene().title, "A bullet and a thin wall");
    EXPECT_TRUE(ui_.shows_left);
    EXPECT_TRUE(ui_.projector.is_on);
}

TEST_F(Questions, TheEndOfTheRunOffersToPlayAgain) {
    open("continuous/03-bullet");
    play();
    play();
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::AtEnd);
    EXPECT_EQ(title(), "The run has ended.");
    EXPECT_EQ(buttons(), "[Run 200 starts] | Play again");
}

TEST_F(Questions, HintsCanBeHidden) {
    open("continuous/03-bullet");
    play();
    ui_.shows_hint_cards = false;
    EXPECT_EQ(title(), "");
}

}  // namespace
}  // namespace toibox::app
