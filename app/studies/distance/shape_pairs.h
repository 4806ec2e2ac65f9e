// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/scene/run.h"

#include "app/session/pair_order.h"
#include "app/studies/distance/pair_case.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// Two shapes of the world or of a query, at their current poses. A and B as in pair_order.h; a query of a
/// scene names its A and B.
struct ShapePair {
    enum class Source : std::uint8_t {
        Near,  ///< A shape of the selected body and a nearby shape; without a selection, any nearby shapes.
        Contact,  ///< Two shapes whose fat boxes overlap.
        Query,    ///< A query of the scene.
    };
    Source source = Source::Near;
    std::string key;        ///< Identifies the pair across steps.
    std::string label;      ///< "ball – wall", "query boxes"
    ShapeHandle shape_a{};  ///< Null for queries.
    ShapeHandle shape_b{};
    double separation = 0.0;  ///< Separation of the surfaces, metres; negative: minus the depth.
};

/// Display name of a shape: the id of the body, with the number of the shape if the body has several ("car
/// #2").
std::string shape_label(const scene::Run& run, ShapeHandle shape);
/// Distance between two boxes along the axis on which they are farther apart, metres; negative if the boxes
/// overlap.
float aabb_gap(const Aabb& a, const Aabb& b);

/// The pairs that the panel offers, each once: first pairs near the body `selected`, nearest first; then
/// contacts; then distance and overlap queries. Without a selection, near pairs are those of all shapes if
/// there are at most `max_shapes_without_selection`. There are at most `max_pairs` near pairs and contacts.
/// Also contains `chosen` while both shapes exist. Includes sensors, but not two shapes of the same body.
inline constexpr std::size_t max_pairs = 100;
inline constexpr std::size_t max_shapes_without_selection = 24;
std::vector<ShapePair> shape_pairs(const scene::Run& run, BodyHandle selected,
                                   const std::optional<ShapeHandles>& chosen);

/// The two shapes at their current poses and at their poses one step before.
struct PairCases {
    PairCase current;
    PairCase before;
};
PairCases pair_cases_of(const scene::Run& run, const ShapePair& pair);

}  // namespace toibox::app
