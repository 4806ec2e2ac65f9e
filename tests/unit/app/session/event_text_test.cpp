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

TEST(EventText, TimesHaveThreeDigitsBelowASecond) {
    EXPECT_EQ(event_time_text(0.0), "0 ms");
    EXPECT_EQ(event_time_text(0.0091), "9.10 ms");
    EXPECT_EQ(event_time_text(1.0 / 60.0), "16.7 ms");
    EXPECT_EQ(event_time_text(0.5), "500 ms");
    EXPECT_EQ(event_time_text(12.345), "12.35 s");
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
