// SPDX-License-Identifier: MIT
#include "app/studies/crowd/curve_runs.h"

#include "app/session/user_settings.h"

#include <algorithm>
#include <utility>

namespace toibox::app {

CurveRuns::CurveRuns(const scene::Document& document, Setup setup)
    : document_(document), setup_(std::move(setup)), points_(setup_.curve.points.size()) {}

void CurveRuns::start(std::size_t point) {
    const bool is_running = running_ && waiting_.front() == point;
    if (is_running) running_.reset();
    std::erase(waiting_, point);
    points_[point] = {};
    waiting_.push_back(point);
}

void CurveRuns::start_all() {
    for (std::size_t i = 0; i < points_.size(); ++i)
        start(i);
}

std::optional<Crowd> CurveRuns::crowd_of(const scene::CurvePoint& point) const {
    const auto scene = document_.resolve(point.variant, setup_.overrides);
    if (!scene) return std::nullopt;
    const auto sweep = std::ranges::find(scene->sweeps, point.sweep, &scene::ParameterSweepEntry::name);
    if (sweep == scene->sweeps.end()) return std::nullopt;
    CrowdSetup setup{.variant = point.variant,
                     .overrides = setup_.overrides,
                     .sweep = *sweep,
                     .condition = setup_.curve.claim,
                     .max_poses = 0};
    if (const auto& changed = setup_.settings)
        setup.settings = merge_user_settings(changed->user, changed->scene, scene->settings);
    auto crowd = Crowd::start(document_, std::move(setup));
    return crowd ? std::optional(*std::move(crowd)) : std::nullopt;
}

void CurveRuns::advance(double seconds) {
    if (waiting_.empty()) return;
    Point& point = points_[waiting_.front()];
    if (!running_) running_ = crowd_of(setup_.curve.points[waiting_.front()]);
    if (running_) {
        running_->advance(seconds);
        point = {.runs = running_->size(),
                 .finished = running_->finished(),
                 .holding = running_->holding(),
                 .failed = running_->failed() > 0};
        if (!running_->is_finished()) return;
    } else {
        point.failed = true;
    }
    running_.reset();
    waiting_.pop_front();
}

}  // namespace toibox::app
