// SPDX-License-Identifier: MIT
// Poses of past frames: the same after a jump as after playing there.
#include "app/session/islands.h"
#include "tests/unit/app/session/scripted_session.h"

#include <algorithm>
#include <set>

namespace toibox::app {
namespace {

class SessionPast : public test::ScriptedSession {
protected:
    using Poses = std::vector<std::vector<std::pair<std::uint32_t, BodyPose>>>;

    Poses poses() const {
        Poses poses;
        for (const PoseSample& sample : session_.past_poses()) {
            auto& of_frame = poses.emplace_back();
            for (const PoseSample::Entry& entry : sample.entries)
                of_frame.emplace_back(entry.body.index, entry.pose);
        }
        return poses;
    }
};

TEST_F(SessionPast, KeepsTheLastFrames) {
    session_.keep_past_poses(5);
    EXPECT_EQ(session_.past_poses().size(), 1u) << "frame 0";
    steps(3);
    EXPECT_EQ(session_.past_poses().size(), 4u);
    steps(10);
    ASSERT_EQ(session_.past_poses().size(), 5u);
    const PoseSample::Entry* last = session_.past_poses().back().find(body("b"));
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(last->pose, session_.world().find(body("b"))->pose());
    EXPECT_EQ(session_.past_poses().back().find(body("floor")), nullptr) << "static";
    session_.keep_past_poses(0);
    EXPECT_TRUE(session_.past_poses().empty());
}

// Plays with pauses at impacts, a spawned body, a mouse drag and changed gravity, on a branch. Then jumps to
// several frames, and turns the poses on only there.
TEST_F(SessionPast, AreTheSameAfterAJumpAsAfterPlayingThere) {
    WorldSettings settings = session_.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(session_.change_settings(settings));
    std::vector<Poses> played;
    const auto play = [&](int count) {
        for (int i = 0; i < count; ++i) {
            session_.keep_past_poses(12);
            played.push_back(poses());
            session_.step_once();
        }
    };
    play(30);
    session_.go_to(20);
    played.resize(20);
    session_.submit(command::SetVelocity{.body = body("a"), .linear = Vec2{3.0f, 6.0f}});
    play(40);
    const std::uint32_t branch = session_.history().position().branch;
    EXPECT_GT(branch, 0u);
    EXPECT_TRUE(std::ranges::any_of(session_.past_poses(), &PoseSample::is_mid_step) ||
                session_.world().step_count() < session_.history().frame());
    for (const std::uint64_t frame : {59u, 21u, 20u, 5u, 0u, 45u}) {
        session_.keep_past_poses(0);
        session_.go_to(branch, frame);
        const std::uint64_t hash_before = hash();
        const int contacts = session_.last_report().contacts;
        session_.keep_past_poses(12);
        EXPECT_EQ(poses(), played[frame]) << frame;
        EXPECT_EQ(hash(), hash_before);
        EXPECT_EQ(session_.history().frame(), frame);
        EXPECT_EQ(session_.last_report().contacts, contacts);
        session_.keep_past_poses(0);
    }
    EXPECT_FALSE(session_.history().divergence());
}

// "b" rests on "a"; "c" flies by; the floor belongs to no island.
TEST_F(SessionPast, IslandsJoinWhatTouches) {
    steps(2);
    std::vector<std::uint32_t> islands = islands_of(session_.world());
    EXPECT_EQ(islands[body("floor").index], BodyHandle::null_index);
    EXPECT_EQ(islands[body("c").index], body("c").index);
    steps(80);  // everything has fallen down
    islands = islands_of(session_.world());
    int joined = 0;
    for (const Contact& contact : session_.world().contacts()) {
        const bool both = islands[contact.body_a] != BodyHandle::null_index &&
                          islands[contact.body_b] != BodyHandle::null_index;
        if (contact.count == 0 || !both) continue;
        ++joined;
        EXPECT_EQ(islands[contact.body_a], islands[contact.body_b]);
    }
    EXPECT_GT(joined, 0);
    for (const std::uint32_t island : islands)
        EXPECT_TRUE(island == BodyHandle::null_index || islands[island] == island);
}

}  // namespace
}  // namespace toibox::app
