// SPDX-License-Identifier: MIT
// Walkers at work: collide and slide. A walker casts its shapes along the way of the step, stops at its skin
// before what they meet, takes the part of the rest that goes into the surface away, and goes on with what is
// left. Between two surfaces that both stand in the way nothing of it is left: in the plane no direction is
// along both. The body then gets the velocity that takes it there in one step, so that it is where its casts
// have looked. Source: lecture 003, "Collision Response"; K. Fauerby, "Improved Collision detection and
// Response", 2003 (he goes on without the second case, and trembles in sharp corners).

#include "toibox/scene/run.h"
#include "toibox/scene/tuning.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

/// A walker at a step: its body stays where it is while `done` grows.
struct Walker {
    const World& world;
    BodyView body;
    const WalkerEntry& entry;
};

/// Whether the shape stands in the way of the walker's.
bool is_obstacle(const Walker& walker, const ShapeView& own, ShapeHandle met) {
    const ShapeView other = *walker.world.find(met);
    return other.body != walker.body.handle() && !other.sensor && may_collide(own.filter, other.filter);
}

/// The first that any of the body's shapes meets on the way from where it is, moved by `done`.
std::optional<ShapeCastHit> first_met(const Walker& walker, Vec2d done, Vec2d way) {
    const Transformd frame = widen(walker.body.transform());
    std::optional<ShapeCastHit> first;
    for (const ShapeHandle handle : walker.body.shapes()) {
        const ShapeView own = *walker.world.find(handle);
        if (own.sensor) continue;
        const ShapeCast cast{.from = narrow(Transformd{frame.p + done, frame.q}),
                             .translation = narrow(way),
                             .gap = walker.entry.skin};
        walker.world.shape_cast_all(own.geometry, cast, [&](const ShapeCastHit& hit) {
            if (!is_obstacle(walker, own, hit.shape)) return true;
            if (!first || hit.fraction < first->fraction) first = hit;
            return false;
        });
    }
    return first;
}

/// How far it gets on `way`, at most all of it.
Vec2d free_part(const Walker& walker, Vec2d done, Vec2d way) {
    const auto hit = first_met(walker, done, way);
    return (hit ? hit->fraction : 1.0) * way;
}

/// What the step takes the walker along, out of `wish`.
Vec2d slid(const Walker& walker, Vec2d wish) {
    Vec2d done;
    Vec2d left = wish;
    std::vector<Vec2d> surfaces;  // normals met so far
    for (int i = 0; i <= walker.entry.slides && left != Vec2d{}; ++i) {
        const auto hit = first_met(walker, done, left);
        if (!hit) return done + left;
        done += hit->fraction * left;
        const double skin = static_cast<double>(walker.entry.skin);
        if (hit->distance < tuning::lost_skin * skin)
            done += free_part(walker, done, (skin - hit->distance) * hit->normal);
        left = (1.0 - hit->fraction) * left;
        left = left - dot(left, hit->normal) * hit->normal;
        for (const Vec2d& normal : surfaces) {
            if (dot(left, normal) < 0.0) return done;
        }
        // A surface may bend the way round; a step never goes back.
        if (!(dot(left, wish) > 0.0)) return done;
        surfaces.push_back(hit->normal);
    }
    return done;
}

}  // namespace

void Run::move_walkers(double seconds) {
    walks_.resize(scene_->walkers.size());
    for (std::size_t i = 0; i < walks_.size(); ++i) {
        const WalkerEntry& entry = scene_->walkers[i];
        const auto found = std::as_const(world_).find(body(entry.body));
        if (!found || found->info().type != BodyType::Kinematic) continue;
        const BodyView view = *found;
        Walk& walk = walks_[i];
        const Vec2 velocity = view.velocity().linear;
        if (walk.body != view.handle() || velocity != walk.told) walk = {view.handle(), velocity, velocity};
        const Vec2d way = slid({world_, view, entry}, seconds * widen(walk.wish));
        walk.told = narrow((1.0 / seconds) * way);
        const auto outcome = toibox::apply(
            world_, command::SetVelocity{.body = walk.body, .linear = walk.told, .angular = 0.0f});
        if (!outcome)
            script_errors_.push_back(fmt::format("walker at step {}: {}", steps_, outcome.error().message));
    }
}

}  // namespace toibox::scene
