// SPDX-License-Identifier: MIT
#include "app/platform/settings_store.h"

#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(SettingsStore, RemembersEveryKindOfValue) {
    const test::TemporaryFolder folder;
    SettingsStore store = SettingsStore::load(folder.file("s"));
    store.set("name", "käse = =\\n\nline two\r");
    store.set("scale", 1.2345678f);
    store.set("count", -7);
    store.set("on", true);
    ASSERT_TRUE(store.save());

    const SettingsStore loaded = SettingsStore::load(folder.file("s"));
    EXPECT_EQ(loaded.text("name"), "käse = =\\n\nline two\r");
    EXPECT_EQ(loaded.number("scale", 0.0f, 0.0f, 10.0f), 1.2345678f);
    EXPECT_EQ(loaded.integer("count", 0, -10, 10), -7);
    EXPECT_TRUE(loaded.flag("on", false));
    EXPECT_EQ(loaded.lines_ignored(), 0);
}

TEST(SettingsStore, StartsEmptyWithoutAFile) {
    const test::TemporaryFolder folder;
    const SettingsStore store = SettingsStore::load(folder.file("none"));
    EXPECT_EQ(store.text("anything", "fallback"), "fallback");
    EXPECT_FALSE(store.has("anything"));
}

TEST(SettingsStore, KeepsTheValidLinesOfADamagedFile) {
    const test::TemporaryFolder folder;
    using namespace std::string_view_literals;
    folder.write(
        "s", "good=1\nno equals sign\n=no key\nUPPER=2\nbad\\escape=\\q\nnul=a\0b\n\xFF\xFE=3\nlast=9\n"sv);
    const SettingsStore store = SettingsStore::load(folder.file("s"));
    EXPECT_EQ(store.integer("good", 0, 0, 10), 1);
    EXPECT_EQ(store.integer("last", 0, 0, 10), 9);
    EXPECT_EQ(store.lines_ignored(), 6);
}

TEST(SettingsStore, IgnoresATruncatedLastLine) {
    // "width=1440" cut after "14" would be a valid number.
    const test::TemporaryFolder folder;
    folder.write("s", "height=900\nwidth=14");
    const SettingsStore store = SettingsStore::load(folder.file("s"));
    EXPECT_EQ(store.integer("height", 0, 0, 9999), 900);
    EXPECT_EQ(store.integer("width", 1000, 0, 9999), 1000);
}

TEST(SettingsStore, ReturnsTheFallbackForValuesOfTheWrongType) {
    const test::TemporaryFolder folder;
    folder.write("s", "a=abc\nb=nan\nc=1e99\nd=12x\ne=maybe\nf=inf\n");
    const SettingsStore store = SettingsStore::load(folder.file("s"));
    for (const char* key : {"a", "b", "c", "d", "f"})
        EXPECT_EQ(store.number(key, 2.5f, 0.0f, 5.0f), 2.5f) << key;
    EXPECT_TRUE(store.flag("e", true));
    EXPECT_FALSE(store.flag("e", false));
}

TEST(SettingsStore, ClampsToTheCallersRange) {
    const test::TemporaryFolder folder;
    folder.write("s", "scale=400\nrows=-3\n");
    const SettingsStore store = SettingsStore::load(folder.file("s"));
    EXPECT_EQ(store.number("scale", 1.0f, 0.75f, 4.0f), 4.0f);
    EXPECT_EQ(store.integer("rows", 1, 0, 8), 0);
}

TEST(SettingsStore, IgnoresAFileThatIsTooLarge) {
    const test::TemporaryFolder folder;
    folder.write("s", std::string(2u << 20u, 'x') + "\na=1\n");
    EXPECT_FALSE(SettingsStore::load(folder.file("s")).has("a"));
}

TEST(SettingsStore, WritesOnlyAfterAChange) {
    const test::TemporaryFolder folder;
    SettingsStore store = SettingsStore::load(folder.file("s"));
    ASSERT_TRUE(store.save());
    EXPECT_FALSE(std::filesystem::exists(folder.file("s")));
    store.set("a", 1);
    EXPECT_TRUE(store.dirty());
    ASSERT_TRUE(store.save());
    store.set("a", 1);
    EXPECT_FALSE(store.dirty());
}

TEST(SettingsStore, NamesTheFileThatCannotBeWritten) {
    const test::TemporaryFolder folder;
    SettingsStore store = SettingsStore::load(folder.file("missing/s"));
    store.set("a", 1);
    const auto saved = store.save();
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().find("missing/s"), std::string::npos) << saved.error();
    EXPECT_TRUE(store.dirty());
}

}  // namespace
}  // namespace toibox::app
