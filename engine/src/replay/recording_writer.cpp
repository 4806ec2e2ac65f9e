// SPDX-License-Identifier: MIT
// A recording goes to disk in portions: whatever is new since the last time, each kind in a chunk of its own,
// inputs before the hashes of the frames that they led to, so that a file cut off anywhere makes sense.
#include "toibox/core/assert.h"
#include "toibox/replay/recording_file.h"
#include "toibox/replay/tuning.h"

#include "chunk.h"
#include "part_file.h"
#include "payloads.h"

#include <algorithm>
#include <cmath>
#include <unistd.h>

namespace toibox::replay {

namespace {

template <class Payload>
std::vector<std::byte> payload_bytes(const Payload& payload) {
    TaggedWriter writer;
    writer.fields(payload);
    return std::move(writer).take();
}
template <class Payload>
std::vector<std::byte> chunk_of(std::uint32_t tag, const Payload& payload) {
    return make_chunk(tag, payload_bytes(payload));
}

/// The step as a fraction, if it is a simple one: 1/60 of a second is 1 over 60.
void set_fraction(double step, FileHeader& header) {
    constexpr std::uint32_t largest = 100'000;
    for (std::uint32_t denominator = 1; denominator <= largest; ++denominator) {
        const double numerator = std::round(step * denominator);
        if (numerator < 1.0 || numerator > 1e6 || std::abs(numerator / denominator - step) > 1e-12 * step)
            continue;
        header.step_numerator = static_cast<std::uint32_t>(numerator);
        header.step_denominator = denominator;
        return;
    }
}

std::vector<std::byte> header_of(const Recording& recording, bool finished) {
    const std::string& scene = recording.source.scene;
    FileHeader header{.major = toirec_major,
                      .minor = toirec_minor,
                      .min_reader = toirec_major,
                      .sim_version = recording.sim_version,
                      .frames = finished ? recording.lanes.front().end() : 0,
                      .scene_hash = checksum(std::as_bytes(std::span(scene)))};
    set_fraction(recording.step, header);
    return header_bytes(header);
}

std::vector<std::byte> hash_bytes(std::span<const std::uint64_t> hashes) {
    std::vector<std::byte> bytes;
    bytes.reserve(8 * hashes.size());
    for (const std::uint64_t hash : hashes) {
        for (int i = 0; i < 8; ++i)
            bytes.push_back(static_cast<std::byte>(hash >> (8 * i)));
    }
    return bytes;
}

template <class T>
struct Portion {
    std::span<const T> elements;
    std::vector<std::byte> chunk;
};
/// The next portion of what is new: no more elements and bytes than a chunk should have, but one at least.
template <class T, class PayloadOf>
Portion<T> portion(std::uint32_t tag, const std::vector<T>& all, std::size_t from,
                   PayloadOf payload_of_part) {
    std::size_t count = std::min(all.size() - from, tuning::portion_elements);
    while (true) {
        const std::span<const T> part = std::span(all).subspan(from, count);
        const std::vector<std::byte> payload = payload_bytes(payload_of_part(part));
        if (count == 1 || payload.size() <= tuning::portion_bytes) return {part, make_chunk(tag, payload)};
        count /= 2;
    }
}

}  // namespace

Result<RecordingWriter, std::string> RecordingWriter::create(const std::string& path,
                                                             const Recording& recording) {
    TOIBOX_ASSERT(!recording.lanes.empty());
    Result<PartFile, std::string> file = open_part_file(path);
    if (!file) return Err{std::move(file).error()};
    RecordingWriter writer(*file);
    writer.put(header_of(recording, false));
    writer.put_chunk(chunk_of(tags::meta, MetaPayload{.json = recording.meta, .step = recording.step}), 0, 0);
    const Source& source = recording.source;
    ScenePayload scene{
        .scene = source.scene, .path = source.path, .variant = source.variant, .overrides = {}};
    for (const auto& [pointer, value] : source.overrides)
        scene.overrides.push_back({pointer, value});
    writer.put_chunk(chunk_of(tags::scene, scene), 0, 0);
    writer.sync(recording);
    if (writer.error_.empty()) return writer;
    ::unlink(writer.part_.c_str());  // nothing of worth is in it
    return Err{writer.error_};
}

RecordingWriter::RecordingWriter(const PartFile& file)
    : file_(file.file), part_(file.name), target_(file.target) {}

RecordingWriter::RecordingWriter(RecordingWriter&& other) noexcept {
    *this = std::move(other);
}

RecordingWriter& RecordingWriter::operator=(RecordingWriter&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(part_, other.part_);
    std::swap(target_, other.target_);
    std::swap(error_, other.error_);
    std::swap(offset_, other.offset_);
    std::swap(written_, other.written_);
    std::swap(bookmarks_, other.bookmarks_);
    std::swap(index_, other.index_);
    return *this;
}

RecordingWriter::~RecordingWriter() {
    if (file_ != nullptr) std::fclose(file_);
}

void RecordingWriter::put(std::span<const std::byte> bytes) {
    if (!error_.empty()) return;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) error_ = write_error(part_);
    offset_ += bytes.size();
}

