// SPDX-License-Identifier: MIT
// Turns the trace of any time-of-impact method into curves, marks and time intervals, so that the plot does
// not depend on the method.
#include "app/studies/toi/toi_study.h"

#include "toibox/narrow/penetration.h"
#include "toibox/toi/separation_function.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace toibox::app {

namespace {

using Event = ToiEvent;

double sample_time(int i) {
    return static_cast<double>(i) / (ToiStudy::samples - 1);
}

template <class Function>
std::vector<Vec2d> sampled(Function&& s) {
    std::vector<Vec2d> points;
    points.reserve(ToiStudy::samples);
    for (int i = 0; i < ToiStudy::samples; ++i)
        points.push_back({sample_time(i), s(sample_time(i))});
    return points;
}

std::vector<Vec2d> sampled_distance(const ToiInput& input) {
    return sampled([&](double t) {
        return -penetration(input.a, pose_at(input.sweep_a, t), input.b, pose_at(input.sweep_b, t)).depth;
    });
}

/// Builds curves, marks and spans of the study from the events of a trace.
class TraceReader {
public:
    TraceReader(const ToiInput& method_input, ToiStudy& study) : method_input_(method_input), study_(study) {}

    void read(std::span<const Event> events) {
        for (std::size_t i = 0; i < events.size(); ++i)
            read(events, i);
    }

private:
    void read(std::span<const Event> events, std::size_t i) {
        const Event& event = events[i];
        switch (event.kind) {
            case Event::Kind::Outer:
                add_mark(ToiMark::Kind::Distance, event, event.t1, event.s1);
                narrow_bracket(event);
                break;
            case Event::Kind::Advance:
                advance(event);
                break;
            case Event::Kind::Circles:
                add_span(ToiSpan::Kind::Step, event.t1, event.t2);
                break;
            case Event::Kind::Step:
                step(event, events.subspan(i + 1));
                break;
            case Event::Kind::Axis:
                axis_.emplace(method_input_, event.feature, event.axis, event.anchor);
                add_axis();
                break;
            case Event::Kind::Deepest:
                deepest(event);
                break;
            case Event::Kind::RootBracket:
                bracket(event);
                break;
            case Event::Kind::FeaturePair:
                feature_pair(events, i);
                break;
            case Event::Kind::RootIterate:
                root_iterate(event);
                break;
            case Event::Kind::End:
                end(event);
                break;
            case Event::Kind::Minorant:
                break;  // read by step()
        }
    }

    void add_mark(ToiMark::Kind kind, const Event& event, double t, double s) {
        study_.marks.push_back(
            {.kind = kind, .rule = event.rule, .pass = std::max(event.outer, 0), .t = t, .s = s});
    }
    void add_span(ToiSpan::Kind kind, double t1, double t2) {
        study_.spans.push_back({kind, t1, t2, static_cast<int>(study_.marks.size()) - 1});
    }
    void deepest(const Event& event) {
        // Often this only confirms that the points of the last root search are still the deepest.
        const bool is_known =
            !study_.marks.empty() && study_.marks.back().t == event.t2 && study_.marks.back().s == event.s2;
        if (!is_known) add_mark(ToiMark::Kind::Deepest, event, event.t2, event.s2);
    }
    void end(const Event& event) {
        if (event.state == ToiState::Separated) return;
        if (std::ranges::find(study_.marks, event.t1, &ToiMark::t) != study_.marks.end()) return;
        add_mark(ToiMark::Kind::Answer, event, event.t1, event.s1);
    }
    void add_curve(ToiCurve::Kind kind, std::vector<Vec2d> points) {
        if (study_.axis_count > ToiStudy::max_axes && kind != ToiCurve::Kind::Bound) return;
        study_.curves.push_back({kind, study_.axis_count - 1,
                                 axis_ ? axis_->feature() : ClosestFeature::Overlap, std::move(points)});
    }
    void add_axis() {
        ++study_.axis_count;
        if (study_.axis_count > ToiStudy::max_axes) return;
        add_curve(ToiCurve::Kind::Axis, sampled([&](double t) { return axis_->deepest(t).s; }));
    }

