// SPDX-License-Identifier: MIT
#include "replay/chunk.h"

#include "toibox/replay/tuning.h"

#include "replay/little_endian.h"

#include <algorithm>
#include <array>
#include <memory>
#include <xxhash.h>
#include <zstd.h>

namespace toibox::replay {

namespace {

/// Like the signature of PNG: a byte that is not text, line ends that a transfer as text would corrupt, and
/// an end-of-file character for terminals.
constexpr std::array<unsigned char, magic_size> magic{0x89, 'T', 'O', 'I', '\r', '\n', 0x1A, '\n'};
constexpr std::uint32_t compressed_flag = 1;

/// Checksum of the first 24 bytes of a chunk's head, then its payload.
std::uint64_t chunk_checksum(std::span<const std::byte> head, std::span<const std::byte> stored) {
    const std::unique_ptr<XXH3_state_t, decltype([](XXH3_state_t* state) { XXH3_freeState(state); })> state(
        XXH3_createState());
    XXH3_64bits_reset(state.get());
    XXH3_64bits_update(state.get(), head.data(), head.size());
    XXH3_64bits_update(state.get(), stored.data(), stored.size());
    return XXH3_64bits_digest(state.get());
}

}  // namespace

std::string tag_name(std::uint32_t tag) {
    std::string name;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto letter = static_cast<char>((tag >> (8 * i)) & 0xFFu);
        const bool is_plain = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
        name.push_back(is_plain ? letter : '?');
    }
    return name;
}

