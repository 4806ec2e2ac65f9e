// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace toibox::io {

/// How an unfinished file is named. It is in the folder of TARGET, the file that it replaces.
enum class UnfinishedName : std::uint8_t {
    Temporary,  ///< TARGET.PID-N.tmp; deleted if not committed.
    Part,       ///< The first free name of TARGET.part, TARGET.2.part, …; kept for recovery if not committed.
};

/// A file that appears in one go: it has a different name until `commit` renames it, and an existing file is
/// unchanged until then. Symbolic links are followed, and the permissions of a replaced file are kept.
class AtomicFile {
public:
    /// Owns no file; can only be assigned to.
    AtomicFile() = default;
    /// Error: "cannot write PATH: reason"; for example, if the path exists and is not a regular file.
    static Result<AtomicFile, std::string> create(const std::string& path, UnfinishedName name);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) noexcept;
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    /// The stream is open for writing until commit(), abandon() or discard(); commit() reports its write
    /// errors.
    [[nodiscard]] std::FILE* stream() const { return stream_; }
    /// The path of the file until commit() renames it.
    [[nodiscard]] const std::string& unfinished_path() const { return unfinished_; }
    /// Flushes to the disk, closes and renames. Error: as for create().
    Result<Unit, std::string> commit();
    /// Closes without a commit, as the destructor does: keeps a Part file, deletes a Temporary file.
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

/// Writes a whole file or leaves it unchanged. Error: as for AtomicFile::create().
Result<Unit, std::string> write_file_atomically(const std::string& path, std::string_view bytes);

/// Reads a whole file. Error: "cannot open PATH: reason" or "cannot read PATH: reason"; for example, for a
/// directory or for more than `limit` bytes.
Result<std::string, std::string> read_file(const std::string& path, std::size_t limit);

/// Describes errno: "cannot write PATH: reason".
std::string describe_write_error(const std::string& path);

}  // namespace toibox::io
