// SPDX-License-Identifier: MIT
// One verdict per pair of bodies and step. Crossings are found here; verdict_answers.cpp judges what the
// engine answered.

#include "toibox/scene/verdict_probe.h"

#include "toibox/dynamics/world_state.h"
#include "toibox/geometry/bounds.h"
#include "toibox/geometry/convex_proxy.h"

#include "scene/run/body_paths.h"
#include "scene/run/passage.h"
#include "scene/run/verdict_answers.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace toibox::scene {

namespace {

constexpr std::array<VerdictName, verdict_kind_count> names{{
    {VerdictKind::Stopped, "stopped", "STOPPED",
     "A fast impact was answered, and the body stayed on its side."},
    {VerdictKind::Tunnelled, "tunnelled", "TUNNELLED",
     "The body passed to the other side, and no sampled pose ever touched."},
    {VerdictKind::PushedThrough, "pushed_through", "PUSHED THROUGH",
     "A sampled pose touched, but the body left on the far side."},
    {VerdictKind::Missed, "missed", "MISSED",
     "A TOI method answered \"separated\", although the true motion hits."},
    {VerdictKind::Late, "late", "LATE", "The answer lies after the true time by more than the tolerance."},
    {VerdictKind::GhostHit, "ghost_hit", "GHOST HIT",
     "The motion was changed by something that the body never touches."},
    {VerdictKind::TimeLost, "time_lost", "TIME LOST", "Part of the step was not simulated."},
}};

constexpr std::array<VerdictKind, verdict_kind_count> severity{
    VerdictKind::PushedThrough, VerdictKind::Missed,  VerdictKind::Tunnelled, VerdictKind::GhostHit,
    VerdictKind::Late,          VerdictKind::Stopped, VerdictKind::TimeLost};

/// Finds the crossings of a step.
class Crossings {
public:
    Crossings(const World& world, VerdictMemory& memory, std::span<const BodyPath> paths)
        : world_(world), memory_(memory), paths_(paths) {}

    void judge(const ContactEvent& pair) {
        const BodyHandle body_a = world_.find(pair.a)->body;
        const BodyHandle body_b = world_.find(pair.b)->body;
        const BodyPath* path_a = find_path(paths_, body_a.index);
        const BodyPath* path_b = find_path(paths_, body_b.index);
        if (path_a == nullptr || path_b == nullptr) return;
        if (!can_collide(world_, memory_.before, pair.a, pair.b)) return;
        const ConvexProxyBuffer shape_a(world_.find(pair.a)->geometry);
        const ConvexProxyBuffer shape_b(world_.find(pair.b)->geometry);
        const ConvexProxyBuffer core_a(shape_a.proxy(), erosion(*path_a, world_.find(pair.a)->geometry));
        const ConvexProxyBuffer core_b(shape_b.proxy(), erosion(*path_b, world_.find(pair.b)->geometry));
        const Passage passage =
            trace_passage({shape_a.proxy(), shape_b.proxy(), path_a->sweep, path_b->sweep},
                          {core_a.proxy(), core_b.proxy(), path_a->sweep, path_b->sweep});
        const bool is_sampled = passage.starts_overlapping || passage.ends_overlapping;
        if (!is_sampled && passage.crossings > 0 && !contains(memory_.impacts, {body_a, body_b})) {
            const bool touched = contains(memory_.begun, {body_a, body_b});
            memory_.found.push_back({.kind = touched ? VerdictKind::PushedThrough : VerdictKind::Tunnelled,
                                     .body = body_a,
                                     .other = body_b,
                                     .t = passage.t,
                                     .point = passage.point});
        }
        auto crossed = std::ranges::find_if(memory_.on_far_side, [&](const VerdictMemory::FarSide& known) {
            return known.a == pair.a && known.b == pair.b;
        });
        if (is_sampled && passage.crossings % 2 != 0) {
            if (crossed == memory_.on_far_side.end()) {
                memory_.on_far_side.push_back({pair.a, pair.b, passage.point});
                crossed = std::prev(memory_.on_far_side.end());
            } else {  // It went back.
                memory_.on_far_side.erase(crossed);
                return;
            }
        }
        if (crossed == memory_.on_far_side.end() || passage.ends_overlapping) return;
        memory_.found.push_back({.kind = VerdictKind::PushedThrough,
                                 .body = body_a,
                                 .other = body_b,
                                 .t = 0.0,
                                 .point = crossed->point});
        memory_.on_far_side.erase(crossed);
    }

private:
    static double erosion(const BodyPath& path, const Shape& shape) {
        return path.is_static ? 0.0 : 0.5 * static_cast<double>(inner_radius(shape));
    }

