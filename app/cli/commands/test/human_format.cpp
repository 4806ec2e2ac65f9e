// SPDX-License-Identifier: MIT
#include "app/cli/commands/test/test_report.h"
#include "app/cli/inputs/scene_files.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr Console::Stream out = Console::Stream::Out;

/// "3 passed, 1 failed, 1 error (0.25 s)"; zero counts are omitted, except for passed claims.
std::string totals_text(const TestTotals& totals) {
    std::string text = fmt::format("{} passed", totals.passed);
    if (totals.failed > 0) text += fmt::format(", {} failed", totals.failed);
    if (totals.aborted > 0) text += fmt::format(", {} aborted", totals.aborted);
    if (totals.errors > 0) text += ", " + count_text(static_cast<std::size_t>(totals.errors), "error");
    return text + fmt::format(" ({:.2f} s)", totals.seconds);
}

class HumanFormat : public TestFormat {
public:
    explicit HumanFormat(const Console& console) : console_(console) {}

    std::string scene(const SceneReport& scene) override {
        const TestTotals totals = totals_of(scene);
        if (totals.scenes_without_claims > 0) {
            return printable(fmt::format("{}   {}: no claims ({:.2f} s)\n",
                                         console_.colorize(out, TextColor::Warning, "--"), scene.path,
                                         totals.seconds));
        }
        if (totals.good()) {
            if (console_.quiet()) return {};
            return printable(fmt::format("{}   {}: {}\n", console_.colorize(out, TextColor::Good, "ok"),
                                         scene.path, totals_text(totals)));
        }
        std::string text = fmt::format("{} {}: {}\n", console_.colorize(out, TextColor::Bad, "FAIL"),
                                       scene.path, totals_text(totals));
        text += format(scene.errors);
        for (const VariantReport& variant : scene.variants)
            text += failures(scene, variant);
        return printable(text);
    }

    std::string end(const TestTotals& totals, bool interrupted) override {
        if (console_.quiet() && totals.good()) return {};
        std::string scenes = count_text(static_cast<std::size_t>(totals.scenes), "scene");
        if (totals.scenes_without_claims > 0)
            scenes += fmt::format(" ({} without claims)", totals.scenes_without_claims);
        return fmt::format("{}{}: {}\n", interrupted ? "interrupted after " : "", scenes,
                           totals_text(totals));
    }

private:
    [[nodiscard]] std::string printable(const std::string& text) const {
        return console_.printable(out, text);
    }

    [[nodiscard]] std::string failures(const SceneReport& scene, const VariantReport& variant) const {
        std::string text = format(variant.errors);
        const VariantResult& result = variant.result;
        if (!result.failure.empty())
            text += fmt::format("   {}: {}: {}\n", scene.path, result.name, result.failure);
        for (std::size_t i = 0; i < result.claims.size(); ++i) {
            if (passed(variant, i)) continue;
            text += fmt::format("   {}: {}\n", place_text(scene, variant, i), title_of(variant, i));
            std::string detail = "       " + result.outcomes[i].detail;
            if (!result.claims[i].why.empty()) detail += "; " + result.claims[i].why;
            text += console_.colorize(out, TextColor::Dim, detail) + '\n';
        }
        return text;
    }

    Console console_;
};

}  // namespace

std::unique_ptr<TestFormat> human_format(const Console& console) {
    return std::make_unique<HumanFormat>(console);
}

}  // namespace toibox::app
