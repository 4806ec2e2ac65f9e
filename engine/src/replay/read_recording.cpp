// SPDX-License-Identifier: MIT
// Reads a recording from bytes that may be anything: chunk by chunk, each one's checksum first, then its
// content, up to the first that is not sound. What came before it is the recording.
#include "toibox/replay/recording_file.h"
#include "toibox/replay/tuning.h"

#include "chunk.h"
#include "payloads.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <sys/stat.h>

namespace toibox::replay {

namespace {

class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    Result<ReadRecording, RecordingError> read() {
        const Result<FileHeader, std::string> header = read_header(bytes_);
        if (!header) return refuse(header.error());
        if (header->min_reader > toirec_major) {
            return refuse("it needs a toibox that reads recordings of version " +
                          std::to_string(header->min_reader) + "; this one reads version " +
                          std::to_string(toirec_major));
        }
        out_.recording.sim_version = header->sim_version;
        read_chunks();
        if (newer_) return refuse(*newer_);
        if (!has_scene_) return refuse(why_not("the scene"));
        trim();
        if (out_.recording.lanes.empty()) return refuse(why_not("the first frame"));
        if (const std::string defect = out_.recording.defect(); !defect.empty())
            return refuse("the recording " + defect);
        return std::move(out_);
    }

private:
    Err<RecordingError> refuse(const std::string& message) const { return Err{RecordingError{message}}; }
    [[nodiscard]] std::string why_not(const char* missing) const {
        const std::string& what = out_.damage.what;
        return what.empty() ? std::string("it ends before ") + missing : what + ", before " + missing;
    }

    void read_chunks() {
        std::size_t at = header_size;
        bool ended = false;
        while (at < bytes_.size()) {
            std::string defect;
            const Result<ChunkView, std::string> chunk = read_chunk(bytes_.subspan(at));
            if (!chunk) {
                defect = chunk.error();
            } else if (ended) {
                defect = "more follows after the end";
            } else {
                ended = chunk->tag == tags::trailer;
                defect = take(*chunk, bytes_.subspan(at, chunk->size()));
            }
            if (newer_) return;
            if (!defect.empty()) {
                out_.damage = {.offset = at, .dropped = bytes_.size() - at, .what = defect};
                return;
            }
            at += chunk->size();
        }
        out_.damage.unfinished = !ended;
    }

    /// What is wrong with the chunk; empty if nothing.
    std::string take(const ChunkView& chunk, std::span<const std::byte> whole) {
        switch (chunk.tag) {
            case tags::meta:
                return take_payload<MetaPayload>(chunk);
            case tags::scene:
                return take_payload<ScenePayload>(chunk);
            case tags::lane:
                return take_payload<LanePayload>(chunk);
            case tags::inputs:
                return take_payload<InputsPayload>(chunk);
            case tags::hashes:
                return take_payload<HashesPayload>(chunk);
            case tags::marks:
                return take_payload<MarksPayload>(chunk);
            case tags::bookmarks:
                return take_payload<BookmarksPayload>(chunk);
            case tags::keyframe:
                return take_keyframe(chunk, whole);
            case tags::index:
            case tags::trailer:
                return {};
            default:
                break;
        }
        if (!must_understand(chunk.tag)) return {};
        newer_ =
            "it has a chunk " + tag_name(chunk.tag) + " that this toibox does not know: it needs a newer one";
        return {};
    }

    template <class Payload>
    std::string take_payload(const ChunkView& chunk) {
        constexpr bool is_text = std::same_as<Payload, ScenePayload> || std::same_as<Payload, MetaPayload>;
        constexpr std::uint64_t limit = is_text                                ? tuning::largest_text
                                        : std::same_as<Payload, InputsPayload> ? tuning::largest_input
                                                                               : tuning::largest_portion;
        const auto bytes = payload_of(chunk, limit);
        if (!bytes) return bytes.error();
        Payload payload;
        TaggedReader reader(elements_left_);
        reader.fields(*bytes, payload);
        elements_left_ = reader.elements_left();
        if (reader.defect() != nullptr) return "chunk " + tag_name(chunk.tag) + " has " + reader.defect();
        const std::string defect = add(std::move(payload));
        return defect.empty() ? defect : "chunk " + tag_name(chunk.tag) + " " + defect;
    }

