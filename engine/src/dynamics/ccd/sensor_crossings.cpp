// SPDX-License-Identifier: MIT

// Sensor events of fast bodies. Detection finds shapes that overlap a sensor at the start of a step. Shapes
// that enter and leave a sensor between two detections are found here, on the final motions of the step,
// bounces included: each pair of a sensor and a shape of which one moves far is followed from impact to
// impact. At the start and end of the step, overlap is tested as in detection. In between, one of the two
// shapes is cast without a thin outer layer. If this core hits the other shape, the overlap exceeds rounding
// errors; if detection finds a gap, the core is a layer away. So no crossing is reported twice. Rejected
// alternative: casting whole shapes; of shapes that touch a sensor at the end of a step, 1 in 200 was then
// reported twice.

#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/sensor_tuning.h"
#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_summary.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/make_contact.h"

#include <algorithm>
#include <span>

namespace toibox {

namespace {

// ---- Paths

/// The parts of the final motion of a body, sorted by time; empty if the body moved as the solver planned.
std::span<const PathPart> parts_of(const WorldState& state, std::uint32_t body) {
    const auto parts = std::ranges::equal_range(state.ccd.paths, body, {}, &PathPart::body);
    return {parts.begin(), parts.end()};
}

float path_length(const BodyPose& start, Vec2 end, float rotation, float max_extent) {
    return distance(start.center, end) + (rotation < 0.0f ? -rotation : rotation) * max_extent;
}

/// Upper bound on how far any point of the body moves in the step, metres.
float path_length(const WorldState& state, std::uint32_t body) {
    const float extent = state.bodies.mass[body].max_extent;
    const std::span<const PathPart> parts = parts_of(state, body);
    const BodyMotion& motion = state.bodies.motion[body];
    if (parts.empty())
        return path_length(motion.start, state.bodies.pose[body].center, motion.delta_angle, extent);
    float sum = 0.0f;
    for (const PathPart& part : parts)
        sum += path_length(part.start, part.end, part.delta_angle, extent);
    return sum;
}

/// Fills `path` with the motion of the body over the whole step, as legs from 0 to 1.
void find_path(const WorldState& state, std::uint32_t body, std::vector<PathLeg>& path) {
    const BodyPose& pose = state.bodies.pose[body];
    const Vec2 local_center = state.bodies.mass[body].local_center;
    const Sweep stationary{widen(local_center), widen(pose.center), widen(pose.center), widen(pose.rotation),
                           0.0};
    path.clear();
    if (!is_simulated(state, body)) return path.push_back({.sweep = stationary});
    const std::span<const PathPart> parts = parts_of(state, body);
    if (parts.empty())
        return path.push_back({.sweep = body_sweep(state.bodies.motion[body], pose.center, local_center)});
    for (const PathPart& part : parts) {
        path.push_back({part.from,
                        part.to,
                        {widen(local_center), widen(part.start.center), widen(part.end),
                         widen(part.start.rotation), static_cast<double>(part.delta_angle)}});
    }
    path.front().from = 0.0;
    if (path.back().to < 1.0) path.push_back({path.back().to, 1.0, stationary});
}

Aabb box_of_path(const Shape& shape, std::span<const PathLeg> path) {
    Aabb box = swept_aabb(shape, path.front().sweep);
    for (const PathLeg& leg : path.subspan(1))
        box = merged(box, swept_aabb(shape, leg.sweep));
    return box;
}

/// The part of a leg's motion between the times `from` and `to`.
Sweep sub_sweep(const PathLeg& leg, double from, double to) {
    Sweep sweep = remainder(leg.sweep, (from - leg.from) / (leg.to - leg.from));
    const double fraction = (to - from) / (leg.to - from);
    sweep.c1 = center_at(sweep, fraction);
    sweep.delta_angle *= fraction;
    return sweep;
}

// ---- Pairs

/// Lists the bodies that move far under a policy that uses times of impact. Returns an upper bound on the
/// path length of all other bodies, metres.
float find_fast_bodies(StepContext& step) {
    const WorldState& state = step.state;
    std::vector<std::uint32_t>& fast_bodies = step.ccd.sensors.fast_bodies;
    fast_bodies.clear();
    float max_slow_path = 0.0f;
    bool is_valid = true;
    for_each_simulated_body(state, [&](std::uint32_t body) {
        const float length = path_length(state, body);
        is_valid = is_valid && length <= tuning::coordinate_limit;
        const bool moves_far = length > tuning::search_fraction * state.bodies.mass[body].min_extent;
        if (moves_far && uses_time_of_impact(body_policy_in_step(state, body))) {
            fast_bodies.push_back(body);
        } else if (length > max_slow_path) {
            max_slow_path = length;
        }
    });
    if (!is_valid) fast_bodies.clear();  // The step is about to fail.
    return max_slow_path;
}

/// Whether detection reports overlaps of the pair. (Two segments never have a contact.)
bool may_sense(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    if ((state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) == 0) return false;
    const bool are_segments = type_of(state.shapes.geometry[shape_a]) == ShapeType::Segment &&
                              type_of(state.shapes.geometry[shape_b]) == ShapeType::Segment;
    return !are_segments && can_have_contact(state, shape_a, shape_b);
}

/// Fills SensorScratch::boxes.
void index_sensors(StepContext& step) {
    const WorldState& state = step.state;
    SensorScratch& scratch = step.ccd.sensors;
    const auto count = static_cast<std::uint32_t>(state.shapes.sensor.size());
    scratch.boxes.resize(count);
    for (std::uint32_t shape = 0; shape < count; ++shape) {
        Aabb box = empty_aabb;
        if (state.shapes.sensor[shape] != 0 && state.shapes.ids.is_live(shape)) {
            find_path(state, state.shapes.body[shape], scratch.path_a);
            box = box_of_path(state.shapes.geometry[shape], scratch.path_a);
        }
        scratch.boxes.set(shape, box);
    }
    scratch.boxes.refresh();
}

/// Adds the pairs of a sensor and another shape of which one belongs to the fast body. `slow_path`: upper
/// bound on the path length of bodies that are not fast, metres.
void add_pairs_of(StepContext& step, std::uint32_t body, float slow_path) {
    const WorldState& state = step.state;
    SensorScratch& scratch = step.ccd.sensors;
    find_path(state, body, scratch.path_a);
    for_each_shape(state, body, [&](std::uint32_t shape) {
        const Aabb box = box_of_path(state.shapes.geometry[shape], scratch.path_a);
        const auto add = [&](std::uint32_t other) {
            if (may_sense(state, shape, other))
                scratch.pairs.push_back(shape < other ? ProxyPair{shape, other} : ProxyPair{other, shape});
            return true;
        };
        scratch.boxes.query(box, add);
        if (state.shapes.sensor[shape] == 0) return;
        std::visit([&](const auto& phase) { phase.query(fattened(box, slow_path), add); },
                   *state.broad_phase);
    });
}

/// Finds which pairs touched at the start of the step, and marks their manifolds as not reusable: the next
/// detection must test the poses at the end of this step.
void find_touching_at_start(StepContext& step) {
    SensorScratch& scratch = step.ccd.sensors;
    scratch.touches_at_start.assign(scratch.pairs.size(), 0);
    for (Contact& contact : step.state.contacts) {
        if (contact.response != ContactResponse::Sense) continue;
        const ProxyPair shapes{contact.shape_a, contact.shape_b};
        const auto pair = std::ranges::lower_bound(scratch.pairs, shapes);
        if (pair == scratch.pairs.end() || *pair != shapes) continue;
        scratch.touches_at_start[static_cast<std::size_t>(pair - scratch.pairs.begin())] =
            contact.touching ? 1 : 0;
        contact.base.reach = -1.0f;
    }
}

// ---- Crossings

/// A pair of shapes, one of them shrunk by a thin layer.
class CrossedPair {
public:
    CrossedPair(const WorldState& state, const ProxyPair& shapes)
        : CrossedPair(state.shapes.geometry[shapes.a], state.shapes.geometry[shapes.b],
                      pair_options(state, state.shapes.body[shapes.a], state.shapes.body[shapes.b])) {}

