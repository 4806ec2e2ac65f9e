// SPDX-License-Identifier: MIT
#include "app/cli/output/picture_options.h"

#include "app/cli/base/output_paths.h"
#include "app/cli/base/parse_number.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <utility>

namespace toibox::app {

namespace {

constexpr double max_coordinate = 1e7;  ///< Metres; farther away, the engine's floats are too coarse.
constexpr double min_view_height = 1e-6;

std::optional<PictureRequest::ViewArea> parse_view(const std::string& text) {
    std::vector<double> numbers;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        const auto value = parse_number<double>(part, -max_coordinate, max_coordinate);
        if (!value) return std::nullopt;
        numbers.push_back(*value);
    }
    if (numbers.size() != 3 || text.ends_with(',') || !(numbers[2] >= min_view_height)) return std::nullopt;
    return PictureRequest::ViewArea{numbers[0], numbers[1], numbers[2]};
}

std::string lower_case_ending(const std::string& path) {
    std::string ending = std::filesystem::path(path).extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

OptionCheck view_check() {
    return {[](const std::string& text) {
                return parse_view(text) ? std::string()
                                        : fmt::format(
                                              "must be the centre and height of the visible area in metres, "
                                              "such as 0,2.5,10; got \"{}\"",
                                              text);
            },
            "X,Y,HEIGHT"};
}

}  // namespace

int PictureOptions::on_standard_output() const {
    int count = 0;
    for (const std::string* path : {&png, &svg, &gif, &mp4})
        count += *path == "-" ? 1 : 0;
    return count;
}

std::vector<NamedPath> PictureOptions::outputs() const {
    return {{"--png", png}, {"--svg", svg}, {"--gif", gif}, {"--mp4", mp4}};
}

std::string picture_usage_error(const PictureOptions& options) {
    // Devices and pipes have no ending.
    for (const NamedPath& output : options.outputs()) {
        const std::string ending = lower_case_ending(output.path);
        const std::string expected = fmt::format(".{}", output.name.substr(2));
        if (!ending.empty() && ending != expected)
            return fmt::format(
                "{} writes a file that ends in {}, got \"{}\"; the image options are --png, "
                "--svg, --gif and --mp4",
                output.name, expected, output.path);
    }
    const bool has_still = !(options.png + options.svg).empty();
    const bool has_movie = !(options.gif + options.mp4).empty();
    if (options.at && !has_still) return "--at needs an image to write: add --png FILE or --svg FILE";
    const auto needs_movie = [&](std::string_view name) {
        return fmt::format("{} needs a movie to write: add --gif FILE or --mp4 FILE", name);
    };
    if (options.from != 0 && !has_movie) return needs_movie("--from");
    if (options.to && !has_movie) return needs_movie("--to");
    if (options.every != 1 && !has_movie) return needs_movie("--every");
    if (options.any()) return {};
    for (const auto& [name, given] : {std::pair{"--size", !options.size.empty()},
                                      {"--theme", !options.theme.empty()},
                                      {"--draw", !options.draw.empty()},
                                      {"--view", !options.view.empty()}}) {
        if (given)
            return fmt::format("{} needs an image to write: add --png, --svg, --gif or --mp4 FILE", name);
    }
    return {};
}

PictureRequest PictureOptions::request() const {
    PictureRequest request{
        .theme = theme, .draw = draw, .view_area = parse_view(view), .needs_pixels = needs_pixels()};
    if (const auto extent = parse_size(size)) {
        request.width = extent->first;
        request.height = extent->second;
    }
    return request;
}

void declare_picture_style(CommandOptions& options, PictureOptions& pictures) {
    options.option("--size", pictures.size, "Images: size in pixels; default: 960x540",
                   {.check = size_check()});
    options.option("--theme", pictures.theme, "Images: colours; default: dark",
                   {.check = name_check({"dark", "light", "projector"})});
    options.option("--draw", pictures.draw,
                   fmt::format("Images: overlays to draw besides shapes, joints and grid, separated by "
                               "commas: {} {}",
                               options.host().overlay_names, overlay_help),
                   {.kind = "NAMES", .comma_separated = true});
    options.option("--view", pictures.view,
                   "Images: centre and height of the visible area, metres; default: the area that the "
                   "window shows when it opens the scene",
                   {.check = view_check()});
}

void declare_range(CommandOptions& options, PictureOptions& pictures, const std::string& prefix) {
    const auto help = [&](std::string text) {
        if (!prefix.empty()) text.front() = static_cast<char>(text.front() - 'A' + 'a');
        return prefix + text;
    };
    options.option("--from", pictures.from, help("First step; default: 0"), {.check = steps_check()});
    options.option(
        "--to", pictures.to,
        help(prefix.empty() ? "Last step; default: the last"
                            : "Last step; default: that of the pause at the verdict, else the last"),
        {.check = steps_check()});
    options.option("--every", pictures.every,
                   help("Use every Nth step (movies: more in slow motion); a GIF never has more than 50 "
                        "frames per second"),
                   {.check = count_check(1'000'000)});
}

}  // namespace toibox::app
