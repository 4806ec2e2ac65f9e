// SPDX-License-Identifier: MIT
#include "app/panels/library/claim_board.h"

#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A scene of 600 steps with a claim that holds and, if wanted, one that fails.
std::string scene_text(bool fails) {
    return std::string(R"({"toibox": 1, "world": {"gravity": [0, 0], "duration": 10},
        "bodies": [{"id": "ball", "velocity": [1, 0], "shapes": [{"type": "circle", "radius": 1}]}],
        "expect": [{"that": "ball.x > 9"})") +
           (fails ? R"(, {"that": "ball.x < 9", "why": "it\tfails"})" : "") + "]}";
}

class ClaimBoards : public testing::Test {
protected:
    ClaimBoards() { folder_.write("a.toi.json", scene_text(true)); }
    [[nodiscard]] ClaimBoard board(const std::string& build = "one") const {
        return {folder_.file("claims.txt"), build};
    }
    /// Requests the scene and works as little as possible.
    bool is_known_at_once(ClaimBoard& board) const {
        board.request({path_});
        board.advance(0.0);
        return board.find(path_) != nullptr;
    }
    const ClaimResult& check(ClaimBoard& board) const {
        board.request({path_});
        while (board.remaining() > 0)
            board.advance(0.01);
        return board.find(path_)->result;
    }

    test::TemporaryFolder folder_;
    std::string path_ = folder_.file("a.toi.json");
};

TEST_F(ClaimBoards, ChecksInSlices) {
    ClaimBoard first = board();
    EXPECT_FALSE(is_known_at_once(first));
    EXPECT_EQ(first.remaining(), 1u);
    const ClaimResult& result = check(first);
    EXPECT_EQ(result.passed, 1);
    EXPECT_EQ(result.failed, 1);
    EXPECT_GT(first.find(path_)->time, 0);
}

TEST_F(ClaimBoards, RemembersResultsBetweenRuns) {
    ClaimBoard first = board();
    const ClaimResult result = check(first);
    ClaimBoard second = board();
    EXPECT_TRUE(is_known_at_once(second));
    EXPECT_EQ(second.find(path_)->result, result);
    EXPECT_EQ(second.find(path_)->time, first.find(path_)->time);
}

// The browser may be closed before all scenes are checked.
TEST_F(ClaimBoards, RemembersEachResultAtOnce) {
    folder_.write("b.toi.json", scene_text(false));
    ClaimBoard first = board();
    first.request({path_, folder_.file("b.toi.json")});
    while (first.find(path_) == nullptr)
        first.advance(0.0);
    ASSERT_EQ(first.remaining(), 1u);
    ClaimBoard second = board();
    EXPECT_TRUE(is_known_at_once(second));
}

TEST_F(ClaimBoards, ChecksAChangedFileAgain) {
    ClaimBoard first = board();
    check(first);
    folder_.write("a.toi.json", scene_text(false));
    EXPECT_TRUE(is_known_at_once(first));  // files are only read again after forget()
    first.forget();
    EXPECT_FALSE(is_known_at_once(first));
    EXPECT_EQ(check(first).failed, 0);
}

TEST_F(ClaimBoards, ChecksAgainInAnotherBuild) {
    ClaimBoard first = board();
    check(first);
    ClaimBoard other = board("two");
    EXPECT_FALSE(is_known_at_once(other));
}

TEST_F(ClaimBoards, AFileWithErrorsFails) {
    folder_.write("a.toi.json", "{");
    ClaimBoard first = board();
    EXPECT_FALSE(check(first).good());
    EXPECT_EQ(check(first).failures.front().detail, "the file has errors");
}

TEST(ClaimAge, HasTheLargestUnit) {
    EXPECT_EQ(age_text(0), "just now");
    EXPECT_EQ(age_text(150), "2 min ago");
    EXPECT_EQ(age_text(2 * 3600), "2 h ago");
    EXPECT_EQ(age_text(24 * 3600), "1 day ago");
    EXPECT_EQ(age_text(3 * 24 * 3600), "3 days ago");
}

}  // namespace
}  // namespace toibox::app
