// SPDX-License-Identifier: MIT
#include "app/views/crowd/crowd_layout.h"

#include "toibox/geometry/bounds.h"

#include <algorithm>
#include <cmath>

namespace toibox::app {

namespace {

/// States before the shown one that the camera shows.
constexpr std::int64_t framed_steps = 8;
constexpr float min_extent = 0.1f;  ///< Of the framed poses, metres.

/// Half the size of the body in question about its origin, metres.
float reach_of(const CrowdRun& run) {
    float reach = 0.0f;
    for (const Shape& shape : run.shapes) {
        const Aabb box = compute_aabb(shape, Transform{});
        for (const float side : {box.lower.x, box.lower.y, box.upper.x, box.upper.y})
            reach = std::max(reach, std::abs(side));
    }
    return reach;
}

/// The poses of all finished runs in the framed states.
Aabb framed_poses(const Crowd& crowd) {
    Aabb box = empty_aabb;
    const std::int64_t shown = crowd.shown_step();
    const bool has_verdict =
        std::ranges::any_of(crowd.runs(), [](const CrowdRun& run) { return run.verdict.has_value(); });
    const std::int64_t first = has_verdict ? std::max<std::int64_t>(shown - framed_steps, 0) : 0;
    float reach = 0.0f;
    for (const CrowdRun& run : crowd.runs()) {
        reach = std::max(reach, reach_of(run));
        for (std::int64_t step = first; step <= shown && !run.poses.empty(); ++step) {
            box.lower = min(box.lower, run.pose(step)->p);
            box.upper = max(box.upper, run.pose(step)->p);
        }
    }
    if (!is_valid(box)) box = {};
    return fattened(box, std::max(reach, min_extent));
}

float along(Vec2 point, bool is_along_x) {
    return is_along_x ? point.x : point.y;
}

float across(Vec2 point, bool is_along_x) {
    return is_along_x ? point.y : point.x;
}

}  // namespace

CrowdOutcome outcome_of(const CrowdRun& run) {
    return {run.state == CrowdRun::State::Failed, run.verdict};
}

std::vector<OutcomeGroup> outcome_groups(std::span<const CrowdRun> runs) {
    std::vector<OutcomeGroup> groups;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!runs[i].is_finished()) continue;
        const CrowdOutcome outcome = outcome_of(runs[i]);
        const bool continues =
            !groups.empty() && groups.back().last + 1 == i && groups.back().outcome == outcome;
        if (!continues) groups.push_back({outcome, i, i, 0});
        groups.back().last = i;
        ++groups.back().count;
    }
    return groups;
}

std::vector<OutcomeGroup> outcome_summary(std::span<const CrowdRun> runs) {
    std::vector<OutcomeGroup> summary;
    for (const OutcomeGroup& group : outcome_groups(runs)) {
        const auto same = std::ranges::find(summary, group.outcome, &OutcomeGroup::outcome);
        if (same == summary.end()) {
            summary.push_back(group);
        } else {
            same->count += group.count;
            same->last = group.last;
        }
    }
    return summary;
}

std::vector<float> spread_labels(std::span<const float> centers, float height, float low, float high) {
    std::vector<float> tops;
    for (const float center : centers) {
        const float free = tops.empty() ? low : tops.back() + height;
        tops.push_back(std::max(center - 0.5f * height, free));
    }
    float end = high;
    for (std::size_t i = tops.size(); i-- > 0;) {
        tops[i] = std::max(std::min(tops[i], end - height), low);
        end = tops[i];
    }
    return tops;
}

Vec2 CrowdLayout::place(std::size_t run, Vec2 point) const {
    if (!is_fanned) return point;
    const auto line = static_cast<float>(first_line + line_step * static_cast<double>(run));
    return is_along_x ? Vec2{point.x, line} : Vec2{line, point.y};
}

std::optional<std::size_t> CrowdLayout::line_at(Vec2 point) const {
    if (!is_fanned || lines == 0) return std::nullopt;
    const double index =
        std::round((static_cast<double>(across(point, is_along_x)) - first_line) / line_step);
    if (!(index >= 0.0) || index >= static_cast<double>(lines)) return std::nullopt;
    return static_cast<std::size_t>(index);
}

Aabb CrowdLayout::across_lines(float from, float to) const {
    const auto first = static_cast<float>(first_line - 0.5 * line_step);
    const auto last = static_cast<float>(first_line + line_step * (static_cast<double>(lines) - 0.5));
    const float low = std::min(first, last);
    const float high = std::max(first, last);
    return is_along_x ? Aabb{{from, low}, {to, high}} : Aabb{{low, from}, {high, to}};
}

CrowdLayout layout_crowd(const Crowd& crowd, bool is_fanned, const Viewport& viewport,
                         const CrowdMargins& margins) {
    CrowdLayout out;
    out.is_fanned = is_fanned;
    out.lines = crowd.size();
    out.framed = framed_poses(crowd);
    const Vec2d size = widen(out.framed.upper - out.framed.lower);
    out.is_along_x = size.x >= size.y;
    const double width = std::max(static_cast<double>(viewport.width - margins.left - margins.right), 1.0);
    const double height = std::max(static_cast<double>(viewport.height - margins.top - margins.bottom), 1.0);
    double scale = out.is_along_x ? width / size.x : height / size.y;
    if (!is_fanned) scale = std::min(width / size.x, height / size.y);
    scale = std::clamp(scale, min_camera_scale, max_camera_scale);
    // From the centre of the viewport to that of the area within the margins, points.
    const Vec2d offset{0.5 * static_cast<double>(margins.left - margins.right),
                       0.5 * static_cast<double>(margins.top - margins.bottom)};
    const Vec2d middle = widen(center(out.framed));
    out.camera = {{middle.x - offset.x / scale, middle.y + offset.y / scale}, scale};
    const double fan = (out.is_along_x ? height : width) / scale;
    out.line_step = (out.is_along_x ? -fan : fan) / static_cast<double>(std::max<std::size_t>(out.lines, 1));
    const double start = out.is_along_x ? middle.y + 0.5 * fan : middle.x - 0.5 * fan;
    out.first_line = start + 0.5 * out.line_step;
    return out;
}

std::vector<CrossedObstacle> crossed_obstacles(const Crowd& crowd, const CrowdLayout& layout) {
    std::vector<CrossedObstacle> crossed;
    const bool is_along_x = layout.is_along_x;
    const auto with_shapes =
        std::ranges::find_if(crowd.runs(), [](const CrowdRun& run) { return !run.shapes.empty(); });
    float reach = 0.0f;
    if (with_shapes != crowd.runs().end() && with_shapes->shapes.size() == 1) {
        const auto* circle = std::get_if<Circle>(&with_shapes->shapes.front());
        if (circle != nullptr && circle->center == Vec2{}) reach = circle->radius;
    }
    for (const CrowdObstacle& obstacle : crowd.obstacles()) {
        if (!overlaps(obstacle.bounds, layout.framed)) continue;
        // Only a shape that no line passes beside is the same for all of them.
        const bool spans =
            across(obstacle.bounds.lower, is_along_x) <= across(layout.framed.lower, is_along_x) &&
            across(obstacle.bounds.upper, is_along_x) >= across(layout.framed.upper, is_along_x);
        if (spans)
            crossed.push_back({&obstacle, along(obstacle.bounds.lower, is_along_x),
                               along(obstacle.bounds.upper, is_along_x), reach});
    }
    return crossed;
}

}  // namespace toibox::app
