// SPDX-License-Identifier: MIT
// What the window shows about the panes: settings that differ, quantities and marks.
#include "app/session/comparison/comparison_rows.h"

#include "app/session/comparison/setting_differences.h"
#include "tests/unit/app/session/compared_variants.h"

namespace toibox::app {
namespace {

using ComparedPanes = ComparisonOfVariants;

TEST_F(ComparedPanes, RowsCompareTheSelectedOrTheFirstMovingBody) {
    ASSERT_TRUE(session_.set_parameter("speed", 100.0));  // 1.67 m per step: no sampled pose touches the wall
    compare({"toi"});
    steps(8);
    const auto row = [&](const std::string& name) {
        for (ComparisonRow& found : comparison_rows(comparison_)) {
            if (found.name == name) return found;
        }
        ADD_FAILURE() << "no row " << name;
        return ComparisonRow{};
    };
    EXPECT_EQ(comparison_rows(comparison_)[0].name, "A, position x");
    session_.select_body(session_.run().body("ball"));
    const ComparisonRow x = row("Ball, position x");
    ASSERT_EQ(x.values.size(), 2u);
    EXPECT_GT(*x.values[0], 5.0);
    EXPECT_LT(*x.values[1], 3.9);
    EXPECT_EQ(*x.difference(), *x.values[1] - *x.values[0]);
    EXPECT_EQ(x.unit, "m");
    // The body of 3.14 kg flies at 100 m/s: 15.7 kJ.
    const ComparisonRow energy = row("Kinetic energy");
    EXPECT_EQ(energy.unit, "kJ");
    EXPECT_NEAR(*energy.values[0], 15.7, 0.3);
    EXPECT_EQ(energy.decimals(), 2);
    EXPECT_EQ(row("Impacts").values[0], 0.0);
    EXPECT_GE(row("Impacts").values[1], 1.0);
    EXPECT_EQ(row("Distance queries").values[0], std::nullopt);
    EXPECT_FALSE(row("Distance queries").difference());
    EXPECT_GE(row("Distance queries").values[1], 1.0);
    EXPECT_EQ(pane_verdict(session_), scene::VerdictKind::Tunnelled);
    EXPECT_EQ(pane_verdict(comparison_.pane(1)), scene::VerdictKind::Stopped);
}

TEST(ComparisonRow, AllValuesHaveTheDecimalsOfTheLargest) {
    const auto decimals = [](std::vector<std::optional<double>> values) {
        return ComparisonRow{"", "", std::move(values), false}.decimals();
    };
    EXPECT_EQ(decimals({1.433333, -0.08}), 3);
    EXPECT_EQ(decimals({200.0, 0.0}), 0);
    EXPECT_EQ(decimals({13.35, std::nullopt}), 2);
    EXPECT_EQ(decimals({0.0123, 0.0}), 5);
    EXPECT_EQ(decimals({1334.6, 2.5}), 0);
    EXPECT_EQ(decimals({0.0}), 0);
}

TEST_F(ComparedPanes, SelectionAndBodiesCorrespond) {
    compare({"toi", "tree"});
    session_.select_body(session_.run().body("b"));
    ASSERT_TRUE(comparison_.update());
    const Session& other = comparison_.pane(2);
    EXPECT_EQ(other.run().id_of(other.selection().body), "b");
    EXPECT_EQ(comparison_.body_in(1, session_.run().body("a")), comparison_.pane(1).run().body("a"));
    EXPECT_EQ(comparison_.body_of_leader(1, comparison_.pane(1).run().body("a")), session_.run().body("a"));
}

TEST_F(ComparedPanes, MarksOfAllPanesStandAtTheFramesOfTheLeader) {
    compare({"toi", "fine"});
    steps(20);
    int impacts = 0;
    for (const Comparison::PaneMark& mark : comparison_.marks(0, 20)) {
        EXPECT_LE(mark.frame, 20u);
        if (mark.mark.kind != replay::MarkKind::Impact) continue;
        ++impacts;
        EXPECT_EQ(mark.pane, 1u);
    }
    EXPECT_GT(impacts, 0);
}

TEST_F(ComparedPanes, ListsOnlyTheSettingsThatDifferAndAreUsed) {
    compare({"toi", "fine"});
    const std::vector<SettingDifference> differences = setting_differences(comparison_);
    ASSERT_EQ(differences.size(), 4u);
    EXPECT_EQ(differences[0].name, "Continuous");
    EXPECT_EQ(differences[0].values, (std::vector<std::string>{"off", "sub-step at impact", "off"}));
    EXPECT_EQ(differences[1].name, "TOI method");
    EXPECT_EQ(differences[1].values, (std::vector<std::string>{"", "conservative advancement", ""}));
    EXPECT_EQ(differences[2].name, "Rate");
    EXPECT_EQ(differences[2].values, (std::vector<std::string>{"60 Hz", "60 Hz", "120 Hz"}));
    // The scene does not give the margin; its default depends on the policy.
    EXPECT_EQ(differences[3].name, "Contact margin");
    EXPECT_EQ(pane_name(comparison_, differences, 1), "sub-step at impact, conservative advancement");
    EXPECT_EQ(pane_name(comparison_, differences, 2), "off, 120 Hz");

    compare({"torn"});
    EXPECT_TRUE(setting_differences(comparison_).empty());
    EXPECT_EQ(pane_name(comparison_, {}, 0), "Base scene");
    EXPECT_EQ(pane_name(comparison_, {}, 1), "torn");
}

}  // namespace
}  // namespace toibox::app
