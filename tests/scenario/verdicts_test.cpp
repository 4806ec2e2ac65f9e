// SPDX-License-Identifier: MIT
// The verdicts on every scene and variant, from step 0 to the end of its duration, against the table
// verdicts.txt: what tunnels, is pushed through, missed, late, hit by a ghost, or loses time, and that
// nothing else does.
#include "tests/support/scenes.h"

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::SceneCase;

/// "tunnelled 1, time_lost 3"; "none".
std::string counts_of(const scene::Run& run) {
    std::string text;
    for (const scene::VerdictName& name : scene::verdict_names()) {
        const std::int64_t count = run.verdict_count(name.kind);
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name.name, count);
    }
    return text.empty() ? "none" : text;
}

/// The table: label of the scene and variant, colon, counts; '#' starts a comment.
const std::map<std::string, std::string>& expected_verdicts() {
    static const std::map<std::string, std::string> table = [] {
        std::map<std::string, std::string> rows;
        std::ifstream file(TOIBOX_VERDICTS);
        for (std::string line; std::getline(file, line);) {
            const std::size_t colon = line.find(": ");
            if (line.starts_with('#') || colon == std::string::npos) continue;
            rows[line.substr(0, colon)] = line.substr(colon + 2);
        }
        return rows;
    }();
    return table;
}

class Verdicts : public testing::TestWithParam<SceneCase> {};

TEST_P(Verdicts, AreThoseOfTheTable) {
    scene::Run run = testing_support::start(GetParam());
    run.judge_steps();
    const std::int64_t steps = run.scene().duration_steps();
    while (run.steps() < steps)
        ASSERT_FALSE(run.step().failed());
    const std::string label = testing_support::label(GetParam());
    if (const char* path = std::getenv("TOIBOX_WRITE_VERDICTS"))
        std::ofstream(path, std::ios::app) << label << ": " << counts_of(run) << '\n';
    const auto row = expected_verdicts().find(label);
    ASSERT_NE(row, expected_verdicts().end()) << label << ": " << counts_of(run);
    EXPECT_EQ(counts_of(run), row->second);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Verdicts, testing::ValuesIn(testing_support::scene_cases(TOIBOX_SCENES)),
                         testing_support::test_name);

}  // namespace
}  // namespace toibox