    void move(const Sweep& sweep_a, const Sweep& sweep_b) {
        input_.sweep_a = sweep_a;
        input_.sweep_b = sweep_b;
    }
    /// Whether the shapes overlap at any time of the motion.
    [[nodiscard]] bool meets() const {
        const ToiState state = time_of_impact(ToiMethod::Certified, input_, options_).state;
        return state == ToiState::Hit || state == ToiState::Overlapped;
    }
    [[nodiscard]] bool meets_at_end() const {
        return gjk_distance(input_.a, pose_at(input_.sweep_a, 1.0), input_.b, pose_at(input_.sweep_b, 1.0))
                   .distance <= options_.target;
    }

private:
    CrossedPair(const Shape& a, const Shape& b, const ToiOptions& options)
        : whole_a_(a),
          whole_b_(b),
          layer_(layer_thickness(a, b, options)),
          core_a_(whole_a_.proxy(), casts_core_of_a(a, b) ? layer_ : 0.0),
          core_b_(whole_b_.proxy(), casts_core_of_a(a, b) ? 0.0 : layer_),
          input_{core_a_.proxy(), core_b_.proxy()},
          options_(options) {
        // A shape within this distance of the core overlaps the whole shape by at least half a layer.
        options_.target = 0.5 * layer_;
        options_.tolerance = 0.25 * options_.target;
    }
    static bool casts_core_of_a(const Shape& a, const Shape& b) { return inner_radius(a) > inner_radius(b); }
    static double layer_thickness(const Shape& a, const Shape& b, const ToiOptions& options) {
        const double inner = static_cast<double>(std::max(inner_radius(a), inner_radius(b)));
        return std::min(tuning::sensor_depth_fraction * options.target, 0.5 * inner);
    }