void RecordingWriter::put_chunk(std::span<const std::byte> chunk, std::uint32_t lane, std::uint64_t frame) {
    const Result<ChunkView, std::string> view = read_chunk(chunk);
    TOIBOX_ASSERT(view.has_value());
    index_.push_back({view->tag, lane, frame, offset_});
    put(chunk);
}

void RecordingWriter::sync(const Recording& recording) {
    for (std::uint32_t lane = 0; lane < recording.lanes.size(); ++lane) {
        if (lane >= written_.size()) {
            const Lane& one = recording.lanes[lane];
            put_chunk(chunk_of(tags::lane, LanePayload{.lane = lane, .fork = one.fork, .name = one.name}),
                      lane, one.first_frame());
            written_.emplace_back();
        }
        sync_lane(recording, lane);
    }
    if (recording.bookmarks != bookmarks_) {
        put_chunk(chunk_of(tags::bookmarks, BookmarksPayload{recording.bookmarks}), 0, 0);
        bookmarks_ = recording.bookmarks;
    }
    if (error_.empty() && std::fflush(file_) != 0) error_ = write_error(part_);
}

void RecordingWriter::sync_lane(const Recording& recording, std::uint32_t lane) {
    const Lane& one = recording.lanes[lane];
    Written& written = written_[lane];
    while (written.inputs < one.inputs.size()) {
        const auto part = portion(tags::inputs, one.inputs, written.inputs, [lane](auto inputs) {
            return InputsPayload{.lane = lane, .inputs = {inputs.begin(), inputs.end()}};
        });
        put_chunk(part.chunk, lane, part.elements.front().frame);
        written.inputs += part.elements.size();
    }
    while (written.hashes < one.hashes.size()) {
        const std::uint64_t first = one.first_frame() + written.hashes;
        const auto part = portion(tags::hashes, one.hashes, written.hashes, [lane, first](auto hashes) {
            return HashesPayload{.lane = lane, .first_frame = first, .hashes = hash_bytes(hashes)};
        });
        put_chunk(part.chunk, lane, first);
        written.hashes += part.elements.size();
    }
    while (written.marks < one.marks.size()) {
        const auto part = portion(tags::marks, one.marks, written.marks, [lane](auto marks) {
            return MarksPayload{.lane = lane, .marks = {marks.begin(), marks.end()}};
        });
        put_chunk(part.chunk, lane, part.elements.front().frame);
        written.marks += part.elements.size();
    }
    for (; written.keyframes < one.keyframes.size(); ++written.keyframes) {
        const StoredKeyframe& keyframe = one.keyframes[written.keyframes];
        put_chunk(keyframe.chunk, lane, keyframe.frame);
    }
}

Result<Unit, std::string> RecordingWriter::finish(const Recording& recording) {
    sync(recording);
    const std::uint64_t index_at = offset_;
    IndexPayload index;
    for (const IndexEntry& entry : index_)
        index.entries.push_back({entry.tag, entry.lane, entry.frame, entry.offset});
    put(chunk_of(tags::index, index));
    put(chunk_of(tags::trailer, TrailerPayload{.index_offset = index_at}));
    if (error_.empty() && std::fseek(file_, 0, SEEK_SET) != 0) error_ = write_error(part_);
    put(header_of(recording, true));
    if (error_.empty() && (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0)) error_ = write_error(part_);
    if (std::fclose(std::exchange(file_, nullptr)) != 0 && error_.empty()) error_ = write_error(part_);
    if (error_.empty() && std::rename(part_.c_str(), target_.c_str()) != 0) error_ = write_error(target_);
    if (!error_.empty()) return Err{error_};
    return Unit{};
}

Result<Unit, std::string> write_recording(const std::string& path, const Recording& recording) {
    Result<RecordingWriter, std::string> writer = RecordingWriter::create(path, recording);
    if (!writer) return Err{writer.error()};
    return writer->finish(recording);
}

}  // namespace toibox::replay
