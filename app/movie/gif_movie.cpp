// SPDX-License-Identifier: MIT
#include "app/movie/gif_movie.h"

#include "toibox/core/assert.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <gif_lib.h>
#include <memory>
#include <utility>

namespace toibox::app {

namespace {

constexpr int max_table_size = 256;

std::size_t offset(int width, int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
}

/// Bits per pixel for `count` colours and one transparent index.
int bits_for(std::size_t count) {
    int bits = 1;
    while (std::size_t{1} << static_cast<unsigned>(bits) < count + 1)
        ++bits;
    return bits;
}

int hundredths(double seconds) {
    return static_cast<int>(std::lround(100.0 * seconds));
}

}  // namespace

/// Writes the file with giflib and keeps track of the image that a viewer shows.
class GifMovie::Writer {
public:
    Writer(int width, int height, const ColorTable& table, const std::function<void(std::string_view)>& write)
        : width_(width),
          table_(table),
          write_(write),
          transparent_index_(static_cast<std::uint8_t>(table.colors().size())),
          screen_(offset(width, 0, height), transparent_index_) {
        file_ = EGifOpen(this, write_bytes, &error_);
        if (file_ == nullptr) return;
        EGifSetGifVersion(file_, true);
        const int bits = bits_for(table.colors().size());
        std::array<GifColorType, max_table_size> colors{};
        for (std::size_t i = 0; i < table.colors().size(); ++i) {
            const Rgb color = table.colors()[i];
            colors[i] = {static_cast<GifByteType>(color >> 16u), static_cast<GifByteType>(color >> 8u),
                         static_cast<GifByteType>(color)};
        }
        const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> map(
            GifMakeMapObject(1 << bits, colors.data()), GifFreeMapObject);
        record_result(map != nullptr &&
                      EGifPutScreenDesc(file_, width, height, bits, 0, map.get()) == GIF_OK);
        // This Netscape extension, which all viewers support, makes the movie loop forever.
        record_result(EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE) == GIF_OK);
        record_result(EGifPutExtensionBlock(file_, 11, "NETSCAPE2.0") == GIF_OK);
        constexpr std::array<GifByteType, 3> endless_loop{1, 0, 0};
        record_result(EGifPutExtensionBlock(file_, static_cast<int>(endless_loop.size()),
                                            endless_loop.data()) == GIF_OK);
        record_result(EGifPutExtensionTrailer(file_) == GIF_OK);
    }
    ~Writer() {
        if (file_ != nullptr) EGifCloseFile(file_, nullptr);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    /// Writes a frame with the pixels that come next in `runs`. `delay`: how long the frame is shown,
    /// hundredths of a second.
    void put(const Rectangle& changed, int delay, PixelRunFile& runs) {
        if (!good()) return;
        GraphicsControlBlock control{};
        control.DisposalMode = DISPOSE_DO_NOT;
        control.DelayTime = std::min(delay, 65535);
        control.TransparentColor = is_first_frame_ ? NO_TRANSPARENT_COLOR : transparent_index_;
        std::array<GifByteType, 4> bytes{};
        EGifGCBToExtension(&control, bytes.data());
        record_result(EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(bytes.size()),
                                       bytes.data()) == GIF_OK);
        record_result(EGifPutImageDesc(file_, changed.x, changed.y, changed.width, changed.height, false,
                                       nullptr) == GIF_OK);
        line_.resize(static_cast<std::size_t>(changed.width));
        ColorRun run;
        std::uint8_t index = 0;
        for (int y = changed.y; y < changed.y + changed.height && good(); ++y) {
            std::uint8_t* shown = &screen_[offset(width_, changed.x, y)];
            for (GifPixelType& pixel : line_) {
                if (run.length == 0) {
                    run = runs.next();
                    record_result(run.length > 0);
                    if (!good()) return;
                    index = table_.index_of(run.color);
                }
                --run.length;
                pixel = *shown == index ? transparent_index_ : index;
                *shown++ = index;
            }
            record_result(EGifPutLine(file_, line_.data(), changed.width) == GIF_OK);
        }
        is_first_frame_ = false;
    }

