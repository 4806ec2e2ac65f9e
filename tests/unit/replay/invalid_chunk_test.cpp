// SPDX-License-Identifier: MIT
// Chunks with a valid checksum but invalid content: each ends the recording, and none of its content is kept.
#include "chunks.h"
#include "history_world.h"

#include <cmath>
#include <zstd.h>

namespace toibox::replay {
namespace {

using namespace testing_support;

/// Reads a file with ten valid frames, a valid input and then the chunk. Expects that the reader rejects the
/// chunk with `reason` and keeps none of its content.
void expect_rejected(const Bytes& chunk, const std::string& reason) {
    const Bytes input = chunk_of(tags::inputs, InputsPayload{.inputs = {step_length_at(1)}});
    const Bytes more = chunk_of(tags::hashes, hashes_of(0, 10, 5));
    const auto read = read_recording(file_of({input, chunk, more}));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_NE(read->damage.what.find(reason), std::string::npos) << read->damage.what;
    EXPECT_EQ(read->damage.dropped, chunk.size() + more.size());
    ASSERT_EQ(read->recording.branches.size(), 1u);
    EXPECT_EQ(read->recording.branches[0].end(), 9u);
    EXPECT_EQ(read->recording.branches[0].inputs.size(), 1u);
    EXPECT_TRUE(read->recording.branches[0].marks.empty());
}

TEST(InvalidChunk, AnInvalidStepLengthIsRejected) {
    for (const double seconds : {1e-7, 20.0, std::nan("")}) {
        const InputsPayload payload{.inputs = {step_length_at(2), step_length_at(3, seconds)}};
        expect_rejected(chunk_of(tags::inputs, payload), "invalid step length");
    }
}

TEST(InvalidChunk, AForkAfterMissingInputsIsRejected) {
    const BranchPayload branch{.branch = 1, .fork = HistoryPosition{0, 1, 2}, .name = {}};
    expect_rejected(chunk_of(tags::branch, branch), "forks after inputs");
}

/// Two valid inputs precede one that is out of order; then the same with marks.
TEST(InvalidChunk, NoneOfItsElementsAreKept) {
    const InputsPayload inputs{.inputs = {step_length_at(2), step_length_at(5), step_length_at(4)}};
    expect_rejected(chunk_of(tags::inputs, inputs), "out of order");
    const MarksPayload marks{.marks = {{.frame = 2}, {.frame = 5}, {.frame = 4}}};
    expect_rejected(chunk_of(tags::marks, marks), "out of order");
}

TEST(InvalidChunk, AnInputWithoutAVariantIsRejected) {
    // branch 0; a list of one record, which has only a frame.
    Bytes payload = words({{1, 2}, {1, 1}, {4, 4}, {0, 4}});
    append(payload, words({{2, 2}, {6, 1}, {22, 4}, {0, 2}, {0, 1}, {15, 4}}));
    append(payload, words({{1, 2}, {1, 1}, {8, 4}, {3, 8}}));
    expect_rejected(make_chunk(tags::inputs, payload), "a missing variant");
}

/// The record of a variant contains two alternatives, both a step length.
TEST(InvalidChunk, AVariantWithTwoAlternativesIsRejected) {
    Bytes input = words({{1, 2}, {1, 1}, {8, 4}, {3, 8}});
    append(input, words({{2, 2}, {0, 1}, {14, 4}, {2, 2}, {0, 1}, {0, 4}, {2, 2}, {0, 1}, {0, 4}}));
    Bytes payload = words({{2, 2}, {6, 1}, {input.size() + 7, 4}, {0, 2}, {0, 1}, {input.size(), 4}});
    append(payload, input);
    expect_rejected(make_chunk(tags::inputs, payload), "two alternatives");
}

TEST(InvalidChunk, AnInvalidStepInMetaIsAnError) {
    for (const double step : {-1.0, std::nan(""), HUGE_VAL}) {
        Bytes file =
            header_bytes({.major = toirec_major, .min_reader = toirec_major, .sim_version = sim_version});
        append(file, chunk_of(tags::meta, MetaPayload{.json = {}, .step = step}));
        const auto read = read_recording(file);
        ASSERT_FALSE(read);
        EXPECT_NE(read.error().message.find("META has an invalid step"), std::string::npos)
            << read.error().message;
    }
}

/// A chunk with a valid checksum and the given head and stored payload.
Bytes stored_chunk(std::uint32_t flags, std::uint64_t raw_length, const Bytes& stored) {
    Bytes chunk = words({{tags::hashes, 4}, {flags, 4}, {raw_length, 8}, {stored.size(), 8}});
    Bytes checksummed = chunk;
    append(checksummed, stored);
    append(chunk, words({{checksum(checksummed), 8}}));
    append(chunk, stored);
    return chunk;
}
Bytes compressed(const Bytes& payload) {
    Bytes bytes(ZSTD_compressBound(payload.size()));
    bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), payload.data(), payload.size(), 1));
    return bytes;
}

TEST(InvalidChunk, APayloadMustBeOneCompleteFrameOfTheStatedSize) {
    const Bytes payload = payload_bytes(hashes_of(0, 10, 5));
    const Bytes frame = compressed(payload);
    Bytes longer_payload = payload;
    append(longer_payload, Bytes(7));
    Bytes two_frames = frame;
    append(two_frames, frame);
    Bytes with_extra_byte = frame;
    with_extra_byte.push_back(std::byte{0});
    expect_rejected(stored_chunk(1, payload.size(), compressed(longer_payload)), "unpacks to more");
    expect_rejected(stored_chunk(1, payload.size() + 1, frame), "unpacks to less");
    expect_rejected(stored_chunk(1, payload.size(), two_frames), "trailing bytes");
    expect_rejected(stored_chunk(1, payload.size(), with_extra_byte), "trailing bytes");
    expect_rejected(stored_chunk(2, payload.size(), payload), "flag");
    const auto valid = read_recording(file_of({stored_chunk(1, payload.size(), frame)}));
    ASSERT_TRUE(valid);
    EXPECT_EQ(valid->recording.branches[0].end(), 14u);
}

/// The second record replaces the first one completely.
TEST(TaggedFields, TheLastOfTwoRecordsWithTheSameIdIsUsed) {
    Bytes payload;
    for (const int id : {3, 5}) {  // body: 3 angle, 5 angular velocity, as 1.0f
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
