// SPDX-License-Identifier: MIT
// Reads a concave shape, an outline and holes, and decomposes it into convex pieces. An error is reported at
// the offending corner.
#include "toibox/geometry/decomposition.h"
#include "toibox/scene/tuning.h"

#include "scene/format/scene_readers.h"

#include <fmt/format.h>
#include <optional>
#include <utility>

namespace toibox::scene {

namespace {

using OutlineReason = PolygonError::Reason;

std::string_view hint_for(OutlineReason reason) {
    switch (reason) {
        case OutlineReason::SelfIntersecting:
            return "the outline must not cross itself";
        case OutlineReason::SelfTouching:
            return "move the corner off the edge; write the inside of a ring under \"holes\"";
        case OutlineReason::HoleMeetsOutline:
        case OutlineReason::HoleOutside:
            return "a hole must be inside the outline and must not touch it";
        case OutlineReason::HoleMeetsHole:
            return "write touching holes as one hole";
        case OutlineReason::HoleInHole:
            return "remove the inner hole; write an island in a hole as a separate shape";
        default:
            return "the points must enclose an area";
    }
}

bool is_point(const JsonValue& value) {
    const JsonValue::Array* items = value.array();
    return items != nullptr && !items->empty() && items->front().number() != nullptr;
}

/// Reads rings of points and limits their total number.
class OutlineReader {
public:
    explicit OutlineReader(DiagnosticSink& sink) : sink_(sink) {}

    std::vector<Vec2> ring(const Cursor& at) {
        std::vector<Vec2> points = read_points(sink_, at, 3, tuning::max_concave_points);
        if (points.size() > points_left_) {
            sink_.error(
                at,
                fmt::format("the outline and its holes have more than {} points", tuning::max_concave_points),
                "use fewer points, or several shapes");
            return {};
        }
        points_left_ -= points.size();
        return points;
    }

    /// Nullopt after an error.
    std::optional<std::vector<std::vector<Vec2>>> holes(const Cursor& at) {
        const JsonValue::Array* items = read_array(sink_, at, 0, tuning::max_concave_points / 3);
        if (items == nullptr) return std::nullopt;
        std::vector<std::vector<Vec2>> holes;
        for (std::size_t i = 0; i < items->size(); ++i) {
            const Cursor item = at.item(i);
            if (is_point(*item.value)) {
                sink_.error(item, fmt::format("{} is a point, not an outline", item.name()),
                            "\"holes\" is a list of outlines: [[[x, y], ...], ...]");
                return std::nullopt;
            }
            if (auto hole = ring(item); !hole.empty()) holes.push_back(std::move(hole));
        }
        if (holes.size() != items->size()) return std::nullopt;
        return holes;
    }

private:
    DiagnosticSink& sink_;
    std::size_t points_left_ = tuning::max_concave_points;
};

/// Reports the error at its vertex, or at the ring if it names no vertex.
void report_outline(DiagnosticSink& sink, const Cursor& ring, const PolygonError& error) {
    const auto index = static_cast<std::size_t>(error.index);
    const bool has_vertex = error.index >= 0 && index < ring.value->array()->size();
    sink.error(has_vertex ? ring.item(index) : ring, describe(error), std::string(hint_for(error.reason)));
}

}  // namespace

std::vector<Shape> read_outline(ObjectReader& object) {
    DiagnosticSink& sink = object.sink();
    float radius = 0.0f;
    object.number("radius", radius, rounding_range);
    const auto at = object.require("points", "write the points, \"points\": [[x, y], ...]");
    const auto at_holes = object.find("holes");
    OutlineReader reader(sink);
    const std::vector<Vec2> points = at ? reader.ring(*at) : std::vector<Vec2>{};
    const auto holes = at_holes ? reader.holes(*at_holes) : std::vector<std::vector<Vec2>>{};
    if (points.empty() || !holes) return {};
    const auto pieces = decompose(points, *holes, radius);
    if (pieces) return {pieces->begin(), pieces->end()};
    const PolygonError& error = pieces.error();
    if (error.hole < 0) {
        report_outline(sink, *at, error);
    } else {
        report_outline(sink, at_holes->item(static_cast<std::size_t>(error.hole)), error);
    }
    return {};
}

}  // namespace toibox::scene
