// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace toibox::app {

/// Detects changes of one file by polling its time, size and inode. Rejected alternative: file notifications,
/// which differ between systems and miss changes by editors that replace the file.
class FileWatch {
public:
    /// Sets the file to watch; an empty path watches nothing.
    void watch(std::string path);
    [[nodiscard]] const std::string& path() const { return path_; }

    /// Returns true once for each change, as soon as two successive looks at the file find the same stamp, so
    /// that a half-written file is not read. Looks at the file at most once per `interval`. `now`: from
    /// steady_nanoseconds().
    bool poll(std::uint64_t now);

    /// Nanoseconds. A completed change is reported within two intervals.
    static constexpr std::uint64_t interval = 200'000'000;

private:
    struct FileStamp {
        std::int64_t seconds = 0;
        std::int64_t nanoseconds = 0;
        std::int64_t size = -1;  ///< −1: the file does not exist.
        std::uint64_t inode = 0;

        friend bool operator==(const FileStamp&, const FileStamp&) = default;
    };
    static FileStamp stamp_of(const std::string& path);

    std::string path_;
    FileStamp reported_;  ///< The stamp at the last reported change, or at watch().
    FileStamp polled_;    ///< The stamp at the last look.
    std::uint64_t next_poll_ = 0;
};

}  // namespace toibox::app
