// SPDX-License-Identifier: MIT
#include "app/views/past_view.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace toibox::app {
namespace {

constexpr float ghost_fill = 0.05f;          ///< Opacity, as a fraction of that of the outline.
constexpr float ghost_outline_width = 1.0f;  ///< Points.
constexpr float trail_width = 1.0f;          ///< Points.
constexpr float trail_start = 0.15f;         ///< Opacity at the oldest end.
constexpr float trail_end = 0.75f;           ///< Opacity at the newest end.
constexpr float min_ghost_travel = 1.0f;     ///< Points.
constexpr float min_trail_part = 4.0f;       ///< Points; shorter parts are drawn together.
constexpr float min_dot_spacing = 6.0f;      ///< Points.
constexpr float dot_radius = 1.5f;           ///< Points.

/// The samples at the ends of the last steps, newest first, at most `count`.
std::vector<const PoseSample*> ends_of_steps(const std::deque<PoseSample>& samples, std::size_t count) {
    std::vector<const PoseSample*> ends;
    for (auto sample = samples.rbegin(); sample != samples.rend() && ends.size() < count; ++sample) {
        if (!sample->is_mid_step) ends.push_back(&*sample);
    }
    return ends;
}

/// Bound on the distance between the same surface point in two poses.
float travel(const BodyPose& from, const BodyPose& to, float max_extent) {
    const Vec2 turn{to.rotation.c - from.rotation.c, to.rotation.s - from.rotation.s};
    return length(to.center - from.center) + length(turn) * max_extent;
}

void draw_ghost(DrawBatch& batch, const PastView& past, const BodyView& body, const BodyPose& pose,
                float strength) {
    const Transform frame = body_transform(pose, body.mass().local_center);
    for (const ShapeHandle shape : body.shapes()) {
        const Color color = past.shape_color(shape);
        batch.shape(past.world.find(shape)->geometry, frame,
                    {.fill = with_alpha(color, ghost_fill * strength),
                     .outline = with_alpha(color, strength),
                     .width = ghost_outline_width});
    }
}

/// The path of one body, from its newest to its oldest pose.
void draw_trail(DrawBatch& batch, std::span<const Vec2> centers, Color color) {
    const float min_part = batch.view().meters(min_trail_part);
    const float min_spacing = batch.view().meters(min_dot_spacing);
    Vec2 last = centers.front();
    for (std::size_t i = 1; i < centers.size(); ++i) {
        const float reach = length(centers[i] - last);
        if (reach < min_part) continue;
        const float age = static_cast<float>(i) / static_cast<float>(centers.size());
        const Color faded = with_alpha(color, trail_end + age * (trail_start - trail_end));
        batch.line(last, centers[i], faded, trail_width);
        if (reach >= min_spacing) batch.disc(centers[i], dot_radius, faded);
        last = centers[i];
    }
}

}  // namespace

void draw_ghosts(DrawBatch& batch, const PastView& past) {
    const std::vector<const PoseSample*> ends = ends_of_steps(past.samples, max_ghosts + 1);
    const float min_travel = batch.view().meters(min_ghost_travel);
    // The faintest first, so that newer ghosts cover older ones.
    for (std::size_t back = ends.size(); back-- > 1;) {
        const float strength = std::pow(ghost_strength, static_cast<float>(back));
        for (const PoseSample::Entry& entry : ends[back]->entries) {
            if (!past.only.is_null() && entry.body != past.only) continue;
            const auto body = past.world.find(entry.body);
            const PoseSample::Entry* next = ends[back - 1]->find(entry.body);
            if (!body || next == nullptr) continue;
            if (travel(entry.pose, next->pose, body->mass().max_extent) >= min_travel)
                draw_ghost(batch, past, *body, entry.pose, strength);
        }
    }
}

void draw_trails(DrawBatch& batch, const PastView& past, std::size_t steps) {
    const std::vector<const PoseSample*> ends = ends_of_steps(past.samples, steps + 1);
    if (ends.empty()) return;
    std::vector<Vec2> centers;
    for (const PoseSample::Entry& entry : ends.front()->entries) {
        if (!past.only.is_null() && entry.body != past.only) continue;
        const auto body = past.world.find(entry.body);
        if (!body || body->shapes().empty()) continue;
        centers.clear();
        for (const PoseSample* sample : ends) {
            const PoseSample::Entry* at = sample->find(entry.body);
            if (at == nullptr) break;  // the body is younger
            centers.push_back(at->pose.center);
        }
        draw_trail(batch, centers, past.shape_color(body->shapes().front()));
    }
}

}  // namespace toibox::app
