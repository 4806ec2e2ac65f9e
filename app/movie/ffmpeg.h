// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>

namespace toibox::app {

struct VideoFormat {
    int width = 0;  ///< Pixels. Odd sizes are cropped by one pixel, because H.264 needs even sizes.
    int height = 0;
    double rate = 60.0;  ///< Frames per second.
};

/// Runs ffmpeg as a child process (without a shell) that encodes frames to an MP4. The destructor kills
/// ffmpeg if finish() was not called.
class Ffmpeg {
public:
    /// Starts ffmpeg, which overwrites `path`. `interrupted` is polled during waits; if it returns true, the
    /// wait ends with the error "interrupted". Error: a message for the user, with a hint if ffmpeg is not
    /// installed.
    static Result<Ffmpeg, std::string> start(const std::string& path, const VideoFormat& format,
                                             bool (*interrupted)());

    Ffmpeg(Ffmpeg&& other) noexcept;
    Ffmpeg& operator=(Ffmpeg&&) = delete;
    ~Ffmpeg();

    /// Sends a frame: three bytes (RGB) per pixel, rows from the top. Blocks until the whole frame is in the
    /// pipe. Error: how ffmpeg ended, with its messages, or "interrupted".
    Result<Unit, std::string> write(std::span<const std::uint8_t> rgb);
    /// Waits until ffmpeg has written the movie. Error: as for write().
    Result<Unit, std::string> finish();

private:
    using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

    Ffmpeg(pid_t process, int input, File stderr_file, bool (*interrupted)());
    Result<Unit, std::string> wait(std::optional<int> timeout);
    void kill();
    [[nodiscard]] std::string exit_message(int status);

    pid_t process_;  ///< Process id of ffmpeg; 0 after it has ended.
    int input_;      ///< File descriptor of ffmpeg's standard input; −1 after it was closed.
    File stderr_file_;
    bool (*interrupted_)();
};

}  // namespace toibox::app
