// SPDX-License-Identifier: MIT
// Verdicts on what the engine answered: its searches, impacts, hits and pushes.

#include "scene/run/verdict_answers.h"

#include "toibox/dynamics/world_state.h"
#include "toibox/geometry/convex_proxy.h"

#include "scene/run/body_paths.h"
#include "scene/run/passage.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace toibox::scene {

namespace {

std::optional<BodyPair> bodies_of(const World& world, ShapeHandle a, ShapeHandle b) {
    const std::optional<ShapeView> shape_a = world.find(a);
    const std::optional<ShapeView> shape_b = world.find(b);
    if (!shape_a || !shape_b || shape_a->sensor || shape_b->sensor) return std::nullopt;
    return BodyPair{shape_a->body, shape_b->body};
}

constexpr double late_resolution = 1e-3;  ///< Of the search for the true time, relative to the tolerance.

ToiResult certified(const ToiInput& input, double target, double tolerance) {
    return time_of_impact(ToiMethod::Certified, input,
                          {.target = target, .tolerance = tolerance, .max_iterations = certified_iterations});
}

/// The verdict on one answer; nullopt if it is right. `until`: when a later search replaced the answer.
std::optional<Verdict> judge(const ToiSearch& search, double until, double dt) {
    const ToiOptions& options = search.toi_case.options;
    const ToiInput input = search.toi_case.input();
    const ToiPromises& promised = promises(search.toi_case.method);
    const bool holds = promises_hold(search.toi_case.method, input);
    const auto time = [&](double t) { return search.from + t * (1.0 - search.from); };
    if (search.state == ToiState::Separated && !(promised.never_misses && holds)) {
        const ToiResult truth = certified(input, touch_distance, 0.5 * touch_distance);
        if (truth.state != ToiState::Hit || time(truth.t) >= until) return std::nullopt;
        return Verdict{.kind = VerdictKind::Missed, .t = time(truth.t), .point = truth.point};
    }
    if (search.state == ToiState::Hit && !(promised.never_late && holds)) {
        // Late: the shapes came closer than target − tolerance before the answer.
        const double resolution = late_resolution * options.tolerance;
        const double target = std::max(options.target - options.tolerance - resolution, resolution);
        const ToiResult truth = certified(input, target, resolution);
        if (truth.state != ToiState::Hit || !(truth.t < search.t) || time(truth.t) >= until)
            return std::nullopt;
        return Verdict{.kind = VerdictKind::Late,
                       .t = time(truth.t),
                       .point = truth.point,
                       .seconds = (time(search.t) - time(truth.t)) * dt};
    }
    return std::nullopt;
}

/// False for bodies that did not exist when the step began, and if the probe was switched on in mid-step.
bool is_stored(const VerdictMemory& memory, BodyHandle body) {
    return body.index < memory.before.size() && memory.before[body.index].body == body;
}

/// Speed at which the bodies approached at a point before the step, m/s.
double approach_speed(const World& world, const VerdictMemory& memory, const BodyPair& pair, Vec2 point,
                      Vec2 normal) {
    const auto velocity_at = [&](BodyHandle body) -> Vec2 {
        if (!is_stored(memory, body)) return {};
        const BodyVelocity& velocity = memory.before[body.index].free_velocity;
        return velocity.linear + velocity.angular * left_perp(point - world.find(body)->center());
    };
    return -static_cast<double>(dot(velocity_at(pair.other) - velocity_at(pair.body), normal));
}

/// The middle of the overlap or gap of two shapes before the step, world.
Vec2d middle_before(const World& world, std::span<const VerdictMemory::StoredBody> before, ShapeHandle a,
                    ShapeHandle b) {
    const ShapeView shape_a = *world.find(a);
    const ShapeView shape_b = *world.find(b);
    const ConvexProxyBuffer proxy_a(shape_a.geometry);
    const ConvexProxyBuffer proxy_b(shape_b.geometry);
    const GjkResult gap = gjk_distance(proxy_a.proxy(), before[shape_a.body.index].transform, proxy_b.proxy(),
                                       before[shape_b.body.index].transform);
    return 0.5 * (gap.point_a + gap.point_b);
}

/// Whether the bodies could pass each other in a step if they approach at this speed.
bool could_pass(const World& world, const BodyPair& pair, double speed, double dt) {
    double passing = std::numeric_limits<double>::infinity();
    for (const BodyHandle handle : {pair.body, pair.other}) {
        const BodyView body = *std::as_const(world).find(handle);
        if (body.info().type != BodyType::Static)
            passing = std::min(passing, static_cast<double>(body.mass().min_extent));
    }
    return speed * dt > passing;
}

}  // namespace

bool are_same(const BodyPair& x, const BodyPair& y) {
    return x == y || x == BodyPair{y.other, y.body};
}

bool contains(std::span<const BodyPair> pairs, const BodyPair& pair) {
    return std::ranges::any_of(pairs, [&](const BodyPair& other) { return are_same(other, pair); });
}

