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
      to_(std::min(options.to.value_or(timing.last), timing.last)) {
    png_.path = options.png;
    svg_.path = options.svg;
    gif_.path = options.gif;
    gif_.every = gif_frame_interval(options.every, timing.seconds);
    mp4_.path = options.mp4;
    mp4_.every = options.every;
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
    if (!files->open_files(options)) return Err{ReportedError{ExitCode::io}};
    return files;
}

bool PictureFiles::open_file(const std::string& path, std::optional<OutputFile>& file) {
    if (path.empty()) return true;
    Result<OutputFile, std::string> created = OutputFile::create(path);
    if (!created) return fail(created.error());
    file.emplace(std::move(*created));
    return true;
}

bool PictureFiles::open_files(const PictureOptions& options) {
    if (!open_file(png_.path, png_.file) || !open_file(svg_.path, svg_.file) ||
        !open_file(gif_.path, gif_.file) || !open_file(mp4_.path, mp4_.file))
        return false;
    if (gif_.file) {
        auto movie = GifMovie::create(request_.width, request_.height);
        if (!movie) return fail(movie.error());
        gif_.encoder.emplace(*std::move(movie));
    }
    if (mp4_.file) {
        const double rate = 1.0 / (static_cast<double>(options.every) * timing_.seconds);
        auto process = Ffmpeg::start(mp4_.file->write_path(), {request_.width, request_.height, rate},
                                     InterruptGuard::interrupted);
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

bool PictureFiles::is_due(std::int64_t step, std::int64_t every) const {
    return step >= from_ && step <= to_ && (step - from_) % every == 0;
}

bool PictureFiles::add_state(const scene::Run& run, std::int64_t step) {
    if (failed_) return false;
    renderer_->see(run);
    if (svg_.file && step == at_) {
        svg_.picture = renderer_->svg(run);
    }
    return add_pixels(step, run.time(), [&] { return renderer_->pixels(run); });
}

bool PictureFiles::add_state(const Comparison& comparison) {
    if (failed_) return false;
    const scene::Run& first = comparison.pane(0).run();
    return add_pixels(first.steps(), first.time(), [&] { return renderer_->pixels(comparison); });
}

template <class Draw>
bool PictureFiles::add_pixels(std::int64_t step, double time, Draw&& draw) {
    const bool in_png = png_.file && step == at_;
    const bool in_gif = gif_.file && is_due(step, gif_.every);
    const bool in_mp4 = mp4_.file && is_due(step, mp4_.every);
    if (!in_png && !in_gif && !in_mp4) return true;
    const std::span<const std::uint8_t> pixels = draw();
    if (in_png) {
        Result<std::string, std::string> png = renderer_->png();
        if (!png) return fail(fmt::format("cannot write {}: {}", png_.path, png.error()));
        png_.picture = *std::move(png);
    }
    if (in_gif) {
        gif_.encoder->add(pixels, time);
        gif_.has_frames = true;
        last_gif_time_ = time;
    }
    if (in_mp4) {
        if (const auto written = mp4_.encoder->write(pixels); !written)
            return fail(fmt::format("cannot write {}: {}", mp4_.path, written.error()));
        mp4_.has_frames = true;
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
    if (!gif_.has_frames)
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
    const double end = last_gif_time_ + static_cast<double>(gif_.every) * timing_.seconds;
    const Result<Unit, std::string> finished = gif_.encoder->finish(end, callbacks);
    progress.reset();
    if (InterruptGuard::interrupted()) return false;
    return finished || fail(finished.error());
}

bool PictureFiles::finish_mp4() {
    if (!mp4_.file) return true;
    if (!mp4_.has_frames)
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
