// SPDX-License-Identifier: MIT
// Reads a recording from untrusted bytes, chunk by chunk: first verifies the checksum, then the content. The
// chunks before the first invalid one are the recording.
#include "toibox/replay/recording_file.h"

#include "replay/chunk.h"
#include "replay/payloads.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>
#include <memory>
#include <sys/stat.h>

namespace toibox::replay {

namespace {

class Reader {
public:
    Reader(std::span<const std::byte> bytes, const RecordingLimits& limits)
        : bytes_(bytes), limits_(limits) {}

    Result<RecoveredRecording, RecordingError> read() {
        const Result<FileHeader, std::string> header = read_header(bytes_);
        if (!header) return error(header.error());
        if (header->min_reader > toirec_major) {
            return error("it needs a toibox that reads recordings of version " +
                         std::to_string(header->min_reader) + "; this one reads version " +
                         std::to_string(toirec_major));
        }
        out_.recording.sim_version = header->sim_version;
        read_chunks();
        if (newer_error_) return error(*newer_error_);
        if (!has_scene_) return error(explain_missing("the scene"));
        trim();
        if (out_.recording.branches.empty()) return error(explain_missing("the first frame"));
        if (const std::string defect = out_.recording.defect(); !defect.empty())
            return error("the recording " + defect);
        return std::move(out_);
    }

private:
    Err<RecordingError> error(const std::string& message) const { return Err{RecordingError{message}}; }
    [[nodiscard]] std::string explain_missing(const char* missing) const {
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
                defect = "data follows after the end";
            } else {
                ended = chunk->tag == tags::trailer;
                defect = apply_chunk(*chunk, bytes_.subspan(at, chunk->size()));
            }
            if (newer_error_) return;
            if (!defect.empty()) {
                out_.damage = {.offset = at, .dropped = bytes_.size() - at, .what = defect};
                return;
            }
            at += chunk->size();
        }
        out_.damage.unfinished = !ended;
    }

    /// The defect of the chunk; empty if there is none.
    std::string apply_chunk(const ChunkView& chunk, std::span<const std::byte> whole) {
        switch (chunk.tag) {
            case tags::meta:
                return apply_payload<MetaPayload>(chunk);
            case tags::scene:
                return apply_payload<ScenePayload>(chunk);
            case tags::branch:
                return apply_payload<BranchPayload>(chunk);
            case tags::inputs:
                return apply_payload<InputsPayload>(chunk);
            case tags::hashes:
                return apply_payload<HashesPayload>(chunk);
            case tags::marks:
                return apply_payload<MarksPayload>(chunk);
            case tags::bookmarks:
                return apply_payload<BookmarksPayload>(chunk);
            case tags::keyframe:
                return apply_keyframe(chunk, whole);
            case tags::index:
            case tags::trailer:
                return {};
            default:
                break;
        }
        if (!is_critical(chunk.tag)) return {};
        newer_error_ = "it has an unknown chunk " + tag_name(chunk.tag) + ": it needs a newer toibox";
        return {};
    }

    template <class Payload>
    std::string apply_payload(const ChunkView& chunk) {
        constexpr bool is_text = std::same_as<Payload, ScenePayload> || std::same_as<Payload, MetaPayload>;
        constexpr bool is_inputs = std::same_as<Payload, InputsPayload>;
        constexpr bool is_marks = std::same_as<Payload, MarksPayload>;
        // Marks are only informative: those beyond the limit are dropped.
        if (is_marks && marks_ == limits_.marks) return {};
        const auto bytes = payload_of(chunk, is_text     ? limits_.text_bytes
                                             : is_inputs ? limits_.input_bytes
                                                         : limits_.chunk_bytes);
        if (!bytes) return bytes.error();
        Payload payload;
        TaggedReader reader(is_inputs  ? inputs_left_
                            : is_marks ? ListLimits{.elements = bytes->size()}
                                       : ListLimits{.elements = limits_.entries});
        reader.fields(*bytes, payload);
        const std::string name = "chunk " + tag_name(chunk.tag) + " ";
        if (reader.defect() != nullptr) return name + "has " + reader.defect();
        if (is_inputs) inputs_left_ = reader.left();
        const std::string defect = add(std::move(payload));
        return defect.empty() ? defect : name + defect;
    }

