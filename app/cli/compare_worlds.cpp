// SPDX-License-Identifier: MIT
// A scene run with one method, and what that method did not see. Which meetings there were is not asked of
// the method but of certified advancement, on the motions that the bodies really made in each step.
#include "toibox/scene/run.h"

#include "app/cli/comparison.h"
#include "app/cli/interrupt.h"

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

/// Surfaces that come this near have met, metres; half of it either way is left to the method.
constexpr double touch_distance = 1e-4;

/// A body, and what it did in the step.
struct MovedBody {
    BodyView body;
    Sweep sweep;
    std::vector<ShapeHandle> shapes;
    bool fast = false;  ///< Moved so far that it may have met something and left it again.
};

std::vector<MovedBody> motions(World& world) {
    std::vector<MovedBody> all;
    for (const BodyHandle handle : world.bodies()) {
        const BodyView body = *world.find(handle);
        MovedBody moved{body, body.last_sweep(), body.shapes()};
        const BodyMass mass = body.mass();
        const double turn = std::abs(moved.sweep.delta_angle) * static_cast<double>(mass.max_extent);
        const double path_length = distance(moved.sweep.c0, moved.sweep.c1) + turn;
        moved.fast =
            body.info().type == BodyType::Dynamic && path_length > static_cast<double>(mass.min_extent);
        all.push_back(std::move(moved));
    }
    return all;
}

/// Whether the two shapes, apart at both ends of the step, met between.
bool met_between(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b) {
    const ConvexProxyBuffer proxy_a(a);
    const ConvexProxyBuffer proxy_b(b);
    const ToiInput input{proxy_a.proxy(), proxy_b.proxy(), sweep_a, sweep_b};
    const ToiResult met = time_of_impact(ToiMethod::Certified, input,
                                         {.target = touch_distance, .tolerance = 0.5 * touch_distance});
    if (met.state != ToiState::Hit || !(met.t > 0.0)) return false;
    const GjkResult end = gjk_distance(input.a, pose_at(sweep_a, 1.0), input.b, pose_at(sweep_b, 1.0));
    return end.distance > 2.0 * touch_distance;
}

bool bodies_met(const World& world, const MovedBody& a, const MovedBody& b) {
    for (const ShapeHandle mine : a.shapes) {
        for (const ShapeHandle theirs : b.shapes) {
            const ShapeView x = *world.find(mine);
            const ShapeView y = *world.find(theirs);
            if (x.sensor || y.sensor || !may_collide(x.filter, y.filter)) continue;
            if (met_between(x.geometry, a.sweep, y.geometry, b.sweep)) return true;
        }
    }
    return false;
}

/// Whether the policy of either asks a method about what the two meet.
bool uses_toi_method(const BodyView& mover, const BodyView& other) {
    const bool dynamic = other.info().type == BodyType::Dynamic;
    return uses_time_of_impact(mover.continuous_policy()) ||
           (dynamic && uses_time_of_impact(other.continuous_policy()));
}

/// Adds the bodies that met in the step without an impact: of a fast one with what a method is asked about,
/// that is with what is not dynamic, and if it is a bullet with everything.
void count_missed(World& world, const std::set<Pair>& impacts, WorldRow& row) {
    const std::vector<MovedBody> all = motions(world);
    for (const MovedBody& a : all) {
        if (!a.fast) continue;
        for (const MovedBody& b : all) {
            const bool dynamic = b.body.info().type == BodyType::Dynamic;
            if (a.body.handle() == b.body.handle() || (dynamic && !a.body.info().bullet)) continue;
            if (dynamic && b.fast && b.body.info().bullet && b.body.handle() < a.body.handle()) continue;
            if (impacts.contains(sorted(a.body.handle().index, b.body.handle().index))) continue;
            if (!bodies_met(world, a, b)) continue;
            (uses_toi_method(a.body, b.body) ? row.missed : row.unasked) += 1;
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
    Tally outer;
    Tally nanoseconds;
    while (run->steps() < steps && !InterruptGuard::interrupted()) {
        const StepReport& report = run->step();
        if (report.failed()) {
            row.failure =
                report.too_many_pairs ? "too many shapes overlap" : "a state became infinite or not a number";
            break;
        }
        std::set<Pair> impacts;
        collect_impacts(run->world(), impacts);
        count_missed(run->world(), impacts, row);
        row.impacts += report.impacts;
        row.time_lost += report.time_lost;
        row.given_up += report.toi.exhausted;
        outer.merge(report.toi.outer);
        nanoseconds.merge(report.toi.nanoseconds);
    }
    row.steps = run->steps();
    row.calls = outer.calls;
    row.outer = outer.sum;
    row.max_outer = outer.max;
    row.microseconds = 1e-3 * nanoseconds.average();
    row.hash = run->world().hash();
    return row;
}

}  // namespace toibox::app
