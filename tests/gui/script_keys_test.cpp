// SPDX-License-Identifier: MIT
// The keys of UI scripts that the sources answer are those that the documentation lists.
#include "toibox/io/atomic_file.h"

#include <regex>
#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A source file that answers keys of UI scripts, and what they begin with.
struct KeySource {
    const char* file;
    std::string prefix;
};

// Keys with a prefix share a row of the table: `toi.pair`, `.method`.
TEST(UiScriptKeys, AreListedInTheDocumentation) {
    const auto page = io::read_file(TOIBOX_SOURCE_DIR "/engine/docs/cli.md", 1u << 20u);
    ASSERT_TRUE(page);
    const std::regex pattern(R"re(key == "([^"]+)")re");
    int keys = 0;
    for (const KeySource& from :
         {KeySource{"window/sandbox_query.cpp", ""}, KeySource{"window/sandbox_compare.cpp", "compare."},
          KeySource{"panels/toi/toi_panel.cpp", "toi."}, KeySource{"panels/gjk/gjk_panel.cpp", "gjk."},
          KeySource{"panels/broad_phase/broad_phase_panel.cpp", "broad_phase."},
          KeySource{"panels/measures/contacts_panel.cpp", "contacts."},
          KeySource{"window/sandbox_crowd.cpp", "crowd."},
          KeySource{"panels/sweep/sweep_actions.cpp", "sweep."},
          KeySource{"panels/browser/browser_panel.cpp", "browser."},
          KeySource{"window/sandbox_lesson.cpp", "lesson."}}) {
        const auto source = io::read_file(std::string(TOIBOX_SOURCE_DIR "/app/") + from.file, 1u << 20u);
        ASSERT_TRUE(source) << from.file;
        std::string where = *page;
        if (!from.prefix.empty()) {
            const std::size_t row = page->find("\n| `" + from.prefix);
            ASSERT_NE(row, std::string::npos) << from.prefix;
            where = page->substr(row, page->find('\n', row + 1) - row);
        }
        for (std::sregex_iterator match(source->begin(), source->end(), pattern), end; match != end;
             ++match, ++keys) {
            const std::string key = (*match)[1];
            EXPECT_TRUE(where.find("`" + from.prefix + key + "`") != std::string::npos ||
                        (!from.prefix.empty() && where.find("`." + key + "`") != std::string::npos))
                << from.prefix << key;
        }
    }
    EXPECT_GT(keys, 90);
}

}  // namespace
}  // namespace toibox::app
