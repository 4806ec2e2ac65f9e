// SPDX-License-Identifier: MIT
// `toibox diff` and the report of `toibox verify`: every kind of difference between two recordings.
#include "tests/cli/recording_fixture.h"

namespace toibox::app {
namespace {

using namespace testing_support;

/// Applies an impulse along x to the first body.
void push(replay::History& history, float impulse) {
    const BodyHandle body = history.simulation().world().bodies().front();
    EXPECT_TRUE(history.apply(command::ApplyImpulse{.body = body, .impulse = {impulse, 0}}));
}
void advance(replay::History& history, int count) {
    for (int i = 0; i < count; ++i)
        history.step();
}

class RecordingDiff : public RecordingCommand {
protected:
    [[nodiscard]] static Outcome diff(const std::string& a, const std::string& b,
                                      const char* more = nullptr) {
        std::vector<const char*> arguments{"diff", a.c_str(), b.c_str()};
        if (more != nullptr) arguments.push_back(more);
        return run_cli(arguments);
    }

    std::string scene_ = scene("late.toi.json", latecomer);
    std::string a_ = recorded("a.toirec", {"--steps", "4"}, scene_);
};

TEST_F(RecordingDiff, NamesABranchThatOnlyOneHas) {
    const std::string b = played(a_, "b.toirec", [](replay::History& history) {
        history.seek(2);
        push(history, 1);
        advance(history, 2);
    });
    const Outcome text = diff(a_, b);
    EXPECT_EQ(text.exit_code, 1);
    EXPECT_TRUE(contains(text.out, "the first 1 of 1 and 2 branches are identical")) << text.out;
    EXPECT_TRUE(contains(text.out, "only B has branch 1, which starts at step 2: 2 steps, 1 input"))
        << text.out;
    EXPECT_TRUE(contains(diff(b, a_).out, "only A has branch 1")) << text.out;
    const Outcome json = diff(a_, b, "--json");
    EXPECT_EQ(json.exit_code, 1);
    EXPECT_TRUE(contains(json.out, R"("same":false)")) << json.out;
    EXPECT_TRUE(contains(json.out, R"("difference":"branches","branch":1)")) << json.out;
    EXPECT_EQ(diff(b, b).exit_code, 0);
    EXPECT_TRUE(contains(diff(b, b).out, "identical: 4 steps, 2 branches")) << diff(b, b).out;
}

TEST_F(RecordingDiff, NamesDifferencesOnABranch) {
    const auto branched = [&](const char* name, float impulse, int at, int count) {
        return played(a_, name, [&](replay::History& history) {
            history.seek(static_cast<std::uint64_t>(at));
            push(history, impulse);
            advance(history, count);
        });
    };
    const std::string b = branched("b.toirec", 1, 2, 3);
    const Outcome harder = diff(b, branched("c.toirec", 2, 2, 3));
    EXPECT_EQ(harder.exit_code, 1);
    EXPECT_TRUE(contains(harder.out, "inputs differ at step 2 of branch 1")) << harder.out;
    EXPECT_TRUE(contains(harder.out, "the states diverge at step 3 of branch 1")) << harder.out;
    EXPECT_TRUE(contains(harder.out, "of body \"ball\"")) << harder.out;
    const Outcome later = diff(b, branched("d.toirec", 1, 3, 3));
    EXPECT_EQ(later.exit_code, 1);
    EXPECT_TRUE(contains(later.out, "branch 1 starts at different places")) << later.out;
    const Outcome longer = diff(b, branched("e.toirec", 1, 2, 5));
    EXPECT_EQ(longer.exit_code, 1);
    EXPECT_TRUE(contains(longer.out, "branch 1 is identical up to step 5, where A ends it")) << longer.out;
}

// Recordings with different inputs differ, even if all their states are identical. Here the input comes after
// the last step.
TEST_F(RecordingDiff, NamesAnInputThatOnlyOneHas) {
    const auto with_final_push = [&](const char* name, float impulse) {
        return played(a_, name, [&](replay::History& history) {
            history.seek(0, 4);
            push(history, impulse);
        });
    };
    const std::string b = with_final_push("b.toirec", 1);
    const Outcome text = diff(a_, b);
    EXPECT_EQ(text.exit_code, 1);
    EXPECT_TRUE(contains(text.out, "inputs differ at step 4: A has no input, B has 1")) << text.out;
    EXPECT_TRUE(contains(text.out, "all states are identical")) << text.out;
    const Outcome json = diff(a_, b, "--json");
    EXPECT_TRUE(contains(json.out, R"("difference":"inputs","branch":0,"first_difference":4)")) << json.out;
    EXPECT_EQ(diff(b, with_final_push("c.toirec", 1)).exit_code, 0) << "the same input is no difference";
    EXPECT_EQ(diff(b, with_final_push("c.toirec", 2)).exit_code, 1);
}

// Bookmarks are notes about a run, not part of it.
TEST_F(RecordingDiff, ReportsBookmarksWithoutFailing) {
    const std::string b = changed(
        a_, "b.toirec", [](replay::Recording& recording) { recording.bookmarks.push_back({0, 2, "look"}); });
    const Outcome text = diff(a_, b);
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_TRUE(contains(text.out, "identical: 4 steps")) << text.out;
    EXPECT_TRUE(contains(text.out, "the list of bookmarks differs")) << text.out;
    EXPECT_TRUE(contains(diff(a_, b, "--json").out, R"("same":true,)")) << text.out;
    EXPECT_TRUE(contains(diff(a_, b, "--json").out, R"("source_differences":["the list of bookmarks"])"))
        << text.out;
}

TEST_F(RecordingDiff, ReportsSourceDifferencesInJson) {
    const std::string b = recorded("b.toirec", {"--steps", "4", "--set", "/title=\"other\""}, scene_);
    const Outcome text = diff(a_, b);
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_TRUE(contains(text.out, "the list of --set overrides differs")) << text.out;
    EXPECT_TRUE(
        contains(diff(a_, b, "--json").out, R"("source_differences":["the list of --set overrides"])"));
    const std::string c = recorded("c.toirec", {"--steps", "4", "--set", "/world/gravity=[0,-9]"}, scene_);
    const Outcome json = diff(a_, c, "--json");
    EXPECT_EQ(json.exit_code, 1);
    EXPECT_TRUE(contains(json.out, R"("source_differences":["the list of --set overrides"])")) << json.out;
}

// A recording with another sim_version cannot be replayed, but its recorded hashes are compared.
TEST_F(RecordingDiff, FindsTheStepWithoutReplaying) {
    const std::string other = changed(a_, "b.toirec", [](replay::Recording& recording) {
        ++recording.sim_version;
        recording.branches[0].hashes[3] ^= 1u;
    });
    const Outcome text = diff(a_, other);
    EXPECT_EQ(text.exit_code, 1) << text.err;
    EXPECT_TRUE(contains(text.out, "the states diverge at step 3\n")) << text.out;
    const std::string this_version = std::to_string(sim_version);
    const std::string other_version = std::to_string(sim_version + 1);
    EXPECT_TRUE(contains(text.out, "sim_version (" + this_version + ", " + other_version + ") differs"))
        << text.out;
    EXPECT_TRUE(contains(text.out, "states cannot be recomputed")) << text.out;
    EXPECT_TRUE(contains(text.out, "sim_version " + other_version + ", which this program")) << text.out;
    const Outcome json = diff(a_, other, "--json");
    EXPECT_EQ(json.exit_code, 1);
    EXPECT_TRUE(contains(json.out, R"("first_difference":3)")) << json.out;
    EXPECT_TRUE(contains(json.out, R"("not_replayed":"B: it was recorded by)")) << json.out;
}

/// The script spawns the body, so the initial scene does not contain its name.
TEST_F(RecordingDiff, NamesASpawnedBody) {
    const std::string b = recorded("b.toirec", {"--steps", "40"}, scene_);
    const std::string c =
        recorded("c.toirec", {"--steps", "40", "--set", "/timeline/0/body/velocity=[0.6,0]"}, scene_);
    const Outcome text = diff(b, c);
    EXPECT_EQ(text.exit_code, 1);
    EXPECT_TRUE(contains(text.out, "of body \"late\"")) << text.out;
    EXPECT_FALSE(contains(text.out, "4294967295")) << text.out;
    EXPECT_TRUE(contains(diff(b, c, "--json").out, R"("body":"late")")) << diff(b, c, "--json").out;

    const std::string altered = changed(b, "altered.toirec", [](replay::Recording& recording) {
        std::string& source = recording.source.scene;
        const std::size_t at = source.find("0.5,", source.find("late\""));
        ASSERT_NE(at, std::string::npos) << source;
        source.replace(at, 3, "0.6");
    });
    const Outcome verify = run_cli({"verify", altered.c_str()});
    EXPECT_EQ(verify.exit_code, 1);
    EXPECT_TRUE(contains(verify.out, "of body \"late\"")) << verify.out;
    const Outcome json = run_cli({"verify", altered.c_str(), "--json"});
    EXPECT_TRUE(contains(json.out, R"("body":"late")")) << json.out;
}

/// In the first step that differs, only one of the recordings has the body.
TEST_F(RecordingDiff, NamesABodyThatOnlyOneHas) {
    const std::string b = recorded("b.toirec", {"--steps", "40", "--set", "/timeline/0/at=0.2"}, scene_);
    const std::string c = recorded("c.toirec", {"--steps", "40"}, scene_);
    for (const Outcome& outcome : {diff(b, c), diff(c, b)}) {
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_TRUE(contains(outcome.out, "the states diverge at step 6")) << outcome.out;
        EXPECT_FALSE(contains(outcome.out, "4294967295")) << outcome.out;
    }
}

}  // namespace
}  // namespace toibox::app
