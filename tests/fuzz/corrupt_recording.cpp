// SPDX-License-Identifier: MIT
#include "corrupt.h"
#include "replay/chunk.h"
#include "replay/tagged_fields.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

namespace toibox::fuzz {

namespace {

using Bytes = std::vector<std::byte>;
using replay::FieldType;

std::uint64_t word_of(std::span<const std::byte> bytes) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes.size() && i < 8; ++i)
        word |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return word;
}
void append_word(Bytes& bytes, std::uint64_t word, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
        bytes.push_back(i < 8 ? static_cast<std::byte>(word >> (8 * i)) : std::byte{0});
}
/// An edge case of integers or, if `real`, mostly of floats; sometimes a random number.
std::uint64_t edge_case_word(std::size_t size, bool real, Rng& rng) {
    if (real && rng.below(4) != 0) {
        using D = std::numeric_limits<double>;
        constexpr std::array values{
            0.0,  -0.0,  1.0,   -1.0,   1e-30,  1e-9,           1e6,           -1e6,          1e15,
            1e30, -1e38, 1e308, 5e-324, 3.4e38, D::quiet_NaN(), D::infinity(), -D::infinity()};
        const double value = values[pick(values.size(), rng)];
        if (size == 8) return std::bit_cast<std::uint64_t>(value);
        // Values outside a float's range become infinite.
        const float narrow = value > 3e38 || value < -3e38 ? std::numeric_limits<float>::infinity()
                                                           : static_cast<float>(value);
        return std::bit_cast<std::uint32_t>(value != value ? std::numeric_limits<float>::quiet_NaN()
                                                           : narrow);
    }
    constexpr std::array<std::uint64_t, 12> words{0,    1,      2,    3,          7,          77,
                                                  0xFF, 0xFFFF, 1000, 0x7FFFFFFF, 0xFFFFFFFF, ~0ull};
    return rng.below(3) == 0 ? rng.next_u64() : words[pick(words.size(), rng)];
}

/// A field with its content or, if its type has fields, with its fields.
struct Node {
    std::uint16_t id = 0;
    std::uint8_t type = 0;
    Bytes content;
    std::vector<Node> fields;
    std::int64_t length_error = 0;  ///< Added to the written length.

    [[nodiscard]] bool has_fields() const {
        return type == static_cast<std::uint8_t>(FieldType::Record) ||
               type == static_cast<std::uint8_t>(FieldType::List);
    }
};

std::vector<Node> nodes_of(std::span<const std::byte> bytes) {
    constexpr std::size_t head_size = 7;
    std::vector<Node> nodes;
    while (bytes.size() >= head_size) {
        Node node;
        node.id = static_cast<std::uint16_t>(word_of(bytes.first(2)));
        node.type = std::to_integer<std::uint8_t>(bytes[2]);
        const std::size_t length =
            std::min<std::size_t>(word_of(bytes.subspan(3, 4)), bytes.size() - head_size);
        const auto content = bytes.subspan(head_size, length);
        if (node.has_fields()) {
            node.fields = nodes_of(content);
        } else {
            node.content.assign(content.begin(), content.end());
        }
        nodes.push_back(std::move(node));
        bytes = bytes.subspan(head_size + length);
    }
    return nodes;
}
Bytes bytes_of(const std::vector<Node>& nodes) {
    Bytes bytes;
    for (const Node& node : nodes) {
        const Bytes content = node.has_fields() ? bytes_of(node.fields) : node.content;
        append_word(bytes, node.id, 2);
        append_word(bytes, node.type, 1);
        append_word(bytes,
                    static_cast<std::uint64_t>(static_cast<std::int64_t>(content.size()) + node.length_error),
                    4);
        bytes.insert(bytes.end(), content.begin(), content.end());
    }
    return bytes;
}

/// Appends all lists of fields, from the outside in. The first list is the payload itself.
void lists_of(std::vector<Node>& nodes, std::vector<std::vector<Node>*>& lists) {
    lists.push_back(&nodes);
    for (Node& node : nodes)
        if (node.has_fields()) lists_of(node.fields, lists);
}

