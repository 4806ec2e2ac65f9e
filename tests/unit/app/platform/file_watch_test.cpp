// SPDX-License-Identifier: MIT
#include "app/platform/file_watch.h"

#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// Polls `polls` times, one interval apart. Returns the number of reported changes.
int count_changes(FileWatch& watch, std::uint64_t& now, int polls) {
    int reported = 0;
    for (int i = 0; i < polls; ++i) {
        now += FileWatch::interval;
        reported += watch.poll(now) ? 1 : 0;
    }
    return reported;
}

TEST(FileWatch, ReportsAChangeOnce) {
    const test::TemporaryFolder folder;
    folder.write("scene", "one");
    FileWatch watch;
    watch.watch(folder.file("scene"));
    std::uint64_t now = 0;
    EXPECT_EQ(count_changes(watch, now, 5), 0);
    folder.write("scene", "longer text");
    EXPECT_EQ(count_changes(watch, now, 5), 1);
}

TEST(FileWatch, WaitsUntilTheFileStopsGrowing) {
    const test::TemporaryFolder folder;
    folder.write("scene", "");
    FileWatch watch;
    watch.watch(folder.file("scene"));
    std::uint64_t now = 0;
    std::string text;
    for (int i = 0; i < 5; ++i) {
        text += "more ";
        folder.write("scene", text);
        EXPECT_EQ(count_changes(watch, now, 1), 0) << "after piece " << i;
    }
    EXPECT_EQ(count_changes(watch, now, 3), 1);
}

TEST(FileWatch, FollowsAFileThatAnEditorReplaces) {
    const test::TemporaryFolder folder;
    folder.write("scene", "same size");
    FileWatch watch;
    watch.watch(folder.file("scene"));
    std::uint64_t now = 0;
    std::filesystem::remove(folder.file("scene"));
    EXPECT_EQ(count_changes(watch, now, 3), 0) << "a missing file is not a change";
    folder.write("scene.new", "size same");
    std::filesystem::rename(folder.file("scene.new"), folder.file("scene"));
    EXPECT_EQ(count_changes(watch, now, 3), 1);
}

TEST(FileWatch, ChecksTheFileAtMostOncePerInterval) {
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
    EXPECT_EQ(count_changes(watch, now, 3), 0);
}

}  // namespace
}  // namespace toibox::app
