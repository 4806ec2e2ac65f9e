// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"

#include "app/render/camera.h"
#include "app/studies/crowd/crowd.h"

#include <compare>
#include <optional>
#include <span>
#include <vector>

namespace toibox::app {

// Where the runs of a crowd are drawn. Does not depend on the window.

/// What became of a run.
struct CrowdOutcome {
    bool failed = false;
    std::optional<scene::VerdictKind> verdict;

    friend bool operator==(const CrowdOutcome&, const CrowdOutcome&) = default;
};
CrowdOutcome outcome_of(const CrowdRun& run);

/// Neighbouring runs with the same outcome, or, for a summary, all runs with it.
struct OutcomeGroup {
    CrowdOutcome outcome;
    std::size_t first = 0;  ///< Index of a run.
    std::size_t last = 0;
    std::size_t count = 0;
};
/// The groups of neighbouring finished runs, in the order of the sweep.
std::vector<OutcomeGroup> outcome_groups(std::span<const CrowdRun> runs);
/// One group for each outcome, in the order in which they first occur.
std::vector<OutcomeGroup> outcome_summary(std::span<const CrowdRun> runs);

/// The upper edges of labels of one height, close to their centres, in order and without overlap, from `low`
/// to `high` if there is room.
std::vector<float> spread_labels(std::span<const float> centers, float height, float low, float high);

/// Points that are not for runs, at each side of the viewport.
struct CrowdMargins {
    float left = 0.0f;
    float top = 0.0f;
    float right = 0.0f;
    float bottom = 0.0f;
};

/// The places of all runs. In place, each is where it is. Fanned out, each has a line of its own along the
/// main direction of motion, x or y, and only the coordinate in that direction is true.
struct CrowdLayout {
    bool is_fanned = false;
    bool is_along_x = true;   ///< The main direction of motion.
    Camera camera;            ///< Shows the runs around the last verdict within the margins.
    Aabb framed;              ///< The poses around the last verdict, at their true places.
    double first_line = 0.0;  ///< Fanned out: the place of the first run across the motion, metres.
    double line_step = 0.0;   ///< From one line to the next; negative: downwards.
    std::size_t lines = 0;

    /// Where a point of a run is drawn.
    [[nodiscard]] Vec2 place(std::size_t run, Vec2 point) const;
    /// The run whose line is at a world point; nullopt: none, or not fanned out.
    [[nodiscard]] std::optional<std::size_t> line_at(Vec2 point) const;
    /// The area of all lines between two coordinates along the motion.
    [[nodiscard]] Aabb across_lines(float from, float to) const;
};
CrowdLayout layout_crowd(const Crowd& crowd, bool is_fanned, const Viewport& viewport,
                         const CrowdMargins& margins);

/// A static shape that the lines cross.
struct CrossedObstacle {
    const CrowdObstacle* obstacle = nullptr;
    float low = 0.0f;  ///< Along the motion, metres.
    float high = 0.0f;
    /// How far beyond it the centre of a touching body may be, metres; 0: unknown, as the body is no circle.
    float reach = 0.0f;
};
std::vector<CrossedObstacle> crossed_obstacles(const Crowd& crowd, const CrowdLayout& layout);

}  // namespace toibox::app
