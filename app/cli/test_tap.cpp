// SPDX-License-Identifier: MIT
#include "toibox/core/utf8.h"

#include "app/cli/json_text.h"
#include "app/cli/test_report.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

/// A description may have no line break, and "#" would begin a directive. What steers a terminal becomes a
/// blank, what is no UTF-8 U+FFFD.
std::string description(std::string_view text) {
    const std::string valid = valid_utf8(text);
    std::string safe;
    for (std::string_view rest = valid; !rest.empty(); rest.remove_prefix(utf8_length(rest))) {
        const std::size_t length = printable_length(rest);
        if (rest.front() == '\\' || rest.front() == '#') safe += '\\';
        safe += length == 0 ? " " : rest.substr(0, length);
    }
    return safe;
}

/// Keys and values below a point that failed. Text is quoted as in JSON, which YAML reads.
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
        if (totals_of(scene).unclaimed > 0) {
            return fmt::format("ok {} - {} # SKIP it makes no claims\n", ++points_, description(scene.path));
        }
        std::string text;
        for (const VariantReport& variant : scene.variants) {
            const VariantResult& result = variant.result;
            if (!variant.errors.empty())
                text += unreadable_scene(scene.path + ' ' + result.name, variant.errors);
            if (!result.failure.empty()) {
                YamlDiagnostic why;
                why.add("message", result.failure);
                why.add("severity", "fail");
                text += test_point(false, fmt::format("{} {}: runs to its end", scene.path, result.name)) +
                        why.text();
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
    std::string test_point(bool good, const std::string& what) {
        return fmt::format("{} {} - {}\n", good ? "ok" : "not ok", ++points_, description(what));
    }
    std::string unreadable_scene(const std::string& what, const scene::Diagnostics& errors) {
        YamlDiagnostic why;
        why.add("message", format(errors));
        why.add("severity", "fail");
        return test_point(false, what + ": can be read") + why.text();
    }
    std::string claim(const SceneReport& scene, const VariantReport& variant, std::size_t i) {
        const bool good = passed(variant, i);
        std::string text = test_point(good, fmt::format("{} {}", scene.path, title_of(variant, i)));
        if (good) return text;
        const scene::ClaimOutcome& outcome = variant.result.outcomes[i];
        YamlDiagnostic why;
        why.add("message", outcome.detail);
        why.add("severity", "fail");
        why.add("at", place_text(scene, variant, i));
        why.add("status", status_name(outcome.status));
        if (outcome.status == scene::ClaimOutcome::Status::Failed) {
            why.add_number("left", outcome.left);
            why.add_number("right", outcome.right);
        }
        why.add_number("step", static_cast<double>(outcome.step));
        if (!variant.result.claims[i].why.empty()) why.add("why", variant.result.claims[i].why);
        return text + why.text();
    }

    int points_ = 0;
};

}  // namespace

std::unique_ptr<TestFormat> tap_format() {
    return std::make_unique<TapFormat>();
}

}  // namespace toibox::app
