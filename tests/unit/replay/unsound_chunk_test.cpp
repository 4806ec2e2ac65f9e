// SPDX-License-Identifier: MIT
// Chunks whose checksum is right and whose content is not: each ends the recording, and nothing of it stays.
#include "chunks.h"
#include "yard.h"

#include <cmath>
#include <zstd.h>

namespace toibox::replay {
namespace {

using namespace testing_support;

/// The chunk after ten sound frames and one sound input is refused for `why`, and leaves no trace.
void expect_ends_there(const Bytes& chunk, const std::string& why) {
    const Bytes input = chunk_of(tags::inputs, InputsPayload{.inputs = {step_length_at(1)}});
    const Bytes more = chunk_of(tags::hashes, hashes_of(0, 10, 5));
    const auto read = read_recording(file_of({input, chunk, more}));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_NE(read->damage.what.find(why), std::string::npos) << read->damage.what;
    EXPECT_EQ(read->damage.dropped, chunk.size() + more.size());
    ASSERT_EQ(read->recording.branches.size(), 1u);
    EXPECT_EQ(read->recording.branches[0].end(), 9u);
    EXPECT_EQ(read->recording.branches[0].inputs.size(), 1u);
    EXPECT_TRUE(read->recording.branches[0].marks.empty());
}

TEST(UnsoundChunk, AStepOfAnImpossibleLength) {
    for (const double seconds : {1e-7, 20.0, std::nan("")}) {
        const InputsPayload payload{.inputs = {step_length_at(2), step_length_at(3, seconds)}};
        expect_ends_there(chunk_of(tags::inputs, payload), "impossible length");
    }
}

TEST(UnsoundChunk, ALaneThatLeavesAfterInputsThatThereAreNot) {
    const BranchPayload branch{.branch = 1, .fork = HistoryPosition{0, 1, 2}, .name = {}};
    expect_ends_there(chunk_of(tags::branch, branch), "leaves");
}

/// Two sound inputs go ahead of one that is out of order; marks the same.
TEST(UnsoundChunk, LeavesNoneOfItsElements) {
    const InputsPayload inputs{.inputs = {step_length_at(2), step_length_at(5), step_length_at(4)}};
    expect_ends_there(chunk_of(tags::inputs, inputs), "out of order");
    const MarksPayload marks{.marks = {{.frame = 2}, {.frame = 5}, {.frame = 4}}};
    expect_ends_there(chunk_of(tags::marks, marks), "out of order");
}

TEST(UnsoundChunk, AnInputThatDoesNotSayWhat) {
    // lane 0; a list of one record, which has a frame alone.
    Bytes payload = words({{1, 2}, {1, 1}, {4, 4}, {0, 4}});
    append(payload, words({{2, 2}, {6, 1}, {22, 4}, {0, 2}, {0, 1}, {15, 4}}));
    append(payload, words({{1, 2}, {1, 1}, {8, 4}, {3, 8}}));
    expect_ends_there(make_chunk(tags::inputs, payload), "does not say");
}

/// In a variant's record two kinds of a command: the step length after it is one kind too many.
TEST(UnsoundChunk, AVariantOfTwoKinds) {
    Bytes input = words({{1, 2}, {1, 1}, {8, 4}, {3, 8}});
    append(input, words({{2, 2}, {0, 1}, {14, 4}, {2, 2}, {0, 1}, {0, 4}, {2, 2}, {0, 1}, {0, 4}}));
    Bytes payload = words({{2, 2}, {6, 1}, {input.size() + 7, 4}, {0, 2}, {0, 1}, {input.size(), 4}});
    append(payload, input);
    expect_ends_there(make_chunk(tags::inputs, payload), "two kinds");
}

TEST(UnsoundChunk, AStepInMetaThatIsNone) {
    for (const double step : {-1.0, std::nan(""), HUGE_VAL}) {
        Bytes file =
            header_bytes({.major = toirec_major, .min_reader = toirec_major, .sim_version = sim_version});
        append(file, chunk_of(tags::meta, MetaPayload{.json = {}, .step = step}));
        const auto read = read_recording(file);
        ASSERT_FALSE(read);
        EXPECT_NE(read.error().message.find("META has a step"), std::string::npos) << read.error().message;
    }
}

/// A chunk with this payload as it stands in the file.
Bytes stored_chunk(std::uint32_t flags, std::uint64_t raw_length, const Bytes& stored) {
    Bytes chunk = words({{tags::hashes, 4}, {flags, 4}, {raw_length, 8}, {stored.size(), 8}});
    Bytes summed = chunk;
    append(summed, stored);
    append(chunk, words({{checksum(summed), 8}}));
    append(chunk, stored);
    return chunk;
}
Bytes packed(const Bytes& payload) {
    Bytes bytes(ZSTD_compressBound(payload.size()));
    bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), payload.data(), payload.size(), 1));
    return bytes;
}

TEST(UnsoundChunk, APayloadThatIsNotOneWholeFrameOfTheLengthItSays) {
    const Bytes payload = payload_bytes(hashes_of(0, 10, 5));
    const Bytes whole = packed(payload);
    Bytes longer_payload = payload;
    append(longer_payload, Bytes(7));
    Bytes two_frames = whole;
    append(two_frames, whole);
    Bytes and_more = whole;
    and_more.push_back(std::byte{0});
    expect_ends_there(stored_chunk(1, payload.size(), packed(longer_payload)), "more than it says");
    expect_ends_there(stored_chunk(1, payload.size() + 1, whole), "less than it says");
    expect_ends_there(stored_chunk(1, payload.size(), two_frames), "goes on after its end");
    expect_ends_there(stored_chunk(1, payload.size(), and_more), "goes on after its end");
    expect_ends_there(stored_chunk(2, payload.size(), payload), "flag");
    const auto sound = read_recording(file_of({stored_chunk(1, payload.size(), whole)}));
    ASSERT_TRUE(sound);
    EXPECT_EQ(sound->recording.branches[0].end(), 14u);
}

/// Of a record that is there twice the last counts, and nothing of the first is left in it.
TEST(TaggedFields, OfARecordThatIsThereTwiceTheLastCounts) {
    Bytes payload;
    for (const int id : {3, 5}) {  // Body: 3 angle, 5 angular velocity, as 1.0f.
        append(payload, words({{1, 2}, {0, 1}, {11, 4}}));
        append(payload, words({{static_cast<std::uint64_t>(id), 2}, {3, 1}, {4, 4}, {0x3F800000, 4}}));
    }
    command::CreateBody create;
    TaggedReader reader({100, 100});
    reader.fields(payload, create);
    EXPECT_EQ(reader.defect(), nullptr);
    EXPECT_EQ(create.body.angle, 0.0f);
    EXPECT_EQ(create.body.angular_velocity, 1.0f);
}

}  // namespace
}  // namespace toibox::replay
