// SPDX-License-Identifier: MIT
// Contents of the pictures of WorldPictureRenderer, as pixels and as SVG.
#include "toibox/core/utf8.h"
#include "toibox/scene/document.h"

#include "app/window/world_pictures.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

// A ball at (4, 2) and a static wall in a view 10 m high: 54 pixels per metre in a picture of 540 pixels. The
// title (a JSON string) needs escaping in XML.
scene::Run ball_run(const std::string& title = R"("A < B & \"C\"")") {
    const auto document = scene::Document::parse(R"({"toibox": 1, "title": )" + title + R"(,
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

std::unique_ptr<WorldPictureRenderer> open(const PictureStyle& style, bool pixels) {
    auto pictures = WorldPictureRenderer::open(style, pixels);
    EXPECT_TRUE(pictures) << pictures.error();
    return *std::move(pictures);
}

/// Whether the text is UTF-8 with only the characters that XML 1.0 allows (production 2).
bool has_allowed_characters(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view letter = text.substr(0, length);
        const bool is_control = static_cast<unsigned char>(text.front()) < 0x20 &&
                                std::string_view("\t\n\r").find(letter) == std::string_view::npos;
        if (length == 0 || is_control || letter == "\xef\xbf\xbe" || letter == "\xef\xbf\xbf") return false;
        text.remove_prefix(length);
    }
    return true;
}

/// Whether the text is well-formed XML, as far as the SVG files use XML: tags are nested, attributes are
/// quoted, special characters are escaped, and there are no forbidden characters.
bool is_well_formed(const std::string& text) {
    if (!has_allowed_characters(text)) return false;
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

void expect_color(const Picture& picture, int x, int y, Color expected) {
    const Color actual = picture.at(x, y);
    EXPECT_NEAR(actual.r, expected.r, 3) << x << ", " << y;
    EXPECT_NEAR(actual.g, expected.g, 3) << x << ", " << y;
    EXPECT_NEAR(actual.b, expected.b, 3) << x << ", " << y;
}

/// Fill of a dynamic body: 28 % of its colour over the canvas.
Color fill_of(const Palette& palette) {
    return mix(palette.canvas, palette.body_dynamic, 0.28f);
}

TEST(Pictures, ShowBodiesAtTheirPositions) {
    const scene::Run run = ball_run();
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
        const auto pictures = open({.width = 540, .height = 540, .theme = theme}, true);
        const Picture& picture = pictures->pixels(run);
        ASSERT_EQ(picture.width, 540);
        const Palette& palette = palette_of(theme);
        EXPECT_EQ(picture.at(270 + 4 * 54 + 8, 270 + 8), palette.canvas) << "below the ball, off the grid";
        expect_color(picture, 270 + 4 * 54 + 8, 270 - 2 * 54 + 8, fill_of(palette));
    }
}

TEST(Pictures, HaveAnySizeAndViewArea) {
    const scene::Run run = ball_run();
    const Palette& palette = palette_of(ThemeKind::Dark);
    const auto picture_of = [&](const PictureStyle::ViewArea& view_area) {
        const auto pictures = open({.width = 303, .height = 201, .view_area = view_area}, true);
        return pictures->pixels(run);
    };
    // A view 1 m high (201 pixels per metre), centred at the right edge of the ball. The pixel at x = 4.13 m
    // is inside the ball, the pixel at 4.88 m outside. At y = 2.12 m, both are off the grid lines and above
    // the scale bar.
    const Picture edge = picture_of({{4.5, 2.0}, 1.0});
    ASSERT_EQ(edge.width, 303);
    ASSERT_EQ(edge.height, 201);
    expect_color(edge, 76, 75, fill_of(palette));
    expect_color(edge, 227, 75, palette.canvas);
    // A view 0.3 m high, inside the upper half of the ball: the fill covers the picture.
    const Picture inside = picture_of({{4.0, 2.25}, 0.3});
    for (const int x : {24, 278})
        expect_color(inside, x, 60, fill_of(palette));
}

TEST(Pictures, SvgIsWellFormedForAnyTitle) {
    const scene::Run run = ball_run(R"("a\ufffe\u0001\tb\u00fc")");
    const auto pictures = open({}, false);
    const std::string svg = pictures->svg(run);
    EXPECT_TRUE(is_well_formed(svg)) << svg;
    EXPECT_TRUE(svg.find("<title>a\xEF\xBF\xBD\xEF\xBF\xBD&#9;b\xc3\xbc, step 0</title>") !=
                std::string::npos)
        << svg;
}

