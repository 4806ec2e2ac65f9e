// SPDX-License-Identifier: MIT
// If more bodies overlap than a step can handle, commands fail with the place, the reason and a hint, and do
// not change the scene file.
#include "tests/cli/run_cli.h"
#include "tests/support/temporary_folder.h"

#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using namespace testing_support;

constexpr const char* crowd = R"({
  "toibox": 1, "title": "A crowd",
  "world": {"duration": 1},
  "bodies": [
    {"id": "grain", "position": [3, 4], "repeat": {"count": 12000, "step": [0, 0]},
     "shapes": [{"type": "circle", "radius": 0.5}]}
  ],
  "variants": {
    "apart": {"set": {"/bodies/grain/repeat": {"count": [120, 100], "step": [[1.5, 0], [0, 1.5]]},
                      "/world/duration": 0.05}}
  }
})";

class CrowdCommand : public testing::Test {
protected:
    CrowdCommand() { folder_.write("crowd.toi.json", crowd); }
    /// No command changes the scene file.
    void TearDown() override { EXPECT_EQ(folder_.read("crowd.toi.json"), crowd); }

    test::TemporaryFolder folder_;
    const std::string scene_ = folder_.file("crowd.toi.json");
};

TEST_F(CrowdCommand, RunReportsPlaceReasonAndHint) {
    std::string first_error;
    for (const char* const broad_phase : {"batched-sweep", "dynamic-tree", "all-pairs"}) {
        const std::string set = std::string("/world/broad_phase=") + broad_phase;
        const Outcome outcome = run_cli({"run", scene_.c_str(), "--set", set.c_str()});
        EXPECT_EQ(outcome.exit_code, 5) << outcome.out << outcome.err;
        EXPECT_TRUE(contains(outcome.err,
                             "base: there would be more than 1048576 contacts in step 1 (t 0 s), "
                             "some of them of body \"grain"))
            << outcome.err;
        EXPECT_TRUE(contains(outcome.err,
                             "place the bodies farther apart, put shapes that need not collide "
                             "into a negative filter group, or raise \"max_contacts\""))
            << outcome.err;
        EXPECT_FALSE(contains(outcome.err, "not a number")) << outcome.err;
        if (first_error.empty()) first_error = outcome.err;
        EXPECT_EQ(outcome.err, first_error) << broad_phase;
    }
}

// The scene runs if the hint of the error is followed.
TEST_F(CrowdCommand, RunsIfTheBodiesAreFartherApart) {
    const Outcome apart = run_cli({"run", scene_.c_str(), "--variant", "apart"});
    EXPECT_EQ(apart.exit_code, 0) << apart.err;
}

TEST_F(CrowdCommand, CompareReportsTheReason) {
    const Outcome outcome = run_cli({"compare", scene_.c_str(), "--steps", "1"});
    EXPECT_NE(outcome.exit_code, 0) << outcome.out;
    EXPECT_TRUE(contains(outcome.out + outcome.err, "too many shapes overlap")) << outcome.out << outcome.err;
}

}  // namespace
}  // namespace toibox::app
