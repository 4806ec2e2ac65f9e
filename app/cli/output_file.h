// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <cstdio>
#include <string>
#include <string_view>

namespace toibox::app {

/// A file that is written as it comes and appears all at once: under a temporary name until `commit` renames
/// it. What is not committed leaves no trace. The path "-" is standard output.
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
    [[nodiscard]] std::string place() const;
    Result<Unit, std::string> commit();

private:
    OutputFile(std::string path, std::string temporary, std::FILE* file);

    std::string path_;
    std::string temporary_;  ///< Empty for standard output.
    std::FILE* file_ = nullptr;
};

}  // namespace toibox::app
