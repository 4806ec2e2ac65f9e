// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/io/atomic_file.h"

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace toibox::app {

/// A file that is created or replaced in one go: it has a temporary name until `commit` renames it, and is
/// deleted without a commit. Symbolic links are followed; a replaced file passes on its permissions. The path
/// "-" is standard output. Standard output, devices and pipes are written directly.
class OutputFile {
public:
    /// Error: a sentence with the path.
    static Result<OutputFile, std::string> create(const std::string& path);

    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::string_view text);
    /// The path of the file until `commit`, for another program that writes to it. Empty for standard output.
    [[nodiscard]] std::string write_path() const;
    Result<Unit, std::string> commit();

private:
    OutputFile(std::string path, std::FILE* stream);
    OutputFile(std::string path, io::AtomicFile file);

    std::string path_;  ///< As given, for error texts.
    std::FILE* stream_ = nullptr;
    std::optional<io::AtomicFile> file_;  ///< Nothing if written directly.
};

}  // namespace toibox::app
