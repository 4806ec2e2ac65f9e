// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"

#include "app/cli/output/run_result.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// The result of one variant of a tested scene.
struct VariantReport {
    /// Why the variant could not be run; if there are any, `result` has only a name.
    scene::Diagnostics errors;
    VariantResult result;
    std::vector<std::optional<scene::LineColumn>> places;  ///< Positions of the claims in the scene file.
};

/// The result of one scene file.
struct SceneReport {
    std::string path;
    scene::Diagnostics errors;  ///< Why the file could not be read; if there are any, `variants` is empty.
    std::vector<VariantReport> variants;
};

struct TestTotals {
    int scenes = 0;
    int scenes_without_claims = 0;  ///< Scenes that ran but have no claims.
    int passed = 0;                 ///< Claims that passed.
    int failed = 0;                 ///< Claims that failed or were not reached.
    int errors = 0;                 ///< Invalid scenes and variants.
    int aborted = 0;                ///< Runs with a failed step.
    double seconds = 0.0;           ///< Wall-clock time of all runs.

    [[nodiscard]] bool good() const { return failed + errors + aborted == 0; }
};
TestTotals totals_of(const SceneReport& scene);
TestTotals operator+(TestTotals a, const TestTotals& b);

/// The title of a claim: "base: ball.x < 0, at 0.5 s".
std::string title_of(const VariantReport& variant, std::size_t claim);
/// Place of a claim, "scenes/a.toi.json:12:5"; only the path if the position is unknown.
std::string place_text(const SceneReport& scene, const VariantReport& variant, std::size_t claim);
bool passed(const VariantReport& variant, std::size_t claim);

/// Formats the report of a test run. Each call returns the next part of the text; scenes are passed in order.
class TestFormat {
public:
    virtual ~TestFormat() = default;
    [[nodiscard]] virtual std::string begin() { return {}; }
    [[nodiscard]] virtual std::string scene(const SceneReport& scene) = 0;
    /// `interrupted`: the report is incomplete because of an interrupt.
    [[nodiscard]] virtual std::string end(const TestTotals& totals, bool interrupted) = 0;
};

/// Human-readable: a line per scene, followed by its failures. `console` decides on colours and verbosity.
std::unique_ptr<TestFormat> human_format(const Console& console);
/// TAP version 14, readable as version 13: one test point for each claim of each variant.
/// Source: testanything.org, TAP 14 specification.
std::unique_ptr<TestFormat> tap_format();
/// JUnit XML for CI systems: one testsuite per scene, one testcase for each claim of each variant. The first
/// claim of a variant carries the time of its run.
std::unique_ptr<TestFormat> junit_format();

}  // namespace toibox::app