    const World& world_;
    VerdictMemory& memory_;
    std::span<const BodyPath> paths_;
};

/// Names the body that moved farther first; a static body last.
void order_bodies(Verdict& verdict, std::span<const BodyPath> paths) {
    const auto travel = [&](BodyHandle body) {
        const BodyPath* path = find_path(paths, body.index);
        return path == nullptr ? 0.0 : path->travel;
    };
    if (travel(verdict.other) > travel(verdict.body)) std::swap(verdict.body, verdict.other);
}

/// Keeps the worst verdict of each pair, and the sum of its lost time.
std::vector<Verdict> worst_of_each_pair(std::vector<Verdict> found) {
    const auto key = [](const Verdict& verdict) {
        return std::tuple(verdict.body, verdict.other, severity_rank(verdict.kind), verdict.t,
                          verdict.point.x, verdict.point.y);
    };
    std::ranges::sort(found, {}, key);
    std::vector<Verdict> kept;
    for (const Verdict& verdict : found) {
        const bool is_same_pair =
            !kept.empty() && kept.back().body == verdict.body && kept.back().other == verdict.other;
        if (is_same_pair && verdict.kind == VerdictKind::TimeLost &&
            kept.back().kind == VerdictKind::TimeLost) {
            kept.back().seconds += verdict.seconds;
        } else if (!is_same_pair || verdict.kind == VerdictKind::TimeLost) {
            kept.push_back(verdict);
        }
    }
    return kept;
}

}  // namespace

std::span<const VerdictName> verdict_names() {
    return names;
}
const VerdictName& name_of(VerdictKind kind) {
    return names[static_cast<std::size_t>(kind)];
}
std::span<const VerdictKind> verdicts_by_severity() {
    return severity;
}
std::size_t severity_rank(VerdictKind kind) {
    return static_cast<std::size_t>(std::ranges::find(severity, kind) - severity.begin());
}

bool VerdictProbe::needs_searches(const World& world) {
    const WorldSettings& settings = world.settings();
    const auto may_err = [](ToiMethod method) {
        const ToiPromises& promised = promises(method);
        return !(promised.never_misses && promised.never_late && promised.handles_rotation) ||
               promised.discs_only;
    };
    return (uses_time_of_impact(settings.continuous) && may_err(settings.toi)) ||
           !world.state().continuous_overrides.empty();
}

void VerdictProbe::clear_step() {
    memory_.before.clear();
    memory_.found.clear();
    memory_.begun.clear();
    memory_.impacts.clear();
}

void VerdictProbe::begin_step(const World& world, double dt) {
    clear_step();
    const WorldState& state = world.state();
    const auto seconds = static_cast<float>(dt);
    for (const BodyHandle handle : world.bodies()) {
        const std::uint32_t i = handle.index;
        const BodyView body = *world.find(handle);
        BodyVelocity velocity = body.velocity();
        if (body.info().type == BodyType::Dynamic) {
            const Vec2 acceleration = body.info().gravity_scale * state.settings.gravity +
                                      body.mass().inv_mass * state.bodies.force[i].force;
            velocity.linear += seconds * acceleration;
            velocity.angular += seconds * body.mass().inv_inertia * state.bodies.force[i].torque;
            velocity = apply_locks(velocity, body.info());
        }
        memory_.before.resize(i + 1);
        memory_.before[i] = {handle, widen(body.transform()), widen(body.center()), body.angle(), velocity};
    }
}

void VerdictProbe::record(const World& world, const StepReport& report, double dt) {
    judge_searches(world, report, dt, memory_.found);
    judge_impacts(world, dt, memory_);
}

std::vector<Verdict> VerdictProbe::end_step(const World& world, double dt) {
    const std::vector<BodyPath> paths = paths_of(world, memory_.before);
    std::erase_if(memory_.on_far_side, [&](const VerdictMemory::FarSide& pair) {
        return !world.find(pair.a) || !world.find(pair.b);
    });
    Crossings crossings(world, memory_, paths);
    for (const ContactEvent& pair : passing_candidates(world, paths, memory_.on_far_side))
        crossings.judge(pair);
    std::ranges::move(ghost_hits(world, memory_.before, dt), std::back_inserter(memory_.found));

    // While a pair is on the far side it is not stopped; nor is it stopped twice.
    const auto is_on_far_side = [&](const Verdict& verdict) {
        return std::ranges::any_of(memory_.on_far_side, [&](const VerdictMemory::FarSide& pair) {
            return are_same({world.find(pair.a)->body, world.find(pair.b)->body},
                            {verdict.body, verdict.other});
        });
    };
    std::erase_if(memory_.found, [&](const Verdict& verdict) {
        return verdict.kind == VerdictKind::Stopped &&
               (is_on_far_side(verdict) || contains(memory_.answered, {verdict.body, verdict.other}));
    });
    for (Verdict& verdict : memory_.found)
        order_bodies(verdict, paths);
    std::vector<Verdict> verdicts = worst_of_each_pair(std::move(memory_.found));
    memory_.answered.clear();
    for (const Verdict& verdict : verdicts)
        if (verdict.kind == VerdictKind::Stopped) memory_.answered.push_back({verdict.body, verdict.other});
    clear_step();
    return verdicts;
}

}  // namespace toibox::scene
