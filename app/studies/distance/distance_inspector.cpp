// SPDX-License-Identifier: MIT
#include "app/studies/distance/distance_inspector.h"

#include <algorithm>

namespace toibox::app {

namespace {

/// Measures the pair with each method that has a cache. Returns the resulting caches.
DistanceCache cache_of(const PairCase& pair) {
    return {.simplex = measure_distance(DistanceMethod::Gjk, input_of(pair)).cache.simplex,
            .features = measure_distance(DistanceMethod::FeatureWalk, input_of(pair)).cache.features,
            .axis = measure_distance(DistanceMethod::CachedAxis, input_of(pair)).cache.axis};
}

Vec2d mean_of_points(const ToiCase::Points& shape) {
    Vec2d mean{};
    for (const Vec2d& point : shape.points)
        mean += (1.0 / static_cast<double>(shape.points.size())) * point;
    return mean;
}

}  // namespace

void DistanceInspector::close() {
    refresh_key_.reset();
    pairs_.clear();
    pair_index_ = 0;
    studied_key_.clear();
    what_if_.reset();
    highlighted = {};
    highlighted_axis = -1;
}

void DistanceInspector::choose(const ShapePair& pair) {
    key_ = pair.key;
    chosen_.reset();
    if (!pair.shape_a.is_null()) chosen_ = ShapeHandles{pair.shape_a, pair.shape_b};
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (pairs_[i].key == key_) pair_index_ = i;
    }
}

/// Forgets the chosen pair if another scene was opened or another body was selected.
void DistanceInspector::drop_stale_choices(const Session& session) {
    const std::string& scene = session.document().path();
    const BodyHandle selected = session.selection().body;
    if (scene_ != scene || (selected_ != selected && !selected.is_null())) {
        key_.clear();
        chosen_.reset();
    }
    scene_ = scene;
    if (!selected.is_null()) selected_ = selected;
}

void DistanceInspector::refresh(const Session& session) {
    RefreshKey key{.jump_count = session.jump_count(),
                   .step = session.run().steps(),
                   .hash = session.world().hash(),
                   .selection = session.selection()};
    const bool is_up_to_date = refresh_key_ == key;
    if (!is_up_to_date) {
        drop_stale_choices(session);
        refresh_key_ = key;
        pairs_ = shape_pairs(session.run(), key.selection.body, chosen_);
        pair_index_ = find_pair(key.selection);
    }
    if (pair() == nullptr) return;
    if (!is_up_to_date || studied_key_ != pair()->key) load_pair(session);
}

std::size_t DistanceInspector::find_pair(const Selection& selection) const {
    const auto find_first = [&](auto&& predicate) {
        return static_cast<std::size_t>(std::ranges::find_if(pairs_, predicate) - pairs_.begin());
    };
    const auto is_chosen = [&](const ShapePair& pair) { return pair.key == key_; };
    if (const std::size_t i = find_first(is_chosen); i < pairs_.size()) return i;
    const auto is_selected = [&](const ShapePair& pair) {
        return selection.has_pair() &&
               std::minmax(selection.shape_a, selection.shape_b) == std::minmax(pair.shape_a, pair.shape_b);
    };
    if (const std::size_t i = find_first(is_selected); i < pairs_.size()) return i;
    return 0;
}

void DistanceInspector::load_pair(const Session& session) {
    const bool is_other_pair = studied_key_ != pair()->key;
    if (is_other_pair) {
        what_if_.reset();
        highlighted = {};
        highlighted_axis = -1;
    }
    studied_key_ = pair()->key;
    const PairCases cases = pair_cases_of(session.run(), *pair());
    const bool has_moved = cases.current.pose_a != live_.pose_a || cases.current.pose_b != live_.pose_b;
    if (is_other_pair || (has_moved && !what_if_)) step_ = 0;
    live_ = cases.current;
    cache_before_ = cache_of(cases.before);
    recompute();
}

void DistanceInspector::recompute() {
    const PairCase& pair = what_if_ ? *what_if_ : live_;
    cold_study_ = study_gjk(pair);
    const DistanceCache cache = what_if_ ? cache_of(live_) : cache_before_;
    warm_study_ = study_gjk(pair, cache.simplex);
    if (has_method_study(method_)) {
        cold_method_study_ = study_method(method_, pair);
        if (info(method_).uses_cache) warm_method_study_ = study_method(method_, pair, cache);
    }
    TraceRecorder<SatAxis> recorder;
    sat_ = separating_axes(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b, recorder);
    axes_ = std::move(recorder.events);
    highlighted_axis = std::min(highlighted_axis, static_cast<int>(axes_.size()) - 1);
}

void DistanceInspector::choose_method(DistanceMethod method) {
    if (method == method_) return;
    method_ = method;
    step_ = 0;
    if (pair() != nullptr) recompute();
}

void DistanceInspector::set_warm_start(bool warm) {
    if (warm != warm_) step_ = 0;
    warm_ = warm;
}

const MethodStudy* DistanceInspector::method_study(bool warm) const {
    if (!has_method_study(method_)) return nullptr;
    return warm && info(method_).uses_cache ? &warm_method_study_ : &cold_method_study_;
}

const TraceStep* DistanceInspector::shown_trace_step() const {
    return method_study() != nullptr ? &method_study()->steps[static_cast<std::size_t>(step())] : nullptr;
}

const SimplexStep* DistanceInspector::simplex() const {
    if (method_ == DistanceMethod::Gjk) return &shown();
    const TraceStep* step = shown_trace_step();
    return step != nullptr && step->simplex ? &*step->simplex : nullptr;
}

int DistanceInspector::axis() const {
    if (highlighted_axis >= 0) return highlighted_axis;
    for (std::size_t i = axes_.size(); i > 0; --i) {
        if (axes_[i - 1].better) return static_cast<int>(i) - 1;
    }
    return -1;
}

int DistanceInspector::steps() const {
    const MethodStudy* method = method_study();
    return static_cast<int>(method != nullptr ? method->steps.size() : study().steps.size());
}

int DistanceInspector::step() const {
    return std::min(step_, steps() - 1);
}

void DistanceInspector::go_to(int step) {
    const int last = steps() - 1;
    step_ = std::clamp(step, 0, last);
    if (step_ == last && last > 0) step_ = last_step;
}

Transformd& DistanceInspector::what_if_pose(Shape shape) {
    if (!what_if_) what_if_ = live_;
    return shape == Shape::A ? what_if_->pose_a : what_if_->pose_b;
}

void DistanceInspector::move(Shape shape, Vec2d by) {
    what_if_pose(shape).p += by;
    recompute();
}

void DistanceInspector::turn(Shape shape, double radians) {
    Transformd& pose = what_if_pose(shape);
    const Vec2d center = mean_of_points(shape == Shape::A ? what_if_->a : what_if_->b);
    const Vec2d center_world = transform_point(pose, center);
    pose.q = normalized(make_rotd(radians) * pose.q);
    pose.p = center_world - rotate(pose.q, center);
    recompute();
}

void DistanceInspector::reset() {
    what_if_.reset();
    step_ = 0;
    recompute();
}

}  // namespace toibox::app
