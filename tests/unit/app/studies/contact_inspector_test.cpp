// SPDX-License-Identifier: MIT

// Boxes that slide by their own width per step (M. Trtík, "Collision detection", lecture PA199, Masaryk
// University 2024, slide 31), as the Contacts tab shows them. In the contact with the floor, "lead" is shape
// A and "trail" is shape B.

#include "app/studies/contacts/contact_inspector.h"

#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr std::size_t rule_none = 0;
constexpr std::size_t rule_world = 1;
constexpr std::size_t rule_body = 2;
constexpr std::size_t rule_id = 3;

class ContactInspectorTest : public testing::Test {
protected:
    void open(const std::string& speed) {
        folder_.write(
            "slide.toi.json",
            R"({"toibox": 1, "title": "Slide", "license": "CC-BY-4.0",
  "world": {"gravity": [0, -10], "step": "1/40", "duration": 1, "solver": "sequential-impulses", "continuous": "off", "sleeping": false},
  "materials": {"ice": {"density": 1, "friction": 0, "restitution": 0}},
  "bodies": [
    {"id": "lead", "position": [2, 0.5], "velocity": [)" +
                speed +
                R"(, 0], "mass": {"mass": 1, "inertia": 0.2, "center": [0.25, 0]}, "shapes": [{"type": "box", "size": [1, 1], "material": "ice"}]},
    {"id": "floor", "type": "static", "position": [22, -0.5], "shapes": [{"type": "box", "size": [60, 1], "material": "ice"}]},
    {"id": "trail", "position": [-2, 0.5], "velocity": [)" +
                speed +
                R"(, 0], "mass": {"mass": 1, "inertia": 0.2, "center": [0.25, 0]}, "shapes": [{"type": "box", "size": [1, 1], "material": "ice"}]}
  ]})");
        const auto opened = session_.open(folder_.file("slide.toi.json"));
        ASSERT_TRUE(opened) << scene::format(opened.error());
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i)
            session_.step_once();
        contacts_.refresh(session_);
    }
    void select(const char* body_id) {
        session_.select_body(session_.run().body(body_id));
        contacts_.refresh(session_);
    }

    test::TemporaryFolder folder_;
    Session session_;
    ContactInspector contacts_;
};

TEST_F(ContactInspectorTest, HasNoPreviousStateBeforeTheFirstStep) {
    open("40");
    contacts_.refresh(session_);
    EXPECT_FALSE(contacts_.has_previous_state());
    EXPECT_TRUE(contacts_.contact_matches().empty());
    EXPECT_EQ(contacts_.tally().points, 0);
}

TEST_F(ContactInspectorTest, OnlyIdsMatchEveryCornerOfABoxThatSlidesByItsWidth) {
    open("40");
    steps(4);
    const MatchingTally& tally = contacts_.tally();
    EXPECT_EQ(tally.points, 4);
    EXPECT_EQ(tally.correct, (std::array<int, 4>{0, 0, 2, 4}));
    EXPECT_EQ(tally.wrong, (std::array<int, 4>{0, 2, 1, 0}));
}

TEST_F(ContactInspectorTest, EveryRuleMatchesASlowlyMovingBox) {
    open("0.4");
    steps(4);
    const MatchingTally& tally = contacts_.tally();
    EXPECT_EQ(tally.correct, (std::array<int, 4>{0, 4, 4, 4}));
    EXPECT_EQ(tally.wrong, (std::array<int, 4>{}));
}

