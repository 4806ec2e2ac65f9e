// SPDX-License-Identifier: MIT
// Converts batches to SVG. Each shape is one element, plus one for a fill pattern and one for a spoke, so
// that the image can be edited in a drawing program. Consecutive shapes of the same style share a group,
// which halves the file size.

#include "app/render/svg.h"

#include "app/text/xml_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr double decimal_scale = 100.0;  ///< Numbers are written with two decimals.
constexpr double max_coordinate = 1e7;   ///< Numbers are clamped to ± max_coordinate.
constexpr float font_size = 12.0f;       ///< Of Fonts::label.
// In units of the font size.
constexpr float letter_width = 0.56f;  ///< Average width in Inter and similar fonts.
constexpr float line_height = 1.21f;
constexpr float baseline = 0.97f;  ///< Distance from the upper edge of a line of text.
constexpr unsigned pattern_bits = 3u;
constexpr unsigned dashed_bit = 4u;
constexpr unsigned spoke_bit = 8u;

std::string number(double value) {
    const double bounded = std::clamp(value, -max_coordinate, max_coordinate);
    const long long hundredths = std::llround(bounded * decimal_scale);
    const long long magnitude = std::llabs(hundredths);
    std::string text = fmt::format("{}.{:02}", magnitude / 100, magnitude % 100);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.') text.pop_back();
    if (text.size() > 2 && text.starts_with("0.")) text.erase(0, 1);
    if (hundredths < 0) text.insert(text.begin(), '-');
    return text;
}

std::string number(float value) {
    return number(static_cast<double>(value));
}

/// Coordinates as in an SVG path: "12 3.5" or "12-3.5". No space is needed before a sign.
std::string pair_of(Vec2 at) {
    const std::string y = number(at.y);
    return fmt::format("{}{}{}", number(at.x), y.starts_with('-') ? "" : " ", y);
}

std::string hex(Color color) {
    return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

std::string paint(const char* attribute, Color color) {
    if (color.a == 0) return fmt::format(R"( {}="none")", attribute);
    if (color.a == 255) return fmt::format(R"( {}="{}")", attribute, hex(color));
    return fmt::format(R"( {0}="{1}" {0}-opacity="{2}")", attribute, hex(color), number(color.a / 255.0));
}

float width_of(const PackedStyle& style) {
    return static_cast<float>(style.width) / 256.0f;
}

bool has_outline(const PackedStyle& style) {
    return style.width > 0 && style.outline.a > 0;
}

std::string attributes_of(const PackedStyle& style) {
    std::string text = paint("fill", style.fill);
    if (!has_outline(style)) return text;
    text += fmt::format(R"({} stroke-width="{}")", paint("stroke", style.outline), number(width_of(style)));
    if ((style.flags & dashed_bit) != 0)
        text += R"( stroke-dasharray="4.5 3.5" stroke-dashoffset="-1.75" stroke-linecap="butt")";
    return text;
}

/// From a position relative to the camera (metres) to the picture (points).
Vec2 to_picture(const View& view, Vec2 relative) {
    return view.to_points(view.camera.center + widen(relative));
}

/// SVG path of a convex polygon inflated by `radius`. `corners`: counter-clockwise in the world, in points.
/// The sweep flag of the arcs is 0, which is counter-clockwise on the screen.
std::string edge_path(const std::vector<Vec2>& corners, float radius) {
    std::string path;
    const std::size_t count = corners.size();
    const std::string arc = fmt::format("A{0} {0} 0 0 0 ", number(radius));
    for (std::size_t i = 0; i < count; ++i) {
        const char letter = i > 0 ? 'L' : 'M';
        if (!(radius > 0.0f)) {
            path += fmt::format("{}{}", letter, pair_of(corners[i]));
            continue;
        }
        const Vec2 edge_in = corners[i] - corners[(i + count - 1) % count];
        const Vec2 edge_out = corners[(i + 1) % count] - corners[i];
        // Outward is right of an edge in the world, but left of it in the picture, where y points down.
        const Vec2 from = corners[i] + radius * normalized(left_perp(edge_in));
        const Vec2 to = corners[i] + radius * normalized(left_perp(edge_out));
        path += fmt::format("{}{}{}{}", letter, pair_of(from), arc, pair_of(to));
    }
    return path + "Z";
}

std::string path_element(const std::string& path) {
    return fmt::format(R"(<path d="{}"/>)", path);
}

}  // namespace

