// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/scene/run.h"

#include "app/studies/distance/pair_case.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// Two shapes of the world or of a query, at their current poses.
struct ShapePair {
    enum class Source : std::uint8_t {
        Near,     ///< Near the selected body; without a selection, any nearby pair of a small world.
        Contact,  ///< Boxes overlap in the broad phase.
        Query,    ///< A query of the scene.
    };
    Source source = Source::Near;
    std::string key;        ///< The same for the same pair in the next step.
    std::string label;      ///< "ball – wall", "query boxes"
    ShapeHandle shape_a{};  ///< Null for queries.
    ShapeHandle shape_b{};
    double separation = 0.0;  ///< Of the surfaces, metres; negative: depth.
};

using ShapeHandles = std::pair<ShapeHandle, ShapeHandle>;

/// The id of the shape's body, with the number of the shape if the body has several.
std::string shape_label(const scene::Run& run, ShapeHandle shape);
/// Distance of two boxes along the axis on which they are farther apart; negative if they overlap.
float aabb_gap(const Aabb& a, const Aabb& b);

/// Near pairs of `selected`, nearest first (without a selection, of all shapes if there are at most
/// `max_shapes_without_selection`), then contacts, then distance and overlap queries; each pair once. Near
/// pairs and contacts are at most `max_pairs`. Also contains `chosen` while both its shapes exist. Includes
/// sensors, but no two shapes of the same body.
inline constexpr std::size_t max_pairs = 100;
inline constexpr std::size_t max_shapes_without_selection = 24;
std::vector<ShapePair> shape_pairs(const scene::Run& run, BodyHandle selected,
                                   const std::optional<ShapeHandles>& chosen);

/// The two shapes at their current poses, and at the poses of one step before.
struct PairCases {
    PairCase now;
    PairCase before;
};
PairCases pair_cases_of(const scene::Run& run, const ShapePair& pair);

}  // namespace toibox::app
