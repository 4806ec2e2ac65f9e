// SPDX-License-Identifier: MIT
// Which files the recording commands read, write and leave untouched, and how they report damage.
#include "tests/cli/recording_fixture.h"

#include <sys/stat.h>

namespace toibox::app {
namespace {

using namespace testing_support;
namespace fs = std::filesystem;

class RecordingFiles : public RecordingCommand {
protected:
    [[nodiscard]] std::string truncated(const char* name) {
        const std::string whole = recorded("whole.toirec", {"--steps", "90"});
        const std::string bytes = folder_.read("whole.toirec");
        folder_.write(name, bytes.substr(0, bytes.size() * 3 / 4));
        return folder_.file(name);
    }
    [[nodiscard]] int file_count() const {
        return static_cast<int>(std::distance(fs::directory_iterator(folder_.path()), {}));
    }
};

TEST_F(RecordingFiles, RepairReadsAPartialFileNextToItsOutput) {
    const std::string part = truncated("r.toirec.part");
    const std::string before = folder_.read("r.toirec.part");
    const std::string out = folder_.file("r.toirec");
    const Outcome repair = run_cli({"repair", part.c_str(), "-o", out.c_str()});
    EXPECT_EQ(repair.exit_code, 0) << repair.err;
    EXPECT_EQ(folder_.read("r.toirec.part"), before);
    EXPECT_EQ(run_cli({"verify", out.c_str()}).exit_code, 0);
}

TEST_F(RecordingFiles, RecordKeepsThePartialFileOfACrash) {
    const std::string part = truncated("keep.toirec.part");
    const std::string before = folder_.read("keep.toirec.part");
    const std::string out = folder_.file("keep.toirec");
    const Outcome record = run_cli({"record", bullet, "-o", out.c_str(), "--steps", "3"});
    EXPECT_EQ(record.exit_code, 0) << record.err;
    EXPECT_EQ(folder_.read("keep.toirec.part"), before);
    EXPECT_TRUE(contains(record.err, part + " exists from an unfinished recording")) << record.err;
    EXPECT_EQ(run_cli({"verify", out.c_str()}).exit_code, 0);
}

TEST_F(RecordingFiles, RecordingsNeedRegularFiles) {
    const std::string in = recorded("a.toirec", {"--steps", "3"});
    const std::string pipe = folder_.file("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int files = file_count();
    for (const auto& [command, input] : {std::pair{"record", bullet}, std::pair{"repair", in.c_str()}}) {
        const Outcome standard_output = run_cli({command, input, "-o", "-"});
        EXPECT_EQ(standard_output.exit_code, 2) << command;
        EXPECT_TRUE(
            contains(standard_output.err, "a recording cannot go to standard output: give a file name"))
            << standard_output.err;
        EXPECT_FALSE(fs::exists("-"));
        for (const std::string& device : {pipe, std::string("/dev/null")}) {
            const Outcome outcome = run_cli({command, input, "-o", device.c_str()});
            EXPECT_EQ(outcome.exit_code, 4) << command;
            EXPECT_TRUE(contains(outcome.err, device + ": it is not a regular file")) << outcome.err;
        }
    }
    EXPECT_EQ(file_count(), files);
    EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(RecordingFiles, NoCommandOverwritesItsInput) {
    const std::string in = recorded("a.toirec", {"--steps", "3"});
    const std::string scene_path = scene("s.toi.json", latecomer);
    fs::create_symlink(in, folder_.file("link.toirec"));
    const std::string link = folder_.file("link.toirec");
    const std::string before = folder_.read("a.toirec");
    for (const std::vector<const char*>& arguments :
         {std::vector<const char*>{"record", scene_path.c_str(), "-o", scene_path.c_str()},
          {"export", in.c_str(), "-o", in.c_str(), "--format", "csv"},
          {"repair", in.c_str(), "-o", in.c_str()},
          {"repair", in.c_str(), "-o", link.c_str()}}) {
        const Outcome outcome = run_cli(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << arguments.front() << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "would overwrite")) << outcome.err;
    }
    EXPECT_EQ(folder_.read("a.toirec"), before);
    EXPECT_EQ(folder_.read("s.toi.json"), latecomer);
}

TEST_F(RecordingFiles, RecordingsAreRecognisedWhateverTheirName) {
    const std::string in = recorded("a.toirec", {"--steps", "3"});
    const std::string copy = folder_.file("bak.dat");
    fs::copy(in, copy);
    EXPECT_EQ(run_cli({"replay", copy.c_str()}).exit_code, 99);
    EXPECT_EQ(run_cli({copy.c_str()}).exit_code, 99);
    EXPECT_EQ(run_cli({copy.c_str(), "--variant", "toi"}).exit_code, 2);
    for (const char* missing : {"/nonexistent.toirec", "/nonexistent.dat", "/nonexistent.toi.json"}) {
        const Outcome outcome = run_cli({missing});
        EXPECT_EQ(outcome.exit_code, 4) << missing;
        EXPECT_TRUE(contains(outcome.err, std::string("cannot read ") + missing)) << outcome.err;
    }
}

// If a command gets a scene instead of a recording, or vice versa, the error names the command for that file.
TEST_F(RecordingFiles, ErrorsNameTheCommandForTheOtherKindOfFile) {
    const std::string recording = recorded("a.toirec", {"--steps", "3"});
    const std::string copy = folder_.file("copy.dat");
    fs::copy(recording, copy);
    const std::string out = folder_.file("b.toirec");
    for (const std::string& file : {recording, copy}) {
        for (const std::vector<const char*>& arguments :
             {std::vector<const char*>{"run", file.c_str()},
              {"test", file.c_str()},
              {"lint", file.c_str()},
              {"record", file.c_str(), "-o", out.c_str()},
              {"compare", file.c_str()},
              {"sweep", file.c_str(), "--vary", "/world/slop=0:1:2"}}) {
            const Outcome outcome = run_cli(arguments);
            EXPECT_NE(outcome.exit_code, 0) << arguments.front();
            EXPECT_TRUE(
                contains(outcome.out + outcome.err, "this is a recording; to play it: toibox replay " + file))
                << arguments.front() << outcome.out << outcome.err;
        }
    }
    const std::string scene_path = scene("s.toi.json", latecomer);
    for (const char* command : {"info", "verify", "export", "replay"}) {
        const Outcome outcome = command == std::string("export")
                                    ? run_cli({command, scene_path.c_str(), "-o", "x.csv"})
                                    : run_cli({command, scene_path.c_str()});
        EXPECT_EQ(outcome.exit_code, 3) << command;
        EXPECT_TRUE(contains(outcome.err, "for a scene: toibox run " + scene_path)) << outcome.err;
    }
}

TEST_F(RecordingFiles, DamageIsReportedEvenWithQuiet) {
    const std::string in = truncated("b.toirec");
    const std::string csv = folder_.file("b.csv");
    const std::string out = folder_.file("c.toirec");
    for (const std::vector<const char*>& arguments : {std::vector<const char*>{"verify", "-q", in.c_str()},
                                                      {"replay", "-q", "--headless", in.c_str()},
                                                      {"export", "-q", in.c_str(), "-o", csv.c_str()},
                                                      {"diff", "-q", in.c_str(), in.c_str()},
                                                      {"repair", "-q", in.c_str(), "-o", out.c_str()}}) {
        const Outcome outcome = run_cli(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << arguments.front() << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "recovered ")) << arguments.front() << outcome.err;
    }
    EXPECT_EQ(run_cli({"repair", "-q", out.c_str(), "-o", folder_.file("d.toirec").c_str()}).err, "");
    const Outcome info = run_cli({"info", "-q", in.c_str()});
    EXPECT_TRUE(contains(info.out, "recovered ")) << info.out;
    EXPECT_EQ(info.err, "") << "the damage is part of the printed information";
}

// Texts of a recording are untrusted: they must not control a terminal or break JSON.
TEST_F(RecordingFiles, InfoTextCannotControlTheTerminal) {
    const std::string in = recorded("a.toirec", {"--steps", "2"}, scene("a\x1B[31m\xFF.toi.json", latecomer));
    const Outcome shown = run_cli({"info", in.c_str()});
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_TRUE(contains(shown.out, "a?[31m?.toi.json")) << shown.out;
    const Outcome json = run_cli({"info", "--json", in.c_str()});
    EXPECT_TRUE(contains(json.out, "a\\u001b[31m\xEF\xBF\xBD.toi.json")) << json.out;
}

}  // namespace
}  // namespace toibox::app
