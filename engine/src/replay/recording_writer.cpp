// SPDX-License-Identifier: MIT
// Each sync() appends what is new, one chunk or more per kind. Inputs come before the hashes of the frames
// that they lead to, so that a truncated file is consistent.
#include "toibox/core/assert.h"
#include "toibox/replay/recording_file.h"
#include "toibox/replay/tuning.h"

#include "replay/chunk.h"
#include "replay/little_endian.h"
#include "replay/payloads.h"

#include <algorithm>
#include <array>
#include <charconv>
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
/// The step length to write; 0 if it is invalid.
double valid_step(const Recording& recording) {
    return std::isfinite(recording.step) && recording.step >= 0.0 ? recording.step : 0.0;
}

std::string seconds_text(double seconds) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), seconds);
    return std::string(text.data(), end.ptr) + " s";
}
std::string step_length_error(double seconds) {
    return "a step of " + seconds_text(seconds) + "; a recording may have steps of " +
           seconds_text(tuning::min_step_seconds) + " to " + seconds_text(tuning::max_step_seconds);
}

/// Sets the step length as a fraction if it is a simple one: 1/60 s is 1 over 60.
void set_fraction(double step, FileHeader& header) {
    constexpr std::uint32_t max_denominator = 100'000;
    for (std::uint32_t denominator = 1; denominator <= max_denominator; ++denominator) {
        const double numerator = std::round(step * denominator);
        const bool matches =
            numerator >= 1.0 && numerator <= 1e6 && std::abs(numerator / denominator - step) <= 1e-12 * step;
        if (!matches) continue;
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
                      .frames = finished ? recording.branches.front().end() : 0,
                      .scene_hash = checksum(std::as_bytes(std::span(scene)))};
    set_fraction(valid_step(recording), header);
    return header_bytes(header);
}

std::vector<std::byte> hash_bytes(std::span<const std::uint64_t> hashes) {
    std::vector<std::byte> bytes;
    bytes.reserve(8 * hashes.size());
    for (const std::uint64_t hash : hashes)
        append_little_endian(bytes, hash);
    return bytes;
}

/// The part of a list that one chunk holds.
template <class T>
struct ListPart {
    std::span<const T> elements;
    std::vector<std::byte> payload;
};
/// The first part of a list, with at most elements_per_chunk and target_chunk_bytes, but at least one
/// element.
template <class T, class MakePayload>
ListPart<T> first_part(std::span<const T> elements, MakePayload make_payload) {
    std::size_t count = std::min(elements.size(), tuning::elements_per_chunk);
    while (true) {
        const std::span<const T> front = elements.first(count);
        std::vector<std::byte> payload = payload_bytes(make_payload(front));
        if (count == 1 || payload.size() <= tuning::target_chunk_bytes) return {front, std::move(payload)};
        count /= 2;
    }
}
template <class T>
std::span<const T> remaining(const std::vector<T>& all, std::size_t from) {
    return std::span(all).subspan(from);
}

}  // namespace

Result<RecordingWriter, std::string> RecordingWriter::create(const std::string& path,
                                                             const Recording& recording,
                                                             const RecordingLimits& limits) {
    TOIBOX_ASSERT(!recording.branches.empty());
    Result<io::AtomicFile, std::string> file = io::AtomicFile::create(path, io::UnfinishedName::Part);
    if (!file) return Err{std::move(file).error()};
    RecordingWriter writer(*std::move(file), limits);
    writer.write_bytes(header_of(recording, false));
    const MetaPayload meta{.json = recording.meta, .step = valid_step(recording)};
    writer.write_payload(tags::meta, payload_bytes(meta), limits.text_bytes, {});
    const Source& source = recording.source;
    ScenePayload scene{
        .scene = source.scene, .path = source.path, .variant = source.variant, .overrides = {}};
    for (const auto& [pointer, value] : source.overrides)
        scene.overrides.push_back({pointer, value});
    if (scene.overrides.size() > limits.entries) writer.fail_limit("overrides");
    writer.write_payload(tags::scene, payload_bytes(scene), limits.text_bytes, {});
    writer.sync(recording);
    if (writer.error_.empty()) return writer;
    writer.file_.discard();  // it contains nothing useful
    return Err{writer.error_};
}

RecordingWriter::RecordingWriter(io::AtomicFile file, const RecordingLimits& limits)
    : file_(std::move(file)), limits_(limits) {}

void RecordingWriter::write_bytes(std::span<const std::byte> bytes) {
    if (!error_.empty()) return;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.stream()) != bytes.size())
        error_ = io::describe_write_error(partial_path());
    offset_ += bytes.size();
}

void RecordingWriter::write_chunk(std::uint32_t tag, std::span<const std::byte> chunk, ChunkSubject subject) {
    index_.push_back({tag, subject.branch, subject.frame, offset_});
    write_bytes(chunk);
}

void RecordingWriter::write_payload(std::uint32_t tag, std::span<const std::byte> payload,
                                    std::uint64_t limit, ChunkSubject subject) {
    if (payload.size() > limit) return fail_limit("bytes in a " + tag_name(tag) + " chunk");
    write_chunk(tag, make_chunk(tag, payload), subject);
}

void RecordingWriter::fail(const std::string& reason) {
    if (error_.empty()) error_ = "cannot write " + partial_path() + ": " + reason;
}

void RecordingWriter::fail_limit(const std::string& what) {
    fail("more " + what + " than a recording may have");
}

