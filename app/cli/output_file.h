// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <cstdio>
#include <string>
#include <string_view>

namespace toibox::app {

/// A file that is written as it comes and appears all at once: under a temporary name until `commit` renames
/// it. What is not committed leaves no trace. A link stays one, and a file that is replaced hands on its
/// permissions. The path "-" is standard output; devices and pipes are written as it comes.
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
    /// Where the file is until `commit`: for another program that writes it. Empty for standard output.
    [[nodiscard]] std::string write_path() const;
    Result<Unit, std::string> commit();

private:
    OutputFile(std::string path, std::FILE* file);

    std::string path_;    ///< As it was given.
    std::string target_;  ///< What is to be renamed to. Empty, as the next, for what is written in place.
    std::string temporary_;
    std::FILE* file_ = nullptr;
};

}  // namespace toibox::app
