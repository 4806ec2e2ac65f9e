// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/geometry/bounding_volume.h"
#include "toibox/geometry/ray_cast.h"
#include "toibox/math/sweep.h"
#include "toibox/narrow/collide.h"
#include "toibox/toi/toi_case.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toibox::scene {

// Queries on one pair of shapes, without a world. `toibox query` reads one per line; a scene lists them under
// `queries`. Points are in double and not rounded to float.
using QueryShape = ToiCase::Points;
struct QueryEntry {
    enum class Kind : std::uint8_t {
        Toi,
        Distance,
        Shapecast,  ///< Like Toi, but B moves along a straight line and A is at rest.
        Overlap,
        Raycast,   ///< Uses only A.
        Manifold,  ///< The manifold that a step of a world would compute, in float.
        Pieces,    ///< Two bodies of convex pieces: see piece_query.h.
    };
    std::string name;
    Kind kind = Kind::Toi;
    QueryShape a;
    QueryShape b;
    Sweep sweep_a;  ///< At rest at the given transform, except for Toi, Shapecast and moving Pieces.
    Sweep sweep_b;
    Ray ray;
    ToiMethod method = ToiMethod::Certified;
    RootFinder root_finder = RootFinder::Mixed;
    double target = 0.005;             ///< Metres.
    double tolerance = 0.00125;        ///< Metres; if the text gives only a target, a quarter of the target.
    std::optional<Vec2d> along;        ///< Overlap: direction for depth_along(); not zero.
    double margin = 0.02;              ///< Manifold: points are kept up to this separation, metres.
    std::vector<QueryShape> pieces_a;  ///< Pieces: used instead of `a` and `b`, at least one each.
    std::vector<QueryShape> pieces_b;
    BoundingVolumeKind volume = BoundingVolumeKind::Box;  ///< Pieces: bounding volumes of the trees.
    bool moves = false;  ///< Pieces: compute the time of impact, not the distance.
};

struct QueryKind {
    std::string_view name;  ///< "toi"
    QueryEntry::Kind kind;
};
/// The kinds that this build supports.
std::span<const QueryKind> query_kinds();
/// Whether a kind uses a time-of-impact method and its options.
bool uses_toi_method(QueryEntry::Kind kind);

/// The arguments of a time-of-impact method; `query` must outlive the input.
ToiInput toi_input(const QueryEntry& query);
ToiOptions toi_options(const QueryEntry& query);
/// Input and options as a self-contained copy.
ToiCase toi_case(const QueryEntry& query);

/// Overlap of the shapes at the poses where a method's result leaves them, metres; if negative, minus their
/// distance. The poses are those at `answer.t`, but for methods that ignore rotation the full rotation is
/// applied.
double remaining_depth(ToiMethod method, const ToiInput& input, const ToiResult& answer);

/// How far B must move along −`along` until it only touches A, metres. Requires: `along`.
double depth_along(const QueryEntry& query);

/// The shape as a world stores it, in float. Collinear and coincident vertices of polygons are merged. Error:
/// why a world rejects it.
Result<Shape, std::string> world_shape(const QueryShape& shape);
/// The result of a Manifold query. Points in A's frame; the normal is zero if there are no points. Requires:
/// world_shape() accepts both shapes (asserted).
Manifold manifold_of(const QueryEntry& query);

/// Result values by name: "t", "iterations.root", "point.x". The state of a time of impact is given as four
/// fields that are 0 or 1: "hit", "separated", "overlapped", "failed".
using QueryAnswer = std::vector<std::pair<std::string_view, double>>;
QueryAnswer answer(const QueryEntry& query);
/// Whether a field of an answer is a counter or an index: its value is always a whole number.
bool is_counter(std::string_view field);

/// One line of `toibox query`.
struct QueryLine {
    std::string id = "null";  ///< As JSON: a number, a string or null.
    QueryEntry query;
};
struct QueryLineError {
    std::string id = "null";
    /// Location, problem, hint and pointer: "column 31: "radius" must be greater than 0, got -1; write …".
    std::string message;
};
/// Reads one line. Missing keys get their values from `defaults`, whose kind decides which keys are allowed.
/// Error: the first in the line.
Result<QueryLine, QueryLineError> read_query_line(std::string_view line, const QueryEntry& defaults);

}  // namespace toibox::scene