    std::string add(MetaPayload&& meta) {
        if (has_meta_) return "is there twice";
        has_meta_ = true;
        out_.recording.meta = std::move(meta.json);
        out_.recording.step = meta.step;
        return {};
    }
    std::string add(ScenePayload&& scene) {
        if (has_scene_) return "is there twice";
        has_scene_ = true;
        Source& source = out_.recording.source;
        source = {std::move(scene.scene), std::move(scene.path), std::move(scene.variant), {}};
        for (OverrideEntry& entry : scene.overrides)
            source.overrides.emplace_back(std::move(entry.pointer), std::move(entry.value));
        return {};
    }
    std::string add(LanePayload&& payload) {
        std::vector<Lane>& lanes = out_.recording.lanes;
        if (payload.lane != lanes.size() || lanes.size() >= tuning::most_lanes)
            return "is of a lane out of turn";
        if (payload.fork.has_value() != (payload.lane > 0) ||
            (payload.fork && payload.fork->lane >= payload.lane))
            return "leaves a lane that there is not";
        lanes.push_back({.fork = payload.fork, .name = std::move(payload.name)});
        return {};
    }
    std::string add(InputsPayload&& payload) {
        Lane* lane = find(payload.lane);
        if (lane == nullptr) return no_lane;
        for (Input& input : payload.inputs) {
            if (inputs_++ == tuning::most_inputs) return "has more inputs than a recording may have";
            if (input.frame < lane->first_frame() ||
                (!lane->inputs.empty() && input.frame < lane->inputs.back().frame))
                return "is out of order";
            lane->inputs.push_back(std::move(input));
        }
        return {};
    }
    std::string add(HashesPayload&& payload) {
        Lane* lane = find(payload.lane);
        if (lane == nullptr) return no_lane;
        if (payload.first_frame != lane->first_frame() + lane->hashes.size() ||
            payload.hashes.size() % 8 != 0)
            return "is out of order";
        frames_ += payload.hashes.size() / 8;
        if (frames_ > tuning::most_frames) return "has more frames than a recording may have";
        for (std::size_t i = 0; i < payload.hashes.size(); i += 8) {
            std::uint64_t hash = 0;
            for (std::size_t k = 0; k < 8; ++k)
                hash |= std::to_integer<std::uint64_t>(payload.hashes[i + k]) << (8 * k);
            lane->hashes.push_back(hash);
        }
        return {};
    }
    std::string add(MarksPayload&& payload) {
        Lane* lane = find(payload.lane);
        if (lane == nullptr) return no_lane;
        for (Mark& mark : payload.marks) {
            if (static_cast<int>(mark.kind) >= mark_kind_count) continue;  // Of a newer program.
            if (!lane->marks.empty() && mark.frame < lane->marks.back().frame) return "is out of order";
            lane->marks.push_back(std::move(mark));
        }
        return {};
    }
    std::string add(BookmarksPayload&& payload) {
        out_.recording.bookmarks = std::move(payload.bookmarks);
        return {};
    }
    /// Keyframes stay packed; only where they belong is looked at.
    std::string take_keyframe(const ChunkView& chunk, std::span<const std::byte> whole) {
        constexpr std::size_t lane_and_frame = (7 + 4) + (7 + 8);
        const auto front = payload_of(chunk, tuning::largest_state, lane_and_frame);
        if (!front) return front.error();
        KeyframePayload payload;
        TaggedReader reader(0);
        reader.fields(*front, payload);
        Lane* lane = find(payload.lane);
        if (reader.defect() != nullptr || front->size() < lane_and_frame) return "chunk KEYF is cut short";
        if (lane == nullptr) return std::string("chunk KEYF ") + no_lane;
        if (!lane->keyframes.empty() && payload.frame <= lane->keyframes.back().frame)
            return "chunk KEYF is out of order";
        lane->keyframes.push_back({payload.frame, {whole.begin(), whole.end()}});
        return {};
    }

