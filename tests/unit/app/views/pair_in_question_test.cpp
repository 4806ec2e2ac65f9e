// SPDX-License-Identifier: MIT
#include "app/views/verdict/pair_in_question.h"

#include "tests/support/temporary_folder.h"

#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A ball flies through a wall in its second step. `more`: members of the scene, and bodies.
class PairInQuestion : public testing::Test {
protected:
    void open(const std::string& members, const std::string& bodies) {
        folder_.write("pair.toi.json", R"({"toibox": 1, )" + members + R"(
            "world": {"gravity": [0, 0], "step": 0.1, "duration": 1, "continuous": "off"},
            "bodies": [{"id": "wall", "type": "static", "position": [3, 0],
                        "shapes": [{"type": "box", "size": [0.05, 4]}]},
                       {"id": "ball", "velocity": [20, 0], "shapes": [{"type": "circle", "radius": 0.05}]})" +
                                           bodies + "]}");
        const auto opened = session_.open(folder_.file("pair.toi.json"));
        ASSERT_TRUE(opened) << scene::format(opened.error());
    }
    /// "ball, wall": A before B; empty: none.
    std::string names(const QuestionView& view) const {
        const auto bodies = bodies_in_question(session_, view);
        return bodies ? session_.run().id_of(bodies->a) + ", " + session_.run().id_of(bodies->b) : "";
    }

    static constexpr const char* third_body =
        R"(, {"id": "other", "position": [0, 9], "shapes": [{"type": "circle", "radius": 0.05}]})";
    test::TemporaryFolder folder_;
    Session session_;
};

TEST_F(PairInQuestion, IsThatOfTheShownVerdicts) {
    open("", third_body);
    const QuestionView view{.shows_verdicts = true};
    EXPECT_EQ(names(view), "");
    session_.step_once();
    session_.step_once();
    ASSERT_FALSE(session_.run().verdicts().empty());
    EXPECT_EQ(names(view), "ball, wall") << "the dynamic body is A";
    EXPECT_EQ(names({.shows_verdicts = false}), "");
    session_.step_once();
    EXPECT_EQ(names(view), "");
}

TEST_F(PairInQuestion, IsTheOnlyTwoBodiesOfASceneThatEndsAtItsVerdict) {
    open(R"("ending": "verdict",)", "");
    EXPECT_EQ(names({}), "ball, wall");
    open(R"("ending": "verdict",)", third_body);
    EXPECT_EQ(names({}), "");
}

TEST_F(PairInQuestion, IsTheOnlyTwoBodiesOfAPane) {
    open("", "");
    EXPECT_EQ(names({}), "");
    EXPECT_EQ(names({.is_pane = true}), "ball, wall");
}

}  // namespace
}  // namespace toibox::app