    std::string add(MetaPayload&& meta) {
        if (has_meta_) return "appears twice";
        has_meta_ = true;
        if (!(std::isfinite(meta.step) && meta.step >= 0.0)) return "has an invalid step length";
        out_.recording.meta = std::move(meta.json);
        out_.recording.step = meta.step;
        return {};
    }
    std::string add(ScenePayload&& scene) {
        if (has_scene_) return "appears twice";
        has_scene_ = true;
        Source& source = out_.recording.source;
        source = {std::move(scene.scene), std::move(scene.path), std::move(scene.variant), {}};
        for (OverrideEntry& entry : scene.overrides)
            source.overrides.emplace_back(std::move(entry.pointer), std::move(entry.value));
        return {};
    }
    std::string add(BranchPayload&& payload) {
        std::vector<Branch>& branches = out_.recording.branches;
        if (payload.branch != branches.size()) return "has a branch out of order";
        if (branches.size() >= limits_.branches) return "has more branches than a recording may have";
        if (payload.fork.has_value() != (payload.branch > 0) ||
            (payload.fork && payload.fork->branch >= payload.branch))
            return "forks from a branch that does not exist";
        if (payload.fork &&
            payload.fork->inputs > out_.recording.input_count(payload.fork->branch, payload.fork->frame))
            return "forks after inputs that do not exist";
        branches.push_back({.fork = payload.fork, .name = std::move(payload.name)});
        return {};
    }
    std::string add(InputsPayload&& payload) {
        Branch* branch = find(payload.branch);
        if (branch == nullptr) return no_branch;
        std::uint64_t last = branch->inputs.empty() ? branch->first_frame() : branch->inputs.back().frame;
        for (const Input& input : payload.inputs) {
            if (input.frame < last) return "is out of order";
            last = input.frame;
            const auto* length = std::get_if<StepLength>(&input.what);
            if (length != nullptr && length->seconds && !is_step_length(*length->seconds))
                return "has an invalid step length";
        }
        move_to_end(payload.inputs, branch->inputs);
        return {};
    }
    std::string add(HashesPayload&& payload) {
        Branch* branch = find(payload.branch);
        if (branch == nullptr) return no_branch;
        if (payload.first_frame != branch->first_frame() + branch->hashes.size() ||
            payload.hashes.size() % 8 != 0)
            return "is out of order";
        frames_ += payload.hashes.size() / 8;
        if (frames_ > limits_.frames) return "has more frames than a recording may have";
        for (std::size_t i = 0; i < payload.hashes.size(); i += 8)
            branch->hashes.push_back(read_little_endian_at<std::uint64_t>(payload.hashes, i));
        return {};
    }
    std::string add(MarksPayload&& payload) {
        Branch* branch = find(payload.branch);
        if (branch == nullptr) return no_branch;
        std::vector<Mark>& marks = payload.marks;
        std::erase_if(marks, [](const Mark& mark) {
            return static_cast<int>(mark.kind) >= mark_kind_count;  // from a newer program
        });
        if (!std::ranges::is_sorted(marks, {}, &Mark::frame) ||
            (!branch->marks.empty() && !marks.empty() && marks.front().frame < branch->marks.back().frame))
            return "is out of order";
        if (marks.size() > limits_.marks - marks_) marks.resize(limits_.marks - marks_);
        marks_ += marks.size();
        move_to_end(marks, branch->marks);
        return {};
    }
    std::string add(BookmarksPayload&& payload) {
        out_.recording.bookmarks = std::move(payload.bookmarks);
        return {};
    }
    /// Keyframes stay compressed; only branch and frame are read.
    std::string apply_keyframe(const ChunkView& chunk, std::span<const std::byte> whole) {
        constexpr std::size_t branch_and_frame_bytes = (7 + 4) + (7 + 8);
        // Keyframes only speed up seeking: one that is too large is dropped.
        if (!is_acceptable_keyframe(whole, limits_.state_bytes)) return {};
        const auto front = payload_of(chunk, limits_.state_bytes, branch_and_frame_bytes);
        if (!front) return front.error();
        KeyframePayload payload;
        TaggedReader reader({});
        reader.fields(*front, payload);
        Branch* branch = find(payload.branch);
        if (reader.defect() != nullptr || front->size() < branch_and_frame_bytes)
            return "chunk KEYF is truncated";
        if (branch == nullptr) return std::string("chunk KEYF ") + no_branch;
        if (!branch->keyframes.empty() && payload.frame <= branch->keyframes.back().frame)
            return "chunk KEYF is out of order";
        branch->keyframes.push_back({payload.frame, {whole.begin(), whole.end()}});
        return {};
    }

