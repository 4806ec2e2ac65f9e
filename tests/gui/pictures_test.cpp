// SPDX-License-Identifier: MIT
// Pictures of a run: what is in them, as pixels and as SVG.
#include "toibox/scene/document.h"

#include "app/window/world_pictures.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

// A ball with an awkward title that rests in the origin's right, seen 10 m high: 54 pixels a metre.
scene::Run ball() {
    const auto document = scene::Document::parse(R"({"toibox": 1, "title": "A < B & \"C\"",
        "view": {"center": [0, 0], "height": 10}, "world": {"gravity": [0, 0]},
        "bodies": [{"id": "a-b", "position": [4, 2], "shapes": [{"type": "circle", "radius": 0.5}]},
                   {"id": "wall", "type": "static", "position": [-4, 0],
                    "shapes": [{"type": "box", "size": [1, 4]},
                               {"type": "polygon", "radius": 0.2, "vertices": [[0, -4], [1, -4], [0, -3]]}]}]})",
                                                 "ball.toi.json");
    EXPECT_TRUE(document);
    auto scene = document->resolve("");
    EXPECT_TRUE(scene);
    auto run = scene::Run::start(*std::move(scene));
    EXPECT_TRUE(run);
    return *std::move(run);
}

std::unique_ptr<WorldPictures> open(const PictureLook& look, bool pixels) {
    auto pictures = WorldPictures::open(look, pixels);
    EXPECT_TRUE(pictures) << pictures.error();
    return *std::move(pictures);
}

/// Whether the text is well-formed as far as SVG needs it: tags close in order, attributes are quoted, and
/// nothing stands bare that XML keeps for itself.
bool is_well_formed(const std::string& text) {
    std::vector<std::string> open_tags;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '&') {
            const std::size_t end = text.find(';', at);
            if (end == std::string::npos || end > at + 6) return false;
        }
        if (text[at] != '<') {
            ++at;
            continue;
        }
        const std::size_t end = text.find('>', at);
        if (end == std::string::npos) return false;
        const std::string tag = text.substr(at + 1, end - at - 1);
        if (tag.find('<') != std::string::npos) return false;
        if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return false;
        const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
        if (tag.starts_with('/')) {
            if (open_tags.empty() || "/" + open_tags.back() != tag) return false;
            open_tags.pop_back();
        } else if (!tag.ends_with('/')) {
            open_tags.push_back(name);
        }
        at = end + 1;
    }
    return open_tags.empty();
}

TEST(Pictures, ShowTheBodiesWhereTheyAre) {
    const scene::Run run = ball();
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
        const auto pictures = open({.width = 540, .height = 540, .theme = theme}, true);
        pictures->begin(run);
        const Picture& picture = pictures->pixels(run);
        ASSERT_EQ(picture.width, 540);
        const Palette& palette = palette_of(theme);
        EXPECT_EQ(picture.at(270 + 4 * 54 + 8, 270 + 8), palette.canvas) << "below the ball, off the grid";
        // A fill of 0.28 of the body's colour.
        const Color fill = mix(palette.canvas, palette.body_dynamic, 0.28f);
        const Color seen = picture.at(270 + 4 * 54 + 8, 270 - 2 * 54 + 8);
        EXPECT_NEAR(seen.r, fill.r, 3);
        EXPECT_NEAR(seen.g, fill.g, 3);
        EXPECT_NEAR(seen.b, fill.b, 3);
    }
}

TEST(Pictures, AreOfAnySizeAndFrame) {
    const scene::Run run = ball();
    // Round the ball's middle, 0.5 m high: nothing but its fill.
    const auto pictures =
        open({.width = 101, .height = 67, .frame = PictureLook::Frame{{4.0, 2.25}, 0.3}}, true);
    pictures->begin(run);
    const Picture& picture = pictures->pixels(run);
    ASSERT_EQ(picture.width, 101);
    ASSERT_EQ(picture.height, 67);
    EXPECT_NE(picture.at(90, 20), palette_of(ThemeKind::Dark).canvas);
}

TEST(Pictures, OfOneStateAreTheSame) {
    const scene::Run run = ball();
    const auto pictures = open({.width = 200, .height = 100}, true);
    pictures->begin(run);
    const std::vector<std::uint8_t> first = pictures->pixels(run).rgb;
    EXPECT_EQ(pictures->pixels(run).rgb, first);
}

TEST(Pictures, SvgIsXmlThatSaysTheSameTwice) {
    const scene::Run run = ball();
    PictureLook look{.width = 540, .height = 540};
    look.draw.labels = true;
    look.draw.world.boxes = true;
    look.draw.world.centers_of_mass = true;
    const auto pictures = open(look, false);
    pictures->begin(run);
    const std::string svg = pictures->svg(run);
    EXPECT_TRUE(is_well_formed(svg)) << svg;
    EXPECT_TRUE(svg.find("<title>A &lt; B &amp; &quot;C&quot;, step 0</title>") != std::string::npos) << svg;
    EXPECT_TRUE(svg.find(">a-b</text>") != std::string::npos) << svg;
    // 270 + 4·54, 270 − 2·54, 0.5·54.
    EXPECT_TRUE(svg.find(R"(<circle cx="486" cy="162" r="27"/>)") != std::string::npos) << svg;
    EXPECT_TRUE(svg.find("<pattern ") != std::string::npos) << "static bodies are hatched";
    const auto again = open(look, false);
    again->begin(run);
    EXPECT_EQ(again->svg(run), svg);
}

// A machine without OpenGL: no driver of that name.
TEST(Pictures, SvgNeedsNoWindow) {
    ::setenv("SDL_VIDEODRIVER", "none-such", 1);
    EXPECT_FALSE(WorldPictures::open({}, true));
    const scene::Run run = ball();
    const auto pictures = open({}, false);
    pictures->begin(run);
    EXPECT_TRUE(is_well_formed(pictures->svg(run)));
    ::unsetenv("SDL_VIDEODRIVER");
}

}  // namespace
}  // namespace toibox::app
