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

/// Writes all images and movies of a session, or of the panes of a comparison, while it is played once. Files
/// that are not finished are deleted.
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

    /// How playback shows a state.
    struct Shown {
        double seconds = 0.0;    ///< For how long.
        bool is_pause = false;   ///< Movies show it even if they leave out the steps around it.
        bool is_ending = false;  ///< Movies whose last step is not given end with it.
        std::string pause_text = {};
    };
    /// Adds the state after a complete step to the movies, if it is in their range. Call with all states in
    /// order. Returns false if a file could not be written; prints the error.
    bool add_to_movies(Comparison& comparison, const Shown& shown);
    /// Draws the images of the state, if they show it. Returns false after an error, which is printed.
    bool add_to_stills(Comparison& comparison);
    /// Whether no file shows a state after the last one that was added.
    [[nodiscard]] bool is_complete() const;
    [[nodiscard]] std::int64_t last_step() const { return timing_.last; }
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
        double frame_seconds = 0.0;
        std::optional<OutputFile> file;
        std::optional<Encoder> encoder;
        std::int64_t frames = 0;  ///< Number of frames so far.
    };

    PictureFiles(const PictureOptions& options, const StepTiming& timing, const Console& console);
    bool open_files();
    bool open_file(const std::string& path, std::optional<OutputFile>& file);
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
    bool ends_with_playback_;     ///< Movies end where playback does, because their last step is not given.
    std::int64_t step_ = -1;      ///< Of the last state that was added.
    double movie_seconds_ = 0.0;  ///< Length of the movies so far.
    bool movies_complete_ = false;
    bool failed_ = false;
};

}  // namespace toibox::app
