// SPDX-License-Identifier: MIT
#pragma once

// The container format of a recording: a header of 64 bytes, then chunks, each with its length and a
// checksum.
//   chunk: tag 4 · flags u32 · raw length u64 · stored length u64 · XXH3-64 of these 24 bytes and the payload
//   · payload
// A payload is the fields of one struct (tagged_fields.h), compressed by zstd where flags has bit 0.

#include "toibox/core/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toibox::replay {

/// A tag of four letters, the first letter in the lowest byte.
constexpr std::uint32_t tag_of(std::string_view name) {
    std::uint32_t tag = 0;
    for (std::size_t i = 0; i < 4; ++i)
        tag |= static_cast<std::uint32_t>(static_cast<unsigned char>(name[i])) << (8 * i);
    return tag;
}
namespace tags {
inline constexpr std::uint32_t meta = tag_of("META");
inline constexpr std::uint32_t scene = tag_of("SCNE");
inline constexpr std::uint32_t branch = tag_of("LANE");
inline constexpr std::uint32_t inputs = tag_of("INPT");
inline constexpr std::uint32_t hashes = tag_of("HASH");
inline constexpr std::uint32_t marks = tag_of("EVNT");
inline constexpr std::uint32_t keyframe = tag_of("KEYF");
inline constexpr std::uint32_t bookmarks = tag_of("BMRK");
inline constexpr std::uint32_t index = tag_of("INDX");
inline constexpr std::uint32_t trailer = tag_of("TRLR");
}  // namespace tags
/// The letters of a tag, for messages; other bytes become '?'.
std::string tag_name(std::uint32_t tag);
/// Whether a reader that does not know the tag must stop. It may skip tags that begin with a lower-case
/// letter.
constexpr bool is_critical(std::uint32_t tag) {
    const auto first = static_cast<char>(tag & 0xFFu);
    return !(first >= 'a' && first <= 'z');
}

inline constexpr std::size_t magic_size = 8;
inline constexpr std::size_t header_size = 64;
inline constexpr std::size_t chunk_head_size = 32;

struct FileHeader {
    std::uint16_t major = 0;
    std::uint16_t minor = 0;
    std::uint16_t min_reader = 0;  ///< The oldest major version whose readers can read the file.
    std::uint32_t sim_version = 0;
    std::uint32_t step_numerator = 0;  ///< Of the step length, seconds; 0/0 if it is not a simple fraction.
    std::uint32_t step_denominator = 0;
    std::uint64_t frames = 0;      ///< Last frame of the first branch; 0 in an unfinished file.
    std::uint64_t scene_hash = 0;  ///< XXH3-64 of the scene's text.
};
std::vector<std::byte> header_bytes(const FileHeader& header);
/// Whether the bytes begin with the magic number of a recording.
bool has_magic(std::span<const std::byte> bytes);
/// Error: a sentence without a full stop.
Result<FileHeader, std::string> read_header(std::span<const std::byte> bytes);

std::uint64_t checksum(std::span<const std::byte> bytes);

/// Whether a keyframe may claim this unpacked size: states do not compress without limit, and a file of a few
/// kB must not fill the memory with each of its keyframes.
bool is_plausible_unpacked_size(std::uint64_t raw_length, std::uint64_t stored_length);
/// Whether a reader accepts the lengths that this keyframe chunk states.
bool is_acceptable_keyframe(std::span<const std::byte> chunk, std::uint64_t limit);

/// The chunk for a payload. It is compressed if that is smaller and, for a keyframe, the unpacked size stays
/// plausible.
std::vector<std::byte> make_chunk(std::uint32_t tag, std::span<const std::byte> payload);

struct ChunkView {
    std::uint32_t tag = 0;
    std::uint32_t flags = 0;
    std::uint64_t raw_length = 0;
    std::span<const std::byte> stored;

    [[nodiscard]] std::size_t size() const { return chunk_head_size + stored.size(); }
};
/// The first chunk of the bytes, with its checksum verified. Error: what is wrong with it.
Result<ChunkView, std::string> read_chunk(std::span<const std::byte> bytes);

/// The unpacked payload, or its first `max_bytes` bytes. Error: a stated size above `limit`, unknown flags
/// or, if the whole payload is read, anything but one complete zstd frame of exactly the stated size.
Result<std::vector<std::byte>, std::string> payload_of(const ChunkView& chunk, std::uint64_t limit,
                                                       std::uint64_t max_bytes = ~std::uint64_t{0});

}  // namespace toibox::replay
