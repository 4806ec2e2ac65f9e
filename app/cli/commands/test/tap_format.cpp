// SPDX-License-Identifier: MIT
#include "toibox/core/utf8.h"

#include "app/cli/base/json_text.h"
#include "app/cli/commands/test/test_report.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

/// `text` as the description of a test point. Escapes "\" and "#" (which would start a directive). Control
/// characters, including line breaks, become spaces; invalid UTF-8 becomes U+FFFD.
std::string description(std::string_view text) {
    const std::string valid = valid_utf8(text);
    std::string escaped;
    for (std::string_view rest = valid; !rest.empty(); rest.remove_prefix(utf8_length(rest))) {
        const std::size_t length = printable_length(rest);
        if (rest.front() == '\\' || rest.front() == '#') escaped += '\\';
        escaped += length == 0 ? " " : rest.substr(0, length);
    }
    return escaped;
}

/// The YAML block after a failed test point. Texts are quoted as in JSON, which is valid YAML.
class YamlDiagnostic {
public:
    void add(std::string_view key, std::string_view text) {
        text_ += fmt::format("  {}: {}\n", key, json_string(text));
    }
    void add_number(std::string_view key, double value) {
        text_ += fmt::format("  {}: {}\n", key, json_number(value));
    }
    [[nodiscard]] std::string text() const { return "  ---\n" + text_ + "  ...\n"; }

private:
    std::string text_;
};

class TapFormat : public TestFormat {
public:
    std::string begin() override { return "TAP version 14\n"; }

    std::string scene(const SceneReport& scene) override {
        if (!scene.errors.empty()) return unreadable_scene(scene.path, scene.errors);
        if (totals_of(scene).scenes_without_claims > 0) {
            return fmt::format("ok {} - {} # SKIP no claims\n", ++points_, description(scene.path));
        }
        std::string text;
        for (const VariantReport& variant : scene.variants) {
            const VariantResult& result = variant.result;
            if (!variant.errors.empty())
                text += unreadable_scene(scene.path + ' ' + result.name, variant.errors);
            if (!result.failure.empty()) {
                YamlDiagnostic diagnostic;
                diagnostic.add("message", result.failure);
                diagnostic.add("severity", "fail");
                text += test_point(false, fmt::format("{} {}: runs to the end", scene.path, result.name)) +
                        diagnostic.text();
            }
            for (std::size_t i = 0; i < result.claims.size(); ++i)
                text += claim(scene, variant, i);
        }
        return text;
    }

    std::string end(const TestTotals&, bool interrupted) override {
        return interrupted ? "Bail out! interrupted\n" : fmt::format("1..{}\n", points_);
    }

private:
    std::string test_point(bool passed, const std::string& title) {
        return fmt::format("{} {} - {}\n", passed ? "ok" : "not ok", ++points_, description(title));
    }
    std::string unreadable_scene(const std::string& title, const scene::Diagnostics& errors) {
        YamlDiagnostic diagnostic;
        diagnostic.add("message", format(errors));
        diagnostic.add("severity", "fail");
        return test_point(false, title + ": can be read") + diagnostic.text();
    }
    std::string claim(const SceneReport& scene, const VariantReport& variant, std::size_t i) {
        const bool good = passed(variant, i);
        std::string text = test_point(good, fmt::format("{} {}", scene.path, title_of(variant, i)));
        if (good) return text;
        const scene::ClaimOutcome& outcome = variant.result.outcomes[i];
        YamlDiagnostic diagnostic;
        diagnostic.add("message", outcome.detail);
        diagnostic.add("severity", "fail");
        diagnostic.add("at", place_text(scene, variant, i));
        diagnostic.add("status", status_name(outcome.status));
        if (outcome.status == scene::ClaimOutcome::Status::Failed) {
            diagnostic.add_number("left", outcome.left);
            diagnostic.add_number("right", outcome.right);
        }
        diagnostic.add_number("step", static_cast<double>(outcome.step));
        if (!variant.result.claims[i].why.empty()) diagnostic.add("why", variant.result.claims[i].why);
        return text + diagnostic.text();
    }

    int points_ = 0;
};

}  // namespace

std::unique_ptr<TestFormat> tap_format() {
    return std::make_unique<TapFormat>();
}

}  // namespace toibox::app