std::uint64_t checksum(std::span<const std::byte> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::vector<std::byte> header_bytes(const FileHeader& header) {
    std::vector<std::byte> bytes;
    for (const unsigned char letter : magic)
        bytes.push_back(std::byte{letter});
    append_little_endian(bytes, header.major);
    append_little_endian(bytes, header.minor);
    append_little_endian(bytes, header.min_reader);
    append_little_endian(bytes, std::uint16_t{0});
    append_little_endian(bytes, header.sim_version);
    append_little_endian(bytes, header.step_numerator);
    append_little_endian(bytes, header.step_denominator);
    append_little_endian(bytes, std::uint32_t{0});
    append_little_endian(bytes, header.frames);
    append_little_endian(bytes, header.scene_hash);
    append_little_endian(bytes, std::uint64_t{0});
    append_little_endian(bytes, checksum(bytes));
    return bytes;
}

bool has_magic(std::span<const std::byte> bytes) {
    return bytes.size() >= magic_size &&
           std::ranges::equal(bytes.first(magic_size), std::as_bytes(std::span(magic)));
}

Result<FileHeader, std::string> read_header(std::span<const std::byte> bytes) {
    if (bytes.empty()) return Err{std::string("the file is empty")};
    const std::size_t seen = std::min(bytes.size(), magic_size);
    if (!std::ranges::equal(bytes.first(seen), std::as_bytes(std::span(magic)).first(seen)))
        return Err{std::string("it is not a toibox recording")};
    if (bytes.size() < header_size) return Err{std::string("it ends within the header")};
    if (checksum(bytes.first(header_size - 8)) !=
        read_little_endian_at<std::uint64_t>(bytes, header_size - 8))
        return Err{std::string("the checksum of the header does not match")};
    return FileHeader{.major = read_little_endian_at<std::uint16_t>(bytes, 8),
                      .minor = read_little_endian_at<std::uint16_t>(bytes, 10),
                      .min_reader = read_little_endian_at<std::uint16_t>(bytes, 12),
                      .sim_version = read_little_endian_at<std::uint32_t>(bytes, 16),
                      .step_numerator = read_little_endian_at<std::uint32_t>(bytes, 20),
                      .step_denominator = read_little_endian_at<std::uint32_t>(bytes, 24),
                      .frames = read_little_endian_at<std::uint64_t>(bytes, 32),
                      .scene_hash = read_little_endian_at<std::uint64_t>(bytes, 40)};
}

bool is_plausible_unpacked_size(std::uint64_t raw_length, std::uint64_t stored_length) {
    const bool is_small = raw_length <= tuning::max_chunk_bytes;
    return is_small || (raw_length - tuning::max_chunk_bytes) / tuning::max_unpack_ratio <= stored_length;
}

bool is_acceptable_keyframe(std::span<const std::byte> chunk, std::uint64_t limit) {
    if (chunk.size() < chunk_head_size) return false;
    const auto raw_length = read_little_endian_at<std::uint64_t>(chunk, 8);
    return raw_length <= limit && is_plausible_unpacked_size(raw_length, chunk.size() - chunk_head_size);
}

std::vector<std::byte> make_chunk(std::uint32_t tag, std::span<const std::byte> payload) {
    std::vector<std::byte> packed(ZSTD_compressBound(payload.size()));
    const std::size_t packed_size = ZSTD_compress(packed.data(), packed.size(), payload.data(),
                                                  payload.size(), tuning::compression_level);
    const bool is_compressed =
        ZSTD_isError(packed_size) == 0 && packed_size < payload.size() &&
        (tag != tags::keyframe || is_plausible_unpacked_size(payload.size(), packed_size));
    const std::span<const std::byte> stored =
        is_compressed ? std::span<const std::byte>(packed).first(packed_size) : payload;
    std::vector<std::byte> chunk;
    chunk.reserve(chunk_head_size + stored.size());
    append_little_endian(chunk, tag);
    append_little_endian(chunk, is_compressed ? compressed_flag : 0u);
    append_little_endian(chunk, std::uint64_t{payload.size()});
    append_little_endian(chunk, std::uint64_t{stored.size()});
    append_little_endian(chunk, chunk_checksum(chunk, stored));
    chunk.insert(chunk.end(), stored.begin(), stored.end());
    return chunk;
}

Result<ChunkView, std::string> read_chunk(std::span<const std::byte> bytes) {
    if (bytes.size() < chunk_head_size) return Err{std::string("it ends within the head of a chunk")};
    ChunkView chunk{.tag = read_little_endian_at<std::uint32_t>(bytes, 0),
                    .flags = read_little_endian_at<std::uint32_t>(bytes, 4),
                    .raw_length = read_little_endian_at<std::uint64_t>(bytes, 8),
                    .stored = {}};
    const auto length = read_little_endian_at<std::uint64_t>(bytes, 16);
    if (length > bytes.size() - chunk_head_size)
        return Err{"chunk " + tag_name(chunk.tag) + " is longer than the rest of the file"};
    chunk.stored = bytes.subspan(chunk_head_size, length);
    if (chunk_checksum(bytes.first(24), chunk.stored) != read_little_endian_at<std::uint64_t>(bytes, 24))
        return Err{"the checksum of chunk " + tag_name(chunk.tag) + " does not match"};
    return chunk;
}

Result<std::vector<std::byte>, std::string> payload_of(const ChunkView& chunk, std::uint64_t limit,
                                                       std::uint64_t max_bytes) {
    const auto error = [&](const char* reason) { return Err{"chunk " + tag_name(chunk.tag) + " " + reason}; };
    if ((chunk.flags & ~compressed_flag) != 0) return error("has an unknown flag");
    if (chunk.raw_length > limit) return error("has an unpacked size above the limit");
    const std::uint64_t wanted = std::min(chunk.raw_length, max_bytes);
    if ((chunk.flags & compressed_flag) == 0) {
        if (chunk.stored.size() != chunk.raw_length) return error("has two different lengths");
        return std::vector(chunk.stored.begin(), chunk.stored.begin() + static_cast<std::ptrdiff_t>(wanted));
    }
    // Unpack as a stream: the stated size may be wrong, and no more bytes than stated may be unpacked.
    const std::unique_ptr<ZSTD_DCtx, decltype([](ZSTD_DCtx* context) { ZSTD_freeDCtx(context); })> context(
        ZSTD_createDCtx());
    std::vector<std::byte> payload(wanted);
    ZSTD_outBuffer out{payload.data(), payload.size(), 0};
    ZSTD_inBuffer in{chunk.stored.data(), chunk.stored.size(), 0};
    const bool is_complete = wanted == chunk.raw_length;
    while (is_complete || out.pos < out.size) {
        const std::size_t before = in.pos + out.pos;
        const std::size_t remaining = ZSTD_decompressStream(context.get(), &out, &in);
        if (ZSTD_isError(remaining) != 0) return error("cannot be unpacked");
        const bool is_full = out.pos == out.size;
        if (remaining == 0 && !is_full) return error("unpacks to less than its stated size");
        if (remaining == 0) break;
        if (in.pos + out.pos == before)
            return error(is_full ? "unpacks to more than its stated size"
                                 : "unpacks to less than its stated size");
    }
    if (is_complete && in.pos != in.size) return error("has trailing bytes");
    return payload;
}

}  // namespace toibox::replay
