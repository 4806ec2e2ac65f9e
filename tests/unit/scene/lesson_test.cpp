// SPDX-License-Identifier: MIT
#include "toibox/scene/run.h"

#include "tests/unit/scene/document_support.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

/// A ball that flies at 60 m/s, 1 m per step, with a page that has these keys.
std::string lesson(const std::string& keys, const std::string& title = "A ball") {
    return R"({"toibox": 1, "title": ")" + title + R"(", "world": {"gravity": [0, 0], "duration": 1},
        "bodies": [{"id": "ball", "velocity": [60, 0], "shapes": [{"type": "circle", "radius": 0.1}]}],
        "variants": {"slow": {"set": {"/bodies/ball/velocity": [6, 0]}}},
        "lesson": {"summary": "How far?", "pages": [{"id": "far", )" +
           keys + "}]}}";
}

/// Choices of "How far does it fly in one step?": 1 m, 2 m, 3 m. `right` is the index of the right one.
std::string choices(std::size_t right) {
    std::string out = R"("ask": "How far does it fly?", "choices": [)";
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string metres = std::to_string(i + 1);
        out += (i > 0 ? ", " : "") + (R"({"text": ")" + metres + R"( m", "that": "ball.x == )" + metres) +
               R"( +- 0.01", )" +
               (i == right ? R"("right": true})" : R"("misconception": "a step is longer"})");
    }
    return out + R"(], "reveal": {"text": "60 m/s in 1/60 s."})";
}

std::vector<ClaimOutcome> outcomes_of(const std::string& text, const std::string& variant = {}) {
    const auto document = Document::parse(text);
    EXPECT_TRUE(document) << format(document ? Diagnostics{} : document.error());
    auto run = Run::start(document->resolve(variant).value());
    for (int i = 0; i < 60; ++i)
        run->step();
    run->finish();
    return run->outcomes();
}

bool all_passed(const std::vector<ClaimOutcome>& outcomes) {
    return std::ranges::all_of(
        outcomes, [](const ClaimOutcome& outcome) { return outcome.status == ClaimOutcome::Status::Passed; });
}

std::string lint_of(const std::string& text) {
    const auto document = Document::parse(text);
    EXPECT_TRUE(document) << format(document ? Diagnostics{} : document.error());
    return document ? format(document->lint()) : std::string();
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(Lesson, ReadsEverythingThatAPageShows) {
    const Page page = everything("fast").lesson[1];
    EXPECT_EQ(page.id, "count");
    EXPECT_EQ(page.set_up.panes, (std::vector<std::string>{"", "fast"}));
    EXPECT_EQ(page.set_up.sweep, "speeds");
    EXPECT_EQ(page.set_up.step, 2);
    EXPECT_EQ(page.run_to, 5);
    EXPECT_EQ(page.set_up.display.select, (std::vector<std::string>{"ball", "ground"}));
    EXPECT_EQ(page.set_up.display.iteration, 2);
    EXPECT_EQ(page.reveal.display.iteration, PageDisplay::last_iteration);
    EXPECT_EQ(page.reveal.display.marks[0].kind, PageMark::Kind::Ghost);
    EXPECT_FLOAT_EQ(page.reveal.display.marks[0].angle, 1.5707963f);
    EXPECT_EQ(page.reveal.display.marks[1].kind, PageMark::Kind::Note);
    EXPECT_EQ(page.reveal.chart->series[0].values[1], "query.hit.iterations.outer");
}

TEST(Lesson, ThePageStopsOneStepAfterItsSetUpByDefault) {
    const auto document = Document::parse(lesson(R"("text": "Look.", "set_up": {"step": 4})"));
    EXPECT_EQ(document->resolve().value().lesson[0].run_to, 5);
}

// The ball is at 1 m after one step: the claim of the right choice holds and the others do not, so all pass.
TEST(Lesson, TheRunDecidesTheRightChoice) {
    const std::vector<ClaimOutcome> outcomes = outcomes_of(lesson(choices(0)));
    EXPECT_EQ(outcomes.size(), 3u);
    EXPECT_TRUE(all_passed(outcomes));
}

TEST(Lesson, AWronglyMarkedChoiceFailsTwice) {
    const std::vector<ClaimOutcome> outcomes = outcomes_of(lesson(choices(1)));
    EXPECT_EQ(outcomes[0].status, ClaimOutcome::Status::Failed);
    EXPECT_TRUE(contains(outcomes[0].detail, "the choice should be wrong")) << outcomes[0].detail;
    EXPECT_EQ(outcomes[1].status, ClaimOutcome::Status::Failed);
    EXPECT_EQ(outcomes[2].status, ClaimOutcome::Status::Passed);
}

// A value that does not exist is no proof that a choice is wrong.
TEST(Lesson, AWrongChoiceWithoutAValueIsNotProven) {
    const std::string text = lesson(R"("ask": "When?", "choices": [
        {"text": "a", "right": true, "that": "ball.x > 0"},
        {"text": "b", "that": "peak(ball.y, 1) == 3 +- 1"}])");
    const std::vector<ClaimOutcome> outcomes = outcomes_of(text);
    EXPECT_EQ(outcomes[0].status, ClaimOutcome::Status::Passed);
    EXPECT_EQ(outcomes[1].status, ClaimOutcome::Status::Failed);
}

