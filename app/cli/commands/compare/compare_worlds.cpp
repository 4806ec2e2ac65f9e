// SPDX-License-Identifier: MIT
// Runs a scene with one time-of-impact method and counts the contacts that the method missed. The true
// contacts come from certified advancement, applied to the actual motions of the bodies in each step.
#include "toibox/scene/run.h"

#include "app/cli/base/interrupt.h"
#include "app/cli/commands/compare/comparison.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace toibox::app {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

Pair sorted(std::uint32_t a, std::uint32_t b) {
    return {std::min(a, b), std::max(a, b)};
}

/// Surfaces within this distance count as a contact, metres; the tolerance is half of it.
constexpr double contact_distance = 1e-4;

/// A body and its motion in the step.
struct MovedBody {
    BodyView body;
    Sweep sweep;
    std::vector<ShapeHandle> shapes;
    bool is_fast = false;  ///< Whether the body moved so far that it may have tunnelled.
};

std::vector<MovedBody> moved_bodies(World& world) {
    std::vector<MovedBody> bodies;
    for (const BodyHandle handle : world.bodies()) {
        const BodyView body = *world.find(handle);
        MovedBody moved{body, body.last_sweep(), body.shapes()};
        const BodyMass mass = body.mass();
        const double turn = std::abs(moved.sweep.delta_angle) * static_cast<double>(mass.max_extent);
        const double path_length = distance(moved.sweep.c0, moved.sweep.c1) + turn;
        moved.is_fast =
            body.info().type == BodyType::Dynamic && path_length > static_cast<double>(mass.min_extent);
        bodies.push_back(std::move(moved));
    }
    return bodies;
}

/// Whether two shapes touched within the step and are separated at its start and end.
bool touched_between(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b) {
    const ConvexProxyBuffer proxy_a(a);
    const ConvexProxyBuffer proxy_b(b);
    const ToiInput input{proxy_a.proxy(), proxy_b.proxy(), sweep_a, sweep_b};
    const ToiResult hit = time_of_impact(ToiMethod::Certified, input,
                                         {.target = contact_distance, .tolerance = 0.5 * contact_distance});
    if (hit.state != ToiState::Hit || !(hit.t > 0.0)) return false;
    const GjkResult end = gjk_distance(input.a, pose_at(sweep_a, 1.0), input.b, pose_at(sweep_b, 1.0));
    return end.distance > 2.0 * contact_distance;
}

bool bodies_touched(const World& world, const MovedBody& a, const MovedBody& b) {
    for (const ShapeHandle handle_a : a.shapes) {
        for (const ShapeHandle handle_b : b.shapes) {
            const ShapeView shape_a = *world.find(handle_a);
            const ShapeView shape_b = *world.find(handle_b);
            if (shape_a.sensor || shape_b.sensor || !may_collide(shape_a.filter, shape_b.filter)) continue;
            if (touched_between(shape_a.geometry, a.sweep, shape_b.geometry, b.sweep)) return true;
        }
    }
    return false;
}

/// Whether the policy of either body uses a time-of-impact method for this pair.
bool uses_toi_method(const BodyView& mover, const BodyView& other) {
    const bool dynamic = other.info().type == BodyType::Dynamic;
    return uses_time_of_impact(mover.continuous_policy()) ||
           (dynamic && uses_time_of_impact(other.continuous_policy()));
}

/// Counts the pairs that touched within the step without an impact. Counts only pairs of a fast body with a
/// body that is not dynamic, and of a fast bullet with any body.
void count_missed(World& world, const std::set<Pair>& impacts, WorldRow& row) {
    const std::vector<MovedBody> bodies = moved_bodies(world);
    for (const MovedBody& a : bodies) {
        if (!a.is_fast) continue;
        for (const MovedBody& b : bodies) {
            const bool dynamic = b.body.info().type == BodyType::Dynamic;
            if (a.body.handle() == b.body.handle() || (dynamic && !a.body.info().bullet)) continue;
            if (dynamic && b.is_fast && b.body.info().bullet && b.body.handle() < a.body.handle()) continue;
            if (impacts.contains(sorted(a.body.handle().index, b.body.handle().index))) continue;
            if (!bodies_touched(world, a, b)) continue;
            (uses_toi_method(a.body, b.body) ? row.missed : row.untested) += 1;
        }
    }
}

void collect_impacts(const World& world, std::set<Pair>& impacts) {
    for (const ImpactEvent& event : world.events().impact) {
        const std::optional<ShapeView> a = world.find(event.a);
        const std::optional<ShapeView> b = world.find(event.b);
        if (a && b) impacts.insert(sorted(a->body.index, b->body.index));
    }
}

}  // namespace

std::uint64_t nanoseconds_now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

WorldRow run_world(scene::Scene scene, std::int64_t steps) {
    WorldRow row;
    row.method = promises(scene.settings.toi).name;
    Result<scene::Run, scene::Diagnostics> run = scene::Run::start(std::move(scene));
    if (!run) {
        row.failure = run.error().front().message;
        return row;
    }
    run->world().set_clock(nanoseconds_now);
    Tally outer_iterations;
    Tally nanoseconds;
    while (run->steps() < steps && !InterruptGuard::interrupted()) {
        const StepReport& report = run->step();
        if (report.failed()) {
            row.failure = report.too_many_contacts ? "too many shapes overlap"
                                                   : "a state became infinite or not a number";
            break;
        }
        std::set<Pair> impacts;
        collect_impacts(run->world(), impacts);
        count_missed(run->world(), impacts, row);
        row.impacts += report.impacts;
        row.time_lost += report.time_lost;
        row.given_up += report.toi.exhausted;
        outer_iterations.merge(report.toi.outer);
        nanoseconds.merge(report.toi.nanoseconds);
    }
    row.steps = run->steps();
    row.calls = outer_iterations.calls;
    row.outer = outer_iterations.sum;
    row.max_outer = outer_iterations.max;
    row.microseconds = 1e-3 * nanoseconds.average();
    row.hash = run->world().hash();
    return row;
}

}  // namespace toibox::app
