// SPDX-License-Identifier: MIT
#include "app/cli/output/picture_files.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/output/progress.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

namespace {

/// Number of steps between two frames of a GIF: the smallest multiple of `every` that lasts at least the
/// minimum frame delay.
std::int64_t gif_frame_interval(std::int64_t every, double step_seconds) {
    // 1e-9 absorbs rounding if a whole number of steps is exactly the minimum delay, such as 1/50 s.
    const double frames = std::ceil(min_gif_delay / (static_cast<double>(every) * step_seconds) - 1e-9);
    return every * std::max<std::int64_t>(static_cast<std::int64_t>(frames), 1);
}

/// Number of frames that start before `seconds`. The first one starts at 0.
std::int64_t frames_before(double seconds, double frame_seconds) {
    // 1e-6 absorbs the rounding of a sum of steps.
    return static_cast<std::int64_t>(std::ceil(seconds / frame_seconds - 1e-6));
}

/// The error text if the options do not fit the run; otherwise empty.
std::string picture_options_error(const PictureOptions& options, std::int64_t last) {
    if (!options.mp4.empty() && !is_seekable_output(options.mp4)) return no_mp4_on_standard_output;
    if (options.at && *options.at > last)
        return fmt::format("--at is step {}, but the last step is {}", *options.at, last);
    const std::int64_t to = std::min(options.to.value_or(last), last);
    if (options.from > to) return fmt::format("--from is step {}, but the last step is {}", options.from, to);
    return {};
}

}  // namespace

PictureFiles::PictureFiles(const PictureOptions& options, const StepTiming& timing, const Console& console)
    : console_(console),
      timing_(timing),
      request_(options.request()),
      at_(options.at.value_or(timing.last)),
      from_(options.from),
      to_(std::min(options.to.value_or(timing.last), timing.last)),
      ends_with_playback_(!options.to) {
    png_.path = options.png;
    svg_.path = options.svg;
    gif_.path = options.gif;
    gif_.frame_seconds =
        static_cast<double>(gif_frame_interval(options.every, timing.seconds)) * timing.seconds;
    mp4_.path = options.mp4;
    mp4_.frame_seconds = static_cast<double>(options.every) * timing.seconds;
}

Result<std::unique_ptr<PictureFiles>, ReportedError> PictureFiles::open(const PictureOptions& options,
                                                                        OpenPictureRenderer open_pictures,
                                                                        const StepTiming& timing,
                                                                        const std::string& command,
                                                                        const Console& console) {
    if (const std::string error_text = picture_options_error(options, timing.last); !error_text.empty())
        return Err{ReportedError{usage_error(error_text, command)}};
    std::unique_ptr<PictureFiles> files(new PictureFiles(options, timing, console));
    if (open_pictures == nullptr) {
        console.error("this program cannot draw images");
        return Err{ReportedError{ExitCode::io}};
    }
    auto renderer = open_pictures(files->request_);
    if (!renderer) {
        console.error(renderer.error().message);
        return Err{ReportedError{renderer.error().exit_code}};
    }
    files->renderer_ = *std::move(renderer);
    if (!files->open_files()) return Err{ReportedError{ExitCode::io}};
    return files;
}

bool PictureFiles::open_file(const std::string& path, std::optional<OutputFile>& file) {
    if (path.empty()) return true;
    Result<OutputFile, std::string> created = OutputFile::create(path);
    if (!created) return fail(created.error());
    file.emplace(std::move(*created));
    return true;
}

bool PictureFiles::open_files() {
    if (!open_file(png_.path, png_.file) || !open_file(svg_.path, svg_.file) ||
        !open_file(gif_.path, gif_.file) || !open_file(mp4_.path, mp4_.file))
        return false;
    if (gif_.file) {
        auto movie = GifMovie::create(request_.width, request_.height);
        if (!movie) return fail(movie.error());
        gif_.encoder.emplace(*std::move(movie));
    }
    if (mp4_.file) {
        const VideoFormat format{request_.width, request_.height, 1.0 / mp4_.frame_seconds};
        auto process = Ffmpeg::start(mp4_.file->write_path(), format, InterruptGuard::interrupted);
        if (!process) return fail(process.error());
        mp4_.encoder.emplace(*std::move(process));
    }
    return true;
}