    template <class T>
    static void move_to_end(std::vector<T>& from, std::vector<T>& to) {
        to.insert(to.end(), std::move_iterator(from.begin()), std::move_iterator(from.end()));
    }

    Branch* find(std::uint32_t branch) {
        std::vector<Branch>& branches = out_.recording.branches;
        return branch < branches.size() ? &branches[branch] : nullptr;
    }

    /// Drops branches without frames and whatever belongs to missing frames: a truncated file may have both.
    void trim() {
        std::vector<Branch>& branches = out_.recording.branches;
        const auto is_complete = [&](const Branch& branch) {
            if (branch.hashes.empty()) return false;
            return !branch.fork || (branches[branch.fork->branch].first_frame() <= branch.fork->frame &&
                                    branch.fork->frame <= branches[branch.fork->branch].end());
        };
        std::size_t valid_count = 0;
        while (valid_count < branches.size() && is_complete(branches[valid_count]))
            ++valid_count;
        branches.resize(valid_count);
        for (Branch& branch : branches) {
            const std::uint64_t end = branch.end();
            std::erase_if(branch.inputs, [end](const Input& input) { return input.frame > end; });
            std::erase_if(branch.marks, [end](const Mark& mark) { return mark.frame > end; });
            std::erase_if(branch.keyframes, [end](const StoredKeyframe& key) { return key.frame > end; });
        }
        std::erase_if(out_.recording.bookmarks, [&](const Bookmark& bookmark) {
            return bookmark.branch >= branches.size() || bookmark.frame > branches[bookmark.branch].end();
        });
    }

    static constexpr const char* no_branch = "is of a branch that does not exist";

    std::span<const std::byte> bytes_;
    RecordingLimits limits_;
    RecoveredRecording out_;
    std::optional<std::string> newer_error_;
    bool has_meta_ = false;
    bool has_scene_ = false;
    std::size_t frames_ = 0;
    std::size_t marks_ = 0;
    ListLimits inputs_left_{.elements = limits_.inputs, .nested = limits_.nested};
};

using FileToRead = std::unique_ptr<std::FILE, decltype([](std::FILE* file) { std::fclose(file); })>;

}  // namespace

std::string recovery_text(const RecoveredRecording& read) {
    const Damage& damage = read.damage;
    const std::string recovered =
        "recovered " + std::to_string(read.recording.branches.front().end()) + " frames; ";
    if (damage.what.empty()) return recovered + "the recording was not finished";
    return recovered + "tail of " + std::to_string(damage.dropped) + " bytes dropped: " + damage.what;
}

bool is_recording_file(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    if (name.ends_with(".toirec") || (name.ends_with(".part") && name.find(".toirec.") != std::string::npos))
        return true;
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
    const FileToRead file(std::fopen(path.c_str(), "rb"));
    std::array<std::byte, magic_size> front{};
    return file && std::fread(front.data(), 1, front.size(), file.get()) == front.size() && has_magic(front);
}

Result<RecoveredRecording, RecordingError> read_recording(std::span<const std::byte> bytes,
                                                          const RecordingLimits& limits) {
    return Reader(bytes, limits).read();
}

Result<RecoveredRecording, RecordingError> read_recording(const std::string& path) {
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
