// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace toibox::app {

/// Tells when a file has changed on disk, by asking for its time and size now and then. Asking beats being
/// told here: one file, the same on every system, and editors that replace files break most notifications.
class FileWatch {
public:
    /// From now on this file; an empty path watches nothing.
    void watch(std::string path);
    [[nodiscard]] const std::string& path() const { return path_; }

    /// True once for each change, as soon as the file has stayed the same between two looks (so that a half
    /// written one is not read). Looks at most every `interval`. `now`: nanoseconds of steady_nanoseconds().
    bool poll(std::uint64_t now);

    static constexpr std::uint64_t interval =
        200'000'000;  ///< Nanoseconds; two looks are under half a second.

private:
    struct FileStamp {
        std::int64_t seconds = 0;
        std::int64_t nanoseconds = 0;
        std::int64_t size = -1;  ///< −1: there is no such file.
        std::uint64_t inode = 0;

        friend bool operator==(const FileStamp&, const FileStamp&) = default;
    };
    static FileStamp stamp_of(const std::string& path);

    std::string path_;
    FileStamp known_;  ///< As last reported.
    FileStamp seen_;   ///< As of the last look.
    std::uint64_t next_poll_ = 0;
};

}  // namespace toibox::app
