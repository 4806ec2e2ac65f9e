// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi_case.h"
#include "toibox/core/result.h"
#include "toibox/geometry/bounding_volume.h"
#include "toibox/geometry/ray_cast.h"
#include "toibox/math/sweep.h"
#include "toibox/narrow/collide.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toibox::scene {

/// Exact experiments on one pair of shapes, in double and apart from the world: what `toibox query` reads, a
/// line at a time, and what a scene keeps under `queries`. Points are not narrowed to float.
using QueryShape = ToiCase::Points;
struct QueryEntry {
    enum class Kind : std::uint8_t {
        Toi,
        Distance,
        Shapecast,  ///< As Toi: B moves along a straight line, A stands.
        Overlap,
        Raycast,   ///< Of A alone.
        Manifold,  ///< As the step of a world finds it: in float.
        Pieces,    ///< Two bodies of convex pieces, by trees of bounding volumes: see pieces.h.
    };
    std::string name;
    Kind kind = Kind::Toi;
    QueryShape a;
    QueryShape b;
    Sweep sweep_a;  ///< But for Toi, Shapecast and Pieces that move: at rest, at the given transform.
    Sweep sweep_b;
    Ray ray;
    ToiMethod method = ToiMethod::Certified;
    RootFinder root_finder = RootFinder::Mixed;
    double target = 0.005;             ///< Metres.
    double tolerance = 0.00125;        ///< Metres; a quarter of the target unless given.
    std::optional<Vec2d> along;        ///< Overlap: asks for the depth along this way of B too; not zero.
    double margin = 0.02;              ///< Manifold: points are kept up to this separation, metres.
    std::vector<QueryShape> pieces_a;  ///< Pieces: in place of `a` and `b`, at least one each.
    std::vector<QueryShape> pieces_b;
    BoundingVolumeKind volume = BoundingVolumeKind::Box;  ///< Pieces: of the trees.
    bool moves = false;  ///< Pieces: asks when they come within the target, not how far they are apart.
};

struct QueryKind {
    std::string_view name;  ///< "toi"
    QueryEntry::Kind kind;
};
/// Those that this build answers.
std::span<const QueryKind> query_kinds();
/// Whether a kind is answered by a method of time of impact, and heeds what such a method is told.
bool uses_toi_method(QueryEntry::Kind kind);

/// What the engine is asked about a time of impact; `query` must outlive it.
ToiInput toi_input(const QueryEntry& query);
ToiOptions toi_options(const QueryEntry& query);
/// The same, as something that stands by itself.
ToiCase toi_case(const QueryEntry& query);

/// How deep the two lie in each other where a method's answer leaves them, metres; negative: how far they are
/// apart. The centres are where they are at `answer.t`; so are the angles, but a method that takes no account
/// of rotation applies the whole turn at the end.
double remaining_depth(ToiMethod method, const ToiInput& input, const ToiResult& answer);

/// How far B goes back along `along` until it no more than touches A, metres. Requires `along`.
double depth_along(const QueryEntry& query);

/// The shape as a world would hold it, or why none can. Polygons lose vertices that lie on a line or
/// coincide.
Result<Shape, std::string> world_shape(const QueryShape& shape);
/// Points in A's frame; the normal is zero without any. Requires shapes that a world can hold (asserted).
Manifold manifold_of(const QueryEntry& query);

/// The answer as numbers by name: "t", "iterations.root", "point.x". The state of a time of impact is four
/// fields of 0 or 1: "hit", "separated", "overlapped", "failed".
using QueryAnswer = std::vector<std::pair<std::string_view, double>>;
QueryAnswer answer(const QueryEntry& query);
/// Whether a field of an answer counts something, and so is exactly a whole number.
bool is_counter(std::string_view field);

/// A line of `toibox query`.
struct QueryLine {
    std::string id = "null";  ///< As JSON: a number, a string or null.
    QueryEntry query;
};
struct QueryLineError {
    std::string id = "null";
    std::string message;  ///< "column 31: "radius" must be greater than 0, is -1; write a number above zero"
};
/// Reads one; what it does not say is as in `defaults`, whose kind decides which keys there are. Errors: of
/// several, the first in the line.
Result<QueryLine, QueryLineError> read_query_line(std::string_view line, const QueryEntry& defaults);

}  // namespace toibox::scene