/// Overwrites one word, often one of four bytes, because a state consists mostly of floats.
void corrupt_word(Bytes& bytes, Rng& rng) {
    const std::size_t size =
        std::min<std::size_t>(rng.next_bool() ? 4 : (rng.next_bool() ? 8 : 1), bytes.size());
    const std::size_t at = pick(bytes.size() - size + 1, rng);
    Bytes word;
    append_word(word, edge_case_word(size, rng.next_bool(), rng), size);
    std::ranges::copy(word, bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

void corrupt_value(Node& node, Rng& rng) {
    const auto type = static_cast<FieldType>(node.type);
    if (node.content.size() <= 8 && type != FieldType::Text) {
        const std::uint64_t word = edge_case_word(node.content.size(), type == FieldType::Real, rng);
        const std::size_t size = node.content.size();
        node.content.clear();
        append_word(node.content, word, size);
        return;
    }
    if (node.content.empty()) return;
    for (std::uint32_t i = 0; i <= rng.below(3); ++i)
        corrupt_word(node.content, rng);
    if (rng.below(8) == 0) node.content.resize(pick(node.content.size(), rng));
}

void corrupt_fields(std::vector<Node>& nodes, Rng& rng) {
    std::vector<std::vector<Node>*> lists;
    lists_of(nodes, lists);
    std::vector<Node>& list = *lists[pick(lists.size(), rng)];
    if (list.empty()) return;
    const std::size_t at = pick(list.size(), rng);
    Node& node = list[at];
    const auto position = list.begin() + static_cast<std::ptrdiff_t>(at);
    switch (rng.below(16)) {
        case 0:
            node.id = static_cast<std::uint16_t>(rng.next_bool() ? rng.below(20) : rng.next());
            break;
        case 1:
            node.type = static_cast<std::uint8_t>(rng.below(9));
            break;
        case 2:
            node.length_error = rng.next_bool() ? rng.integer(-8, 8) : static_cast<std::int64_t>(rng.next());
            break;
        case 3:
            list.erase(position);
            break;
        case 4: {
            const Node copy = node;
            const std::size_t times = rng.below(6) == 0 ? 500 : 1;
            list.insert(position, times, copy);
            break;
        }
        case 5:
            std::swap(node, list[pick(list.size(), rng)]);
            break;
        case 6:
            node.content.resize(node.content.size() + rng.below(9));
            break;
        default:
            if (node.has_fields()) {
                if (!node.fields.empty()) corrupt_fields(node.fields, rng);
            } else {
                corrupt_value(node, rng);
            }
            break;
    }
}

struct Chunk {
    std::uint32_t tag = 0;
    Bytes payload;
    Bytes whole{};  ///< If not empty, written instead of tag and payload.
};

std::vector<Chunk> chunks_of(std::span<const std::byte> file) {
    std::vector<Chunk> chunks;
    for (std::size_t at = replay::header_size; at < file.size();) {
        const auto chunk = replay::read_chunk(file.subspan(at));
        if (!chunk) break;
        const auto payload = replay::payload_of(*chunk, std::uint64_t{1} << 28);
        if (payload) chunks.push_back({chunk->tag, *payload});
        at += chunk->size();
    }
    return chunks;
}

/// Changes a length, the flags or the tag of the chunk, and updates its checksum.
void corrupt_head(Chunk& chunk, Rng& rng) {
    chunk.whole = replay::make_chunk(chunk.tag, chunk.payload);
    Bytes word;
    append_word(word, edge_case_word(8, false, rng), 8);
    const std::size_t at = pick(3, rng) * 8;
    std::ranges::copy(word, chunk.whole.begin() + static_cast<std::ptrdiff_t>(at));
    Bytes checksummed(chunk.whole.begin(), chunk.whole.begin() + 24);
    checksummed.insert(checksummed.end(), chunk.whole.begin() + replay::chunk_head_size, chunk.whole.end());
    Bytes sum;
    append_word(sum, replay::checksum(checksummed), 8);
    std::ranges::copy(sum, chunk.whole.begin() + 24);
}

void corrupt_order(std::vector<Chunk>& chunks, const std::vector<Chunk>& donor_chunks, Rng& rng) {
    const std::size_t at = pick(chunks.size(), rng);
    const auto position = chunks.begin() + static_cast<std::ptrdiff_t>(at);
    switch (rng.below(4)) {
        case 0:
            chunks.erase(position);
            break;
        case 1: {
            const Chunk copy = *position;
            chunks.insert(position, copy);
            break;
        }
        case 2:
            std::swap(*position, chunks[pick(chunks.size(), rng)]);
            break;
        default: {
            const Chunk& donor_chunk = donor_chunks[pick(donor_chunks.size(), rng)];
            rng.next_bool() ? * position = donor_chunk : *chunks.insert(position, donor_chunk);
            break;
        }
    }
}

Bytes corrupted_header(std::span<const std::byte> file, Rng& rng) {
    replay::FileHeader header = *replay::read_header(file);
    switch (rng.below(24)) {
        case 0:
            header.min_reader = static_cast<std::uint16_t>(rng.next());
            break;
        case 1:
            header.sim_version = rng.next();
            break;
        case 2:
            header.frames = rng.next_u64();
            break;
        case 3:
            header.major = static_cast<std::uint16_t>(rng.next());
            break;
        default:
            break;
    }
    return replay::header_bytes(header);
}

}  // namespace

std::vector<std::byte> corrupt_bytes(std::span<const std::byte> whole, Rng& rng) {
    Bytes bytes(whole.begin(), whole.end());
    switch (rng.below(3)) {
        case 0:
            for (std::uint32_t i = 0; i <= rng.below(8); ++i)
                bytes[pick(bytes.size(), rng)] ^= static_cast<std::byte>(1u << rng.below(8));
            break;
        case 1: {
            const std::size_t at = pick(bytes.size(), rng);
            const std::size_t end = std::min(bytes.size(), at + 1 + rng.below(64));
            const bool zeros = rng.next_bool();
            for (std::size_t i = at; i < end; ++i)
                bytes[i] = zeros ? std::byte{0} : static_cast<std::byte>(rng.next());
            break;
        }
        default:
            bytes.resize(pick(bytes.size(), rng));
            break;
    }
    return bytes;
}

std::vector<std::byte> corrupt_words(std::span<const std::byte> whole, Rng& rng) {
    Bytes bytes(whole.begin(), whole.end());
    for (std::uint32_t i = 0; i <= rng.below(2) && !bytes.empty(); ++i)
        corrupt_word(bytes, rng);
    return bytes;
}

std::vector<std::byte> corrupt_chunks(std::span<const std::byte> whole, std::span<const std::byte> donor,
                                      Rng& rng) {
    std::vector<Chunk> chunks = chunks_of(whole);
    const std::vector<Chunk> donor_chunks = chunks_of(donor);
    for (std::uint32_t i = 0; i <= rng.below(3) && !chunks.empty(); ++i) {
        const std::uint32_t kind = rng.below(16);
        Chunk& chunk = chunks[pick(chunks.size(), rng)];
        if (kind == 0) {
            corrupt_head(chunk, rng);
        } else if (kind <= 2) {
            corrupt_order(chunks, donor_chunks, rng);
        } else if (kind == 3) {
            if (!chunk.payload.empty()) chunk.payload = corrupt_bytes(chunk.payload, rng);
        } else {
            std::vector<Node> nodes = nodes_of(chunk.payload);
            for (std::uint32_t k = 0; k <= rng.below(6); ++k)
                corrupt_fields(nodes, rng);
            chunk.payload = bytes_of(nodes);
        }
    }
    Bytes bytes = corrupted_header(whole, rng);
    for (const Chunk& chunk : chunks) {
        const Bytes written =
            chunk.whole.empty() ? replay::make_chunk(chunk.tag, chunk.payload) : chunk.whole;
        bytes.insert(bytes.end(), written.begin(), written.end());
    }
    return bytes;
}

std::vector<std::byte> with_too_many_frames(std::span<const std::byte> whole) {
    constexpr std::size_t hashes_per_chunk = (std::size_t{1} << 19) - 16;  // close to the maximum size
    Bytes bytes(whole.begin(), whole.begin() + replay::header_size);
    for (const Chunk& chunk : chunks_of(whole)) {
        if (chunk.tag == replay::tags::inputs || chunk.tag == replay::tags::hashes) break;
        const Bytes written = replay::make_chunk(chunk.tag, chunk.payload);
        bytes.insert(bytes.end(), written.begin(), written.end());
    }
    std::vector<Node> fields(3);
    for (std::size_t i = 0; i < 3; ++i)
        fields[i].id = static_cast<std::uint16_t>(i + 1);
    fields[0].type = fields[1].type = static_cast<std::uint8_t>(FieldType::Unsigned);
    fields[2].type = static_cast<std::uint8_t>(FieldType::Bytes);
    fields[0].content.resize(4);
    fields[2].content.resize(8 * hashes_per_chunk);
    for (std::uint64_t i = 0; i < 130; ++i) {
        fields[1].content.clear();
        append_word(fields[1].content, i * hashes_per_chunk, 8);
        const Bytes written = replay::make_chunk(replay::tags::hashes, bytes_of(fields));
        bytes.insert(bytes.end(), written.begin(), written.end());
    }
    return bytes;
}

}  // namespace toibox::fuzz