SvgPicture::SvgPicture(int width, int height, Color background, std::string_view title)
    : width_(width), height_(height) {
    head_ = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
        R"(stroke-linejoin="round" stroke-linecap="round" )"
        R"(font-family="Inter,'DejaVu Sans',sans-serif" font-size="{2}">)"
        "\n<title>{3}</title>\n",
        width, height, number(font_size), xml_text(title));
    rectangle({0.0f, 0.0f, static_cast<float>(width), static_cast<float>(height)}, background);
}

void SvgPicture::open_group(const std::string& attributes) {
    if (attributes == group_) return;
    if (!group_.empty()) body_ += "</g>\n";
    if (!attributes.empty()) body_ += fmt::format("<g{}>\n", attributes);
    group_ = attributes;
}

bool SvgPicture::is_visible(Vec2 lower, Vec2 upper, const PackedStyle& style) const {
    if (style.fill.a == 0 && !has_outline(style)) return false;
    const float pad = width_of(style);
    return upper.x >= -pad && upper.y >= -pad && lower.x <= static_cast<float>(width_) + pad &&
           lower.y <= static_cast<float>(height_) + pad;
}

std::string SvgPicture::pattern(const PackedStyle& style, const View& view) {
    const unsigned kind = style.flags & pattern_bits;
    const std::string key = fmt::format("{}{}", kind, hex(style.outline));
    const auto existing = std::find(pattern_keys_.begin(), pattern_keys_.end(), key);
    const auto index = static_cast<std::size_t>(existing - pattern_keys_.begin());
    std::string name = fmt::format("p{}", index);
    if (existing != pattern_keys_.end()) return name;
    pattern_keys_.push_back(key);
    const Vec2 origin = view.to_points(Vec2{});
    const Vec2 shift{std::fmod(origin.x, static_cast<float>(pattern_period)),
                     std::fmod(origin.y, static_cast<float>(pattern_period))};
    const bool dots = kind == static_cast<unsigned>(Pattern::Dots);
    const bool crossed = kind == static_cast<unsigned>(Pattern::CrossHatch);
    const std::string mark =
        dots ? fmt::format(R"(<circle cx="4" cy="4" r="1.2" fill="{}"/>)", hex(style.outline))
             : fmt::format(R"(<path d="M0 4H8{}" stroke="{}" stroke-linecap="butt"/>)",
                           crossed ? "M4 0V8" : "", hex(style.outline));
    patterns_ += fmt::format(R"(<pattern id="{}" patternUnits="userSpaceOnUse" width="8" height="8" )"
                             R"(patternTransform="translate({}){}">{}</pattern>)"
                             "\n",
                             name, pair_of(shift), dots ? "" : " rotate(45)", mark);
    return name;
}