// The front corner carries 3/4 of the weight, the rear corner 1/4. A wrong match lets the rear corner start
// from the impulse of the front corner.
TEST_F(ContactInspectorTest, AWrongMatchStartsFromTheNeighboursImpulse) {
    open("40");
    session_.select_body(session_.run().body("lead"));
    steps(20);
    const std::vector<ContactMatches>& contact_matches = contacts_.contact_matches();
    ASSERT_EQ(contact_matches.size(), 1u);
    EXPECT_EQ(contact_matches.front().label, "lead – floor");
    ASSERT_EQ(contact_matches.front().points.size(), 2u);
    const double weight = 10.0 / 40.0;  // impulse of the weight of 1 kg per step, N·s
    int wrong = 0;
    for (const PointMatches& point : contact_matches.front().points) {
        EXPECT_TRUE(point.existed_before);
        EXPECT_EQ(point.by_rule[rule_none], PointMatch::None);
        EXPECT_EQ(point.by_rule[rule_body], PointMatch::Correct);
        EXPECT_EQ(point.by_rule[rule_id], PointMatch::Correct);
        EXPECT_NEAR(point.start_impulse_by_rule[rule_id], point.impulse_before, 0.02 * weight);
        if (point.by_rule[rule_world] != PointMatch::Wrong) continue;
        ++wrong;
        EXPECT_NEAR(point.start_impulse_by_rule[rule_id], 0.25 * weight, 0.02 * weight);
        EXPECT_NEAR(point.start_impulse_by_rule[rule_world], 0.75 * weight, 0.02 * weight);
    }
    EXPECT_EQ(wrong, 1);
}

TEST_F(ContactInspectorTest, ShowsTheContactsOfTheSelectedBody) {
    open("40");
    steps(2);
    EXPECT_EQ(contacts_.contact_matches().size(), 2u);
    select("floor");
    EXPECT_EQ(contacts_.contact_matches().size(), 2u);
    select("trail");
    ASSERT_EQ(contacts_.contact_matches().size(), 1u);
    EXPECT_EQ(contacts_.contact_matches().front().label, "trail – floor");
    // In the engine, the floor is A of this contact.
    for (const PointMatches& point : contacts_.contact_matches().front().points)
        EXPECT_EQ(point.id, flipped(point.point.id));
    select("lead");
    EXPECT_EQ(contacts_.contact_matches().front().label, "lead – floor");
    for (const PointMatches& point : contacts_.contact_matches().front().points)
        EXPECT_EQ(point.id, point.point.id);
    EXPECT_EQ(contacts_.tally().points, 4) << "the tally covers the whole world";
}

TEST_F(ContactInspectorTest, RefreshesAfterAStepAndARestart) {
    open("40");
    steps(2);
    EXPECT_EQ(contacts_.tally().points, 4);
    session_.restart();
    contacts_.refresh(session_);
    EXPECT_FALSE(contacts_.has_previous_state());
    EXPECT_EQ(contacts_.tally().points, 0);
    steps(1);
    EXPECT_TRUE(contacts_.has_previous_state());
}

// With both solvers that use matching, the tab shows what the engine did under the active rule.
TEST_F(ContactInspectorTest, AgreesWithTheEngineAboutTheActiveRule) {
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        for (std::size_t rule = 0; rule < matching_rules.size(); ++rule) {
            open("40");
            WorldSettings settings = session_.settings();
            settings.solver = solver;
            settings.matching = matching_rules[rule];
            ASSERT_TRUE(session_.change_settings(settings));
            for (int step = 0; step < 30; ++step) {
                steps(1);
                for (const ContactMatches& matches : contacts_.contact_matches()) {
                    for (const PointMatches& point : matches.points) {
                        EXPECT_EQ(point.by_rule[rule] != PointMatch::None, point.point.warm)
                            << "rule " << rule << ", step " << step;
                    }
                }
            }
            session_.reset_settings();
        }
    }
}

TEST(ContactMatches, DescribesTheFeaturesOfAPoint) {
    using Clip = FeatureId::Clip;
    EXPECT_EQ(describe({2, 1, Clip::None, false}), "face A2 with corner B1");
    EXPECT_EQ(describe({2, 1, Clip::None, true}), "face B2 with corner A1");
    EXPECT_EQ(describe({0, 3, Clip::SideStart, false}), "face A0, at its start, with face B3");
    EXPECT_EQ(describe({0, 3, Clip::SideEnd, true}), "face B0, at its end, with face A3");
    EXPECT_EQ(describe({4, 5, Clip::Vertex, false}), "corner A4 with corner B5");
}

}  // namespace
}  // namespace toibox::app
