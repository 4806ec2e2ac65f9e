// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/recording.h"

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace toibox::replay {

/// The file format of recordings, `.toirec`: engine/docs/toirec.md.
inline constexpr std::uint16_t toirec_major = 1;
inline constexpr std::uint16_t toirec_minor = 0;

/// What was wrong with a file, and what could be read of it.
struct Damage {
    std::uint64_t offset = 0;   ///< Of the first bad byte's chunk.
    std::uint64_t dropped = 0;  ///< Bytes from there on.
    std::string what;           ///< "the checksum of chunk KEYF does not match"; empty if all is well.
    bool unfinished = false;    ///< It ends after a whole chunk, but not as a finished recording does.

    [[nodiscard]] bool none() const { return what.empty() && !unfinished; }
};

struct RecoveredRecording {
    Recording recording;
    Damage damage;
};

/// Why nothing could be read.
struct RecordingError {
    std::string message;  ///< A sentence without a full stop.
    bool io = false;      ///< The file could not be read, whatever is in it.
};

/// Reads as much as is sound: chunk by chunk up to the first one whose checksum or content is wrong. An error
/// if not even the header, the source and the first frame are there, or the file needs a newer program. Any
/// bytes are safe to give. Memory: about the file's size, and what its inputs and marks unpack to, which is
/// limited: beyond `limits` marks and keyframes are left out, and anything else ends it.
Result<RecoveredRecording, RecordingError> read_recording(std::span<const std::byte> bytes,
                                                          const RecordingLimits& limits = {});
Result<RecoveredRecording, RecordingError> read_recording(const std::string& path);

/// Whether a file is to be read as a recording: it begins as one, or, where that cannot be told or is spoilt,
/// is named as one (*.toirec, *.toirec.part, *.toirec.2.part). Of pipes and devices only the name is looked
/// at.
bool is_recording(const std::string& path);

/// What to tell of a damaged one: "recovered 2340 frames; tail of 812 bytes dropped: REASON".
std::string recovery_text(const RecoveredRecording& read);

/// Unpacks a keyframe. Error: a sentence.
Result<KeyframeState, std::string> unpack(const StoredKeyframe& keyframe);
/// The state of a simulation as a keyframe of `lane`; without bytes if they were more than the limit.
StoredKeyframe pack(const Simulation& simulation, std::uint32_t branch, std::uint64_t frame,
                    std::optional<double> step_seconds, const RecordingLimits& limits = {});

struct PartialFile;

/// Writes a recording as it grows. Each call of sync() writes what is new in it and hands it to the system,
/// so that a program that is killed loses what came after the last one. finish() adds the index and gives the
/// file its name; until then it has that of part(). Errors are kept: the first is told by finish() and by
/// error().
///
/// What it writes is read back whole: it leaves out keyframes, marks and bookmarks beyond the limits and ends
/// with an error at anything else beyond them (see Recording::has_room_for); up to there the part is sound.
class RecordingWriter {
public:
    /// Writes header, META and SCNE into a new file; what is there stays as it is until finish(). Requires:
    /// at least one lane. Error: a sentence with the path; also if that is not of a regular file.
    static Result<RecordingWriter, std::string> create(const std::string& path, const Recording& recording,
                                                       const RecordingLimits& limits = {});

    RecordingWriter(RecordingWriter&& other) noexcept;
    RecordingWriter& operator=(RecordingWriter&& other) noexcept;
    ~RecordingWriter();

    /// Requires: the recording of create(), grown.
    void sync(const Recording& recording);
    Result<Unit, std::string> finish(const Recording& recording);
    [[nodiscard]] const std::string& error() const { return error_; }
    [[nodiscard]] std::uint64_t bytes() const { return offset_; }
    /// The first free one of PATH.part, PATH.2.part, …; where PATH is a link, of what it leads to.
    [[nodiscard]] const std::string& part() const { return part_; }

private:
    /// How much of a lane is in the file.
    struct Written {
        std::size_t inputs = 0;
        std::size_t hashes = 0;
        std::size_t marks = 0;
        std::uint64_t keyframes = 0;  ///< The first frame after that of the last one.
    };
    /// How much of all lanes is in the file.
    struct Totals {
        std::size_t inputs = 0;
        std::size_t nested = 0;
        std::size_t marks = 0;
        std::size_t frames = 0;
    };
    /// What a chunk tells of, for the index.
    struct ChunkSubject {
        std::uint32_t branch = 0;
        std::uint64_t frame = 0;
    };
    struct IndexEntry {
        std::uint32_t tag = 0;
        std::uint32_t branch = 0;
        std::uint64_t frame = 0;
        std::uint64_t offset = 0;
    };

    RecordingWriter(const PartialFile& file, const RecordingLimits& limits);
    void write_bytes(std::span<const std::byte> bytes);
    void write_chunk(std::uint32_t tag, std::span<const std::byte> chunk, ChunkSubject of);
    void write_payload(std::uint32_t tag, std::span<const std::byte> payload, std::uint64_t limit,
                       ChunkSubject of);
    void refuse(const std::string& why);
    void sync_inputs(const Branch& branch, std::uint32_t number);
    void sync_hashes(const Branch& branch, std::uint32_t number);
    void sync_marks(const Branch& branch, std::uint32_t number);
    void sync_keyframes(const Branch& branch, std::uint32_t number);
    void sync_bookmarks(const Recording& recording);

    std::FILE* file_ = nullptr;
    std::string part_;
    std::string target_;
    RecordingLimits limits_;
    std::string error_;
    std::uint64_t offset_ = 0;
    Totals totals_;
    std::vector<Written> written_;
    std::vector<Bookmark> bookmarks_;  ///< As they are in the file.
    std::vector<IndexEntry> index_;
};

/// The whole recording at once, under a temporary name that is renamed. Error: a sentence with the path.
Result<Unit, std::string> write_recording(const std::string& path, const Recording& recording,
                                          const RecordingLimits& limits = {});

}  // namespace toibox::replay
