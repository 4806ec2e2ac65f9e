// SPDX-License-Identifier: MIT
// fuzz_corpus FOLDER: writes the initial corpus of the fuzzers to FOLDER/recording and FOLDER/scene: valid
// files, and corrupted recordings with valid checksums, which a fuzzer would hardly find.
#include "corrupt.h"
#include "seeds.h"

#include <filesystem>
#include <fstream>
#include <span>

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}
void write(const fs::path& path, const std::vector<std::byte>& bytes) {
    std::ofstream file(path, std::ios::binary);
    for (const std::byte b : bytes)
        file.put(static_cast<char>(b));
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return 2;
    const fs::path folder = arguments[1];
    fs::create_directories(folder / "recording");
    fs::create_directories(folder / "scene");
    const auto recordings = toibox::fuzz::seed_recordings(TOIBOX_SCENES);
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        write(folder / "recording" / std::to_string(i), recordings[i]);
        for (std::size_t k = 0; k < 40; ++k) {
            toibox::Rng rng(k, i);
            const std::string name = std::to_string(i) + "-" + std::to_string(k);
            write(folder / "recording" / name,
                  toibox::fuzz::corrupt_chunks(recordings[i], recordings[(i + 1) % recordings.size()], rng));
        }
    }
    int number = 0;
    for (const std::string& scene : toibox::fuzz::seed_scenes(TOIBOX_SCENES))
        write(folder / "scene" / std::to_string(++number), scene);
    return 0;
}
