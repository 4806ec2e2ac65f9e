// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace toibox::app {

/// Detects changes of one file by polling its time and size. Polling works the same on every system, and
/// editors that replace files break most notifications.
class FileWatch {
public:
    /// Sets the file to watch; an empty path watches nothing.
    void watch(std::string path);
    [[nodiscard]] const std::string& path() const { return path_; }

    /// True once for each change, when the file is the same in two successive polls, so that half-written
    /// files are not read. Checks at most once per `interval`. `now`: from steady_nanoseconds().
    bool poll(std::uint64_t now);

    static constexpr std::uint64_t interval =
        200'000'000;  ///< Nanoseconds. A change is reported within two intervals.

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
    FileStamp reported_;  ///< At the last reported change.
    FileStamp polled_;    ///< At the last poll.
    std::uint64_t next_poll_ = 0;
};

}  // namespace toibox::app
