// SPDX-License-Identifier: MIT
#include "app/session/comparison/setting_differences.h"

#include "app/session/solver_settings.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>

namespace toibox::app {

namespace {

using S = WorldSettings;

constexpr int max_settings_in_name = 2;

/// A label in the middle of a sentence: lower case, unless it starts with an abbreviation.
std::string in_sentence(std::string_view label) {
    std::string text(label);
    const bool is_word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
    if (is_word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

template <class Enum>
std::string value_text(std::span<const EnumEntry<Enum>> table, Enum value) {
    return in_sentence(enum_entry(table, value).label);
}

/// Adds settings that differ.
class DifferenceList {
public:
    explicit DifferenceList(const Comparison& comparison) : comparison_(comparison) {}

    /// `text_of`: the value of a pane, empty if the pane does not use the setting. `needs_two`: whether it
    /// takes two panes that use the setting for a difference.
    template <class TextOf>
    void add(const char* name, TextOf&& text_of, bool needs_two = true) {
        SettingDifference difference{name, {}};
        std::set<std::string> different;
        for (std::size_t i = 0; i < comparison_.size(); ++i) {
            difference.values.push_back(text_of(comparison_.pane(i)));
            if (!needs_two || !difference.values.back().empty()) different.insert(difference.values.back());
        }
        if (different.size() > 1) found.push_back(std::move(difference));
    }
    template <class Value>
    void add(const char* name, Value S::* field, const char* unit = "") {
        add(name, [&](const Session& pane) {
            if constexpr (std::is_same_v<Value, bool>) {
                return std::string(pane.settings().*field ? "on" : "off");
            } else {
                return fmt::format("{}{}", pane.settings().*field, unit);
            }
        });
    }
    /// A number that only some solvers use.
    template <class Value>
    void add(const char* name, Value S::* field, SolverSetting setting, const char* unit = "") {
        add(name, [&](const Session& pane) {
            if (!is_setting_used(pane.settings(), setting)) return std::string();
            return fmt::format("{}{}", pane.settings().*field, unit);
        });
    }
    void add_toi(const char* name, int S::* field) {
        add(name, [&](const Session& pane) {
            const bool is_used = uses_time_of_impact(pane.settings().continuous);
            return is_used ? fmt::format("{}", pane.settings().*field) : std::string();
        });
    }

    std::vector<SettingDifference> found;

private:
    const Comparison& comparison_;
};

void add_continuous(DifferenceList& list) {
    list.add("Continuous", [](const Session& pane) {
        return value_text(continuous_policies(), pane.settings().continuous);
    });
    list.add(
        "TOI method",
        [](const Session& pane) {
            const bool is_used = uses_time_of_impact(pane.settings().continuous);
            return is_used ? in_sentence(promises(pane.settings().toi).label) : std::string();
        },
        false);
    list.add("Root finder", [](const Session& pane) {
        const S& settings = pane.settings();
        const bool is_used =
            uses_time_of_impact(settings.continuous) && settings.toi == ToiMethod::BilateralAdvancement;
        return is_used ? in_sentence(info(settings.root_finder).label) : std::string();
    });
    list.add("Speculative margin", [](const Session& pane) {
        const bool is_used = pane.settings().continuous == ContinuousPolicy::Speculative;
        return is_used ? fmt::format("{} m", pane.settings().speculative_margin) : std::string();
    });
}

void add_solver(DifferenceList& list) {
    list.add("Solver",
             [](const Session& pane) { return value_text(solver_kinds(), pane.settings().solver); });
    list.add("Integrator", [](const Session& pane) {
        const bool is_used = is_setting_used(pane.settings(), SolverSetting::Integrator);
        return is_used ? value_text(integrators(), pane.settings().integrator) : std::string();
    });
    list.add("Broad phase", [](const Session& pane) {
        return value_text(broad_phase_kinds(), pane.settings().broad_phase);
    });
    list.add("Rate", [](const Session& pane) { return fmt::format("{:.4g} Hz", pane.hertz()); });
    list.add("Sub-steps", &S::substeps);
    list.add("Detection sub-steps", &S::detection_substeps);
    list.add("Velocity iterations", &S::velocity_iterations, SolverSetting::VelocityIterations);
    list.add("Position iterations", &S::position_iterations, SolverSetting::PositionIterations);
    list.add("Warm starting", &S::warm_starting);
    list.add("Contact matching", [](const Session& pane) {
        const bool is_used = is_setting_used(pane.settings(), SolverSetting::ContactMatching);
        return is_used ? value_text(contact_matchings(), pane.settings().matching) : std::string();
    });
    list.add("Gravity, m/s²", [](const Session& pane) {
        const Vec2 gravity = pane.settings().gravity;
        return fmt::format("{}, {}", gravity.x, gravity.y);
    });
}

void add_tolerances(DifferenceList& list) {
    list.add("Smooth inner edges", &S::smooth_inner_edges);
    list.add("Sleeping", &S::sleeping);
    list.add("Stop at impacts", &S::stop_at_each_impact);
    list.add("Target", &S::target, " m");
    list.add("Tolerance", &S::tolerance, " m");
    list.add_toi("TOI iterations", &S::toi_iterations);
    list.add_toi("Root iterations", &S::root_iterations);
    list.add_toi("Impacts per body per step", &S::impact_budget);
    list.add("Maximum contacts", &S::max_contacts);
    list.add("Contact margin", &S::contact_margin, " m");
    list.add("Slop", &S::slop, SolverSetting::Slop, " m");
    list.add("Restitution threshold", &S::restitution_threshold, SolverSetting::RestitutionThreshold, " m/s");
    list.add("Position correction", &S::position_correction, SolverSetting::PositionCorrection);
    list.add("Contact stiffness", &S::contact_stiffness, SolverSetting::ContactSoftness);
    list.add("Contact damping", &S::contact_damping_ratio, SolverSetting::ContactSoftness);
    list.add("Push speed", &S::push_speed, SolverSetting::ContactSoftness, " m/s");
    list.add("Joint stiffness", &S::joint_stiffness, SolverSetting::JointSoftness);
    list.add("Joint damping", &S::joint_damping_ratio, SolverSetting::JointSoftness);
    list.add("Stiffness", &S::penalty_stiffness, SolverSetting::PenaltyForce, " N/m");
    list.add("Damping", &S::penalty_damping, SolverSetting::PenaltyForce, " N·s/m");
}

}  // namespace

std::vector<SettingDifference> setting_differences(const Comparison& comparison) {
    DifferenceList list(comparison);
    add_continuous(list);
    add_solver(list);
    add_tolerances(list);
    return std::move(list.found);
}

std::string pane_values(const std::vector<SettingDifference>& differences, std::string_view name) {
    const auto found = std::ranges::find(differences, name, &SettingDifference::name);
    if (found == differences.end()) return {};
    std::string text = "Differs by pane:";
    for (std::size_t i = 0; i < found->values.size(); ++i) {
        const std::string& value = found->values[i];
        text += fmt::format("{} {} {}", i == 0 ? "" : ",", i + 1, value.empty() ? "unused" : value);
    }
    return text;
}

std::string pane_name(const Comparison& comparison, const std::vector<SettingDifference>& differences,
                      std::size_t pane) {
    std::string name;
    int count = 0;
    for (const SettingDifference& difference : differences) {
        const std::string& value = difference.values[pane];
        if (value.empty() || count == max_settings_in_name) continue;
        name += (name.empty() ? "" : ", ") + value;
        ++count;
    }
    if (!name.empty()) return name;
    const Session& session = comparison.pane(pane);
    return variant_label(session.run().scene(), session.variant());
}

std::string variant_label(const scene::Scene& scene, const std::string& variant) {
    if (variant.empty()) return "Base scene";
    const auto found = std::ranges::find(scene.variants, variant, &scene::VariantEntry::name);
    return found == scene.variants.end() || found->label.empty() ? variant : found->label;
}

}  // namespace toibox::app
