// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/io/atomic_file.h"

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace toibox::app {

/// An output file that appears complete or not at all: it has a temporary name until commit() renames it, and
/// the destructor deletes it if it was not committed. Symbolic links are followed; the permissions of a
/// replaced file are kept. The path "-" is standard output. Standard output, devices and pipes are written
/// directly.
class OutputFile {
public:
    /// Opens the file. Error: a message with the path.
    static Result<OutputFile, std::string> create(const std::string& path);

    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::string_view text);
    /// The temporary path, for another program that writes the file. Empty for standard output.
    [[nodiscard]] std::string write_path() const;
    /// Completes the file. Error: a message with the path, also for earlier write errors.
    Result<Unit, std::string> commit();

private:
    OutputFile(std::string path, std::FILE* stream);
    OutputFile(std::string path, io::AtomicFile file);

    std::string path_;  ///< As given to create(), for error texts.
    std::FILE* stream_ = nullptr;
    std::optional<io::AtomicFile> file_;  ///< nullopt if the output is written directly.
};

}  // namespace toibox::app
