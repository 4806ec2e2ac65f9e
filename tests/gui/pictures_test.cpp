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
constexpr const char* ball_scene = R"(,
        "view": {"center": [0, 0], "height": 10}, "world": {"gravity": [0, 0]},
        "bodies": [{"id": "a-b", "position": [4, 2], "shapes": [{"type": "circle", "radius": 0.5}]},
                   {"id": "wall", "type": "static", "position": [-4, 0],
                    "shapes": [{"type": "box", "size": [1, 4]},
                               {"type": "polygon", "radius": 0.2, "vertices": [[0, -4], [1, -4], [0, -3]]}]}]})";

/// A session with an open scene, for which no comparison is started.
struct OpenScene {
    explicit OpenScene(const std::string& text) {
        const auto document = scene::Document::parse(text, "scene.toi.json");
        EXPECT_TRUE(document);
        const auto opened = session.open(*document, "", {});
        EXPECT_TRUE(opened) << scene::format(opened.error());
    }

    Session session;
    Comparison panes{session};
};

struct BallScene : OpenScene {
    explicit BallScene(const std::string& title = R"("A < B & \"C\"")")
        : OpenScene(R"({"toibox": 1, "title": )" + title + ball_scene) {}
};

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
    BallScene ball;
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
        const auto pictures = open({.width = 540, .height = 540, .theme = theme}, true);
        const Picture& picture = pictures->still(ball.panes);
        ASSERT_EQ(picture.width, 540);
        const Palette& palette = palette_of(theme);
        EXPECT_EQ(picture.at(270 + 4 * 54 + 8, 270 + 8), palette.canvas) << "below the ball, off the grid";
        expect_color(picture, 270 + 4 * 54 + 8, 270 - 2 * 54 + 8, fill_of(palette));
    }
}

TEST(Pictures, HaveAnySizeAndViewArea) {
    BallScene ball;
    const Palette& palette = palette_of(ThemeKind::Dark);
    const auto picture_of = [&](const PictureStyle::ViewArea& view_area) {
        const auto pictures = open({.width = 303, .height = 201, .view_area = view_area}, true);
        return pictures->still(ball.panes);
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
    BallScene ball(R"("a\ufffe\u0001\tb\u00fc")");
    const auto pictures = open({}, false);
    const std::string svg = pictures->svg(ball.panes);
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
    BallScene ball;
    const auto pictures = open({.width = 200, .height = 100}, true);
    const std::vector<std::uint8_t> first = pictures->still(ball.panes).rgb;
    EXPECT_EQ(pictures->still(ball.panes).rgb, first);
}

TEST(Pictures, SvgContainsTheShapesAndIsReproducible) {
    BallScene ball;
    PictureStyle style{.width = 540, .height = 540};
    style.draw.body_names = true;
    style.draw.world.boxes = true;
    style.draw.world.centers_of_mass = true;
    const auto pictures = open(style, false);
    const std::string svg = pictures->svg(ball.panes);
    EXPECT_TRUE(is_well_formed(svg)) << svg;
    EXPECT_TRUE(svg.find("<title>A &lt; B &amp; &quot;C&quot;, step 0</title>") != std::string::npos) << svg;
    EXPECT_TRUE(svg.find(">a-b</text>") != std::string::npos) << svg;
    // Centre (270 + 4·54, 270 − 2·54) and radius 0.5·54.
    EXPECT_TRUE(svg.find(R"(<circle cx="486" cy="162" r="27"/>)") != std::string::npos) << svg;
    EXPECT_TRUE(svg.find("<pattern ") != std::string::npos) << "static bodies are hatched";
    const auto again = open(style, false);
    EXPECT_EQ(again->svg(ball.panes), svg);
}

// Simulates a machine without OpenGL: sets SDL_VIDEODRIVER to a driver that does not exist.
TEST(Pictures, SvgNeedsNoWindow) {
    ::setenv("SDL_VIDEODRIVER", "none-such", 1);
    EXPECT_FALSE(WorldPictureRenderer::open({}, true));
    BallScene ball;
    const auto pictures = open({}, false);
    EXPECT_TRUE(is_well_formed(pictures->svg(ball.panes)));
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
    const std::vector<std::uint8_t> same = pictures->still(comparison).rgb;
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
    const std::vector<std::uint8_t> moved = pictures->still(comparison).rgb;
    EXPECT_NE(column(same, 40), column(moved, 40));    // the outline of the ball of pane 2
    EXPECT_NE(column(same, 520), column(moved, 520));  // the ball itself
    EXPECT_EQ(pictures->still(comparison).rgb, moved);
}

/// A ball flies to the right and tunnels through a wall in step 1.
constexpr const char* bullet_scene = R"({"toibox": 1, "title": "Bullet", "ending": "verdict",
    "view": {"center": [0, 0], "height": 2, "width": 4},
    "world": {"gravity": [0, 0], "step": "1/60", "continuous": "off"},
    "bodies": [{"id": "ball", "position": [-1.5, 0.3], "velocity": [180, 0],
                "shapes": [{"type": "circle", "radius": 0.05}]},
               {"id": "wall", "type": "static", "shapes": [{"type": "box", "size": [0.05, 4]}]}],
    "variants": {"slow": {"set": {"/bodies/ball/velocity": [30, 0]}},
                 "rising": {"set": {"/bodies/ball/velocity": [30, 6]}}}})";