TEST(Lesson, AChoiceIsDecidedInItsVariant) {
    const std::string text = lesson(R"("ask": "Which?", "set_up": {"variant": "slow"}, "choices": [
        {"text": "a", "that": "ball.x > 0.5"},
        {"text": "b", "right": true, "variant": "", "that": "ball.x > 0.5"}])");
    EXPECT_EQ(outcomes_of(text, "slow").size(), 1u);
    EXPECT_EQ(outcomes_of(text, "").size(), 1u);
    EXPECT_TRUE(all_passed(outcomes_of(text, "slow")));
    EXPECT_TRUE(all_passed(outcomes_of(text, "")));
}

/// What is wrong with a page that has these keys; empty: nothing.
std::string error_in(const std::string& keys) {
    return format(errors_of(lesson(keys)));
}

TEST(Lesson, NamesMustExist) {
    EXPECT_TRUE(contains(error_in(R"("set_up": {"variant": "slwo"})"), "did you mean \"slow\"?"));
    EXPECT_TRUE(contains(error_in(R"("set_up": {"panes": ["", "fast"]})"), "there is no variant \"fast\""));
    EXPECT_TRUE(contains(error_in(R"("set_up": {"sweep": "all"})"), "there is no sweep \"all\""));
    EXPECT_TRUE(contains(error_in(R"("reveal": {"panel": "gkj"})"), "did you mean \"gjk\"?"));
    EXPECT_TRUE(contains(error_in(R"("reveal": {"draw": ["sweptt"]})"), "did you mean \"swept\"?"));
    EXPECT_TRUE(contains(error_in(R"("reveal": {"query": "hit"})"), "there is no query \"hit\""));
    EXPECT_TRUE(contains(error_in(R"("reveal": {"method": "bilateral"})"), "bilateral-advancement"));
    EXPECT_TRUE(contains(error_in(R"("reveal": {"select": ["bal"]})"), "bal"));
    EXPECT_TRUE(contains(error_in(R"("reveal": {"marks": [{"type": "ghost"}]})"), "a ghost needs a body"));
    // The location is the claim of the choice.
    const std::string claim = error_in(
        R"("ask": "?", "choices": [{"text": "a", "right": true, "that": "bal.x > 0"}, {"text": "b"}])");
    EXPECT_TRUE(contains(claim, "/lesson/pages/far/choices/0/that")) << claim;
}

