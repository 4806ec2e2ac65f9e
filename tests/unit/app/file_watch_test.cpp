// SPDX-License-Identifier: MIT
#include "app/platform/file_watch.h"

#include "tests/unit/app/temporary_folder.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// Looks `looks` times, an interval apart, and counts the changes told.
int changes(FileWatch& watch, std::uint64_t& now, int looks) {
    int told = 0;
    for (int i = 0; i < looks; ++i) {
        now += FileWatch::interval;
        told += watch.poll(now) ? 1 : 0;
    }
    return told;
}

TEST(FileWatch, TellsOnceOfAChange) {
    const test::TemporaryFolder folder;
    folder.write("scene", "one");
    FileWatch watch;
    watch.watch(folder.file("scene"));
    std::uint64_t now = 0;
    EXPECT_EQ(changes(watch, now, 5), 0);
    folder.write("scene", "longer text");
    EXPECT_EQ(changes(watch, now, 5), 1);
}

TEST(FileWatch, WaitsUntilAFileIsNoLongerGrowing) {
    const test::TemporaryFolder folder;
    folder.write("scene", "");
    FileWatch watch;
    watch.watch(folder.file("scene"));
    std::uint64_t now = 0;
    std::string text;
    for (int i = 0; i < 5; ++i) {
        text += "more ";
        folder.write("scene", text);
        EXPECT_EQ(changes(watch, now, 1), 0) << "after piece " << i;
    }
    EXPECT_EQ(changes(watch, now, 3), 1);
}

TEST(FileWatch, FollowsAFileThatAnEditorReplaces) {
    const test::TemporaryFolder folder;
    folder.write("scene", "same size");
    FileWatch watch;
    watch.watch(folder.file("scene"));
    std::uint64_t now = 0;
    std::filesystem::remove(folder.file("scene"));
    EXPECT_EQ(changes(watch, now, 3), 0) << "a missing file is no news";
    folder.write("scene.new", "size same");
    std::filesystem::rename(folder.file("scene.new"), folder.file("scene"));
    EXPECT_EQ(changes(watch, now, 3), 1);
}

TEST(FileWatch, LooksNoMoreOftenThanItsInterval) {
    const test::TemporaryFolder folder;
    folder.write("scene", "one");
    FileWatch watch;
    watch.watch(folder.file("scene"));
    EXPECT_FALSE(watch.poll(1));
    folder.write("scene", "changed");
    for (std::uint64_t now = 2; now < 1000; ++now)
        EXPECT_FALSE(watch.poll(now));
}

TEST(FileWatch, WatchesNothingWithoutAPath) {
    FileWatch watch;
    std::uint64_t now = 0;
    EXPECT_EQ(changes(watch, now, 3), 0);
}

}  // namespace
}  // namespace toibox::app
