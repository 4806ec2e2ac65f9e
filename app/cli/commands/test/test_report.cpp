// SPDX-License-Identifier: MIT
#include "app/cli/commands/test/test_report.h"

#include "app/studies/claims/variant_run.h"

#include <fmt/format.h>

namespace toibox::app {

TestTotals totals_of(const SceneReport& scene) {
    TestTotals totals;
    totals.scenes = 1;
    totals.errors += scene.errors.empty() ? 0 : 1;
    for (const VariantReport& variant : scene.variants) {
        totals.errors += variant.errors.empty() ? 0 : 1;
        totals.aborted += variant.result.failure.empty() ? 0 : 1;
        totals.seconds += variant.result.seconds;
        for (std::size_t i = 0; i < variant.result.claims.size(); ++i)
            (passed(variant, i) ? totals.passed : totals.failed) += 1;
    }
    totals.scenes_without_claims =
        totals.passed + totals.failed + totals.errors + totals.aborted == 0 ? 1 : 0;
    return totals;
}

TestTotals operator+(TestTotals a, const TestTotals& b) {
    a.scenes += b.scenes;
    a.scenes_without_claims += b.scenes_without_claims;
    a.passed += b.passed;
    a.failed += b.failed;
    a.errors += b.errors;
    a.aborted += b.aborted;
    a.seconds += b.seconds;
    return a;
}

std::string title_of(const VariantReport& variant, std::size_t claim) {
    const scene::Claim& definition = variant.result.claims[claim];
    return fmt::format("{}: {}, {}", variant.result.name, definition.text, when_text(definition));
}

std::string place_text(const SceneReport& scene, const VariantReport& variant, std::size_t claim) {
    const std::optional<scene::LineColumn>& place = variant.places[claim];
    return place ? fmt::format("{}:{}:{}", scene.path, place->line, place->column) : scene.path;
}

bool passed(const VariantReport& variant, std::size_t claim) {
    return passed(variant.result.outcomes[claim]);
}

}  // namespace toibox::app
