// SPDX-License-Identifier: MIT
// Unions of convex polygons. The fill is cut into rows of pixels, in which the polygons are intervals that
// merge easily. The outline is what remains of each edge outside all other polygons. Rejected alternative: a
// polygon clipper; nearly coincident edges break its loops, and a broken loop ruins the whole fill.

#include "app/render/draw_batch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace toibox::app {
namespace {

using Interval = std::pair<float, float>;

constexpr float dash_points = 4.5f;  ///< As in the shaders and in SVG.
constexpr float dash_gap_points = 3.5f;

struct EdgePart {
    Vec2 from;
    Vec2 to;
};

/// Sorts the intervals and merges those that overlap.
void merge(std::vector<Interval>& intervals) {
    std::ranges::sort(intervals);
    std::size_t count = 0;
    for (const Interval& next : intervals) {
        if (count > 0 && next.first <= intervals[count - 1].second) {
            intervals[count - 1].second = std::max(intervals[count - 1].second, next.second);
        } else {
            intervals[count++] = next;
        }
    }
    intervals.resize(count);
}

/// The interval of x in which a convex polygon meets the horizontal line at y.
std::optional<Interval> row_of(std::span<const Vec2> polygon, float y) {
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 a = polygon[i];
        const Vec2 b = polygon[(i + 1) % polygon.size()];
        if ((a.y <= y) == (b.y <= y)) continue;
        const float x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
        low = std::min(low, x);
        high = std::max(high, x);
    }
    return low < high ? std::optional(Interval{low, high}) : std::nullopt;
}

/// The fractions of an edge that are inside a convex polygon. An edge along the outline of the polygon counts
/// as inside if `keeps_shared` is false or the polygon lies on the other side.
std::optional<Interval> covered_part(const EdgePart& edge, std::span<const Vec2> polygon, bool keeps_shared) {
    const Vec2 along = edge.to - edge.from;
    const float tolerance = 1e-5f * length(along);
    float low = 0.0f;
    float high = 1.0f;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 a = polygon[i];
        const Vec2 side = polygon[(i + 1) % polygon.size()] - a;
        const Vec2 inward = normalized(left_perp(side));
        const float start = dot(inward, edge.from - a);
        const float rise = dot(inward, along);
        if (std::abs(start) <= tolerance && std::abs(start + rise) <= tolerance) {
            if (keeps_shared && dot(side, along) > 0.0f) return std::nullopt;
            continue;
        }
        if (rise > 0.0f) {
            low = std::max(low, -start / rise);
        } else if (rise < 0.0f) {
            high = std::min(high, -start / rise);
        } else if (start < 0.0f) {
            return std::nullopt;
        }
    }
    return low < high ? std::optional(Interval{low, high}) : std::nullopt;
}

/// The parts of all edges that are on the outline of the union.
std::vector<EdgePart> outline_parts(std::span<const std::vector<Vec2>> polygons) {
    std::vector<EdgePart> parts;
    std::vector<Interval> covered;
    for (std::size_t owner = 0; owner < polygons.size(); ++owner) {
        const std::vector<Vec2>& polygon = polygons[owner];
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const EdgePart edge{polygon[i], polygon[(i + 1) % polygon.size()]};
            covered.clear();
            for (std::size_t other = 0; other < polygons.size(); ++other) {
                if (other == owner) continue;
                // The first of two polygons with a common edge keeps it.
                if (const auto part = covered_part(edge, polygons[other], owner < other))
                    covered.push_back(*part);
            }
            merge(covered);
            float free_from = 0.0f;
            covered.emplace_back(1.0f, 1.0f);
            for (const auto& [low, high] : covered) {
                if (low > free_from)
                    parts.push_back({edge.from + free_from * (edge.to - edge.from),
                                     edge.from + low * (edge.to - edge.from)});
                free_from = high;
            }
        }
    }
    return parts;
}