TEST(Lesson, AQuestionHasExactlyOneRightChoice) {
    EXPECT_TRUE(contains(error_in(R"("ask": "?", "choices": [{"text": "a"}, {"text": "b"}])"),
                         "exactly one right choice"));
    EXPECT_TRUE(contains(
        error_in(R"("ask": "?", "choices": [{"text": "a", "right": true}, {"text": "b", "right": true}])"),
        "exactly one right choice"));
    EXPECT_TRUE(contains(error_in(R"("ask": "?")"), "belong together"));
    EXPECT_TRUE(
        contains(error_in(R"("choices": [{"text": "a", "right": true}, {"text": "b"}])"), "belong together"));
}

TEST(Lesson, PagesHaveDifferentIds) {
    const std::string two = R"({"toibox": 1, "lesson": {"pages": [{"id": "a"}, {"id": "a"}]}})";
    EXPECT_TRUE(contains(format(errors_of(two)), "there are two pages \"a\""));
}

TEST(LessonLint, AcceptsAGoodPage) {
    EXPECT_EQ(lint_of(lesson(choices(0))), "");
}

TEST(LessonLint, WarnsOfWhatALecturerWouldMiss) {
    std::string long_text;
    for (int i = 0; i < 46; ++i)
        long_text += "word ";
    EXPECT_TRUE(
        contains(lint_of(lesson(R"("text": ")" + long_text + "\"")), "page \"far\" has 46 words on screen"));
    const std::string bare =
        lint_of(lesson(R"("ask": "?", "choices": [{"text": "x", "right": true}, {"text": "y"}])"));
    EXPECT_TRUE(contains(bare, "has 2 choices")) << bare;
    EXPECT_TRUE(contains(bare, "no claim proves the right choice")) << bare;
    EXPECT_TRUE(contains(bare, "the choice \"y\" has no misconception")) << bare;
    EXPECT_TRUE(contains(bare, "reveals nothing")) << bare;
}

TEST(LessonLint, WarnsIfATextNamesOnlyTheRightChoice) {
    const auto page = [](const std::string& text) { return R"("text": ")" + text + R"(", )" + choices(0); };
    EXPECT_TRUE(contains(lint_of(lesson(page("It flies 1 m per step."))), "the text answers page \"far\""));
    EXPECT_EQ(lint_of(lesson(page("It flies 11 m, or 1 mm."))), "") << "other words";
    EXPECT_EQ(lint_of(lesson(page("Some say 1 m, some 2 m."))), "") << "a wrong choice, too";
    EXPECT_TRUE(contains(lint_of(lesson(choices(0), "A ball flies 1 m")), "the title answers page"));
}

TEST(LessonLint, SeesThroughEmphasis) {
    const std::string emphasised =
        R"("text": "It is fast.", "ask": "How fast?", "choices": [{"text": "*Fast*", "right": true, "that": "ball.x > 0"},
            {"text": "Slow", "misconception": "m"}, {"text": "At rest", "misconception": "m"}], "reveal": {"text": "So."})";
    EXPECT_TRUE(contains(lint_of(lesson(emphasised)), "the text answers page \"far\""));
}

TEST(LessonLint, AChoiceHasAText) {
    const std::string empty =
        R"("text": "It flies.", "ask": "How?", "choices": [{"text": "", "right": true, "that": "ball.x > 0"},
            {"text": "Slow", "misconception": "m"}, {"text": "At rest", "misconception": "m"}], "reveal": {"text": "So."})";
    const std::string warnings = lint_of(lesson(empty));
    EXPECT_TRUE(contains(warnings, "a choice of page \"far\" has no text")) << warnings;
    EXPECT_FALSE(contains(warnings, "the text answers")) << warnings;
}

TEST(LessonLint, WarnsOfSynonymsOfATerm) {
    const std::string found = lint_of(lesson(R"("text": "Each substep has a GJK tick.")"));
    EXPECT_TRUE(contains(found, "says \"substep\"")) << found;
    EXPECT_TRUE(contains(found, "the term is \"step\"")) << found;
}

}  // namespace
}  // namespace toibox::scene
