// SPDX-License-Identifier: MIT
#pragma once

// Runs the built program as a child process with standard output and standard error redirected to files.

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::testing_support {

namespace fs = std::filesystem;

struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string err;
};

inline std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Fixture that runs the program. Each test has a temporary folder.
class Program : public testing::Test {
protected:
    Program() {
        std::string pattern = (fs::temp_directory_path() / "toibox-cli-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
    }
    ~Program() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }

    /// Starts the program; returns its process id.
    [[nodiscard]] pid_t start(const std::vector<std::string>& arguments) const {
        const pid_t child = ::fork();
        if (child != 0) return child;
        const auto redirect = [](const std::string& file, int descriptor) {
            ::dup2(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), descriptor);
        };
        redirect(path("stdout"), STDOUT_FILENO);
        redirect(path("stderr"), STDERR_FILENO);
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR"}) {
            ::unsetenv(name);
        }
        std::vector<char*> argv{const_cast<char*>(TOIBOX_PROGRAM)};
        for (const std::string& argument : arguments) {
            argv.push_back(const_cast<char*>(argument.c_str()));
        }
        argv.push_back(nullptr);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    /// Waits until the program ends. If a signal ended it, the exit code is minus the signal's number.
    [[nodiscard]] Outcome finish(pid_t child) const {
        int status = 0;
        ::waitpid(child, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), text_of(path("stdout")),
                text_of(path("stderr"))};
    }
    [[nodiscard]] Outcome run(const std::vector<std::string>& arguments) const {
        return finish(start(arguments));
    }

private:
    fs::path folder_;
};

inline const std::string bullet = std::string(TOIBOX_SOURCE_DIR) + "/scenes/continuous/03-bullet.toi.json";

/// A scene with a ball at rest at (1, 2) and a list of claims. `more` is appended to the keys of the scene.
inline std::string still_ball(const std::string& claim, const std::string& more = "") {
    return R"({"toibox": 1, "title": "still", "world": {"gravity": [0, 0], "step": 0.1, "duration": 1},
      "bodies": [{"id": "ball", "position": [1, 2], "shapes": [{"type": "circle", "radius": 0.5}]}],
      "expect": [)" +
           claim + "]" + more + "}";
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

inline bool contains(const std::string& text, const std::string& substring) {
    return text.find(substring) != std::string::npos;
}

}  // namespace toibox::testing_support
