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
    int width = 0;  ///< Pixels. The film is narrower by one where this is odd (and so its height): H.264.
    int height = 0;
    double rate = 60.0;  ///< Frames a second.
};

/// The program ffmpeg as a process of its own, which makes an MP4 of the pixels that it is sent. Never
/// through a shell. What is not finished is killed.
class Ffmpeg {
public:
    /// Starts it, to write over `path`. `interrupted`: asked while it is waited for.
    /// Error: a sentence, with a cure where ffmpeg is not installed.
    static Result<Ffmpeg, std::string> start(const std::string& path, const VideoFormat& format,
                                             bool (*interrupted)());

    Ffmpeg(Ffmpeg&& other) noexcept;
    Ffmpeg& operator=(Ffmpeg&&) = delete;
    ~Ffmpeg();

    /// Three bytes a pixel, rows from the top. Waits until it has taken them. Error: what it complained of
    /// when it ended, or "interrupted".
    Result<Unit, std::string> write(std::span<const std::uint8_t> rgb);
    /// Waits until the film is whole. Error: as above.
    Result<Unit, std::string> finish();

private:
    using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

    Ffmpeg(pid_t process, int input, File stderr_file, bool (*interrupted)());
    Result<Unit, std::string> wait(std::optional<int> timeout);
    void kill();
    [[nodiscard]] std::string exit_message(int status);

    pid_t process_;  ///< 0: it has ended.
    int input_;      ///< Of its standard input; −1: closed.
    File stderr_file_;
    bool (*interrupted_)();
};

}  // namespace toibox::app