    /// For interval halving: shows the remaining interval. The method tests the start of the motion, then its
    /// end, then the midpoint of the remaining interval.
    void narrow_bracket(const Event& event) {
        if (study_.method != ToiMethod::IntervalHalving || event.outer == 0) return;
        if (event.outer == 1)
            bracket_ = {0.0, 1.0};
        else
            (event.s1 > study_.options.target ? bracket_[0] : bracket_[1]) = event.t1;
        add_span(ToiSpan::Kind::Bracket, bracket_[0], bracket_[1]);
    }

    void advance(const Event& event) {
        if (length_squared(event.axis) > 0.0) {
            axis_.emplace(method_input_, ClosestFeature::VertexVertex, event.axis, Vec2d{});
            add_axis();
        }
        add_span(ToiSpan::Kind::Step, event.t1, event.t2);
        add_curve(ToiCurve::Kind::Bound,
                  {{event.t1, event.s1}, {event.t2, event.s1 - event.slope * (event.t2 - event.t1)}});
    }

    /// Reads a step of certified advancement. One minorant event per vertex of the other shape follows.
    void step(const Event& event, std::span<const Event> following) {
        set_rotating_axis(event);
        add_mark(ToiMark::Kind::Axis, event, event.t1, event.s1);
        add_span(ToiSpan::Kind::Step, event.t1, std::min(event.t2, 1.0));
        std::size_t count = 0;
        while (count < following.size() && following[count].kind == Event::Kind::Minorant)
            ++count;
        add_curve(ToiCurve::Kind::Bound,
                  minimum_of_minorants(following.first(count), event.t1, std::min(event.t2, 1.0)));
    }
    /// Starts a new axis unless the step has the same axis as the previous step. The event has the axis in
    /// world coordinates at the start of the step; axes are compared in the frame of the shape that the axis
    /// is fixed to.
    void set_rotating_axis(const Event& event) {
        const bool is_face_of_a = event.feature == ClosestFeature::FaceA;
        const Rotd q = rotation_at(is_face_of_a ? method_input_.sweep_a : method_input_.sweep_b, event.t1);
        const Vec2d local = inv_rotate(q, is_face_of_a ? event.axis : -event.axis);
        constexpr double same_axis_tolerance = 1e-9;
        if (axis_ && axis_->feature() == event.feature &&
            distance(axis_->axis(), local) < same_axis_tolerance)
            return;
        const std::span<const Vec2d> points = (is_face_of_a ? method_input_.a : method_input_.b).points;
        const Vec2d anchor = points[static_cast<std::size_t>(support(points, local))];
        axis_.emplace(method_input_, event.feature, local, anchor);
        add_axis();
    }
    static std::vector<Vec2d> minimum_of_minorants(std::span<const Event> minorants, double t1, double t2) {
        constexpr int pieces = 24;
        std::vector<Vec2d> points;
        for (int i = 0; i <= pieces && !minorants.empty(); ++i) {
            const double h = (t2 - t1) * i / pieces;
            const auto value = [h](const Event& minorant) {
                return minorant.s1 + h * (minorant.slope - 0.5 * minorant.curvature * h);
            };
            double minimum = value(minorants.front());
            for (const Event& minorant : minorants)
                minimum = std::min(minimum, value(minorant));
            points.push_back({t1 + h, minimum});
        }
        return points;
    }

