// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/io/atomic_file.h"
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

/// What is wrong with a file, and how much of it was lost.
struct Damage {
    std::uint64_t offset = 0;   ///< Of the first damaged chunk.
    std::uint64_t dropped = 0;  ///< Bytes from `offset` on.
    std::string what;           ///< "the checksum of chunk KEYF does not match"; empty if undamaged.
    bool unfinished = false;    ///< The file ends after a complete chunk, but without a trailer.

    [[nodiscard]] bool none() const { return what.empty() && !unfinished; }
};

struct RecoveredRecording {
    Recording recording;
    Damage damage;
};

/// Why nothing could be read.
struct RecordingError {
    std::string message;  ///< A sentence without a full stop.
    bool io = false;      ///< The file itself could not be read.
};

/// Reads chunk by chunk up to the first one whose checksum or content is invalid. Error: header, source or
/// first frame is missing, or the file needs a newer program. Safe for any bytes. Memory: about the file's
/// size, plus its unpacked inputs and marks. Marks and keyframes beyond `limits` are dropped; exceeding any
/// other limit ends the reading.
Result<RecoveredRecording, RecordingError> read_recording(std::span<const std::byte> bytes,
                                                          const RecordingLimits& limits = {});
Result<RecoveredRecording, RecordingError> read_recording(const std::string& path);

/// Whether a file should be read as a recording: it begins with the magic number, or is named *.toirec,
/// *.toirec.part or *.toirec.N.part. For pipes and devices only the name is used.
bool is_recording_file(const std::string& path);

/// Describes the damage: "recovered 2340 frames; tail of 812 bytes dropped: REASON".
std::string recovery_text(const RecoveredRecording& read);

/// Unpacks a keyframe. Error: why it cannot be read.
Result<KeyframeState, std::string> unpack(const StoredKeyframe& keyframe);
/// The state of a simulation as a keyframe of `branch`. Its chunk is empty if it exceeds the limit.
StoredKeyframe pack(const Simulation& simulation, std::uint32_t branch, std::uint64_t frame,
                    std::optional<double> step_seconds, const RecordingLimits& limits = {});

/// Writes a recording as it grows. Each sync() writes what is new and flushes it to the operating system, so
/// that a killed program loses only what came after the last sync(). finish() adds the index and renames the
/// file; until then its path is partial_path(). finish() and error() return the first error.
///
/// Everything written can be read back: keyframes, marks and bookmarks beyond the limits are dropped, and
/// writing fails if anything else exceeds them (see Recording::has_room_for). The file is valid up to the
/// failure.
class RecordingWriter {
public:
    /// Writes header, META and SCNE into a new file; an existing file is unchanged until finish(). Requires:
    /// at least one branch. Error: a sentence with the path; a path that is not a regular file is an error,
    /// too.
    static Result<RecordingWriter, std::string> create(const std::string& path, const Recording& recording,
                                                       const RecordingLimits& limits = {});

    /// Requires: the recording that was passed to create(); it may have grown.
    void sync(const Recording& recording);
    Result<Unit, std::string> finish(const Recording& recording);
    [[nodiscard]] const std::string& error() const { return error_; }
    [[nodiscard]] std::uint64_t bytes() const { return offset_; }
    /// The first unused one of PATH.part, PATH.2.part, …. If PATH is a symbolic link, its target is used
    /// instead.
    [[nodiscard]] const std::string& partial_path() const { return file_.unfinished_path(); }

private:
    /// How much of a branch is in the file.
    struct Written {
        std::size_t inputs = 0;
        std::size_t hashes = 0;
        std::size_t marks = 0;
        std::uint64_t next_keyframe_frame = 0;  ///< The frame after the last keyframe.
    };
    /// How much of all branches is in the file.
    struct Totals {
        std::size_t inputs = 0;
        std::size_t nested = 0;  ///< Parts and vertices of new bodies.
        std::size_t marks = 0;
        std::size_t frames = 0;
    };
    /// The branch and frame of a chunk in the index.
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

    RecordingWriter(io::AtomicFile file, const RecordingLimits& limits);
    void write_bytes(std::span<const std::byte> bytes);
    void write_chunk(std::uint32_t tag, std::span<const std::byte> chunk, ChunkSubject subject);
    void write_payload(std::uint32_t tag, std::span<const std::byte> payload, std::uint64_t limit,
                       ChunkSubject subject);
    void fail(const std::string& reason);
    void fail_limit(const std::string& what);
    void sync_inputs(const Branch& branch, std::uint32_t number);
    void sync_hashes(const Branch& branch, std::uint32_t number);
    void sync_marks(const Branch& branch, std::uint32_t number);
    void sync_keyframes(const Branch& branch, std::uint32_t number);
    void sync_bookmarks(const Recording& recording);

    io::AtomicFile file_;
    RecordingLimits limits_;
    std::string error_;
    std::uint64_t offset_ = 0;
    Totals totals_;
    std::vector<Written> written_;
    std::vector<Bookmark> bookmarks_;  ///< As they are in the file.
    std::vector<IndexEntry> index_;
};

/// Writes a whole recording under a temporary name and renames it. Error: a sentence with the path.
Result<Unit, std::string> write_recording(const std::string& path, const Recording& recording,
                                          const RecordingLimits& limits = {});

}  // namespace toibox::replay
