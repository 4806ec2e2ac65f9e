// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/recording_file.h"

#include "replay/chunk.h"
#include "replay/payloads.h"

#include <initializer_list>
#include <vector>

namespace toibox::replay::testing_support {

using Bytes = std::vector<std::byte>;

template <class Payload>
Bytes payload_bytes(const Payload& payload) {
    TaggedWriter writer;
    writer.fields(payload);
    return std::move(writer).take();
}
template <class Payload>
Bytes chunk_of(std::uint32_t tag, const Payload& payload) {
    return make_chunk(tag, payload_bytes(payload));
}
inline void append(Bytes& to, const Bytes& more) {
    to.insert(to.end(), more.begin(), more.end());
}
/// Little-endian numbers, given as {value, size in bytes}.
inline Bytes words(std::initializer_list<std::pair<std::uint64_t, int>> list) {
    Bytes bytes;
    for (const auto& [value, size] : list) {
        for (int i = 0; i < size; ++i)
            bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
    return bytes;
}

inline HashesPayload hashes_of(std::uint32_t branch, std::uint64_t first, std::size_t count) {
    return {.branch = branch, .first_frame = first, .hashes = Bytes(8 * count)};
}
/// A file with one branch, frames 0 … 9 with the hash 0, then the given chunks.
inline Bytes file_of(std::initializer_list<Bytes> chunks) {
    Bytes file =
        header_bytes({.major = toirec_major, .min_reader = toirec_major, .sim_version = sim_version});
    append(file, chunk_of(tags::meta, MetaPayload{}));
    append(file, chunk_of(tags::scene, ScenePayload{}));
    append(file, chunk_of(tags::branch, BranchPayload{}));
    append(file, chunk_of(tags::hashes, hashes_of(0, 0, 10)));
    for (const Bytes& chunk : chunks)
        append(file, chunk);
    return file;
}
inline Input step_length_at(std::uint64_t frame, std::optional<double> seconds = {}) {
    return {.frame = frame, .what = StepLength{seconds}};
}

}  // namespace toibox::replay::testing_support