    Lane* find(std::uint32_t lane) {
        std::vector<Lane>& lanes = out_.recording.lanes;
        return lane < lanes.size() ? &lanes[lane] : nullptr;
    }

    /// Drops what the frames do not reach: a file that was cut off may have lanes without frames, and inputs
    /// of frames that are gone.
    void trim() {
        std::vector<Lane>& lanes = out_.recording.lanes;
        const auto is_whole = [&](const Lane& lane) {
            if (lane.hashes.empty()) return false;
            return !lane.fork || (lanes[lane.fork->lane].first_frame() <= lane.fork->frame &&
                                  lane.fork->frame <= lanes[lane.fork->lane].end());
        };
        std::size_t sound = 0;
        while (sound < lanes.size() && is_whole(lanes[sound]))
            ++sound;
        lanes.resize(sound);
        for (Lane& lane : lanes) {
            const std::uint64_t end = lane.end();
            std::erase_if(lane.inputs, [end](const Input& input) { return input.frame > end; });
            std::erase_if(lane.marks, [end](const Mark& mark) { return mark.frame > end; });
            std::erase_if(lane.keyframes, [end](const StoredKeyframe& key) { return key.frame > end; });
        }
        std::erase_if(out_.recording.bookmarks, [&](const Bookmark& bookmark) {
            return bookmark.lane >= lanes.size() || bookmark.frame > lanes[bookmark.lane].end();
        });
    }

    static constexpr const char* no_lane = "is of a lane that there is not";

    std::span<const std::byte> bytes_;
    ReadRecording out_;
    std::optional<std::string> newer_;
    bool has_meta_ = false;
    bool has_scene_ = false;
    std::size_t frames_ = 0;
    std::size_t inputs_ = 0;
    std::size_t elements_left_ = tuning::most_marks;
};

using FileToRead = std::unique_ptr<std::FILE, decltype([](std::FILE* file) { std::fclose(file); })>;

}  // namespace

std::string recovery_text(const ReadRecording& read) {
    const Damage& damage = read.damage;
    const std::string recovered =
        "recovered " + std::to_string(read.recording.lanes.front().end()) + " frames; ";
    if (damage.what.empty()) return recovered + "it was never finished";
    return recovered + "tail of " + std::to_string(damage.dropped) + " bytes dropped: " + damage.what;
}

bool is_recording(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    if (name.ends_with(".toirec") || (name.ends_with(".part") && name.find(".toirec.") != std::string::npos))
        return true;
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
    const FileToRead file(std::fopen(path.c_str(), "rb"));
    std::array<std::byte, magic_size> front{};
    return file && std::fread(front.data(), 1, front.size(), file.get()) == front.size() && has_magic(front);
}

Result<ReadRecording, RecordingError> read_recording(std::span<const std::byte> bytes) {
    return Reader(bytes).read();
}

Result<ReadRecording, RecordingError> read_recording(const std::string& path) {
    const auto failure = [&] { return Err{RecordingError{std::strerror(errno), true}}; };
    const FileToRead file(std::fopen(path.c_str(), "rb"));
    if (!file) return failure();
    std::vector<std::byte> bytes;
    std::size_t used = 0;
    while (true) {
        bytes.resize(used + (std::size_t{1} << 20));
        const std::size_t got = std::fread(bytes.data() + used, 1, bytes.size() - used, file.get());
        used += got;
        if (got == 0) break;
    }
    if (std::ferror(file.get()) != 0) return failure();
    bytes.resize(used);
    return read_recording(std::span<const std::byte>(bytes));
}

}  // namespace toibox::replay
