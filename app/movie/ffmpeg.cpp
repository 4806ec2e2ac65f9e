// SPDX-License-Identifier: MIT
#include "app/movie/ffmpeg.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utility>
#include <vector>

extern char** environ;

namespace toibox::app {

namespace {

constexpr const char* interrupted_text = "interrupted";
constexpr std::size_t shown_stderr_lines = 4;  ///< The last lines of ffmpeg's standard error.
constexpr std::size_t shown_stderr_bytes = 2000;
constexpr int exit_grace_milliseconds = 3000;  ///< How long ffmpeg may take to exit after it stopped reading.
constexpr int poll_milliseconds = 10;

/// ffmpeg's arguments to read frames from standard input and write an MP4 that most players accept. The
/// prefix "file:" prevents ffmpeg from taking a path for an option or a URL.
std::vector<std::string> arguments_of(const std::string& path, const VideoFormat& format) {
    return {"ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgb24",
            "-video_size", fmt::format("{}x{}", format.width, format.height), "-framerate",
            fmt::format("{:.6g}", format.rate), "-i", "pipe:0", "-an", "-vf",
            // The BT.709 colour matrix, also in the metadata; otherwise players give greens a yellow tint.
            "crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv", "-c:v", "libx264",
            "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p", "-colorspace", "bt709",
            "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", "-movflags",
            "+faststart", "-f", "mp4", "file:" + path};
}

/// Starts a child process with redirected streams in a new process group.
class ChildProcess {
public:
    ChildProcess(int input, int stderr_file) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, stderr_file, STDERR_FILENO);
        posix_spawnattr_init(&attributes_);
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);  // this process ignores SIGPIPE; the child must not inherit that
        posix_spawnattr_setsigdefault(&attributes_, &defaults);
        // In a new process group, the child does not receive Ctrl-C; this program receives it and ends the
        // child.
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~ChildProcess() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Returns 0 or an error number.
    int start(std::vector<std::string> arguments, pid_t& process) const {
        std::vector<char*> argv;
        for (std::string& argument : arguments)
            argv.push_back(argument.data());
        argv.push_back(nullptr);
        return ::posix_spawnp(&process, argv.front(), &actions_, &attributes_, argv.data(), environ);
    }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

void sleep_milliseconds(int milliseconds) {
    const timespec pause{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
    ::nanosleep(&pause, nullptr);
}

std::string system_error_text(const char* message) {
    return fmt::format("{}: {}", message, std::strerror(errno));
}

}  // namespace

Ffmpeg::Ffmpeg(pid_t process, int input, File stderr_file, bool (*interrupted)())
    : process_(process), input_(input), stderr_file_(std::move(stderr_file)), interrupted_(interrupted) {}

Ffmpeg::Ffmpeg(Ffmpeg&& other) noexcept
    : process_(std::exchange(other.process_, 0)),
      input_(std::exchange(other.input_, -1)),
      stderr_file_(std::move(other.stderr_file_)),
      interrupted_(other.interrupted_) {}

Ffmpeg::~Ffmpeg() {
    kill();
}

Result<Ffmpeg, std::string> Ffmpeg::start(const std::string& path, const VideoFormat& format,
                                          bool (*interrupted)()) {
    // Standard error goes to a file rather than a pipe, because ffmpeg would block on a full pipe that nobody
    // reads.
    File stderr_file(std::tmpfile(), std::fclose);
    if (!stderr_file) return Err{system_error_text("cannot start ffmpeg: cannot create a temporary file")};
    std::array<int, 2> pipe_ends{};
    if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return Err{system_error_text("cannot start ffmpeg")};
    // Writing to a dead process must return an error instead of ending this program.
    std::signal(SIGPIPE, SIG_IGN);
    pid_t process = 0;
    const int error =
        ChildProcess(pipe_ends[0], ::fileno(stderr_file.get())).start(arguments_of(path, format), process);
    ::close(pipe_ends[0]);
    ::fcntl(pipe_ends[1], F_SETFL, O_NONBLOCK);
    if (error == 0) return Ffmpeg(process, pipe_ends[1], std::move(stderr_file), interrupted);
    ::close(pipe_ends[1]);
    if (error == ENOENT) {
        return Err{
            std::string("MP4 output needs ffmpeg, which is not installed: install it "
                        "(apt-get install ffmpeg), or write a GIF (--gif)")};
    }
    return Err{fmt::format("cannot start ffmpeg: {}", std::strerror(error))};
}

Result<Unit, std::string> Ffmpeg::write(std::span<const std::uint8_t> rgb) {
    while (!rgb.empty() && input_ >= 0) {
        if (interrupted_()) return Err{std::string(interrupted_text)};
        const ssize_t written = ::write(input_, rgb.data(), rgb.size());
        if (written >= 0) {
            rgb = rgb.subspan(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            // The timeout is short, because a signal that arrives just before poll() does not interrupt it.
            pollfd writable{input_, POLLOUT, 0};
            ::poll(&writable, 1, poll_milliseconds);
        } else if (errno != EINTR) {
            return wait(exit_grace_milliseconds);
        }
    }
    return Unit{};
}

Result<Unit, std::string> Ffmpeg::finish() {
    return wait(std::nullopt);
}

/// Closes the input and waits until ffmpeg exits. A `timeout` (ms) means that ffmpeg has stopped reading:
/// kills ffmpeg if it does not exit in time, and always returns an error.
Result<Unit, std::string> Ffmpeg::wait(std::optional<int> timeout) {
    const bool stopped_reading = timeout.has_value();
    if (input_ >= 0) ::close(std::exchange(input_, -1));
    for (int waited = 0; !timeout || waited < *timeout; waited += poll_milliseconds) {
        int status = 0;
        if (::waitpid(process_, &status, WNOHANG) == process_) {
            process_ = 0;
            if (!stopped_reading && WIFEXITED(status) && WEXITSTATUS(status) == 0) return Unit{};
            return Err{exit_message(status)};
        }
        if (interrupted_()) return Err{std::string(interrupted_text)};
        sleep_milliseconds(poll_milliseconds);
    }
    kill();
    return Err{std::string("ffmpeg stopped reading frames but did not exit")};
}

void Ffmpeg::kill() {
    if (input_ >= 0) ::close(std::exchange(input_, -1));
    if (process_ == 0) return;
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
}

/// The exit status and the last lines of ffmpeg's standard error.
std::string Ffmpeg::exit_message(int status) {
    std::string text(shown_stderr_bytes, '\0');
    std::fseek(stderr_file_.get(), 0, SEEK_END);
    const long size = std::ftell(stderr_file_.get());
    const long from =
        size > static_cast<long>(shown_stderr_bytes) ? size - static_cast<long>(shown_stderr_bytes) : 0;
    std::fseek(stderr_file_.get(), from, SEEK_SET);
    text.resize(std::fread(text.data(), 1, text.size(), stderr_file_.get()));
    while (text.ends_with('\n'))
        text.pop_back();
    std::size_t begin = text.size();
    for (std::size_t line = 0; line < shown_stderr_lines && begin != std::string::npos && begin > 0; ++line)
        begin = text.rfind('\n', begin - 1);
    if (begin != std::string::npos && begin < text.size() && text[begin] == '\n') text.erase(0, begin + 1);
    const std::string reason = WIFSIGNALED(status) ? fmt::format("was killed by signal {}", WTERMSIG(status))
                                                   : fmt::format("exited with code {}", WEXITSTATUS(status));
    return text.empty() ? "ffmpeg " + reason : fmt::format("ffmpeg {}:\n{}", reason, text);
}

}  // namespace toibox::app
