// SPDX-License-Identifier: MIT
#include "toibox/dynamics/settings.h"

#include "toibox/dynamics/step_report.h"

#include "tests/support/worlds.h"

#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::nan;

TEST(Settings, DefaultsAreValid) {
    EXPECT_TRUE(validated(WorldSettings{}).has_value());
}

struct BadSetting {
    const char* field;
    std::function<void(WorldSettings&)> corrupt;
};

TEST(Settings, ErrorNamesTheFieldAndItsRange) {
    const std::vector<BadSetting> bad{
        {"gravity.x", [](WorldSettings& s) { s.gravity.x = nan; }},
        {"gravity.y", [](WorldSettings& s) { s.gravity.y = -std::numeric_limits<float>::infinity(); }},
        {"solver", [](WorldSettings& s) { s.solver = SolverKind{77}; }},
        {"velocity_iterations", [](WorldSettings& s) { s.velocity_iterations = -3; }},
        {"position_iterations", [](WorldSettings& s) { s.position_iterations = 1001; }},
        {"substeps", [](WorldSettings& s) { s.substeps = 0; }},
        {"detection_substeps", [](WorldSettings& s) { s.detection_substeps = 0; }},
        {"matching", [](WorldSettings& s) { s.matching = ContactMatching{9}; }},
        {"restitution_threshold", [](WorldSettings& s) { s.restitution_threshold = -1; }},
        {"contact_margin", [](WorldSettings& s) { s.contact_margin = nan; }},
        {"slop", [](WorldSettings& s) { s.slop = -0.001f; }},
        {"position_correction", [](WorldSettings& s) { s.position_correction = 1.1f; }},
        {"max_position_correction", [](WorldSettings& s) { s.max_position_correction = nan; }},
        {"continuous", [](WorldSettings& s) { s.continuous = ContinuousPolicy{42}; }},
        {"toi", [](WorldSettings& s) { s.toi = ToiMethod{42}; }},
        {"root_finder", [](WorldSettings& s) { s.root_finder = RootFinder{42}; }},
        {"target", [](WorldSettings& s) { s.target = 0; }},
        {"tolerance", [](WorldSettings& s) { s.tolerance = 0; }},
        {"tolerance", [](WorldSettings& s) { s.tolerance = 2 * s.target; }},
        {"toi_iterations", [](WorldSettings& s) { s.toi_iterations = 0; }},
        {"root_iterations", [](WorldSettings& s) { s.root_iterations = 1001; }},
        {"impact_budget", [](WorldSettings& s) { s.impact_budget = 0; }},
        {"broad_phase", [](WorldSettings& s) { s.broad_phase = BroadPhaseKind{42}; }},
        {"max_contacts", [](WorldSettings& s) { s.max_contacts = 0; }},
    };
    for (const BadSetting& bad_setting : bad) {
        WorldSettings settings;
        bad_setting.corrupt(settings);
        const Result<WorldSettings, SettingsError> result = validated(settings);
        ASSERT_FALSE(result.has_value()) << bad_setting.field;
        EXPECT_EQ(result.error().field, bad_setting.field);
        EXPECT_FALSE(result.error().message.empty());
    }
    EXPECT_EQ(validated({.velocity_iterations = -3}).error().message, "must be 0 to 1000, got -3");
    EXPECT_EQ(validated({.position_correction = 1.5f}).error().message, "must be 0 to 1, got 1.5");
}

template <class Enum>
void expect_complete_table(std::span<const EnumEntry<Enum>> table, std::size_t count) {
    ASSERT_EQ(table.size(), count);
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(table[i].value, static_cast<Enum>(i));
        EXPECT_FALSE(table[i].label.empty());
        EXPECT_FALSE(table[i].help.empty());
        EXPECT_TRUE(names.insert(table[i].name).second) << table[i].name;
    }
}

// The penalty and push-back solvers respond only to overlaps. A body that is stopped at an impact does not
// overlap anything, and neither do the shapes of a speculative contact.
TEST(Settings, RejectPredictivePoliciesForOverlapSolvers) {
    for (const EnumEntry<SolverKind>& solver : solver_kinds()) {
        for (const EnumEntry<ContinuousPolicy>& policy : continuous_policies()) {
            const bool solves_overlaps =
                solver.value == SolverKind::Penalty || solver.value == SolverKind::PushBack;
            const auto checked = validated({.solver = solver.value, .continuous = policy.value});
            const bool is_rejected = solves_overlaps && (uses_time_of_impact(policy.value) ||
                                                         policy.value == ContinuousPolicy::Speculative);
            EXPECT_EQ(checked.has_value(), !is_rejected) << solver.name << ", " << policy.name;
            if (!is_rejected || checked) continue;
            EXPECT_EQ(checked.error().field, "continuous");
            for (const std::string_view expected_part :
                 {solver.name, policy.name, std::string_view("detection_substeps")})
                EXPECT_NE(checked.error().message.find(expected_part), std::string::npos)
                    << checked.error().message;
        }
    }
}

TEST(Settings, EveryEnumeratorHasAName) {
    expect_complete_table(solver_kinds(), 4);
    expect_complete_table(integrators(), 5);
    expect_complete_table(continuous_policies(), 9);
    expect_complete_table(contact_matchings(), 4);
    expect_complete_table(broad_phase_kinds(), 12);
    EXPECT_EQ(enum_entry(continuous_policies(), ContinuousPolicy::SubstepAtImpact).name, "substep-at-impact");
    EXPECT_EQ(enum_entry(contact_matchings(), ContactMatching::FeatureId).name, "feature-id");
    EXPECT_EQ(enum_entry(broad_phase_kinds(), BroadPhaseKind::DynamicTree).name, "dynamic-tree");
}

// A body stopped at the target distance must have a contact there; other policies do not need that margin.
TEST(Settings, MarginReachesTheTargetUnderATimeOfImpactPolicy) {
    WorldSettings settings{.contact_margin = 0.0f, .target = 0.01f, .tolerance = 0.002f};
    settings.continuous = ContinuousPolicy::Off;
    EXPECT_EQ(effective_contact_margin(settings), 0.0f);
    settings.continuous = ContinuousPolicy::StopAtImpact;
    EXPECT_EQ(effective_contact_margin(settings), 0.01f + 0.002f);
    settings.contact_margin = 0.5f;
    EXPECT_EQ(effective_contact_margin(settings), 0.5f);
}

TEST(Settings, RestitutionThresholdIsAtLeastTwiceTheGravityPerStep) {
    EXPECT_EQ(effective_restitution_threshold({.gravity = {0, 0}}, 1.0f), 1.0f);
    EXPECT_EQ(effective_restitution_threshold({.gravity = {0, -10}}, 0.1f), 2.0f);
}

TEST(Settings, StagesHaveNames) {
    std::set<std::string_view> names;
    for (int i = 0; i < stage_count; ++i)
        names.insert(to_string(static_cast<Stage>(i)));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(stage_count));
    EXPECT_EQ(names.count("unknown"), 0u);
}

}  // namespace
}  // namespace toibox
