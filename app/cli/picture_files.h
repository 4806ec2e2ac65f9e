// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"
#include "app/cli/output_file.h"
#include "app/cli/picture_options.h"
#include "app/cli/scene_argument.h"
#include "app/movie/ffmpeg.h"
#include "app/movie/gif_movie.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace toibox::app {

/// The pictures and films of one run, made in one pass over its states. What is not finished leaves no file.
class PictureFiles {
public:
    /// The steps that there will be.
    struct StepTiming {
        double seconds = 0.0;  ///< Of a step.
        std::int64_t last = 0;
    };
    /// Opens what draws and all files, so that nothing is run in vain. Requires an InterruptGuard that lives
    /// as long. A refusal is told: of an option (exit 2), or no OpenGL, no ffmpeg, no file (exit 4).
    static Result<std::unique_ptr<PictureFiles>, ReportedError> open(const PictureOptions& options,
                                                                     OpenPictureRenderer open_pictures,
                                                                     const StepTiming& span,
                                                                     const std::string& command,
                                                                     const Console& console);

    /// The state that the scene opens in: what is seen of it.
    void begin(const scene::Run& run) { source_->begin(run); }
    /// The next state, number `step`. False once a file cannot be written, which is told.
    bool add_state(const scene::Run& run, std::int64_t step);
    /// Ends the films, then gives all files their names, so that whoever interrupts finds none. False where
    /// that failed, which is told, or was interrupted.
    bool finish();

private:
    struct StillOutput {
        std::string path;
        std::optional<OutputFile> file;
        std::optional<std::string> picture;  ///< Not in the file before all are made.
    };
    template <class Encoder>
    struct MovieOutput {
        std::string path;
        std::int64_t every = 1;
        std::optional<OutputFile> file;
        std::optional<Encoder> encoder;
        bool has_frames = false;
    };

    PictureFiles(const PictureOptions& options, const StepTiming& span, const Console& console);
    bool open_files(const PictureOptions& options);
    bool open_file(const std::string& path, std::optional<OutputFile>& file);
    [[nodiscard]] bool is_due(std::int64_t step, std::int64_t every) const;
    bool make_gif();
    bool make_mp4();
    bool make_still(StillOutput& still);
    bool commit(std::optional<OutputFile>& file);
    bool fail(const std::string& message);

    const Console& console_;
    StepTiming timing_;
    PictureRequest request_;
    std::unique_ptr<PictureRenderer> source_;
    std::int64_t at_;
    std::int64_t from_;
    std::int64_t to_;
    StillOutput png_;
    StillOutput svg_;
    MovieOutput<GifMovie> gif_;
    MovieOutput<Ffmpeg> mp4_;
    double time_ = 0.0;  ///< Of the last state that became a frame of the GIF.
    bool failed_ = false;
};

}  // namespace toibox::app