/// Orders the parts so that each starts where the one before it ends, as far as possible.
void chain(std::vector<EdgePart>& parts) {
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const Vec2 end = parts[i - 1].to;
        const auto rest = parts.begin() + static_cast<std::ptrdiff_t>(i);
        const auto nearest = std::min_element(rest, parts.end(), [&](const EdgePart& a, const EdgePart& b) {
            return dot(a.from - end, a.from - end) < dot(b.from - end, b.from - end);
        });
        std::iter_swap(rest, nearest);
    }
}

/// Calls draw(from, to) for each dash. The pattern continues across corners.
template <class Draw>
void for_each_dash(std::span<const EdgePart> parts, float dash, float gap, Draw&& draw) {
    float position = 0.0f;  // in the pattern, 0 … dash + gap
    for (const EdgePart& part : parts) {
        const float size = length(part.to - part.from);
        for (float at = 0.0f; at < size;) {
            const bool is_dash = position < dash;
            const float rest = (is_dash ? dash : dash + gap) - position;
            const float next = std::min(size, at + rest);
            if (is_dash)
                draw(part.from + at / size * (part.to - part.from),
                     part.from + next / size * (part.to - part.from));
            position = next < size ? (is_dash ? dash : 0.0f) : position + next - at;
            at = next;
        }
    }
}

}  // namespace

void DrawBatch::region(std::span<const std::vector<Vec2>> polygons, const Style& style) {
    fill_rows(polygons, style.fill);
    if (!(style.width > 0.0f)) return;
    std::vector<EdgePart> parts = outline_parts(polygons);
    if (!style.dashed) {
        for (const EdgePart& part : parts)
            line(part.from, part.to, style.outline, style.width);
        return;
    }
    chain(parts);
    for_each_dash(parts, view_.meters(dash_points), view_.meters(dash_gap_points),
                  [&](Vec2 from, Vec2 to) { line(from, to, style.outline, style.width); });
}

/// Fills the union with rows that are one pixel high, within the view.
void DrawBatch::fill_rows(std::span<const std::vector<Vec2>> polygons, Color fill) {
    const float height = view_.meters(1.0f / view_.pixel_ratio);
    const float reach = 0.5f * view_.meters(view_.viewport.height);
    const float camera_y = static_cast<float>(view_.camera.center.y);
    float low = reach;
    float high = -reach;
    for (const std::vector<Vec2>& polygon : polygons) {
        for (const Vec2 vertex : polygon) {
            low = std::min(low, vertex.y - camera_y);
            high = std::max(high, vertex.y - camera_y);
        }
    }
    const PackedStyle packed{.fill = fill, .outline = {}, .width = 0, .flags = 0};
    const std::size_t first = rows_.size();
    std::vector<Interval> row;
    // Rows start at the edge of the view, so that they are rows of pixels.
    const auto first_row = static_cast<int>(std::floor((std::max(low, -reach) + reach) / height));
    const auto last_row = std::min(static_cast<int>(std::ceil((std::min(high, reach) + reach) / height)),
                                   static_cast<int>(std::ceil(view_.viewport.height * view_.pixel_ratio)));
    for (int i = first_row; i < last_row; ++i) {
        const float y = -reach + static_cast<float>(i) * height;
        row.clear();
        for (const std::vector<Vec2>& polygon : polygons) {
            if (const auto interval = row_of(polygon, camera_y + y + 0.5f * height)) row.push_back(*interval);
        }
        merge(row);
        for (const auto& [from, to] : row) {
            const Vec2 lower = view_.relative({from, camera_y + y});
            const Vec2 upper = view_.relative({to, camera_y + y + height});
            rows_.push_back({lower, upper});
            for (const Vec2 corner :
                 {lower, Vec2{upper.x, lower.y}, upper, lower, upper, Vec2{lower.x, upper.y}})
                fills_.push_back({corner, -1.0f, 0.0f, packed});
        }
    }
    if (rows_.size() > first) regions_.push_back({first, rows_.size() - first, fill});
}

}  // namespace toibox::app