void judge_searches(const World& world, const StepReport& report, double dt, std::vector<Verdict>& found) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> replaced_at;  // by shape indices
    for (auto search = report.searches.rbegin(); search != report.searches.rend(); ++search) {
        if (search->core) continue;
        const auto next = replaced_at.try_emplace({search->a.index, search->b.index}, 2.0).first;
        const double until = std::exchange(next->second, search->from);
        const std::optional<BodyPair> bodies = bodies_of(world, search->a, search->b);
        if (!bodies) continue;
        if (std::optional<Verdict> verdict = judge(*search, until, dt)) {
            verdict->body = bodies->body;
            verdict->other = bodies->other;
            found.push_back(*verdict);
        }
    }
}

void judge_impacts(const World& world, double dt, VerdictMemory& memory) {
    const Events& events = world.events();
    const auto add_stopped = [&](const BodyPair& pair, double t, Vec2d point) {
        memory.found.push_back(
            {.kind = VerdictKind::Stopped, .body = pair.body, .other = pair.other, .t = t, .point = point});
    };
    for (const ImpactEvent& event : events.impact) {
        const std::optional<BodyPair> pair = bodies_of(world, event.a, event.b);
        if (!pair) continue;
        memory.impacts.push_back(*pair);
        const double approach = approach_speed(world, memory, *pair, event.point, event.normal);
        if (could_pass(world, *pair, approach, dt)) add_stopped(*pair, event.t, widen(event.point));
        if (event.time_lost > 0.0) {
            memory.found.push_back({.kind = VerdictKind::TimeLost,
                                    .body = pair->body,
                                    .other = pair->other,
                                    .t = event.t,
                                    .point = widen(event.point),
                                    .seconds = event.time_lost});
        }
    }
    for (const HitEvent& event : events.hit) {
        const std::optional<BodyPair> pair = bodies_of(world, event.a, event.b);
        // The hit of an impact has been judged with the impact.
        if (!pair || contains(memory.impacts, *pair)) continue;
        if (!is_stored(memory, pair->body) || !is_stored(memory, pair->other)) continue;
        if (could_pass(world, *pair, static_cast<double>(event.approach), dt))
            add_stopped(*pair, 0.0, middle_before(world, memory.before, event.a, event.b));
    }
    for (const ContactEvent& event : events.begin) {
        if (const std::optional<BodyPair> pair = bodies_of(world, event.a, event.b))
            memory.begun.push_back(*pair);
    }
}

std::vector<Verdict> ghost_hits(const World& world, std::span<const VerdictMemory::StoredBody> before,
                                double dt) {
    std::vector<int> pushes(before.size(), 0);
    std::vector<const Contact*> across_gap;
    const float margin = contact_margin_for(world.settings(), ContinuousPolicy::Off);
    const auto is_stored = [&](std::uint32_t body) { return body < before.size(); };
    for (const Contact& contact : world.contacts()) {
        bool pushed = false;
        bool is_gap = true;
        for (std::uint8_t i = 0; i < contact.count; ++i) {
            pushed = pushed || contact.points[i].normal_impulse > 0.0f;
            is_gap = is_gap && contact.points[i].separation > margin;
        }
        if (!pushed || !is_stored(contact.body_a) || !is_stored(contact.body_b)) continue;
        ++pushes[contact.body_a];
        ++pushes[contact.body_b];
        if (is_gap && contact.response != ContactResponse::Sense) across_gap.push_back(&contact);
    }
    for (const JointHandle handle : world.joints()) {
        const JointBase& joint = base_of(*world.find(handle));
        for (const std::uint32_t body : {joint.body_a, joint.body_b})
            if (is_stored(body)) ++pushes[body];
    }
    const auto free_sweep = [&](std::uint32_t body) {
        const VerdictMemory::StoredBody& start = before[body];
        const BodyView view = *std::as_const(world).find(start.body);
        return Sweep{widen(view.mass().local_center), start.center,
                     start.center + dt * widen(start.free_velocity.linear), start.transform.q,
                     dt * static_cast<double>(start.free_velocity.angular)};
    };
    const auto is_alone = [&](std::uint32_t body) {
        return world.find(before[body].body)->info().type == BodyType::Static || pushes[body] == 1;
    };
    std::vector<Verdict> found;
    for (const Contact* contact : across_gap) {
        if (!world.find(before[contact->body_a].body) || !world.find(before[contact->body_b].body)) continue;
        if (!is_alone(contact->body_a) || !is_alone(contact->body_b)) continue;
        const ConvexProxyBuffer a(world.find(world.shape_at(contact->shape_a))->geometry);
        const ConvexProxyBuffer b(world.find(world.shape_at(contact->shape_b))->geometry);
        const ToiInput input{a.proxy(), b.proxy(), free_sweep(contact->body_a), free_sweep(contact->body_b)};
        const ToiResult free = certified(input, touch_distance, 0.5 * touch_distance);
        if (free.state != ToiState::Separated) continue;
        found.push_back({.kind = VerdictKind::GhostHit,
                         .body = before[contact->body_a].body,
                         .other = before[contact->body_b].body,
                         .t = 0.0,
                         .point = middle_before(world, before, world.shape_at(contact->shape_a),
                                                world.shape_at(contact->shape_b))});
    }
    return found;
}

}  // namespace toibox::scene
