// SPDX-License-Identifier: MIT
#include "app/studies/claims/claim_rows.h"

#include "app/studies/claims/failure_causes.h"
#include "tests/support/temporary_folder.h"

#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using Status = scene::ClaimOutcome::Status;

/// A ball that falls 4.9 m in 1 s, in steps of 0.1 s.
class ClaimRows : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("fall.toi.json", R"({"toibox": 1,
            "world": {"gravity": [0, -9.8], "step": 0.1, "duration": 1},
            "parameters": {"speed": {"label": "Speed", "value": 0, "min": -5, "max": 5, "sets": "/bodies/ball/velocity/1"}},
            "bodies": [{"id": "ball", "velocity": [0, 0], "shapes": [{"type": "circle", "radius": 0.1}]}],
            "lesson": {"pages": [{"id": "p", "run_to": 10, "ask": "?", "choices": [
                {"text": "a", "right": true, "that": "ball.y < 1"}, {"text": "b"}]}]},
            "expect": [{"that": "ball.vy == -9.8 +- 0.01", "why": "it falls"}, {"that": "ball.x == 0 +- 1%", "always": true}]})");
        ASSERT_TRUE(session_.open(folder_.file("fall.toi.json")));
    }
    void run() {
        for (int i = 0; i < 10; ++i)
            session_.step_once();
    }
    void set_gravity(float y) {
        WorldSettings settings = session_.settings();
        settings.gravity.y = y;
        ASSERT_TRUE(session_.change_settings(settings));
    }
    FailureCauses::Kind search() {
        causes_.advance(session_, 0.0);  // one step of the search
        EXPECT_EQ(causes_.kind(), FailureCauses::Kind::Unknown);
        causes_.advance(session_, 60.0);
        return causes_.kind();
    }
    std::string causes() {
        EXPECT_EQ(search(), FailureCauses::Kind::Changes);
        std::string names;
        for (const UserChange& cause : causes_.causes())
            names += cause.name + " " + cause.value + " (" + cause.scene_value + ");";
        return names;
    }

    test::TemporaryFolder folder_;
    Session session_;
    FailureCauses causes_;
};

TEST_F(ClaimRows, ShowWhatIsExpectedAndSeen) {
    EXPECT_TRUE(decided_claims(session_).empty()) << "nothing is decided at the start";
    run();
    const std::vector<ClaimRow> rows = decided_claims(session_);
    ASSERT_EQ(rows.size(), 2u) << "without the claim of the choice";
    EXPECT_EQ(rows[0].text, "It falls");
    EXPECT_EQ(rows[0].expected, "-9.8 ± 0.01");
    EXPECT_EQ(rows[0].seen, "-9.8");
    EXPECT_EQ(rows[0].status, Status::Passed);
    EXPECT_EQ(rows[1].text, "Ball.x == 0 +- 1%");
    EXPECT_EQ(rows[1].expected, "0 ± 1 %");
}

// With gravity upwards the right choice of the page, "ball.y < 1", does not hold.
TEST_F(ClaimRows, ShowTheClaimOfAChoiceOnlyIfItFails) {
    set_gravity(9.8f);
    run();
    const std::vector<ClaimRow> rows = decided_claims(session_);
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[2].text, "Page \"p\": \"a\" is the right choice");
    EXPECT_EQ(rows[2].expected, "< 1");
    EXPECT_EQ(rows[2].status, Status::Failed);
}

TEST_F(ClaimRows, NameTheOneSettingThatDiffers) {
    set_gravity(-5.0f);
    run();
    EXPECT_EQ(decided_claims(session_)[0].status, Status::Failed);
    EXPECT_EQ(causes(), "Gravity (0, -5) ((0, -9.8));");
}

// Of several changes only that which makes the claim fail is named.
TEST_F(ClaimRows, NameTheSettingThatCausesAFailure) {
    WorldSettings settings = session_.settings();
    settings.gravity.y = -5.0f;
    settings.velocity_iterations = 3;
    settings.warm_starting = false;
    ASSERT_TRUE(session_.change_settings(settings));
    run();
    EXPECT_EQ(user_changes(session_).size(), 3u);
    EXPECT_EQ(causes(), "Gravity (0, -5) ((0, -9.8));");
}

// Warm starting is off, too; the rate alone moves the ball differently: 20 steps of 0.05 s are 1 s, and after
// 10 of them it falls at half the speed.
TEST_F(ClaimRows, NameTheRateThatCausesAFailure) {
    WorldSettings settings = session_.settings();
    settings.warm_starting = false;
    ASSERT_TRUE(session_.change_settings(settings));
    session_.set_hertz(20.0);
    run();
    ASSERT_EQ(decided_claims(session_)[0].status, Status::Failed);
    EXPECT_EQ(causes(), "Rate 20 Hz (10 Hz);");
}

TEST_F(ClaimRows, ASingleChangeThatIsNotTheCauseIsNotNamed) {
    WorldSettings settings = session_.settings();
    settings.warm_starting = false;
    ASSERT_TRUE(session_.change_settings(settings));
    const BodyHandle ball = session_.run().body("ball");
    session_.submit(command::SetBody{.body = ball, .gravity_scale = 0.5f});
    run();
    ASSERT_EQ(decided_claims(session_)[0].status, Status::Failed);
    EXPECT_EQ(search(), FailureCauses::Kind::Inputs);
}

TEST_F(ClaimRows, ASceneThatFailsAsWrittenIsTheCause) {
    folder_.write("wrong.toi.json", R"({"toibox": 1, "world": {"step": 0.1, "duration": 1},
        "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.1}]}],
        "expect": [{"that": "ball.x == 1 +- 0.1"}]})");
    ASSERT_TRUE(session_.open(folder_.file("wrong.toi.json")));
    run();
    ASSERT_EQ(decided_claims(session_)[0].status, Status::Failed);
    EXPECT_EQ(search(), FailureCauses::Kind::Scene);
}

TEST_F(ClaimRows, CausesFollowTheStateOfTheSession) {
    set_gravity(-5.0f);
    run();
    EXPECT_EQ(causes(), "Gravity (0, -5) ((0, -9.8));");
    session_.reset_settings();
    EXPECT_EQ(search(), FailureCauses::Kind::Inputs) << "the gravity was changed on the way";
}

TEST_F(ClaimRows, NameAParameterThatCausesAFailure) {
    ASSERT_TRUE(session_.set_parameter("speed", 3.0));
    WorldSettings settings = session_.settings();
    settings.velocity_iterations = 3;
    ASSERT_TRUE(session_.change_settings(settings));
    run();
    EXPECT_EQ(causes(), "Speed 3 (0);");
}

TEST_F(ClaimRows, NameAllChangesIfNoneAloneIsTheCause) {
    set_gravity(-5.0f);
    ASSERT_TRUE(session_.set_parameter("speed", 3.0));
    set_gravity(-5.0f);
    run();
    EXPECT_EQ(causes(), "Gravity (0, -5) ((0, -9.8));Speed 3 (0);");
}

}  // namespace
}  // namespace toibox::app
