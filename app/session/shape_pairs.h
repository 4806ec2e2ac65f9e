// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/scene/run.h"

#include "app/session/pair_case.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// Two shapes of the world, or of a query, as they lie now.
struct ShapePair {
    enum class Source : std::uint8_t {
        Near,     ///< The selected body's and another; of all, if none is selected and the world is small.
        Contact,  ///< Whose boxes overlap, as the broad phase told the last step.
        Query,    ///< An experiment of the scene.
    };
    Source source = Source::Near;
    std::string key;        ///< The same for the same pair in the next step.
    std::string label;      ///< "ball – wall", "query boxes"
    ShapeHandle shape_a{};  ///< Null for queries.
    ShapeHandle shape_b{};
    double separation = 0.0;  ///< Between the surfaces; below 0 the depth, metres.
};

using ShapeHandles = std::pair<ShapeHandle, ShapeHandle>;

/// The scene's name of the shape's body, and which of its shapes it is if there are several.
std::string shape_label(const scene::Run& run, ShapeHandle shape);
/// How far two boxes are apart along the axis on which they are farther; below 0 if they overlap.
float aabb_gap(const Aabb& a, const Aabb& b);

/// Each pair once, at most `max_pairs`: those of `selected`, the nearest first, or without a selection the
/// nearest of a world of at most `max_shapes_without_selection` shapes; the contacts; the queries about a
/// distance or an overlap. `chosen` is among them as long as both its shapes live. Sensors count; shapes of
/// one body do not.
inline constexpr std::size_t max_pairs = 100;
inline constexpr std::size_t max_shapes_without_selection = 24;
std::vector<ShapePair> shape_pairs(const scene::Run& run, BodyHandle selected,
                                   const std::optional<ShapeHandles>& chosen);

/// The two shapes at their poses of now, and at those of one step before.
struct PairCases {
    PairCase now;
    PairCase before;
};
PairCases pair_cases_of(const scene::Run& run, const ShapePair& pair);

}  // namespace toibox::app