TEST(Pictures, IsWellFormedDetectsErrors) {
    EXPECT_TRUE(is_well_formed("<a>\xc3\xbc\n</a>"));
    for (const char* bad :
         {"<a>\x01</a>", "<a>\xff</a>", "<a>\xef\xbf\xbe</a>", "<a>\xed\xa0\x80</a>", "<a>", "<a>&</a>"})
        EXPECT_FALSE(is_well_formed(bad)) << bad;
}

TEST(Pictures, AreIdenticalForTheSameState) {
    const scene::Run run = ball_run();
    const auto pictures = open({.width = 200, .height = 100}, true);
    const std::vector<std::uint8_t> first = pictures->pixels(run).rgb;
    EXPECT_EQ(pictures->pixels(run).rgb, first);
}

TEST(Pictures, SvgContainsTheShapesAndIsReproducible) {
    const scene::Run run = ball_run();
    PictureStyle style{.width = 540, .height = 540};
    style.draw.body_names = true;
    style.draw.world.boxes = true;
    style.draw.world.centers_of_mass = true;
    const auto pictures = open(style, false);
    const std::string svg = pictures->svg(run);
    EXPECT_TRUE(is_well_formed(svg)) << svg;
    EXPECT_TRUE(svg.find("<title>A &lt; B &amp; &quot;C&quot;, step 0</title>") != std::string::npos) << svg;
    EXPECT_TRUE(svg.find(">a-b</text>") != std::string::npos) << svg;
    // Centre (270 + 4·54, 270 − 2·54) and radius 0.5·54.
    EXPECT_TRUE(svg.find(R"(<circle cx="486" cy="162" r="27"/>)") != std::string::npos) << svg;
    EXPECT_TRUE(svg.find("<pattern ") != std::string::npos) << "static bodies are hatched";
    const auto again = open(style, false);
    EXPECT_EQ(again->svg(run), svg);
}

// Simulates a machine without OpenGL: sets SDL_VIDEODRIVER to a driver that does not exist.
TEST(Pictures, SvgNeedsNoWindow) {
    ::setenv("SDL_VIDEODRIVER", "none-such", 1);
    EXPECT_FALSE(WorldPictureRenderer::open({}, true));
    const scene::Run run = ball_run();
    const auto pictures = open({}, false);
    EXPECT_TRUE(is_well_formed(pictures->svg(run)));
    ::unsetenv("SDL_VIDEODRIVER");
}

// The ball stands still in pane 1 and flies in pane 2, where the dashed outline of pane 1 stays behind.
TEST(Pictures, ShowPanesSideBySide) {
    const auto document = scene::Document::parse(R"({"toibox": 1, "title": "Two",
        "view": {"center": [0, 0], "height": 10}, "world": {"gravity": [0, 0], "step": "1/60"},
        "bodies": [{"id": "ball", "position": [-2, 2], "shapes": [{"type": "circle", "radius": 0.5}]}],
        "variants": {"flies": {"set": {"/bodies/ball/velocity": [60, 0]}}}})",
                                                 "two.toi.json");
    ASSERT_TRUE(document);
    Session session;
    ASSERT_TRUE(session.open(*document, "", {}));
    Comparison comparison(session);
    ASSERT_TRUE(comparison.start({{"flies"}}));
    const auto pictures = open({}, true);
    const std::vector<std::uint8_t> same = pictures->pixels(comparison).rgb;
    // Both panes show the same world: columns, because nothing moves in the base scene.
    const auto column = [&](const std::vector<std::uint8_t>& rgb, int from) {
        std::vector<std::uint8_t> pixels;
        for (int y = 100; y < 540; ++y) {
            const auto row = rgb.begin() + 3 * (960 * y + from);
            pixels.insert(pixels.end(), row, row + 3 * 400);
        }
        return pixels;
    };
    EXPECT_EQ(same.size(), 960u * 540u * 3u);
    session.step_once();
    ASSERT_TRUE(comparison.update());
    const std::vector<std::uint8_t> moved = pictures->pixels(comparison).rgb;
    EXPECT_NE(column(same, 40), column(moved, 40));    // the outline of the ball of pane 2
    EXPECT_NE(column(same, 520), column(moved, 520));  // the ball itself
    EXPECT_EQ(pictures->pixels(comparison).rgb, moved);
}

}  // namespace
}  // namespace toibox::app
