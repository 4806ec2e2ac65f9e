// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/comparison/comparison.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// A setting that differs between the panes of a comparison.
struct SettingDifference {
    std::string name;                 ///< "TOI method"
    std::vector<std::string> values;  ///< By pane, as in a sentence: "bilateral advancement". Empty where the
                                      ///< pane's other settings make it unused.
};

/// The settings and the step rates that differ between panes which use them, the most important first.
std::vector<SettingDifference> setting_differences(const Comparison& comparison);

/// The values of all panes as a sentence: "Differs by pane: 1 off, 2 sub-step at impact"; empty if the
/// setting does not differ.
std::string pane_values(const std::vector<SettingDifference>& differences, std::string_view name);

/// Short name of a pane: its first two values that differ, such as "sub-step at impact, bilateral
/// advancement"; if no setting differs, the label of its variant.
std::string pane_name(const Comparison& comparison, const std::vector<SettingDifference>& differences,
                      std::size_t pane);

/// The variant's label, or its name if it has none; "Base scene" for the base scene.
std::string variant_label(const scene::Scene& scene, const std::string& variant);

}  // namespace toibox::app