    void bracket(const Event& event) {
        bracket_ = {event.t1, event.t2};
        add_span(ToiSpan::Kind::Bracket, event.t1, event.t2);
        add_curve(ToiCurve::Kind::Points,
                  sampled([&](double t) { return axis_->at(event.index_a, event.index_b, t); }));
    }
    void root_iterate(const Event& event) {
        const bool is_feature_pair = event.rule == Event::Rule::LowerBound;
        if (is_feature_pair && !pair_hits_) return;
        add_mark(ToiMark::Kind::Root, event, event.t1, event.s1);
        if (is_feature_pair) {
            add_span(ToiSpan::Kind::Step, last_pair_t_, event.t1);
            last_pair_t_ = event.t1;
            return;
        }
        (event.s1 > study_.options.target ? bracket_[0] : bracket_[1]) = event.t1;
        add_span(ToiSpan::Kind::Bracket, bracket_[0], bracket_[1]);
    }

    /// Reads a feature pair of brute force. The method may test thousands of pairs, so only pairs that hit
    /// are drawn.
    void feature_pair(std::span<const Event> events, std::size_t i) {
        std::size_t last = i;
        while (last + 1 < events.size() && events[last + 1].kind == Event::Kind::RootIterate)
            ++last;
        const double max_hit_distance = study_.options.target + study_.options.tolerance;
        pair_hits_ = last > i && !(events[last].s1 > max_hit_distance);
        last_pair_t_ = 0.0;
        if (!pair_hits_) return;
        ++study_.axis_count;
        const Event& event = events[i];
        const bool is_edge_of_a = event.feature == ClosestFeature::FaceA;
        const ToiInput pair = feature_pair_input(event, is_edge_of_a);
        axis_.reset();
        if (study_.axis_count > ToiStudy::max_axes) return;
        study_.curves.push_back(
            {ToiCurve::Kind::Points, study_.axis_count - 1, event.feature, sampled_distance(pair)});
    }
    /// Input with only the edge and the vertex of the feature pair.
    ToiInput feature_pair_input(const Event& event, bool is_edge_of_a) {
        const std::span<const Vec2d> a = method_input_.a.points;
        const std::span<const Vec2d> b = method_input_.b.points;
        const auto ia = static_cast<std::size_t>(event.index_a);
        const auto ib = static_cast<std::size_t>(event.index_b);
        const std::span<const Vec2d> edge_points = is_edge_of_a ? a : b;
        const std::size_t first = is_edge_of_a ? ia : ib;
        edge_ = {edge_points[first], edge_points[(first + 1) % edge_points.size()]};
        ToiInput pair = method_input_;
        pair.a.points = is_edge_of_a ? std::span<const Vec2d>(edge_) : a.subspan(ia, 1);
        pair.b.points = is_edge_of_a ? b.subspan(ib, 1) : std::span<const Vec2d>(edge_);
        return pair;
    }

    const ToiInput& method_input_;
    ToiStudy& study_;
    std::optional<SeparationFunction> axis_;
    std::array<double, 2> bracket_{};
    std::array<Vec2d, 2> edge_{};
    bool pair_hits_ = false;
    double last_pair_t_ = 0.0;  ///< Time of the last evaluation of the feature pair.
};

void find_range(ToiStudy& study) {
    study.low = std::min(0.0, study.options.target - study.options.tolerance);
    study.high = study.options.target + study.options.tolerance;
    const auto include = [&](double s) {
        study.low = std::min(study.low, s);
        study.high = std::max(study.high, s);
    };
    for (const ToiMark& mark : study.marks)
        include(mark.s);
    for (const ToiCurve& curve : study.curves) {
        if (curve.kind != ToiCurve::Kind::Distance && curve.kind != ToiCurve::Kind::AsSeenByMethod) continue;
        for (const Vec2d& point : curve.points)
            include(point.y);
    }
}

}  // namespace

std::string_view label(const ToiMark& mark) {
    switch (mark.kind) {
        case ToiMark::Kind::Distance:
            return "distance query";
        case ToiMark::Kind::Deepest:
            return "deepest points";
        case ToiMark::Kind::Axis:
            return "step on an axis";
        case ToiMark::Kind::Answer:
            return "result";
        case ToiMark::Kind::Root:
            break;
    }
    switch (mark.rule) {
        case ToiEvent::Rule::Bisection:
            return "bisection";
        case ToiEvent::Rule::FalsePosition:
            return "false position";
        case ToiEvent::Rule::WeightedChord:
            return "weighted chord";
        case ToiEvent::Rule::Projection:
            return "projection";
        case ToiEvent::Rule::InverseQuadratic:
            return "inverse quadratic";
        case ToiEvent::Rule::Newton:
            return "Newton's method";
        case ToiEvent::Rule::LowerBound:
            return "lower bound";
        case ToiEvent::Rule::None:
            break;
    }
    return "evaluation";
}

