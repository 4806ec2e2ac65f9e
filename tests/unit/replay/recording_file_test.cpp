// SPDX-License-Identifier: MIT
// Recordings are restored from disk unchanged; a damaged file is read up to the damage, which is reported.
#include "toibox/replay/recording_file.h"

#include "chunks.h"
#include "history_world.h"
#include "replay/chunk.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace toibox::replay {
namespace {

using namespace testing_support;

/// A mark as older versions wrote it, without its simulation time.
struct MarkWithoutSeconds {
    std::uint64_t frame = 0;
    MarkKind kind = MarkKind::Contact;
    std::uint32_t count = 1;
    BodyHandle a{};
    BodyHandle b{};
    std::string text{};
    double t = 1.0;
};
struct MarksWithoutSeconds {
    std::uint32_t branch = 0;
    std::vector<MarkWithoutSeconds> marks;
};

}  // namespace
}  // namespace toibox::replay

template <>
struct toibox::FieldsOf<toibox::replay::MarkWithoutSeconds> {
    using M = toibox::replay::MarkWithoutSeconds;
    static constexpr FieldTuple list{
        Field{"frame", &M::frame}, Field{"kind", &M::kind}, Field{"count", &M::count}, Field{"a", &M::a},
        Field{"b", &M::b},         Field{"text", &M::text}, Field{"t", &M::t}};
};
template <>
struct toibox::FieldsOf<toibox::replay::MarksWithoutSeconds> {
    using P = toibox::replay::MarksWithoutSeconds;
    static constexpr FieldTuple list{Field{"lane", &P::branch}, Field{"marks", &P::marks}};
};

namespace toibox::replay {
namespace {

class RecordingFile : public testing::Test {
protected:
    RecordingFile() {
        std::filesystem::create_directories(folder_);
        history_.record_keyframes(true);
    }
    ~RecordingFile() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name = "a.toirec") const {
        return (folder_ / name).string();
    }
    static std::vector<std::byte> bytes_of(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        const auto bytes = std::as_bytes(std::span(text));
        return {bytes.begin(), bytes.end()};
    }
    /// The bytes of a recording with two branches, inputs, bookmarks, marks and keyframes.
    std::vector<std::byte> write_two_branches() {
        play_with_inputs(history_, 120);
        history_.add_bookmark("here");
        history_.seek(50);
        apply_user_input(history_, 0);
        play_with_inputs(history_, 60);
        EXPECT_TRUE(write_recording(path(), history_.recording()));
        return bytes_of(path());
    }

    static Recording make_metadata() {
        Recording recording;
        recording.step = 1.0 / 60.0;
        recording.meta = R"({"made by":"a test"})";
        recording.source = {"the scene", "x.toi.json", "toi", {{"/world/gravity", "[0,-1]"}}};
        return recording;
    }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("toibox_replay_" + std::to_string(::getpid()));
    History history_{std::make_unique<WorldSimulation>(make_history_world(), 1.0 / 60.0), make_metadata()};
};

TEST_F(RecordingFile, IsRestoredCompletely) {
    write_two_branches();
    const auto read = read_recording(path());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->damage.none()) << read->damage.what;
    const Recording& a = history_.recording();
    const Recording& b = read->recording;
    EXPECT_EQ(a.meta, b.meta);
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(a.source, b.source);
    EXPECT_EQ(a.bookmarks, b.bookmarks);
    ASSERT_EQ(b.branches.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(a.branches[i].fork, b.branches[i].fork);
        EXPECT_EQ(a.branches[i].hashes, b.branches[i].hashes);
        EXPECT_EQ(a.branches[i].marks, b.branches[i].marks);
        EXPECT_EQ(a.branches[i].inputs.size(), b.branches[i].inputs.size());
        EXPECT_EQ(a.branches[i].keyframes.size(), b.branches[i].keyframes.size());
    }
    EXPECT_GE(b.branches[0].keyframes.size(), 3u);
}

/// Seeks to frames of both branches with nothing but the keyframes and inputs of the file.
TEST_F(RecordingFile, ResumesFromAFile) {
    write_two_branches();
    auto read = read_recording(path());
    ASSERT_TRUE(read);
    History resumed = History::resume(std::make_unique<WorldSimulation>(make_history_world(), 1.0 / 60.0),
                                      std::move(read->recording));
    for (const auto& [branch, frame] :
         {std::pair{0u, 119u}, {0u, 7u}, {1u, 90u}, {1u, 51u}, {0u, 64u}, {1u, 3u}}) {
        resumed.seek(branch, frame);
        if (resumed.position().inputs == 0) {
            EXPECT_EQ(hash_of(resumed), resumed.recording().hash(branch, frame));
        }
    }
    EXPECT_FALSE(resumed.divergence());
    resumed.seek(1, 1000);
    resumed.step();
    EXPECT_EQ(resumed.recording().branches[1].end(), history_.recording().branches[1].end() + 1);
}