/// Number of pixels of exactly this colour in a region of the picture.
int count_pixels(const Picture& picture, Color color, int from_y = 0, int to_y = 1 << 20) {
    int count = 0;
    for (int y = from_y; y < std::min(to_y, picture.height); ++y) {
        for (int x = 0; x < picture.width; ++x)
            count += picture.at(x, y) == color ? 1 : 0;
    }
    return count;
}

// Only where playback pauses, with chip, swept shape and the pose before the step. Nothing else has the
// colour.
TEST(Pictures, OfAPauseShowTheVerdict) {
    const Color bad = palette_of(ThemeKind::Dark).bad;
    OpenScene bullet(bullet_scene);
    const auto pictures = open({}, true);
    bullet.session.set_playing(true);
    EXPECT_EQ(count_pixels(pictures->movie_frame(bullet.panes, {}), bad), 0);
    bullet.session.play_step();
    ASSERT_EQ(bullet.session.pause_reason(), Session::PauseReason::AtVerdict);
    const Picture paused = pictures->movie_frame(bullet.panes, {});
    EXPECT_GT(count_pixels(paused, bad), 100);
    EXPECT_GT(count_pixels(pictures->still(bullet.panes), bad), 100) << "images, too";
    bullet.session.set_playing(true);
    const Picture playing = pictures->movie_frame(bullet.panes, {});
    EXPECT_EQ(count_pixels(playing, bad), 0);
    // 30 cm (81 pixels) above the centre of the picture, in the middle of the motion: the swept shape.
    EXPECT_NE(paused.at(360, 270 - 81 + 6), playing.at(360, 270 - 81 + 6));
}

TEST(Pictures, OfMoviesShowTitleStateAndTheTextOfAPause) {
    const Palette& palette = palette_of(ThemeKind::Dark);
    OpenScene bullet(bullet_scene);
    const auto pictures = open({}, true);
    bullet.session.set_playing(true);
    const int without_title = count_pixels(pictures->still(bullet.panes), palette.text, 0, 40);
    const Picture playing = pictures->movie_frame(bullet.panes, {});
    EXPECT_GT(count_pixels(playing, palette.text, 0, 40), without_title);
    EXPECT_EQ(count_pixels(playing, palette.panel, 400), 0);
    bullet.session.set_playing(false);
    const Picture paused = pictures->movie_frame(bullet.panes, "What comes next?");
    EXPECT_NE(paused.at(1, 270), playing.at(1, 270)) << "the border of a pause";
    EXPECT_GT(count_pixels(paused, palette.panel, 400), 1000) << "the card with the text";
}

// Both other panes show the ghosts and trails of their own ball.
TEST(Pictures, ShowThePastOfEveryPane) {
    OpenScene scene(bullet_scene);
    ASSERT_TRUE(scene.session.choose_variant("slow"));
    ASSERT_TRUE(scene.panes.start({{"rising"}}));
    const auto second_pane = [&](bool past) {
        PictureStyle style;
        style.draw.ghosts = past;
        style.draw.trails = past;
        const Picture picture = open(style, true)->still(scene.panes);
        // Rows: the second pane is the lower half.
        return std::vector<std::uint8_t>(picture.rgb.begin() + 3 * 960 * 330,
                                         picture.rgb.end() - 3 * 960 * 90);
    };
    scene.session.step_once();
    ASSERT_TRUE(scene.panes.update());
    scene.session.step_once();
    ASSERT_TRUE(scene.panes.update());
    EXPECT_NE(second_pane(true), second_pane(false));
}

}  // namespace
}  // namespace toibox::app