ToiStudy study_toi(const ToiCase& toi_case, ToiMethod method) {
    const ToiInput input = toi_case.input();
    Vec2d center;
    const ToiInput method_input = effective_input(method, input, center);
    ToiStudy study{.method = method,
                   .options = toi_case.options,
                   .method_input = copy_case(method, method_input, toi_case.options)};
    study.curves.push_back({.kind = ToiCurve::Kind::Distance, .points = sampled_distance(input)});
    if (!promises_hold(method, input) && !promises(method).handles_rotation)
        study.curves.push_back(
            {.kind = ToiCurve::Kind::AsSeenByMethod, .points = sampled_distance(method_input)});
    ToiRecorder recorder;
    study.result = time_of_impact(method, input, toi_case.options, recorder);
    TraceReader(method_input, study).read(recorder.events);
    find_range(study);
    return study;
}

void exchange_shapes(ToiStudy& study) {
    std::swap(study.method_input.a, study.method_input.b);
    std::swap(study.method_input.sweep_a, study.method_input.sweep_b);
    study.result.normal = -study.result.normal;
    for (ToiCurve& curve : study.curves) {
        if (curve.carrier == ClosestFeature::FaceA) {
            curve.carrier = ClosestFeature::FaceB;
        } else if (curve.carrier == ClosestFeature::FaceB) {
            curve.carrier = ClosestFeature::FaceA;
        }
    }
}

std::vector<ToiSpan> conservative_steps(const ToiCase& toi_case) {
    ToiRecorder recorder;
    static_cast<void>(
        time_of_impact(ToiMethod::ConservativeAdvancement, toi_case.input(), toi_case.options, recorder));
    std::vector<ToiSpan> steps;
    for (const Event& event : recorder.events) {
        if (event.kind == Event::Kind::Advance)
            steps.push_back({.kind = ToiSpan::Kind::Step, .t1 = event.t1, .t2 = event.t2});
    }
    return steps;
}

std::optional<double> value_at(const ToiCurve& curve, double t) {
    const auto after = std::ranges::lower_bound(curve.points, t, {}, &Vec2d::x);
    if (after == curve.points.end()) return std::nullopt;
    if (after->x == t) return after->y;
    if (after == curve.points.begin()) return std::nullopt;
    const Vec2d before = *(after - 1);
    return before.y + (after->y - before.y) * (t - before.x) / (after->x - before.x);
}

std::vector<ToiGhost> ghosts_of(const ToiStudy& study, int max_count) {
    std::vector<ToiGhost> all;
    const auto add = [&](double t, int mark) {
        const auto existing = std::ranges::find(all, t, &ToiGhost::t);
        if (existing == all.end())
            all.push_back({.t = t, .mark = mark});
        else if (existing->mark < 0)
            existing->mark = mark;
    };
    add(0.0, -1);
    for (std::size_t i = 0; i < study.marks.size(); ++i)
        add(study.marks[i].t, static_cast<int>(i));
    add(1.0, -1);
    std::vector<ToiGhost> ghosts;
    const std::size_t count = all.size();
    const std::size_t kept = std::min(count, static_cast<std::size_t>(max_count));
    for (std::size_t i = 0; i < kept; ++i) {
        ghosts.push_back(all[kept > 1 ? i * (count - 1) / (kept - 1) : 0]);
        ghosts.back().order = kept > 1 ? static_cast<float>(i) / static_cast<float>(kept - 1) : 0.0f;
    }
    return ghosts;
}

}  // namespace toibox::app