TEST_F(RecordingFile, PrefetchCachesStatesAndChangesNothingElse) {
    write_two_branches();
    auto read = read_recording(path());
    ASSERT_TRUE(read);
    History resumed = History::resume(std::make_unique<WorldSimulation>(make_history_world(), 1.0 / 60.0),
                                      std::move(read->recording));
    resumed.seek(1, 30);
    const HistoryPosition position = resumed.position();
    const std::size_t cached = resumed.cached_state_count();
    while (resumed.prefetch_states(10)) {
    }
    EXPECT_GT(resumed.cached_state_count(), cached + 5);
    EXPECT_EQ(resumed.position(), position);
    for (std::uint64_t frame = 0; frame < resumed.end(); frame += 9) {
        resumed.seek(1, frame);
        if (resumed.position().inputs == 0) {
            EXPECT_EQ(hash_of(resumed), resumed.recording().hash(1, frame));
        }
    }
    EXPECT_FALSE(resumed.divergence());
}

/// The file that a killed program leaves contains everything up to the last sync().
TEST_F(RecordingFile, IsReadableWhileItIsWritten) {
    auto writer = RecordingWriter::create(path(), history_.recording());
    ASSERT_TRUE(writer);
    play_with_inputs(history_, 70);
    writer->sync(history_.recording());
    const std::uint64_t frames = history_.end();
    play_with_inputs(history_, 30);
    const auto read = read_recording(path() + ".part");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->damage.unfinished);
    EXPECT_TRUE(read->damage.what.empty());
    EXPECT_EQ(read->recording.branches.front().end(), frames);
    ASSERT_TRUE(writer->finish(history_.recording()));
    EXPECT_FALSE(std::filesystem::exists(path() + ".part"));
    EXPECT_TRUE(read_recording(path())->damage.none());
}

/// record_keyframes() can insert keyframes before the last one in the file. The writer skips them.
TEST_F(RecordingFile, KeyframesBeforeTheLastWrittenOneAreSkipped) {
    auto writer = RecordingWriter::create(path(), history_.recording());
    ASSERT_TRUE(writer);
    play_with_inputs(history_, 200);
    writer->sync(history_.recording());
    const std::size_t before = history_.recording().branches[0].keyframes.size();
    const StoredKeyframe last = history_.recording().branches[0].keyframes.back();
    Recording grown = history_.recording();
    grown.branches[0].keyframes.insert(std::prev(grown.branches[0].keyframes.end()),
                                       {last.frame - 1, grown.branches[0].keyframes.front().chunk});
    writer->sync(grown);
    ASSERT_TRUE(writer->finish(grown));
    const auto read = read_recording(path());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->damage.none()) << read->damage.what;
    EXPECT_EQ(read->recording.branches[0].end(), 200u + 4u * 2u);
    EXPECT_EQ(read->recording.branches[0].keyframes.size(), before);
}

TEST_F(RecordingFile, BytesEqualTheFileSize) {
    auto writer = RecordingWriter::create(path(), history_.recording());
    ASSERT_TRUE(writer);
    play_with_inputs(history_, 20);
    ASSERT_TRUE(writer->finish(history_.recording()));
    EXPECT_EQ(writer->bytes(), std::filesystem::file_size(path()));
}

/// The header has the fraction 0/0, and the file is readable.
TEST_F(RecordingFile, AnInvalidStepIsStoredAsZero) {
    Recording recording = history_.recording();
    for (const double step : {std::nan(""), HUGE_VAL, -1.0}) {
        recording.step = step;
        ASSERT_TRUE(write_recording(path(), recording));
        const std::vector<std::byte> bytes = bytes_of(path());
        const FileHeader header = *read_header(bytes);
        EXPECT_EQ(header.step_numerator, 0u);
        EXPECT_EQ(header.step_denominator, 0u);
        const auto read = read_recording(bytes);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->recording.step, 0.0);
    }
}

