// SPDX-License-Identifier: MIT
// Malicious recordings are handled safely, and every recording that can be written can be read.
#include "toibox/geometry/hull.h"
#include "toibox/replay/recording_file.h"
#include "toibox/replay/verify.h"

#include "history_world.h"
#include "replay/chunk.h"
#include "replay/payloads.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

namespace toibox::replay {
namespace {

using namespace testing_support;

std::vector<std::byte> to_file_bytes(const Recording& recording) {
    const auto path =
        std::filesystem::temp_directory_path() / ("toibox_hostile_" + std::to_string(::getpid()));
    EXPECT_TRUE(write_recording(path.string(), recording));
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::filesystem::remove(path);
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// As a float, 1e-300 s is 0, which is not a valid step length of a world.
TEST(HostileRecording, InvalidStepLengthsAreDefects) {
    History history = make_history();
    play_with_inputs(history, 4);
    Recording recording = history.recording();
    for (const double seconds : {1e-300, 1e-7, 0.0, -1.0, 11.0, std::nan(""), HUGE_VAL}) {
        recording.branches[0].inputs = {{.frame = 1, .what = StepLength{seconds}}};
        EXPECT_NE(recording.defect(), "") << seconds;
    }
    recording.branches[0].inputs = {{.frame = 1, .what = StepLength{1e-6}}};
    EXPECT_EQ(recording.defect(), "");
}

/// Step lengths come only from the inputs, which are validated, never from keyframes.
TEST(HostileRecording, AKeyframeDoesNotSetTheStepLength) {
    History history = make_history();
    play_with_inputs(history, 60);
    Recording recording = history.recording();
    history.seek(40);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    recording.branches[0].keyframes.push_back(pack(history.simulation(), 0, 40, nan));
    History resumed = History::resume(std::make_unique<WorldSimulation>(make_history_world(), 1.0 / 60.0),
                                      std::move(recording));
    resumed.seek(41);
    EXPECT_EQ(resumed.step_seconds(), std::nullopt);
    EXPECT_FALSE(resumed.divergence());
}

/// If duplicates were allowed, one small chunk that inflates hugely could be repeated to exhaust time and
/// memory.
TEST(HostileRecording, ADuplicateMetaChunkIsAnError) {
    History history = make_history();
    play_with_inputs(history, 4);
    const std::vector<std::byte> whole = to_file_bytes(history.recording());
    const ChunkView meta = *read_chunk(std::span(whole).subspan(header_size));
    std::vector<std::byte> bytes(whole.begin(), whole.begin() + header_size);
    for (int i = 0; i < 2; ++i) {
        const auto first = whole.begin() + header_size;
        bytes.insert(bytes.end(), first, first + static_cast<std::ptrdiff_t>(meta.size()));
    }
    bytes.insert(bytes.end(), whole.begin() + static_cast<std::ptrdiff_t>(header_size + meta.size()),
                 whole.end());
    const auto read = read_recording(bytes);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("META appears twice"), std::string::npos) << read.error().message;
}

/// The text is one byte longer than the limit of 64 MiB, but its chunk is small.
TEST(HostileRecording, SceneTextAboveTheLimitIsAnError) {
    History history = make_history();
    play_with_inputs(history, 4);
    const std::vector<std::byte> whole = to_file_bytes(history.recording());
    std::vector<std::byte> bytes(whole.begin(), whole.begin() + header_size);
    const std::vector<std::byte> bomb =
        make_chunk(tags::scene, std::vector<std::byte>(tuning::max_text_bytes + 1));
    bytes.insert(bytes.end(), bomb.begin(), bomb.end());
    const auto read = read_recording(bytes);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("above the limit"), std::string::npos) << read.error().message;
}

/// 600 bodies of five polygons with 40 vertices each need more than one chunk (tuning::target_chunk_bytes).
TEST(HostileRecording, ManyLargeInputsAreRestored) {
    History history = make_history();
    command::CreateBody create{.body = {.type = BodyType::Static, .position = {0, -50}}, .parts = {}};
    for (int i = 0; i < 5; ++i)
        create.parts.push_back({make_regular_polygon(40, 2.0f), {}});
    for (int i = 0; i < 600; ++i)
        ASSERT_TRUE(history.apply(create));
    history.step();
    const auto read = read_recording(to_file_bytes(history.recording()));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->damage.none()) << read->damage.what;
    EXPECT_EQ(read->recording.branches[0].inputs.size(), 600u);
}

/// The largest body that a command can create can be recorded; a larger one is rejected.
TEST(HostileRecording, ABodyWithTooManyPartsIsRejected) {
    History history = make_history();
    command::CreateBody create{.body = {.type = BodyType::Static, .position = {0, -50}}, .parts = {}};
    create.parts.assign(command::max_parts, {make_regular_polygon(256, 2.0f), {}});
    EXPECT_TRUE(history.apply(create));
    const auto read = read_recording(to_file_bytes(history.recording()));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->damage.none()) << read->damage.what;
    create.parts.push_back(create.parts.front());
    const auto outcome = make_history().apply(create);
    ASSERT_FALSE(outcome);
    EXPECT_NE(outcome.error().message.find("4096"), std::string::npos) << outcome.error().message;
    // A second body of the maximum size does not fit into the file.
    create.parts.pop_back();
    const std::uint64_t before = hash_of(history);
    EXPECT_FALSE(history.apply(create));
    EXPECT_EQ(hash_of(history), before);
}

TEST(HostileRecording, InputCountEqualsTheNumberOfInputs) {
    History history = make_history();
    play_with_inputs(history, 60);
    history.seek(34);
    apply_user_input(history, 0);
    play_with_inputs(history, 30);
    const Recording& recording = history.recording();
    ASSERT_EQ(recording.branches.size(), 2u);
    for (std::uint32_t branch = 0; branch < 2; ++branch) {
        for (std::uint64_t frame = 0; frame <= recording.branches[branch].end(); ++frame)
            EXPECT_EQ(recording.input_count(branch, frame), recording.inputs_at(branch, frame).size());
    }
}

}  // namespace
}  // namespace toibox::replay