void SvgPicture::draw(const std::string& element, const PackedStyle& style, const View& view) {
    open_group(attributes_of(style));
    body_ += element + "\n";
    if ((style.flags & pattern_bits) == 0) return;
    // The opacity of patterns is the same as in the shaders.
    const Color faint = with_alpha(style.outline, 0.4f * static_cast<float>(style.outline.a) / 255.0f);
    open_group(fmt::format(R"x( fill="url(#{})" fill-opacity="{}")x", pattern(style, view),
                           number(faint.a / 255.0)));
    body_ += element + "\n";
}

void SvgPicture::add_box(const RoundedBoxInstance& box, const View& view) {
    const auto scale = static_cast<float>(view.camera.scale);
    const Vec2 center = to_picture(view, box.center);
    const float radius = scale * box.radius;
    const Vec2 half_size = scale * box.half_size;
    const Vec2 x = half_size.x * Vec2{box.rotation.c, -box.rotation.s};
    const Vec2 y = half_size.y * Vec2{-box.rotation.s, -box.rotation.c};
    const Vec2 reach{std::abs(x.x) + std::abs(y.x) + radius, std::abs(x.y) + std::abs(y.y) + radius};
    if (!is_visible(center - reach, center + reach, box.style)) return;
    if (half_size.x > 0.0f && half_size.y > 0.0f) {
        draw(
            path_element(edge_path({center - x - y, center + x - y, center + x + y, center - x + y}, radius)),
            box.style, view);
    } else if (half_size.x > 0.0f || half_size.y > 0.0f) {
        const Vec2 along = x + y;
        const std::string segment = fmt::format("M{}L{}", pair_of(center - along), pair_of(center + along));
        const std::string path =
            radius > 0.0f ? edge_path({center - along, center + along}, radius) : segment;
        draw(path_element(path), box.style, view);
    } else {
        draw(fmt::format(R"(<circle cx="{}" cy="{}" r="{}"/>)", number(center.x), number(center.y),
                         number(radius)),
             box.style, view);
    }
    if ((box.style.flags & spoke_bit) == 0) return;
    const Vec2 end = center + (half_size.x + radius) * Vec2{box.rotation.c, -box.rotation.s};
    body_ += fmt::format("<path d=\"M{}L{}\" opacity=\".7\"/>\n", pair_of(center), pair_of(end));
}

void SvgPicture::add_polygon(const PolygonInstance& polygon, const View& view) {
    const Transform frame{polygon.origin, polygon.rotation};
    std::vector<Vec2> corners;
    for (unsigned i = 0; i < polygon.style.flags >> 8u; ++i)
        corners.push_back(to_picture(view, transform_point(frame, polygon.vertices[i])));
    if (corners.empty()) return;
    const float radius = static_cast<float>(view.camera.scale) * polygon.radius;
    Vec2 lower = corners.front();
    Vec2 upper = lower;
    for (const Vec2 corner : corners) {
        lower = min(lower, corner);
        upper = max(upper, corner);
    }
    const Vec2 pad{radius, radius};
    if (is_visible(lower - pad, upper + pad, polygon.style))
        draw(path_element(edge_path(corners, radius)), polygon.style, view);
}

void SvgPicture::add_rim(std::span<const Vec2> rim, const PackedStyle& style, const View& view) {
    std::vector<Vec2> corners;
    for (const Vec2 point : rim)
        corners.push_back(to_picture(view, point));
    if (corners.empty()) return;
    Vec2 lower = corners.front();
    Vec2 upper = lower;
    for (const Vec2 corner : corners) {
        lower = min(lower, corner);
        upper = max(upper, corner);
    }
    if (is_visible(lower, upper, style)) draw(path_element(edge_path(corners, 0.0f)), style, view);
}

/// One path, so that there are no seams between the rows.
void SvgPicture::add_region(std::span<const Aabb> rows, Color fill, const View& view) {
    std::string path;
    for (const Aabb& row : rows) {
        const Vec2 lower = to_picture(view, row.lower);
        const Vec2 upper = to_picture(view, row.upper);
        path +=
            fmt::format("M{}H{}V{}H{}Z", pair_of(lower), number(upper.x), number(upper.y), number(lower.x));
    }
    open_group(paint("fill", fill));
    body_ += path_element(path) + "\n";
}

void SvgPicture::add(const DrawBatch& batch) {
    for (const RegionRows& region : batch.regions())
        add_region(batch.rows().subspan(region.first, region.count), region.fill, batch.view());
    for (const LargePolygon& large : batch.large_polygons())
        add_rim(batch.rim().subspan(large.first, large.count), large.style, batch.view());
    for (const PolygonInstance& polygon : batch.polygons())
        add_polygon(polygon, batch.view());
    for (const RoundedBoxInstance& box : batch.boxes())
        add_box(box, batch.view());
}

void SvgPicture::rectangle(const UiRect& rect, Color fill, float rounding) {
    open_group({});
    const std::string corners = rounding > 0.0f ? fmt::format(R"( rx="{}")", number(rounding)) : "";
    body_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}"{}{}/>)"
                         "\n",
                         number(rect.x), number(rect.y), number(rect.width), number(rect.height), corners,
                         paint("fill", fill));
}

void SvgPicture::line(Vec2 from, Vec2 to, Color color, float width) {
    open_group({});
    body_ += fmt::format(R"(<path d="M{}L{}"{} stroke-width="{}" stroke-linecap="butt"/>)"
                         "\n",
                         pair_of(from), pair_of(to), paint("stroke", color), number(width));
}

void SvgPicture::polygon(const std::vector<Vec2>& corners, Color fill) {
    open_group({});
    body_ += fmt::format("<path d=\"{}\"{}/>\n", edge_path(corners, 0.0f), paint("fill", fill));
}

void SvgPicture::text(Vec2 corner, std::string_view words, Color color) {
    open_group({});
    body_ += fmt::format(R"(<text x="{}" y="{}"{}>{}</text>)"
                         "\n",
                         number(corner.x), number(corner.y + baseline * font_size), paint("fill", color),
                         xml_text(words));
}

Vec2 SvgPicture::size_of(const std::string& words) {
    // Counts characters: UTF-8 continuation bytes begin with the bits 10.
    const auto letters = std::count_if(
        words.begin(), words.end(), [](char byte) { return (static_cast<unsigned>(byte) & 0xC0u) != 0x80u; });
    return {std::ceil(letter_width * font_size * static_cast<float>(letters)),
            std::round(line_height * font_size)};
}

std::string SvgPicture::finish() {
    open_group({});
    const std::string definitions = patterns_.empty() ? "" : fmt::format("<defs>\n{}</defs>\n", patterns_);
    return fmt::format("{}{}{}</svg>\n", head_, definitions, body_);
}

}  // namespace toibox::app