TEST_F(RecordingFile, ATruncatedFileIsReadUpToItsEnd) {
    const std::vector<std::byte> whole = write_two_branches();
    std::uint64_t last_frames = 0;
    for (std::size_t length = 0; length < whole.size(); length += length < 4096 ? 1 : 97) {
        const auto read = read_recording(std::span(whole).first(length));
        if (!read) {
            EXPECT_FALSE(read.error().message.empty());
            EXPECT_EQ(last_frames, 0u) << length;
            continue;
        }
        EXPECT_FALSE(read->damage.none());
        EXPECT_EQ(read->recording.defect(), "");
        const std::uint64_t frames = read->recording.branches.front().end();
        EXPECT_GE(frames, last_frames);
        last_frames = frames;
    }
    EXPECT_EQ(last_frames, history_.recording().branches.front().end());
}

TEST_F(RecordingFile, FlippedBitsAreDetected) {
    std::vector<std::byte> bytes = write_two_branches();
    Rng rng(3);
    for (int i = 0; i < 400; ++i) {
        const std::size_t at = rng.below(static_cast<std::uint32_t>(bytes.size()));
        const auto mask = static_cast<std::byte>(1u << rng.below(8));
        bytes[at] ^= mask;
        const auto read = read_recording(bytes);
        if (read) {
            EXPECT_FALSE(read->damage.what.empty()) << "byte " << at;
            EXPECT_EQ(read->recording.defect(), "");
        } else {
            EXPECT_FALSE(read.error().message.empty());
        }
        bytes[at] ^= mask;
    }
}

TEST_F(RecordingFile, ANewerVersionIsReported) {
    std::vector<std::byte> bytes = write_two_branches();
    FileHeader header = *read_header(bytes);
    header.min_reader = 9;
    std::ranges::copy(header_bytes(header), bytes.begin());
    const auto read = read_recording(bytes);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("version 9"), std::string::npos) << read.error().message;
}

TEST_F(RecordingFile, UnknownChunksAreSkippedUnlessCritical) {
    const std::vector<std::byte> whole = write_two_branches();
    const auto read_with_chunk = [&](std::string_view name) {
        std::vector<std::byte> bytes(whole.begin(), whole.begin() + header_size);
        const std::vector<std::byte> extra = make_chunk(tag_of(name), std::vector<std::byte>(100));
        bytes.insert(bytes.end(), extra.begin(), extra.end());
        bytes.insert(bytes.end(), whole.begin() + header_size, whole.end());
        return read_recording(bytes);
    };
    ASSERT_TRUE(read_with_chunk("note"));
    EXPECT_TRUE(read_with_chunk("note")->damage.none());
    ASSERT_FALSE(read_with_chunk("NOTE"));
    EXPECT_NE(read_with_chunk("NOTE").error().message.find("newer"), std::string::npos);
}

/// A small chunk that unpacks to more than the limit.
TEST_F(RecordingFile, DoesNotUnpackAboveTheLimit) {
    const std::vector<std::byte> whole = write_two_branches();
    const std::vector<std::byte> bomb =
        make_chunk(tags::marks, std::vector<std::byte>(tuning::max_chunk_bytes + 1));
    EXPECT_LT(bomb.size(), 4096u);
    const ChunkView meta = *read_chunk(std::span(whole).subspan(header_size));
    const auto at = static_cast<std::ptrdiff_t>(header_size + meta.size());
    std::vector<std::byte> bytes(whole.begin(), whole.begin() + at);
    bytes.insert(bytes.end(), bomb.begin(), bomb.end());
    bytes.insert(bytes.end(), whole.begin() + at, whole.end());
    const auto read = read_recording(bytes);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("above the limit"), std::string::npos) << read.error().message;
}

TEST_F(RecordingFile, ReportsWhyItCannotBeWrittenOrRead) {
    const auto writer = RecordingWriter::create("/nonexistent/a.toirec", history_.recording());
    ASSERT_FALSE(writer);
    EXPECT_NE(writer.error().find("/nonexistent/a.toirec"), std::string::npos);
    const auto read = read_recording(path("absent"));
    ASSERT_FALSE(read);
    EXPECT_TRUE(read.error().io);
}

// Older versions did not store when an event happened. The time is then unknown, not 0.
TEST_F(RecordingFile, AMarkWithoutATimeHasNone) {
    const MarksWithoutSeconds marks{.marks = {{.frame = 3, .kind = MarkKind::Impact, .t = 0.25}}};
    const auto read = read_recording(file_of({chunk_of(tags::marks, marks)}));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->recording.branches[0].marks.size(), 1u);
    const Mark& mark = read->recording.branches[0].marks[0];
    EXPECT_EQ(mark.frame, 3u);
    EXPECT_EQ(mark.t, 0.25);
    EXPECT_EQ(mark.seconds, std::nullopt);
}

}  // namespace
}  // namespace toibox::replay
