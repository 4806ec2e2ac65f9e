// SPDX-License-Identifier: MIT
#include "app/platform/file_watch.h"

#include <sys/stat.h>
#include <utility>

namespace toibox::app {

FileWatch::FileStamp FileWatch::stamp_of(const std::string& path) {
    struct stat status = {};
    if (path.empty() || ::stat(path.c_str(), &status) != 0) return {};
    return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size, status.st_ino};
}

void FileWatch::watch(std::string path) {
    path_ = std::move(path);
    reported_ = polled_ = stamp_of(path_);
    next_poll_ = 0;
}

bool FileWatch::poll(std::uint64_t now) {
    if (path_.empty() || now < next_poll_) return false;
    next_poll_ = now + interval;
    const FileStamp stamp = stamp_of(path_);
    const bool is_stable = stamp == polled_;
    polled_ = stamp;
    // A missing file is not reported: it is being replaced, or there is nothing to load.
    if (!is_stable || stamp == reported_ || stamp.size < 0) return false;
    reported_ = stamp;
    return true;
}

}  // namespace toibox::app
