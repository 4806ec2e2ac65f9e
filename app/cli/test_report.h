// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"

#include "app/cli/run_result.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// What came of one variant of a scene under test.
struct VariantReport {
    scene::Diagnostics errors;  ///< Why it could not be run; then `result` has its name alone.
    VariantResult result;
    std::vector<std::optional<scene::LineColumn>> places;  ///< Of its claims.
};

/// What came of one scene file.
struct SceneReport {
    std::string path;
    scene::Diagnostics errors;  ///< Why it could not be read; then there are no variants.
    std::vector<VariantReport> variants;
};

struct TestTotals {
    int scenes = 0;
    int unclaimed = 0;  ///< Scenes that ran and make no claim.
    int passed = 0;
    int failed = 0;   ///< Claims; those not reached too.
    int errors = 0;   ///< Scenes and variants that are wrong.
    int aborted = 0;  ///< Runs whose state was not finite.
    double seconds = 0.0;

    [[nodiscard]] bool good() const { return failed + errors + aborted == 0; }
};
TestTotals totals_of(const SceneReport& scene);
TestTotals operator+(TestTotals a, const TestTotals& b);

/// What a claim of a variant is called: "base: ball.x < 0, at 0.5 s".
std::string title_of(const VariantReport& variant, std::size_t claim);
/// "scenes/a.toi.json:12:5", as far as it is known.
std::string place_text(const SceneReport& scene, const VariantReport& variant, std::size_t claim);
bool passed(const VariantReport& variant, std::size_t claim);

/// A way to write reports down. Scenes come in order; each call returns the text to be added.
class TestFormat {
public:
    virtual ~TestFormat() = default;
    [[nodiscard]] virtual std::string begin() { return {}; }
    [[nodiscard]] virtual std::string scene(const SceneReport& scene) = 0;
    /// `interrupted`: not all scenes came.
    [[nodiscard]] virtual std::string end(const TestTotals& totals, bool interrupted) = 0;
};

/// For people: a line a scene and what failed. `console` tells of colours and whether to be quiet.
std::unique_ptr<TestFormat> human_format(const Console& console);
/// TAP version 14, which readers of version 13 can read too: one test point for each claim of each variant.
/// Source: testanything.org, TAP 14 specification.
std::unique_ptr<TestFormat> tap_format();
/// JUnit's XML as continuous integration reads it: a testsuite a scene, a testcase for each claim of each
/// variant; the first claim of a variant has the time of its run.
std::unique_ptr<TestFormat> junit_format();

}  // namespace toibox::app
