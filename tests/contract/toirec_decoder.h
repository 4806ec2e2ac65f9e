// SPDX-License-Identifier: MIT
#pragma once

// An independent decoder of recordings, written from engine/docs/toirec.md without headers of the project;
// only checksums and decompression come from libraries.
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
#include <xxhash.h>
#include <zstd.h>

#include <gtest/gtest.h>

namespace toirec_decoder {

/// An unsigned little-endian number of `size` bytes.
inline std::uint64_t number(const std::string& bytes, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes.at(at + i))} << (8 * i);
    return value;
}
inline std::uint64_t xxh3(const std::string& bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

/// A value of a payload.
struct Value {
    int type = 0;
    std::string bytes;
    std::map<int, Value> fields;  ///< Of a record, by id.
    std::vector<Value> elements;  ///< Of a list, in order.

    [[nodiscard]] const Value& at(int id) const { return fields.at(id); }
    [[nodiscard]] bool has(int id) const { return fields.contains(id); }
    [[nodiscard]] std::uint64_t u() const {
        EXPECT_EQ(type, 1);
        return number(bytes, 0, bytes.size());
    }
    [[nodiscard]] std::int64_t i() const {
        EXPECT_EQ(type, 2);
        EXPECT_EQ(bytes.size(), 4u);
        std::int32_t value = 0;
        std::memcpy(&value, bytes.data(), 4);
        return value;
    }
    [[nodiscard]] double real() const {
        EXPECT_EQ(type, 3);
        float f32 = 0;
        double f64 = 0;
        std::memcpy(&f32, bytes.data(), 4);
        if (bytes.size() == 8) std::memcpy(&f64, bytes.data(), 8);
        return bytes.size() == 8 ? f64 : static_cast<double>(f32);
    }
    [[nodiscard]] const std::string& text() const {
        EXPECT_EQ(type, 4);
        return bytes;
    }
    /// The id of the alternative that a variant holds.
    [[nodiscard]] int kind() const {
        EXPECT_EQ(type, 0);
        EXPECT_EQ(fields.size(), 1u);
        return fields.begin()->first;
    }
    [[nodiscard]] const Value& alternative() const { return fields.begin()->second; }
    [[nodiscard]] std::vector<double> vec() const { return {at(1).real(), at(2).real()}; }
};

Value parse(int type, const std::string& bytes) {
    Value value{type, bytes, {}, {}};
    if (type != 0 && type != 6) return value;
    for (std::size_t at = 0; at < bytes.size();) {
        const auto id = static_cast<int>(number(bytes, at, 2));
        const auto kind = static_cast<int>(number(bytes, at + 2, 1));
        const auto length = number(bytes, at + 3, 4);
        if (length > bytes.size() - at - 7) throw std::runtime_error("field too long");
        Value inner = parse(kind, bytes.substr(at + 7, length));
        if (type == 6) {
            EXPECT_EQ(id, 0);
            value.elements.push_back(std::move(inner));
        } else {
            value.fields[id] = std::move(inner);
        }
        at += 7 + length;
    }
    return value;
}

struct Chunk {
    std::string tag;
    std::size_t offset = 0;
    Value payload;
};

inline std::string unpack(const std::string& stored, std::uint64_t raw_length) {
    std::string raw(raw_length, '\0');
    const std::size_t size = ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size());
    if (ZSTD_isError(size) != 0 || size != raw_length) throw std::runtime_error("cannot unpack a chunk");
    return raw;
}

class ToirecSpecification : public testing::Test {
protected:
    ToirecSpecification() {
        std::ifstream in(TOIBOX_GOLDEN_RECORDING, std::ios::binary);
        file_.assign(std::istreambuf_iterator<char>(in), {});
        for (std::size_t at = 64; at < file_.size();) {
            const std::string head = file_.substr(at, 24);
            const auto stored = number(head, 16, 8);
            const std::string body = file_.substr(at + 32, stored);
            EXPECT_EQ(number(file_, at + 24, 8), xxh3(head + body)) << "at " << at;
            const bool is_packed = (number(head, 4, 4) & 1) != 0;
            const std::uint64_t raw_length = number(head, 8, 8);
            if (!is_packed) {
                EXPECT_EQ(raw_length, stored);
            }
            chunks_.push_back({head.substr(0, 4), at, parse(0, is_packed ? unpack(body, raw_length) : body)});
            at += 32 + stored;
        }
    }
    [[nodiscard]] std::vector<const Chunk*> all(const std::string& tag) const {
        std::vector<const Chunk*> found;
        for (const Chunk& chunk : chunks_)
            if (chunk.tag == tag) found.push_back(&chunk);
        return found;
    }
    /// The payload of the only chunk with this tag.
    [[nodiscard]] const Value& one(const std::string& tag) const {
        EXPECT_EQ(all(tag).size(), 1u) << tag;
        return all(tag).at(0)->payload;
    }
    /// The elements of all chunks with this tag and branch.
    [[nodiscard]] std::vector<Value> elements(const std::string& tag, std::uint64_t branch) const {
        std::vector<Value> found;
        for (const Chunk* chunk : all(tag)) {
            if (chunk->payload.at(1).u() != branch) continue;
            const std::vector<Value>& in_chunk = chunk->payload.at(2).elements;
            found.insert(found.end(), in_chunk.begin(), in_chunk.end());
        }
        return found;
    }

    std::string file_;
    std::vector<Chunk> chunks_;
};

}  // namespace toirec_decoder
