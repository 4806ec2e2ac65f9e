// SPDX-License-Identifier: MIT
// Runs `toibox run` with a fake renderer that draws 64 × 64 pixels. A shell script replaces ffmpeg.
#pragma once

#include "tests/cli/run_cli.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gif_lib.h>
#include <iterator>
#include <unistd.h>

namespace toibox::app::testing_support {

namespace fs = std::filesystem;

inline constexpr int picture_side = 64;

/// Draws a white square with a side of 8 pixels on black. The square moves two pixels to the right per step.
class FakePictureRenderer final : public PictureRenderer {
public:
    /// The texts of all pauses in the movies that were drawn, in order.
    static inline std::vector<std::string> pause_texts;

    std::string svg(Comparison& comparison) override {
        return "<svg step=\"" + std::to_string(comparison.pane(0).run().steps()) + "\"/>\n";
    }
    Result<std::string, std::string> png(Comparison& comparison) override {
        EXPECT_FALSE(comparison.pane(0).is_playing()) << "images show verdicts";
        const std::string step = "png of " + std::to_string(comparison.pane(0).run().steps());
        if (!comparison.is_active()) return step;
        return std::to_string(comparison.size()) + " panes, second " + comparison.pane(1).variant() + ", " +
               step;
    }
    std::span<const std::uint8_t> movie_frame(Comparison& comparison,
                                              const std::string& pause_text) override {
        if (!pause_text.empty()) pause_texts.push_back(pause_text);
        rgb_.assign(std::size_t{3} * picture_side * picture_side, 0);
        const std::size_t left = static_cast<std::size_t>(2 * comparison.pane(0).run().steps()) % 56;
        for (std::size_t y = 20; y < 28; ++y) {
            for (std::size_t x = left; x < left + 8; ++x)
                std::fill_n(rgb_.begin() + static_cast<std::ptrdiff_t>(3 * (y * picture_side + x)), 3,
                            std::uint8_t{255});
        }
        return rgb_;
    }

private:
    std::vector<std::uint8_t> rgb_;
};

inline Result<std::unique_ptr<PictureRenderer>, PictureError> open_fake_renderer(
    const PictureRequest& request) {
    if (request.draw == std::vector<std::string>{"nothing"}) return Err{PictureError{"no such draw", 2}};
    if (request.theme == "light" && request.needs_pixels) return Err{PictureError{"no OpenGL here", 4}};
    return std::unique_ptr<PictureRenderer>(new FakePictureRenderer);
}

inline std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class PictureFilesTest : public testing::Test {
protected:
    PictureFilesTest() {
        std::string pattern = (fs::temp_directory_path() / "toibox-pictures-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        // 60 steps of 1/60 s.
        write("a.toi.json", R"({"toibox": 1, "title": "still", "world": {"gravity": [0, 0], "step": "1/60",
            "duration": 1}, "bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 0.5}]}]})");
        original_path_ = std::getenv("PATH");
    }
    ~PictureFilesTest() override {
        ::setenv("PATH", original_path_.c_str(), 1);
        fs::remove_all(folder_);
    }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
    }
    /// Runs `toibox run` with these options and a size of 64 × 64 pixels.
    [[nodiscard]] Outcome run(std::vector<std::string> options) const {
        options.insert(options.begin(), {"run", path("a.toi.json"), "--size", "64x64"});
        return run_words(options);
    }
    /// Runs `toibox WORDS`.
    [[nodiscard]] static Outcome run_words(const std::vector<std::string>& words) {
        std::vector<const char*> arguments{"toibox"};
        for (const std::string& word : words)
            arguments.push_back(word.c_str());
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const int exit_code =
            cli_main(static_cast<int>(arguments.size()), arguments.data(), {nullptr, open_fake_renderer});
        std::string out = testing::internal::GetCapturedStdout();
        return {exit_code, std::move(out), testing::internal::GetCapturedStderr()};
    }
    /// The files in the folder, except the scene and the fake ffmpeg.
    [[nodiscard]] std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_)) {
            const std::string name = entry.path().filename().string();
            if (name != "a.toi.json" && name != "ffmpeg") names.push_back(name);
        }
        std::sort(names.begin(), names.end());
        return names;
    }
    /// Creates a fake ffmpeg and puts its folder first in PATH.
    void create_fake_ffmpeg(const std::string& script) const {
        write("ffmpeg", "#!/bin/sh\n" + script);
        fs::permissions(path("ffmpeg"), fs::perms::owner_all);
        ::setenv("PATH", (folder_.string() + ":" + original_path_).c_str(), 1);
    }

private:
    fs::path folder_;
    std::string original_path_;
};

struct GifFrame {
    GifImageDesc rect;
    int delay = 0;  // hundredths of a second
};

/// The frames of a GIF, read with giflib. Sets `loops` if the GIF loops.
inline std::vector<GifFrame> frames_of(const std::string& path, bool& loops) {
    std::vector<GifFrame> frames;
    int error = 0;
    GifFileType* const file = DGifOpenFileName(path.c_str(), &error);
    EXPECT_NE(file, nullptr) << error;
    if (file == nullptr) return frames;
    EXPECT_EQ(DGifSlurp(file), GIF_OK);
    EXPECT_EQ(file->SWidth, picture_side);
    EXPECT_EQ(file->SHeight, picture_side);
    for (int i = 0; i < file->ImageCount; ++i) {
        const SavedImage& image = file->SavedImages[i];
        for (int k = 0; k < image.ExtensionBlockCount; ++k) {
            const ExtensionBlock& block = image.ExtensionBlocks[k];
            loops = loops || std::string(reinterpret_cast<const char*>(block.Bytes),
                                         static_cast<std::size_t>(block.ByteCount)) == "NETSCAPE2.0";
        }
        GraphicsControlBlock control{};
        DGifSavedExtensionToGCB(file, i, &control);
        frames.push_back({image.ImageDesc, control.DelayTime});
    }
    DGifCloseFile(file, nullptr);
    return frames;
}

}  // namespace toibox::app::testing_support
