// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/console.h"
#include "app/cli/inputs/scene_input.h"
#include "app/cli/output/output_file.h"
#include "app/cli/output/picture_options.h"
#include "app/movie/ffmpeg.h"
#include "app/movie/gif_movie.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace toibox::app {

/// Writes all images and movies of a run while the run is stepped once. Files that are not finished are
/// deleted.
class PictureFiles {
public:
    /// The steps of the run.
    struct StepTiming {
        double seconds = 0.0;   ///< Duration of a step.
        std::int64_t last = 0;  ///< Number of the last step.
    };
    /// Opens the renderer and all files before the run starts. Requires: an InterruptGuard that outlives this
    /// object. Prints errors: invalid options (exit 2); no OpenGL, no ffmpeg, or a file that cannot be opened
    /// (exit 4).
    static Result<std::unique_ptr<PictureFiles>, ReportedError> open(const PictureOptions& options,
                                                                     OpenPictureRenderer open_pictures,
                                                                     const StepTiming& timing,
                                                                     const std::string& command,
                                                                     const Console& console);

    /// Draws the state after step number `step` if a file shows it. Returns false if a file could not be
    /// written; prints the error.
    bool add_state(const scene::Run& run, std::int64_t step);
    /// The same with all panes of a comparison, after the current step of the first. Requires: no SVG.
    bool add_state(const Comparison& comparison);
    /// Finishes all movies before it renames any file, so that an interrupt leaves no file behind. Returns
    /// false if a file could not be written (prints the error) or after an interrupt.
    bool finish();

private:
    struct StillOutput {
        std::string path;
        std::optional<OutputFile> file;
        std::optional<std::string> picture;  ///< Written to the file after all movies are finished.
    };
    template <class Encoder>
    struct MovieOutput {
        std::string path;
        std::int64_t every = 1;  ///< Steps between two frames.
        std::optional<OutputFile> file;
        std::optional<Encoder> encoder;
        bool has_frames = false;
    };

    PictureFiles(const PictureOptions& options, const StepTiming& timing, const Console& console);
    bool open_files(const PictureOptions& options);
    bool open_file(const std::string& path, std::optional<OutputFile>& file);
    /// `draw`: draws the pixels of the state.
    template <class Draw>
    bool add_pixels(std::int64_t step, double time, Draw&& draw);
    [[nodiscard]] bool is_due(std::int64_t step, std::int64_t every) const;
    bool finish_gif();
    bool finish_mp4();
    bool write_still(StillOutput& still);
    bool commit(std::optional<OutputFile>& file);
    bool fail(const std::string& message);

    const Console& console_;
    StepTiming timing_;
    PictureRequest request_;
    std::unique_ptr<PictureRenderer> renderer_;
    std::int64_t at_;
    std::int64_t from_;
    std::int64_t to_;
    StillOutput png_;
    StillOutput svg_;
    MovieOutput<GifMovie> gif_;
    MovieOutput<Ffmpeg> mp4_;
    double last_gif_time_ = 0.0;  ///< Time of the last frame of the GIF, seconds.
    bool failed_ = false;
};

}  // namespace toibox::app
