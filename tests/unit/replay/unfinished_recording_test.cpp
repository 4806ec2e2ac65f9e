// SPDX-License-Identifier: MIT
// Partial files of unfinished recordings: writing does not overwrite or replace other files, and what a
// killed program leaves is recognised and readable.
#include "toibox/replay/recording_file.h"

#include "history_world.h"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace toibox::replay {
namespace {

using namespace testing_support;
namespace fs = std::filesystem;

class UnfinishedRecording : public testing::Test {
protected:
    UnfinishedRecording() { fs::create_directories(folder_); }
    ~UnfinishedRecording() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }
    static std::string read(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    fs::path folder_ = fs::temp_directory_path() / ("toibox_part_" + std::to_string(::getpid()));
    History history_ = make_history();
};

/// A killed program leaves FILE.part, which may be the only copy of hours of work.
TEST_F(UnfinishedRecording, DoesNotOverwriteAnExistingPartialFile) {
    const std::string old = write("a.toirec.part", "old");
    const std::string older = write("a.toirec.2.part", "older");
    play_with_inputs(history_, 3);
    auto writer = RecordingWriter::create(path("a.toirec"), history_.recording());
    ASSERT_TRUE(writer);
    EXPECT_EQ(writer->partial_path(), path("a.toirec.3.part"));
    EXPECT_TRUE(fs::exists(writer->partial_path()));
    ASSERT_TRUE(writer->finish(history_.recording()));
    EXPECT_EQ(read(old), "old");
    EXPECT_EQ(read(older), "older");
    EXPECT_FALSE(fs::exists(path("a.toirec.3.part")));
    EXPECT_TRUE(read_recording(path("a.toirec")));
}

TEST_F(UnfinishedRecording, TwoWritersOfOnePathUseDifferentPartialFiles) {
    auto first = RecordingWriter::create(path("a.toirec"), history_.recording());
    auto second = RecordingWriter::create(path("a.toirec"), history_.recording());
    ASSERT_TRUE(first && second);
    EXPECT_NE(first->partial_path(), second->partial_path());
    play_with_inputs(history_, 4);
    ASSERT_TRUE(first->finish(history_.recording()));
    EXPECT_TRUE(read_recording(path("a.toirec"))->damage.none());
    ASSERT_TRUE(second->finish(history_.recording()));
    EXPECT_TRUE(read_recording(path("a.toirec"))->damage.none());
}

/// Renaming the partial file would replace the pipe or link.
TEST_F(UnfinishedRecording, RejectsPathsThatAreNotRegularFiles) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    fs::create_directory(path("folder"));
    fs::create_symlink(path("pipe"), path("to-pipe"));
    for (const char* name : {"pipe", "folder", "to-pipe"}) {
        const auto written = write_recording(path(name), history_.recording());
        ASSERT_FALSE(written) << name;
        EXPECT_NE(written.error().find("not a regular file"), std::string::npos) << written.error();
        EXPECT_FALSE(fs::is_regular_file(path(name))) << name;
        EXPECT_FALSE(fs::exists(path(name) + ".part")) << name;
    }
}

TEST_F(UnfinishedRecording, FollowsLinksAndKeepsThePermissions) {
    const std::string target = write("target.toirec", "before");
    ASSERT_EQ(::chmod(target.c_str(), 0640), 0);
    fs::create_symlink("target.toirec", path("link"));
    fs::create_symlink("link", path("link-to-link"));
    fs::create_symlink("new.toirec", path("dangling"));
    fs::create_symlink("endless", path("endless"));
    ASSERT_TRUE(write_recording(path("link-to-link"), history_.recording()));
    EXPECT_TRUE(fs::is_symlink(path("link-to-link")));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_TRUE(read_recording(target));
    EXPECT_EQ(fs::status(target).permissions(), static_cast<fs::perms>(0640));
    ASSERT_TRUE(write_recording(path("dangling"), history_.recording()));
    EXPECT_TRUE(fs::is_symlink(path("dangling")));
    EXPECT_TRUE(read_recording(path("new.toirec")));
    EXPECT_FALSE(write_recording(path("endless"), history_.recording()));
}

TEST_F(UnfinishedRecording, ANewFileRespectsTheUmask) {
    const mode_t mask = ::umask(0027);
    const bool written = write_recording(path("a.toirec"), history_.recording()).has_value();
    ::umask(mask);
    ASSERT_TRUE(written);
    EXPECT_EQ(fs::status(path("a.toirec")).permissions(), static_cast<fs::perms>(0640));
}

/// The partial file that a killed program leaves contains the bookmarks, too.
TEST_F(UnfinishedRecording, HasTheBookmarksOfTheLastSync) {
    auto writer = RecordingWriter::create(path("a.toirec"), history_.recording());
    ASSERT_TRUE(writer);
    const auto on_disk = [&] {
        writer->sync(history_.recording());
        return read_recording(writer->partial_path())->recording.bookmarks;
    };
    play_with_inputs(history_, 5);
    history_.add_bookmark("here");
    EXPECT_EQ(on_disk(), history_.recording().bookmarks);
    const std::uint64_t bytes = writer->bytes();
    EXPECT_EQ(on_disk().size(), 1u);
    EXPECT_EQ(writer->bytes(), bytes) << "unchanged bookmarks are not written again";
    play_with_inputs(history_, 5);
    history_.add_bookmark("there");
    EXPECT_EQ(on_disk(), history_.recording().bookmarks);
    history_.remove_bookmark(0);
    history_.remove_bookmark(0);
    EXPECT_TRUE(on_disk().empty());
}

TEST_F(UnfinishedRecording, IsRecognisedByContentOrExtension) {
    ASSERT_TRUE(write_recording(path("bak.dat"), history_.recording()));
    EXPECT_TRUE(is_recording_file(path("bak.dat")));
    EXPECT_FALSE(is_recording_file(write("a.toi.json", "{}")));
    EXPECT_FALSE(is_recording_file(write("empty", "")));
    EXPECT_FALSE(is_recording_file(path("absent.toi.json")));
    EXPECT_FALSE(is_recording_file(path(".")));
    // The pipe has no writer: the check must not block or consume its data.
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_FALSE(is_recording_file(path("pipe")));
    // Files that cannot be read but have the extension of a recording: the reader reports what is wrong.
    EXPECT_TRUE(is_recording_file(write("torn.toirec", "")));
    EXPECT_TRUE(is_recording_file(path("absent.toirec.2.part")));
}

}  // namespace
}  // namespace toibox::replay
