// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace toibox::io {

/// Name of an unfinished file, which is in the folder of the file that it replaces.
enum class UnfinishedName : std::uint8_t {
    Temporary,  ///< TARGET.PID-N.tmp; deleted without a commit.
    Part,       ///< The first free one of TARGET.part, TARGET.2.part, …; kept, so that it can be recovered.
};

/// A file that is created or replaced in one go: it has another name until `commit` renames it, and an
/// existing file is unchanged until then. Symbolic links are followed, and the permissions of a replaced file
/// are kept.
class AtomicFile {
public:
    /// No file yet; assign one to it.
    AtomicFile() = default;
    /// Error: "cannot write PATH: reason"; also if the path exists and is not a regular file.
    static Result<AtomicFile, std::string> create(const std::string& path, UnfinishedName name);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) noexcept;
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    /// Open for writing until commit(), abandon() or discard(). It keeps write errors for commit().
    [[nodiscard]] std::FILE* stream() const { return stream_; }
    /// The path until commit().
    [[nodiscard]] const std::string& unfinished_path() const { return unfinished_; }
    /// Flushes to the disk, closes and renames. Error: as above.
    Result<Unit, std::string> commit();
    /// Closes without a commit, as the destructor does: keeps a Part, deletes a Temporary.
    void abandon();
    /// Closes and deletes the unfinished file.
    void discard();

private:
    std::FILE* stream_ = nullptr;
    UnfinishedName name_ = UnfinishedName::Temporary;
    std::string path_;  ///< As given.
    std::string target_;
    std::string unfinished_;
};

/// Writes a whole file or leaves it unchanged. Error: as above.
Result<Unit, std::string> write_file_atomically(const std::string& path, std::string_view bytes);

/// Reads a whole file. Error: "cannot read PATH: reason"; also for a folder, or more than `limit` bytes.
Result<std::string, std::string> read_file(const std::string& path, std::size_t limit);

/// Describes errno: "cannot write PATH: reason".
std::string describe_write_error(const std::string& path);

}  // namespace toibox::io