    ConvexProxyBuffer whole_a_;
    ConvexProxyBuffer whole_b_;
    double layer_;
    ConvexProxyBuffer core_a_;
    ConvexProxyBuffer core_b_;
    ToiInput input_;
    ToiOptions options_;
};

/// Whether the next detection will find an overlap of the shapes.
bool overlap_at_end(const WorldState& state, const ProxyPair& shapes) {
    Contact contact = make_contact(state, shapes.a, shapes.b);
    compute_manifold(state, contact, 0.0f);
    return has_overlap(contact);
}

/// Number of times that the two shapes began and stopped overlapping within the step.
int count_crossings(StepContext& step, const ProxyPair& shapes, bool touches_at_start) {
    const WorldState& state = step.state;
    const std::vector<PathLeg>& path_a = step.ccd.sensors.path_a;
    const std::vector<PathLeg>& path_b = step.ccd.sensors.path_b;
    find_path(state, state.shapes.body[shapes.a], step.ccd.sensors.path_a);
    find_path(state, state.shapes.body[shapes.b], step.ccd.sensors.path_b);
    CrossedPair pair(state, shapes);
    int crossings = 0;
    bool is_inside = touches_at_start;
    bool has_entered = false;
    auto a = path_a.begin();
    auto b = path_b.begin();
    for (double from = 0.0; from < 1.0;) {
        const double to = std::min(a->to, b->to);
        pair.move(sub_sweep(*a, from, to), sub_sweep(*b, from, to));
        if (!is_inside) is_inside = has_entered = pair.meets();
        if (is_inside && !(to < 1.0 ? pair.meets_at_end() : overlap_at_end(state, shapes))) {
            crossings += has_entered ? 1 : 0;
            is_inside = has_entered = false;
        }
        if (a->to == to) ++a;
        if (b->to == to) ++b;
        from = to;
    }
    return crossings;
}

}  // namespace

void emit_sensor_crossings(StepContext& step) {
    if (!step.ccd.has_sensors) return;
    WorldState& state = step.state;
    SensorScratch& scratch = step.ccd.sensors;
    std::ranges::sort(state.ccd.paths, [](const PathPart& a, const PathPart& b) {
        return a.body != b.body ? a.body < b.body : a.from < b.from;
    });
    const float slow_path = find_fast_bodies(step);
    if (scratch.fast_bodies.empty()) return;
    index_sensors(step);
    scratch.pairs.clear();
    for (const std::uint32_t body : scratch.fast_bodies)
        add_pairs_of(step, body, slow_path);
    if (scratch.pairs.empty()) return;
    std::ranges::sort(scratch.pairs);
    const auto repeated = std::ranges::unique(scratch.pairs);
    scratch.pairs.erase(repeated.begin(), repeated.end());
    find_touching_at_start(step);
    for (std::size_t i = 0; i < scratch.pairs.size(); ++i) {
        const ContactEvent event{state.shapes.ids.handle_at<ShapeHandle>(scratch.pairs[i].a),
                                 state.shapes.ids.handle_at<ShapeHandle>(scratch.pairs[i].b)};
        const int crossings = count_crossings(step, scratch.pairs[i], scratch.touches_at_start[i] != 0);
        step.events.begin.insert(step.events.begin.end(), static_cast<std::size_t>(crossings), event);
        state.pairs.ended.insert(state.pairs.ended.end(), static_cast<std::size_t>(crossings), event);
    }
}

}  // namespace toibox
