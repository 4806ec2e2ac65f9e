// SPDX-License-Identifier: MIT

// The separating axis test as distance methods: all axes, or first the cached axis: the one that separated
// the shapes last time, which usually still separates them in coherent motion. It is stored by features, so
// that it rotates with the shapes. After a test of all axes, the axis of maximum separation is cached,
// because it stays valid longest. Source: G. van den Bergen, "Collision Detection in Interactive 3D
// Environments", 2004, section 4.3.4.

#include "narrow/distance/distance_methods.h"

#include <type_traits>

namespace toibox::narrow_methods {

namespace {

/// Poses relative to A's origin, because the test itself works in the frame of the poses.
struct PosesRelativeToA {
    explicit PosesRelativeToA(const DistanceInput& input)
        : a{{}, input.pose_a.q}, b{input.pose_b.p - input.pose_a.p, input.pose_b.q} {}
    Transformd a;
    Transformd b;
};

DistanceResult make_sat_result(const DistanceInput& input, const SatSeparation& best) {
    DistanceResult result = make_core_overlap_result(input);
    result.separation = best.separation;
    if (result.separation > 0.0) result.state = DistanceState::Apart;
    result.cores_overlap = !(best.separation + radii(input) > 0.0);
    result.normal = best.tried > 0 ? best.normal : Vec2d{1.0, 0.0};
    result.iterations = best.tried;
    return result;
}

/// The trace for the test: disabled if the trace of the method is disabled.
template <class Trace>
using AxisTrace = std::conditional_t<Trace::enabled, TraceRecorder<SatAxis>, NoTrace>;

void trace_axes(const DistanceInput&, const NoTrace&, NoTrace&) {}
void trace_axes(const DistanceInput& input, const TraceRecorder<SatAxis>& axes, DistanceRecorder& trace) {
    int tried = 0;
    for (const SatAxis& axis : axes.events) {
        const bool is_b = axis.kind == SatAxis::Kind::FaceB;
        trace(DistanceEvent{.kind = DistanceEvent::Kind::Axis,
                            .iteration = tried++,
                            .index_a = is_b ? axis.support : axis.index,
                            .index_b = is_b ? axis.index : axis.support,
                            .direction = axis.direction,
                            .lower = axis.separation + radii(input),
                            .upper = axis.separation + radii(input)});
    }
}

}  // namespace

template <class Trace>
DistanceResult separating_axes(const DistanceInput& input, const DistanceOptions&, Trace& trace) {
    const PosesRelativeToA pose(input);
    AxisTrace<Trace> axes;
    const SatSeparation best = toibox::separating_axes(input.a, pose.a, input.b, pose.b, axes);
    trace_axes(input, axes, trace);
    return make_sat_result(input, best);
}

template <class Trace>
DistanceResult cached_axis(const DistanceInput& input, const DistanceOptions&, Trace& trace) {
    const PosesRelativeToA pose(input);
    AxisTrace<Trace> axes;
    SatSeparation best = test_separating_axis(input.cache.axis, input.a, pose.a, input.b, pose.b, axes);
    const bool separates = best.tried > 0 && best.separation > 0.0;
    if (!separates) {
        const int tried_before = best.tried;
        best = toibox::separating_axes(input.a, pose.a, input.b, pose.b, axes);
        best.tried += tried_before;
    }
    trace_axes(input, axes, trace);
    DistanceResult result = make_sat_result(input, best);
    result.is_exact = !separates;  // all axes were tried
    result.cache.axis = {best.kind, static_cast<std::uint8_t>(best.index),
                         static_cast<std::uint8_t>(best.support)};
    return result;
}

template DistanceResult separating_axes(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceResult separating_axes(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);
template DistanceResult cached_axis(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceResult cached_axis(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
