// SPDX-License-Identifier: MIT
#include "app/session/event_text.h"

#include "toibox/scene/document.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using replay::Mark;
using replay::MarkKind;

TEST(EventText, NamesTheBodiesOfOneEvent) {
    const auto document = scene::Document::parse(R"({"toibox": 1, "bodies": [
        {"id": "ball", "shapes": [{"type": "circle", "radius": 0.1}]},
        {"id": "wall", "type": "static", "shapes": [{"type": "box", "size": [1, 1]}]}]})",
                                                 "test");
    ASSERT_TRUE(document) << scene::format(document.error());
    const auto run = scene::Run::start(document->resolve().value());
    ASSERT_TRUE(run);
    const BodyHandle ball = run->body("ball");
    const BodyHandle wall = run->body("wall");
    const auto text = [&](Mark mark) { return event_text(mark, *run); };
    EXPECT_EQ(text({.kind = MarkKind::Impact, .a = ball, .b = wall}), "impact of ball and wall");
    EXPECT_EQ(text({.kind = MarkKind::Tunnelled, .a = ball, .b = wall}), "ball tunnelled through wall");
    EXPECT_EQ(text({.kind = MarkKind::Stopped, .a = ball, .b = wall}), "impact of ball and wall");
    EXPECT_EQ(text({.kind = MarkKind::Contact, .count = 3, .a = ball, .b = wall}), "3 contacts");
    EXPECT_EQ(text({.kind = MarkKind::Contact}), "contact") << "bodies without names";
    EXPECT_EQ(text({.kind = MarkKind::Claim, .text = "holds: ball.x > 0"}), "claim: holds: ball.x > 0");
    EXPECT_EQ(text({.kind = MarkKind::Sleep, .count = 2}), "2 bodies fell asleep or woke up");
}

// The engine orders the pairs of its events in its own way.
TEST(EventText, NamesTheBodyThatMovesFirst) {
    const auto document = scene::Document::parse(R"({"toibox": 1, "bodies": [
        {"id": "wall", "type": "static", "shapes": [{"type": "box", "size": [1, 1]}]},
        {"id": "ball", "shapes": [{"type": "circle", "radius": 0.1}]}]})",
                                                 "test");
    ASSERT_TRUE(document) << scene::format(document.error());
    const auto run = scene::Run::start(document->resolve().value());
    ASSERT_TRUE(run);
    const BodyHandle ball = run->body("ball");
    const BodyHandle wall = run->body("wall");
    for (const MarkKind kind : {MarkKind::Contact, MarkKind::Impact, MarkKind::Stopped}) {
        EXPECT_EQ(event_text({.kind = kind, .a = wall, .b = ball}, *run),
                  event_text({.kind = kind, .a = ball, .b = wall}, *run));
    }
    EXPECT_EQ(event_text({.kind = MarkKind::Impact, .a = wall, .b = ball}, *run), "impact of ball and wall");
    EXPECT_EQ(event_text({.kind = MarkKind::Tunnelled, .a = wall, .b = ball}, *run),
              "wall tunnelled through ball")
        << "the order says who";
    EXPECT_EQ(timed_event_text({.kind = MarkKind::Impact, .a = ball, .b = wall, .seconds = 0.0091}, *run),
              "impact of ball and wall, 9.10 ms");
    EXPECT_EQ(timed_event_text({.kind = MarkKind::Impact, .a = ball, .b = wall}, *run),
              "impact of ball and wall")
        << "an unknown time is not zero";
}

TEST(EventText, AStopRepeatsTheOnlyImpactOfItsPair) {
    const BodyHandle ball{1, 0};
    const BodyHandle wall{2, 0};
    const Mark impact{.frame = 1, .kind = MarkKind::Impact, .a = wall, .b = ball};
    const Mark stopped{.frame = 1, .kind = MarkKind::Stopped, .a = ball, .b = wall};
    EXPECT_TRUE(repeats(impact, stopped));
    EXPECT_FALSE(repeats(stopped, impact));
    Mark other = impact;
    other.frame = 2;
    EXPECT_FALSE(repeats(other, stopped));
    other = impact;
    other.count = 2;
    EXPECT_FALSE(repeats(other, stopped)) << "there was another impact";
    other = impact;
    other.a = BodyHandle{3, 0};
    EXPECT_FALSE(repeats(other, stopped));
    EXPECT_FALSE(repeats(impact, {.frame = 1, .kind = MarkKind::Late, .a = ball, .b = wall}));
}

TEST(EventText, TimesHaveThreeDigitsBelowASecond) {
    EXPECT_EQ(event_time_text(0.0), "0 ms");
    EXPECT_EQ(event_time_text(0.0091), "9.10 ms");
    EXPECT_EQ(event_time_text(1.0 / 60.0), "16.7 ms");
    EXPECT_EQ(event_time_text(0.5), "500 ms");
    EXPECT_EQ(event_time_text(12.345), "12.35 s");
    EXPECT_EQ(event_time_text(0.00005), "0.05 ms") << "two decimals";
    EXPECT_EQ(event_time_text(1e-9), "0 ms");
    // Rounded first, so that the digits are those of the number that is shown.
    EXPECT_EQ(event_time_text(0.009996), "10.0 ms");
    EXPECT_EQ(event_time_text(0.09996), "100 ms");
    EXPECT_EQ(event_time_text(0.99996), "1.00 s");
}

TEST(EventText, VerdictsAreEvents) {
    EXPECT_TRUE(is_event({.kind = MarkKind::Tunnelled}));
    EXPECT_TRUE(is_event({.kind = MarkKind::Impact}));
    EXPECT_FALSE(is_event({.kind = MarkKind::Sleep}));
    EXPECT_FALSE(is_event({.kind = MarkKind::Claim}));
}

TEST(EventText, TheWorstVerdictIsTheMostImportantEvent) {
    const auto rank = [](MarkKind kind) { return event_rank({.kind = kind}); };
    EXPECT_LT(rank(MarkKind::PushedThrough), rank(MarkKind::Tunnelled));
    EXPECT_LT(rank(MarkKind::Tunnelled), rank(MarkKind::Stopped));
    EXPECT_LT(rank(MarkKind::Stopped), rank(MarkKind::TimeLost));
    EXPECT_LT(rank(MarkKind::TimeLost), rank(MarkKind::Impact));
    EXPECT_LT(rank(MarkKind::Impact), rank(MarkKind::Contact));
}

}  // namespace
}  // namespace toibox::app