    Result<Unit, std::string> close() {
        if (file_ != nullptr) {
            const int code = file_->Error;
            record_result(EGifCloseFile(std::exchange(file_, nullptr), &error_) == GIF_OK);
            if (code != 0) error_ = code;
        }
        if (good()) return Unit{};
        const char* const reason = GifErrorString(error_);
        return Err{std::string("cannot write the GIF: ") + (reason != nullptr ? reason : "it has no frames")};
    }

private:
    static int write_bytes(GifFileType* file, const GifByteType* bytes, int count) {
        const auto* self = static_cast<const Writer*>(file->UserData);
        self->write_({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count)});
        return count;
    }
    void record_result(bool success) { failed_ = failed_ || !success; }
    [[nodiscard]] bool good() const { return !failed_ && error_ == 0; }

    int width_;
    const ColorTable& table_;
    const std::function<void(std::string_view)>& write_;
    /// Pixels of this palette index keep the colour of the previous frame.
    std::uint8_t transparent_index_;
    GifFileType* file_ = nullptr;
    int error_ = 0;
    bool failed_ = false;
    bool is_first_frame_ = true;
    std::vector<std::uint8_t> screen_;  ///< Palette indices of the image that a viewer shows.
    std::vector<GifPixelType> line_;
};

GifMovie::GifMovie(int width, int height, PixelRunFile runs)
    : width_(width), height_(height), runs_(std::move(runs)) {}

Result<GifMovie, std::string> GifMovie::create(int width, int height) {
    auto runs = PixelRunFile::create();
    if (!runs) return Err{runs.error()};
    return GifMovie(width, height, *std::move(runs));
}

/// The smallest rectangle with all pixels that differ from the last frame; nullopt if the frames are equal.
std::optional<GifMovie::Rectangle> GifMovie::changed_area(std::span<const std::uint8_t> rgb) const {
    if (last_.empty()) return Rectangle{0, 0, width_, height_};
    const std::size_t row_bytes = 3 * static_cast<std::size_t>(width_);
    const auto differs = [&](int y) {
        const std::size_t start = row_bytes * static_cast<std::size_t>(y);
        return std::memcmp(&rgb[start], &last_[start], row_bytes) != 0;
    };
    int top = 0;
    while (top < height_ && !differs(top))
        ++top;
    if (top == height_) return std::nullopt;
    int bottom = height_ - 1;
    while (!differs(bottom))
        --bottom;
    std::size_t left = row_bytes;
    std::size_t right = 0;
    for (int y = top; y <= bottom; ++y) {
        const std::uint8_t* const current = &rgb[row_bytes * static_cast<std::size_t>(y)];
        const std::uint8_t* const previous = &last_[row_bytes * static_cast<std::size_t>(y)];
        std::size_t from = 0;
        while (from < left && current[from] == previous[from])
            ++from;
        left = std::min(left, from);
        std::size_t to = row_bytes;
        while (to > right && current[to - 1] == previous[to - 1])
            --to;
        right = std::max(right, to);
    }
    const int x = static_cast<int>(left / 3);
    return Rectangle{x, top, static_cast<int>((right + 2) / 3) - x, bottom - top + 1};
}

void GifMovie::append_runs(const Rectangle& changed) {
    ColorRun run;
    const auto end_run = [&] {
        if (run.length == 0) return;
        runs_.add(run);
        counts_[run.color] += run.length;
    };
    for (int y = changed.y; y < changed.y + changed.height; ++y) {
        const std::uint8_t* pixel = &last_[3 * offset(width_, changed.x, y)];
        for (int x = 0; x < changed.width; ++x, pixel += 3) {
            const Rgb color = static_cast<Rgb>(pixel[0]) << 16u | static_cast<Rgb>(pixel[1]) << 8u | pixel[2];
            if (run.length > 0 && color == run.color) {
                ++run.length;
                continue;
            }
            end_run();
            run = {color, 1};
        }
    }
    end_run();
}

void GifMovie::add(std::span<const std::uint8_t> rgb, double seconds) {
    TOIBOX_ASSERT(rgb.size() == 3 * offset(width_, 0, height_));
    const auto changed = changed_area(rgb);
    if (!changed) return;  // nothing to store: the last frame is shown longer
    last_.assign(rgb.begin(), rgb.end());
    frames_.push_back({*changed, seconds});
    append_runs(*changed);
}

Result<Unit, std::string> GifMovie::finish(double end, const FinishCallbacks& callbacks) {
    TOIBOX_ASSERT(!frames_.empty());
    if (auto written = runs_.rewind(); !written) return written;
    const ColorTable table(counts_);
    Writer writer(width_, height_, table, callbacks.write);
    const double start = frames_.front().seconds;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        const double until = i + 1 < frames_.size() ? frames_[i + 1].seconds : end;
        // A difference of rounded absolute times, so that rounding errors do not accumulate.
        const int delay = hundredths(until - start) - hundredths(frames_[i].seconds - start);
        writer.put(frames_[i].changed, delay, runs_);
        const auto done = static_cast<std::int64_t>(i) + 1;
        if (callbacks.should_continue &&
            !callbacks.should_continue(done, static_cast<std::int64_t>(frames_.size())))
            break;
    }
    return writer.close();
}

}  // namespace toibox::app