void RecordingWriter::sync(const Recording& recording) {
    for (std::uint32_t number = 0; number < recording.branches.size() && error_.empty(); ++number) {
        const Branch& branch = recording.branches[number];
        if (number >= limits_.branches) {
            fail_limit("branches");
            break;
        }
        if (number >= written_.size()) {
            const BranchPayload payload{.branch = number, .fork = branch.fork, .name = branch.name};
            write_payload(tags::branch, payload_bytes(payload), limits_.chunk_bytes,
                          {number, branch.first_frame()});
            written_.emplace_back();
        }
        sync_inputs(branch, number);
        sync_hashes(branch, number);
        sync_marks(branch, number);
        sync_keyframes(branch, number);
    }
    sync_bookmarks(recording);
    if (error_.empty() && std::fflush(file_.stream()) != 0) error_ = io::describe_write_error(partial_path());
}

void RecordingWriter::sync_inputs(const Branch& branch, std::uint32_t number) {
    std::size_t& written = written_[number].inputs;
    while (written < branch.inputs.size() && error_.empty()) {
        const auto part = first_part(remaining(branch.inputs, written), [number](auto inputs) {
            return InputsPayload{.branch = number, .inputs = {inputs.begin(), inputs.end()}};
        });
        totals_.inputs += part.elements.size();
        for (const Input& input : part.elements) {
            totals_.nested += nested_elements(input);
            const auto* length = std::get_if<StepLength>(&input.what);
            if (length != nullptr && length->seconds && !is_step_length(*length->seconds))
                return fail(step_length_error(*length->seconds));
        }
        if (totals_.inputs > limits_.inputs) return fail_limit("inputs");
        if (totals_.nested > limits_.nested) return fail_limit("parts and vertices of new bodies");
        write_payload(tags::inputs, part.payload, limits_.input_bytes, {number, part.elements.front().frame});
        written += part.elements.size();
    }
}

void RecordingWriter::sync_hashes(const Branch& branch, std::uint32_t number) {
    std::size_t& written = written_[number].hashes;
    while (written < branch.hashes.size() && error_.empty()) {
        const std::uint64_t first = branch.first_frame() + written;
        const auto part = first_part(remaining(branch.hashes, written), [number, first](auto hashes) {
            return HashesPayload{.branch = number, .first_frame = first, .hashes = hash_bytes(hashes)};
        });
        totals_.frames += part.elements.size();
        if (totals_.frames > limits_.frames) return fail_limit("frames");
        write_payload(tags::hashes, part.payload, limits_.chunk_bytes, {number, first});
        written += part.elements.size();
    }
}

void RecordingWriter::sync_marks(const Branch& branch, std::uint32_t number) {
    std::size_t& written = written_[number].marks;
    while (written < branch.marks.size()) {
        const std::span<const Mark> left = remaining(branch.marks, written);
        const std::size_t room = limits_.marks - totals_.marks;
        if (room == 0) {
            written = branch.marks.size();
            return;
        }
        const auto part = first_part(left.first(std::min(room, left.size())), [number](auto marks) {
            return MarksPayload{.branch = number, .marks = {marks.begin(), marks.end()}};
        });
        written += part.elements.size();
        if (part.payload.size() > limits_.chunk_bytes) continue;
        totals_.marks += part.elements.size();
        write_payload(tags::marks, part.payload, limits_.chunk_bytes, {number, part.elements.front().frame});
    }
}

void RecordingWriter::sync_keyframes(const Branch& branch, std::uint32_t number) {
    // Keyframes that were inserted before one already in the file are not written.
    std::uint64_t& next = written_[number].next_keyframe_frame;
    auto keyframe = std::ranges::lower_bound(branch.keyframes, next, {}, &StoredKeyframe::frame);
    for (; keyframe != branch.keyframes.end(); ++keyframe) {
        next = keyframe->frame + 1;
        const std::span<const std::byte> chunk = keyframe->chunk;
        if (is_acceptable_keyframe(chunk, limits_.state_bytes))
            write_chunk(tags::keyframe, chunk, {number, keyframe->frame});
    }
}

void RecordingWriter::sync_bookmarks(const Recording& recording) {
    if (recording.bookmarks == bookmarks_) return;
    bookmarks_ = recording.bookmarks;
    // All bookmarks, or as many of the first as there is room for.
    BookmarksPayload all{bookmarks_};
    all.bookmarks.resize(std::min(all.bookmarks.size(), limits_.entries));
    std::vector<std::byte> payload = payload_bytes(all);
    while (payload.size() > limits_.chunk_bytes) {
        all.bookmarks.resize(all.bookmarks.size() / 2);
        payload = payload_bytes(all);
    }
    write_payload(tags::bookmarks, payload, limits_.chunk_bytes, {});
}

Result<Unit, std::string> RecordingWriter::finish(const Recording& recording) {
    sync(recording);
    const std::uint64_t index_at = offset_;
    IndexPayload index;
    for (const IndexEntry& entry : index_)
        index.entries.push_back({entry.tag, entry.branch, entry.frame, entry.offset});
    write_bytes(make_chunk(tags::index, payload_bytes(index)));
    write_bytes(make_chunk(tags::trailer, payload_bytes(TrailerPayload{.index_offset = index_at})));
    const std::uint64_t length = offset_;
    if (error_.empty() && std::fseek(file_.stream(), 0, SEEK_SET) != 0)
        error_ = io::describe_write_error(partial_path());
    write_bytes(header_of(recording, true));
    offset_ = length;
    if (!error_.empty()) {
        file_.abandon();
        return Err{error_};
    }
    Result<Unit, std::string> committed = file_.commit();
    if (!committed) error_ = committed.error();
    return committed;
}

Result<Unit, std::string> write_recording(const std::string& path, const Recording& recording,
                                          const RecordingLimits& limits) {
    Result<RecordingWriter, std::string> writer = RecordingWriter::create(path, recording, limits);
    if (!writer) return Err{writer.error()};
    return writer->finish(recording);
}

}  // namespace toibox::replay
