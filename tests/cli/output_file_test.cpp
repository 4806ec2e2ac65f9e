// SPDX-License-Identifier: MIT
// OutputFile: permissions, links, and what remains without a commit.
#include "app/cli/output/output_file.h"

#include "tests/cli/run_cli.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace toibox::app {
namespace {

using namespace testing_support;
namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
protected:
    void write(const std::string& name, const std::string& text) const {
        Result<OutputFile, std::string> file = OutputFile::create(folder_.file(name));
        ASSERT_TRUE(file) << file.error();
        file->write(text);
        ASSERT_TRUE(file->commit());
    }
    [[nodiscard]] unsigned mode(const std::string& name) const {
        struct stat info = {};
        ::stat(folder_.file(name).c_str(), &info);
        return info.st_mode & 07777u;
    }
    [[nodiscard]] std::ptrdiff_t file_count() const {
        return std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator());
    }

    test::TemporaryFolder folder_;
};

TEST_F(OutputFileTest, ReplacingAFileKeepsItsPermissions) {
    folder_.write("private", "old");
    ::chmod(folder_.file("private").c_str(), 0600);
    folder_.write("shared", "old");
    ::chmod(folder_.file("shared").c_str(), 0664);
    const mode_t old_mask = ::umask(022);
    write("private", "new");
    write("shared", "new");
    write("fresh", "new");
    ::umask(old_mask);
    EXPECT_EQ(folder_.read("private"), "new");
    EXPECT_EQ(mode("private"), 0600u);
    EXPECT_EQ(mode("shared"), 0664u);
    EXPECT_EQ(mode("fresh"), 0644u) << "from the umask";
    EXPECT_EQ(file_count(), 3);
}

TEST_F(OutputFileTest, ALinkIsKeptAndItsTargetIsWritten) {
    folder_.write("existing", "old");
    fs::create_symlink("existing", folder_.file("link"));
    fs::create_symlink("missing", folder_.file("dangling"));
    write("link", "new");
    write("dangling", "created");
    EXPECT_TRUE(fs::is_symlink(folder_.file("link")));
    EXPECT_TRUE(fs::is_symlink(folder_.file("dangling")));
    EXPECT_EQ(folder_.read("existing"), "new");
    EXPECT_EQ(folder_.read("missing"), "created");
}

TEST_F(OutputFileTest, UncommittedOutputLeavesTheOldFile) {
    folder_.write("kept", "old");
    {
        Result<OutputFile, std::string> file = OutputFile::create(folder_.file("kept"));
        ASSERT_TRUE(file) << file.error();
        file->write("new");
    }
    EXPECT_EQ(folder_.read("kept"), "old");
    EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, ErrorsNameThePathAsGiven) {
    const std::string path = folder_.file("nowhere/./file");
    const Result<OutputFile, std::string> file = OutputFile::create(path);
    ASSERT_FALSE(file);
    EXPECT_TRUE(contains(file.error(), "cannot write " + path + ": ")) << file.error();
}

}  // namespace
}  // namespace toibox::app
