// SPDX-License-Identifier: MIT
#include "app/cli/commands/test/test_report.h"
#include "app/text/xml_text.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

class JunitFormat : public TestFormat {
public:
    std::string scene(const SceneReport& scene) override {
        const TestTotals totals = totals_of(scene);
        std::string cases;
        if (!scene.errors.empty()) cases += error_case(scene, "can be read", format(scene.errors), 0.0);
        if (totals.scenes_without_claims > 0) {
            cases += testcase_start(scene, "makes claims", totals.seconds) +
                     ">\n      <skipped message=\"no claims\"/>\n    </testcase>\n";
        }
        for (const VariantReport& variant : scene.variants) {
            const VariantResult& result = variant.result;
            const auto titled = [&](std::string_view title) {
                return fmt::format("{}: {}", result.name, title);
            };
            if (!variant.errors.empty())
                cases += error_case(scene, titled("can be read"), format(variant.errors), result.seconds);
            if (!result.failure.empty())
                cases += error_case(scene, titled("runs to the end"), result.failure, 0.0);
            for (std::size_t i = 0; i < result.claims.size(); ++i)
                cases += claim(scene, variant, i);
        }
        suites_ += fmt::format("  <testsuite name=\"{0}\" file=\"{0}\" {1}>\n{2}  </testsuite>\n",
                               xml_text(scene.path), count_attributes(totals), cases);
        return {};  // written in end(), after the totals of all scenes
    }

    std::string end(const TestTotals& totals, bool) override {
        return fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"toibox\" {}>\n{}</testsuites>\n",
            count_attributes(totals), suites_);
    }

private:
    static std::string count_attributes(const TestTotals& totals) {
        const int errors = totals.errors + totals.aborted;
        return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.6f}")",
                           totals.passed + totals.failed + errors + totals.scenes_without_claims,
                           totals.failed, errors, totals.scenes_without_claims, totals.seconds);
    }
    static std::string testcase_start(const SceneReport& scene, const std::string& name, double seconds) {
        return fmt::format(R"(    <testcase name="{}" classname="{}" time="{:.6f}")", xml_text(name),
                           xml_text(scene.path), seconds);
    }
    static std::string error_case(const SceneReport& scene, const std::string& name,
                                  const std::string& message, double seconds) {
        const std::string first = message.substr(0, message.find('\n'));
        return fmt::format("{}>\n      <error message=\"{}\">{}</error>\n    </testcase>\n",
                           testcase_start(scene, name, seconds), xml_text(first), xml_text(message));
    }
    static std::string claim(const SceneReport& scene, const VariantReport& variant, std::size_t i) {
        const std::string start =
            testcase_start(scene, title_of(variant, i), i == 0 ? variant.result.seconds : 0.0);
        if (passed(variant, i)) return start + "/>\n";
        const scene::ClaimOutcome& outcome = variant.result.outcomes[i];
        return fmt::format(
            "{}>\n      <failure message=\"{}\" type=\"{}\">{}\n{}</failure>\n    </testcase>\n", start,
            xml_text(outcome.detail), status_name(outcome.status), xml_text(place_text(scene, variant, i)),
            xml_text(variant.result.claims[i].why));
    }

    std::string suites_;
};

}  // namespace

std::unique_ptr<TestFormat> junit_format() {
    return std::make_unique<JunitFormat>();
}

}  // namespace toibox::app
