// SPDX-License-Identifier: MIT
// Writer and reader have the same limits, so whatever can be written can be read. Above a limit, the writer
// drops what is dispensable and fails for the rest.
#include "toibox/geometry/hull.h"

#include "chunks.h"
#include "history_world.h"

#include <filesystem>
#include <fstream>

namespace toibox::replay {
namespace {

using namespace testing_support;

class RecordingLimit : public testing::Test {
protected:
    RecordingLimit() {
        std::filesystem::create_directories(folder_);
        recording_.branches.resize(1);
        recording_.branches[0].hashes.assign(20, 7);
    }
    ~RecordingLimit() override { std::filesystem::remove_all(folder_); }

    /// Writes and reads the recording within the limits, and expects no damage.
    Recording write_and_read() {
        const auto finished = write_recording(path_, recording_, limits_);
        EXPECT_TRUE(finished) << finished.error();
        return read(path_, true);
    }
    /// Starts writing the recording in its current state.
    void begin_writing() {
        auto writer = RecordingWriter::create(path_, recording_, limits_);
        ASSERT_TRUE(writer) << writer.error();
        writer_.emplace(std::move(writer).value());
    }
    /// Finishes with the recording in its current state. Expects an error that contains `what`, and a valid
    /// partial file, which it returns.
    Recording finish_with_error(const std::string& what) {
        const auto finished = writer_->finish(recording_);
        EXPECT_FALSE(finished);
        if (!finished) {
            EXPECT_NE(finished.error().find(what), std::string::npos) << finished.error();
        }
        EXPECT_FALSE(std::filesystem::exists(path_));
        return read(path_ + ".part", false);
    }
    Recording read(const std::string& path, bool finished) {
        std::ifstream file(path, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        auto read = read_recording(std::as_bytes(std::span(text)), limits_);
        EXPECT_TRUE(read) << read.error().message;
        if (!read) return {};
        EXPECT_EQ(read->damage.what, "");
        EXPECT_EQ(read->damage.unfinished, !finished);
        return std::move(read->recording);
    }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("toibox_limits_" + std::to_string(::getpid()));
    std::string path_ = (folder_ / "a.toirec").string();
    RecordingLimits limits_;
    Recording recording_;
    std::optional<RecordingWriter> writer_;
};

Branch branch_from_first_frame() {
    return {.fork = HistoryPosition{}, .hashes = {7, 7, 7}};
}

TEST_F(RecordingLimit, MaximumNumberOfBranchesIsReadable) {
    recording_.branches.resize(limits_.branches, branch_from_first_frame());
    EXPECT_FALSE(recording_.has_room_for_branch());
    EXPECT_EQ(write_and_read().branches.size(), limits_.branches);
}

TEST_F(RecordingLimit, TooManyBranchesFailTheWriter) {
    limits_.branches = 3;
    recording_.branches.resize(2, branch_from_first_frame());
    EXPECT_TRUE(recording_.has_room_for_branch(limits_));
    recording_.branches.push_back(branch_from_first_frame());
    EXPECT_FALSE(recording_.has_room_for_branch(limits_));
    EXPECT_EQ(write_and_read().branches.size(), 3u);
    std::filesystem::remove(path_);
    begin_writing();
    recording_.branches.push_back(branch_from_first_frame());
    recording_.branches[0].hashes.resize(30);
    const Recording read = finish_with_error("more branches");
    ASSERT_EQ(read.branches.size(), 3u);
    EXPECT_EQ(read.branches[0].end(), 29u);
}

TEST_F(RecordingLimit, TooManyInputsFailTheWriter) {
    limits_.inputs = 5;
    recording_.branches[0].inputs.assign(4, step_length_at(3));
    EXPECT_TRUE(recording_.has_room_for(step_length_at(3), limits_));
    recording_.branches[0].inputs.push_back(step_length_at(3));
    EXPECT_FALSE(recording_.has_room_for(step_length_at(3), limits_));
    EXPECT_EQ(write_and_read().branches[0].inputs.size(), 5u);
    std::filesystem::remove(path_);
    begin_writing();
    recording_.branches[0].inputs.push_back(step_length_at(19));
    EXPECT_EQ(finish_with_error("more inputs").branches[0].inputs.size(), 5u);
}

/// The reader would stop at an invalid step length, so the writer stops before it.
TEST_F(RecordingLimit, AnInvalidStepLengthFailsTheWriter) {
    begin_writing();
    recording_.branches[0].inputs = {step_length_at(3, 1.0), step_length_at(4, 20.0)};
    recording_.branches[0].hashes.resize(30);
    const Recording read = finish_with_error("a step of 20 s; a recording may have steps of 1e-06 s to 10 s");
    EXPECT_TRUE(read.branches[0].inputs.empty());
    EXPECT_EQ(read.branches[0].end(), 19u);
}

/// The body has two parts, a ball and a heptagon; with seven vertices and seven normals these are 16
/// elements.
TEST_F(RecordingLimit, TooManyPartsAndVerticesFailTheWriter) {
    const Input create{
        .frame = 3,
        .what = Command{command::CreateBody{
            .body = {}, .parts = {{Circle{{0, 0}, 0.5f}, {}}, {make_regular_polygon(7, 0.4f), {}}}}}};
    EXPECT_EQ(nested_elements(create), 16u);
    EXPECT_EQ(nested_elements(step_length_at(3)), 0u);
    limits_.nested = 3 * 16;
    recording_.branches[0].inputs.assign(2, create);
    EXPECT_TRUE(recording_.has_room_for(create, limits_));
    recording_.branches[0].inputs.push_back(create);
    EXPECT_FALSE(recording_.has_room_for(create, limits_));
    EXPECT_TRUE(recording_.has_room_for(step_length_at(3), limits_));
    EXPECT_EQ(write_and_read().branches[0].inputs.size(), 3u);
    std::filesystem::remove(path_);
    begin_writing();
    recording_.branches[0].inputs.push_back(create);
    EXPECT_EQ(finish_with_error("more parts and vertices").branches[0].inputs.size(), 3u);
}

TEST_F(RecordingLimit, TooManyFramesFailTheWriter) {
    limits_.frames = 20;
    EXPECT_EQ(write_and_read().branches[0].end(), 19u);
    std::filesystem::remove(path_);
    begin_writing();
    recording_.branches[0].hashes.push_back(7);
    EXPECT_EQ(finish_with_error("more frames").branches[0].end(), 19u);
}

TEST_F(RecordingLimit, OversizedNameFailsTheWriter) {
    limits_.chunk_bytes = 1000;
    begin_writing();
    recording_.branches.push_back(branch_from_first_frame());
    recording_.branches[1].name.assign(1000, 'a');
    EXPECT_EQ(finish_with_error("more bytes in a LANE chunk").branches.size(), 1u);
}

TEST_F(RecordingLimit, OversizedSceneFailsTheCreation) {
    limits_.text_bytes = 1000;
    recording_.source.scene.assign(1000, ' ');
    const auto writer = RecordingWriter::create(path_, recording_, limits_);
    ASSERT_FALSE(writer);
    EXPECT_NE(writer.error().find("more bytes in a SCNE chunk"), std::string::npos) << writer.error();
    EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
    recording_.source = {.scene = {}, .path = {}, .variant = {}, .overrides = {{"/a", "1"}, {"/b", "2"}}};
    limits_.entries = 1;
    EXPECT_FALSE(RecordingWriter::create(path_, recording_, limits_));
}

TEST_F(RecordingLimit, ExcessMarksAreDropped) {
    limits_.marks = tuning::elements_per_chunk + 10;
    for (std::uint64_t i = 0; i < 2 * tuning::elements_per_chunk; ++i)
        recording_.branches[0].marks.push_back({.frame = i * 20 / (2 * tuning::elements_per_chunk)});
    recording_.branches.push_back(branch_from_first_frame());
    recording_.branches[1].marks.push_back({.frame = 1});
    const Recording read = write_and_read();
    EXPECT_EQ(read.branches[0].marks.size(), limits_.marks);
    EXPECT_TRUE(read.branches[1].marks.empty());
    EXPECT_EQ(read.branches[1].end(), 2u);
}

/// A reader with a smaller limit than the writer drops marks, too.
TEST_F(RecordingLimit, ExcessMarksAreNotDamage) {
    recording_.branches[0].marks.assign(50, {.frame = 1});
    ASSERT_TRUE(write_recording(path_, recording_));
    limits_.marks = 20;
    EXPECT_EQ(read(path_, true).branches[0].marks.size(), 20u);
}

TEST_F(RecordingLimit, AMarkWithOversizedTextIsDropped) {
    limits_.chunk_bytes = 1000;
    recording_.branches[0].marks = {
        {.frame = 1},
        {.frame = 2, .kind = MarkKind::Claim, .text = std::string(2'000'000, 'a')},
        {.frame = 3}};
    const Recording read = write_and_read();
    ASSERT_EQ(read.branches[0].marks.size(), 2u);
    EXPECT_EQ(read.branches[0].marks[1].frame, 3u);
}

TEST_F(RecordingLimit, ExcessBookmarksAreDropped) {
    for (std::uint64_t i = 0; i < 10; ++i)
        recording_.bookmarks.push_back({0, i, std::string(100, 'a')});
    limits_.entries = 7;
    EXPECT_EQ(write_and_read().bookmarks.size(), 7u);
    limits_.chunk_bytes = 700;
    EXPECT_EQ(write_and_read().bookmarks.size(), 3u);
}

/// The state takes more than the 1,000 bytes allowed. Frames after a dropped keyframe are kept.
TEST_F(RecordingLimit, OversizedKeyframeIsDropped) {
    const WorldSimulation simulation(make_history_world(), 1.0 / 60.0);
    recording_.branches[0].keyframes = {pack(simulation, 0, 4, {}), pack(simulation, 0, 8, {})};
    limits_.state_bytes = 1000;
    EXPECT_TRUE(pack(simulation, 0, 8, {}, limits_).chunk.empty());
    const Recording read = write_and_read();
    EXPECT_TRUE(read.branches[0].keyframes.empty());
    EXPECT_EQ(read.branches[0].end(), 19u);
    recording_.branches[0].keyframes.push_back({.frame = 12, .chunk = {}});
    limits_ = {};
    EXPECT_EQ(write_and_read().branches[0].keyframes.size(), 2u);
    EXPECT_FALSE(unpack(recording_.branches[0].keyframes.back()));
}

/// A reader with a smaller limit than the writer drops the keyframe, too, and keeps what follows.
TEST_F(RecordingLimit, OversizedKeyframeIsNotDamage) {
    recording_.branches[0].keyframes = {pack(WorldSimulation(make_history_world(), 1.0 / 60.0), 0, 4, {})};
    ASSERT_TRUE(write_recording(path_, recording_));
    limits_.state_bytes = 1000;
    const Recording read = this->read(path_, true);
    EXPECT_TRUE(read.branches[0].keyframes.empty());
    EXPECT_EQ(read.branches[0].end(), 19u);
}

/// 8 MiB of zeros in less than 2 kB: no real state compresses that well, and make_chunk stores such a state
/// uncompressed. Reader and writer drop the compressed keyframe.
TEST_F(RecordingLimit, AKeyframeWithAnExtremeRatioIsDropped) {
    KeyframePayload zeros;
    zeros.frame = 4;
    zeros.world.resize(std::size_t{8} << 20);
    const Bytes payload = payload_bytes(zeros);
    const Bytes plain = make_chunk(tags::keyframe, payload);
    EXPECT_EQ(plain.size(), chunk_head_size + payload.size());
    Bytes bomb = make_chunk(tags::marks, payload);
    EXPECT_LT(bomb.size(), 2000u);
    std::ranges::copy(words({{tags::keyframe, 4}}), bomb.begin());
    Bytes checksummed(bomb.begin(), bomb.begin() + 24);
    checksummed.insert(checksummed.end(), bomb.begin() + chunk_head_size, bomb.end());
    std::ranges::copy(words({{checksum(checksummed), 8}}), bomb.begin() + 24);
    const auto read = read_recording(file_of({bomb, chunk_of(tags::hashes, hashes_of(0, 10, 5))}));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->damage.what, "");
    EXPECT_TRUE(read->recording.branches[0].keyframes.empty());
    EXPECT_EQ(read->recording.branches[0].end(), 14u);
    recording_.branches[0].keyframes = {{4, plain}, {5, bomb}};
    EXPECT_EQ(write_and_read().branches[0].keyframes.size(), 1u);
}

/// More inputs than the limit in a chunk of a few kB: the reader allocates no more than the limit.
TEST_F(RecordingLimit, TooManyInputsEndTheReading) {
    limits_.inputs = 100;
    const InputsPayload payload{.inputs = std::vector(1000, step_length_at(2))};
    const auto read = read_recording(file_of({chunk_of(tags::inputs, payload)}), limits_);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_NE(read->damage.what.find("more elements"), std::string::npos) << read->damage.what;
    EXPECT_TRUE(read->recording.branches[0].inputs.empty());
}

}  // namespace
}  // namespace toibox::replay
