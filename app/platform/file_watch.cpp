// SPDX-License-Identifier: MIT
#include "app/platform/file_watch.h"

#include <sys/stat.h>
#include <utility>

namespace toibox::app {

FileWatch::FileStamp FileWatch::stamp_of(const std::string& path) {
    struct stat found = {};
    if (path.empty() || ::stat(path.c_str(), &found) != 0) return {};
    return {found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_size, found.st_ino};
}

void FileWatch::watch(std::string path) {
    path_ = std::move(path);
    known_ = seen_ = stamp_of(path_);
    next_poll_ = 0;
}

bool FileWatch::poll(std::uint64_t now) {
    if (path_.empty() || now < next_poll_) return false;
    next_poll_ = now + interval;
    const FileStamp stamp = stamp_of(path_);
    const bool settled = stamp == seen_;
    seen_ = stamp;
    // A file that is gone is no news: it is about to be replaced, or there is nothing to load.
    if (!settled || stamp == known_ || stamp.size < 0) return false;
    known_ = stamp;
    return true;
}

}  // namespace toibox::app