bool PictureFiles::fail(const std::string& message) {
    failed_ = true;
    // Failures caused by Ctrl-C are not reported.
    if (!InterruptGuard::interrupted()) console_.error(message);
    return false;
}

bool PictureFiles::is_complete() const {
    const bool has_still = png_.file || svg_.file;
    const bool has_movie = gif_.file || mp4_.file;
    return step_ >= timing_.last || ((!has_still || step_ >= at_) && (!has_movie || movies_complete_));
}

bool PictureFiles::add_to_movies(Comparison& comparison, const Shown& shown) {
    if (failed_) return false;
    step_ = comparison.pane(0).run().steps();
    if (step_ < from_ || movies_complete_) return true;
    movies_complete_ = step_ >= to_ || (shown.is_ending && ends_with_playback_);
    movie_seconds_ +=
        shown.is_pause ? std::max({shown.seconds, gif_.frame_seconds, mp4_.frame_seconds}) : shown.seconds;
    const std::int64_t in_gif = gif_.file ? frames_before(movie_seconds_, gif_.frame_seconds) : 0;
    const std::int64_t in_mp4 = mp4_.file ? frames_before(movie_seconds_, mp4_.frame_seconds) : 0;
    if (in_gif == gif_.frames && in_mp4 == mp4_.frames) return true;
    const std::span<const std::uint8_t> pixels = renderer_->movie_frame(comparison, shown.pause_text);
    if (in_gif > gif_.frames) {
        gif_.encoder->add(pixels, static_cast<double>(gif_.frames) * gif_.frame_seconds);
        gif_.frames = in_gif;
    }
    for (; mp4_.frames < in_mp4; ++mp4_.frames) {
        if (const auto written = mp4_.encoder->write(pixels); !written)
            return fail(fmt::format("cannot write {}: {}", mp4_.path, written.error()));
    }
    return true;
}

bool PictureFiles::add_to_stills(Comparison& comparison) {
    if (failed_) return false;
    if (comparison.pane(0).run().steps() != at_) return true;
    if (svg_.file) svg_.picture = renderer_->svg(comparison);
    if (png_.file) {
        Result<std::string, std::string> png = renderer_->png(comparison);
        if (!png) return fail(fmt::format("cannot write {}: {}", png_.path, png.error()));
        png_.picture = *std::move(png);
    }
    return true;
}

bool PictureFiles::commit(std::optional<OutputFile>& file) {
    if (!file) return true;
    const Result<Unit, std::string> written = file->commit();
    file.reset();
    return written || fail(written.error());
}

bool PictureFiles::write_still(StillOutput& still) {
    if (!still.file) return true;
    if (!still.picture)
        return fail(fmt::format("{} was not written: step {} was never reached", still.path, at_));
    still.file->write(*still.picture);
    return true;
}

bool PictureFiles::finish_gif() {
    if (!gif_.file) return true;
    if (gif_.frames == 0)
        return fail(fmt::format("{} was not written: step {} was never reached", gif_.path, from_));
    std::optional<Progress> progress;
    const GifMovie::FinishCallbacks callbacks{
        .write = [&](std::string_view bytes) { gif_.file->write(bytes); },
        .should_continue =
            [&](std::int64_t done, std::int64_t total) {
                if (!progress) progress.emplace("writing " + gif_.path, total, !console_.quiet());
                progress->update(done);
                return !InterruptGuard::interrupted();
            }};
    const double end = static_cast<double>(gif_.frames) * gif_.frame_seconds;
    const Result<Unit, std::string> finished = gif_.encoder->finish(end, callbacks);
    progress.reset();
    if (InterruptGuard::interrupted()) return false;
    return finished || fail(finished.error());
}

bool PictureFiles::finish_mp4() {
    if (!mp4_.file) return true;
    if (mp4_.frames == 0)
        return fail(fmt::format("{} was not written: step {} was never reached", mp4_.path, from_));
    const Result<Unit, std::string> finished = mp4_.encoder->finish();
    return finished || fail(fmt::format("cannot write {}: {}", mp4_.path, finished.error()));
}

bool PictureFiles::finish() {
    if (failed_) return false;
    const bool complete = finish_mp4() && finish_gif() && write_still(png_) && write_still(svg_);
    return complete && commit(png_.file) && commit(svg_.file) && commit(gif_.file) && commit(mp4_.file);
}

}  // namespace toibox::app
