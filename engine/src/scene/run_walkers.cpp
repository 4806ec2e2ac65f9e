// SPDX-License-Identifier: MIT
// Walkers at work: collide and slide. A walker casts its shapes along the way of the step, stops at its skin
// before what they meet, takes the part of the rest that goes into the surface away, and goes on with what is
// left. Between two surfaces that both stand in the way nothing of it is left: in the plane no direction is
// along both. The body then gets the velocity that takes it there in one step, so that it is where its casts
// have looked. Of kinematic bodies the step's motion is known: they are met in their frame, so that a lift
// takes along and a piston pushes. Walkers go one after the other, each among those that have gone before.
// Source: lecture 003, "Collision Response"; K. Fauerby, "Improved Collision detection and Response", 2003
// (he goes on without the second case, and trembles in sharp corners).

#include "toibox/geometry/bounds.h"
#include "toibox/narrow/gjk.h"
#include "toibox/narrow/penetration.h"
#include "toibox/scene/run.h"
#include "toibox/scene/tuning.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace toibox::scene {

namespace {

/// A kinematic body that moves in the step.
struct Goer {
    BodyHandle body;
    Vec2d center;
    Vec2d velocity;
    double spin = 0.0;
    Aabb box;  ///< Round its shapes, as it stands before the step.

    [[nodiscard]] Vec2d velocity_at(Vec2d point) const { return velocity + cross(spin, point - center); }
};

/// What moves in the step, as far as it is known.
struct Traffic {
    std::vector<Goer> goers;
    std::vector<char> goes;  ///< By index of body.

    void add(const World& world, const BodyView& body);
    [[nodiscard]] bool moves(BodyHandle body) const { return body.index < goes.size() && goes[body.index]; }
};

void Traffic::add(const World& world, const BodyView& body) {
    const BodyVelocity velocity = body.velocity();
    if (velocity.linear == Vec2{} && velocity.angular == 0.0f) return;
    Goer goer{.body = body.handle(),
              .center = widen(body.center()),
              .velocity = widen(velocity.linear),
              .spin = static_cast<double>(velocity.angular),
              .box = no_aabb};
    for (const ShapeHandle shape : body.shapes())
        goer.box = merged(goer.box, compute_aabb(world.find(shape)->geometry, body.transform()));
    goers.push_back(goer);
    if (goes.size() <= goer.body.index) goes.resize(goer.body.index + 1);
    goes[goer.body.index] = 1;
}

/// A walker at a step of so many seconds: its body stays where it is while `done` grows.
struct Walker {
    const World& world;
    const Traffic& traffic;
    BodyView body;
    const WalkerEntry& entry;
    double seconds;
};

/// A part of the step's way.
struct Leg {
    Vec2d done;
    Vec2d way;
    double time;  ///< That it takes, and that is left of the step: seconds.
};

struct Met {
    ShapeCastHit hit;
    Vec2d velocity;  ///< Of what is met.
};

/// Whether the shape stands in the way of the walker's.
bool is_obstacle(const Walker& walker, const ShapeView& own, const ShapeView& other) {
    return other.body != walker.body.handle() && !other.sensor && may_collide(own.filter, other.filter);
}

Transform pose_at(const Walker& walker, Vec2d done) {
    const Transformd frame = widen(walker.body.transform());
    return narrow(Transformd{frame.p + done, frame.q});
}

/// Calls visit(own shape) for those of the walker's shapes that meet things.
template <class Visitor>
void for_each_solid(const Walker& walker, Visitor&& visit) {
    for (const ShapeHandle handle : walker.body.shapes()) {
        if (const ShapeView own = *walker.world.find(handle); !own.sensor) visit(own);
    }
}

/// Keeps the earlier of `first` and the first hit of a cast that `admits`.
template <class Admits>
void meet(const Walker& walker, const ShapeView& own, const ShapeCast& cast, Vec2d velocity,
          std::optional<Met>& first, Admits&& admits) {
    walker.world.shape_cast_all(own.geometry, cast, [&](const ShapeCastHit& hit) {
        const ShapeView other = *walker.world.find(hit.shape);
        if (!is_obstacle(walker, own, other) || !admits(other, hit)) return true;
        if (!first || hit.fraction < first->hit.fraction) first = Met{hit, velocity};
        return false;
    });
}

/// The same of a body that moves, in its frame. Its turn counts as the motion that it makes at the walker's
/// place.
void meet(const Walker& walker, const ShapeView& own, const Leg& leg, const Goer& goer,
          std::optional<Met>& first) {
    const Vec2d velocity = goer.velocity_at(widen(walker.body.center()) + leg.done);
    const double elapsed = walker.seconds - leg.time;
    const ShapeCast cast{.from = pose_at(walker, leg.done - elapsed * velocity),
                         .translation = narrow(leg.way - leg.time * velocity),
                         .gap = walker.entry.skin};
    const Aabb start = compute_aabb(own.geometry, cast.from);
    const Aabb swept = merged(start, Aabb{start.lower + cast.translation, start.upper + cast.translation});
    if (!overlaps(fattened(swept, 2.0f * cast.gap), goer.box)) return;
    meet(walker, own, cast, velocity, first,
         [&](const ShapeView& other, const ShapeCastHit&) { return other.body == goer.body; });
}

/// The first that any of the body's shapes meets.
std::optional<Met> first_met(const Walker& walker, const Leg& leg) {
    std::optional<Met> first;
    for_each_solid(walker, [&](const ShapeView& own) {
        const ShapeCast cast{
            .from = pose_at(walker, leg.done), .translation = narrow(leg.way), .gap = walker.entry.skin};
        meet(walker, own, cast, {}, first,
             [&](const ShapeView& other, const ShapeCastHit&) { return !walker.traffic.moves(other.body); });
        for (const Goer& goer : walker.traffic.goers)
            meet(walker, own, leg, goer, first);
    });
    return first;
}

/// That in whose skin the walker lies deepest, of what does not give way itself.
std::optional<ShapeDistance> pressed_on(const Walker& walker, Vec2d done) {
    std::optional<ShapeDistance> deepest;
    const double bound = tuning::lost_skin * static_cast<double>(walker.entry.skin);
    const Transform pose = pose_at(walker, done);
    for_each_solid(walker, [&](const ShapeView& own) {
        const ConvexProxyBuffer mine(own.geometry);
        const Aabb around = fattened(compute_aabb(own.geometry, pose), walker.entry.skin);
        walker.world.query_aabb(around, [&](ShapeHandle handle) {
            const ShapeView other = *walker.world.find(handle);
            const BodyView body = *walker.world.find(other.body);
            if (body.info().type == BodyType::Dynamic || !is_obstacle(walker, own, other)) return true;
            const ConvexProxyBuffer standing(other.geometry);
            const Transformd frame = widen(body.transform());
            const GjkResult apart = gjk_distance(standing.proxy(), frame, mine.proxy(), widen(pose));
            ShapeDistance found{handle, apart.distance, apart.point_a, apart.normal};
            if (!(apart.distance > 0.0)) {
                const Penetration inside = penetration(standing.proxy(), frame, mine.proxy(), widen(pose));
                found.distance = -inside.depth;
                found.normal = inside.normal;
            }
            if (found.distance < bound && (!deepest || found.distance < deepest->distance)) deepest = found;
            return true;
        });
    });
    return deepest;
}

/// The part of a push that leads into nothing it was out of.
double free_part(const Walker& walker, Vec2d done, Vec2d push) {
    std::optional<Met> first;
    for_each_solid(walker, [&](const ShapeView& own) {
        meet(walker, own, {.from = pose_at(walker, done), .translation = narrow(push)}, {}, first,
             [](const ShapeView&, const ShapeCastHit& hit) { return hit.fraction > 0.0; });
    });
    return first ? first->hit.fraction : 1.0;
}

/// Puts a walker back that something has come to in spite of all: what turns, what it began in.
Vec2d recovered(const Walker& walker) {
    Vec2d done;
    double left = tuning::recovery_speed * walker.seconds;
    for (int i = 0; i < tuning::recovery_pushes && left > 0.0; ++i) {
        const auto pressed = pressed_on(walker, done);
        if (!pressed) break;
        const double way = std::min(left, static_cast<double>(walker.entry.skin) - pressed->distance);
        const Vec2d push = way * pressed->normal;
        done += free_part(walker, done, push) * push;
        left -= way;
    }
    return done;
}

/// A surface met on the way.
struct Surface {
    Vec2d normal;
    Vec2d velocity;
};

/// By how much a way of so many seconds leads into the surface, metres.
double into(const Surface& surface, Vec2d way, double time) {
    const double slack = tuning::carried_share * time * length(surface.velocity);
    const double away = dot(way - time * surface.velocity, surface.normal);
    return away < -slack ? -away : 0.0;
}

/// The way that keeps up with both surfaces; none if they shut it in.
Vec2d way_in_corner(const Surface& a, const Surface& b, double time) {
    const double sine = cross(a.normal, b.normal);
    if (!(sine * sine > tuning::least_corner_sine * tuning::least_corner_sine)) return {};
    const double along_a = dot(a.velocity, a.normal);
    const double along_b = dot(b.velocity, b.normal);
    const Vec2d solved = right_perp(b.normal) * along_a - right_perp(a.normal) * along_b;
    return (time / sine) * solved;
}

/// Turns the way along `met` so that it leads into no surface met earlier; false if there is none.
bool fits(const std::vector<Surface>& surfaces, const Surface& met, Leg& leg) {
    const auto is_blocked = [&](const Surface& earlier) { return into(earlier, leg.way, leg.time) > 0.0; };
    const auto blocking = std::find_if(surfaces.begin(), surfaces.end(), is_blocked);
    if (blocking == surfaces.end()) return true;
    leg.way = way_in_corner(*blocking, met, leg.time);
    return leg.way != Vec2d{} && std::none_of(surfaces.begin(), blocking, is_blocked) &&
           std::none_of(std::next(blocking), surfaces.end(), is_blocked);
}

/// What the step takes the walker along, out of `wish`, in metres.
Vec2d slid(const Walker& walker, Vec2d wish) {
    Leg leg{recovered(walker), wish, walker.seconds};
    std::vector<Surface> surfaces;
    bool carried = false;  // by a surface that moves: its way may lead back
    for (int i = 0; i <= walker.entry.slides + tuning::carries && leg.time > 0.0; ++i) {
        const auto met = first_met(walker, leg);
        if (!met) return leg.done + leg.way;
        const double rest = 1.0 - met->hit.fraction;
        leg = {leg.done + met->hit.fraction * leg.way, rest * leg.way, rest * leg.time};
        const Surface surface{met->hit.normal, met->velocity};
        const double carry = dot(surface.velocity, surface.normal);
        carried = carried || carry > 0.0;
        if (i < walker.entry.slides) {
            leg.way += into(surface, leg.way, leg.time) * surface.normal;
        } else {
            leg.way = std::max(0.0, leg.time * carry) * surface.normal;
        }
        if (!fits(surfaces, surface, leg)) return leg.done;
        // A surface may bend the way round; by itself a walker never goes back.
        if (!carried && !(dot(leg.way, wish) > 0.0)) return leg.done;
        surfaces.push_back(surface);
    }
    return leg.done;
}

}  // namespace

void Run::note_order(const Command& given) {
    const auto* order = std::get_if<command::SetVelocity>(&given);
    if (order == nullptr || !order->linear) return;
    for (Walk& walk : state_.walks) {
        if (walk.body == order->body) walk.wish = walk.told = *order->linear;
    }
}

void Run::tell(Walk& walk, Vec2 velocity) {
    const BodyVelocity present = std::as_const(world_).find(walk.body)->velocity();
    walk.told = present.linear;
    // Unasked for, it would wake what lies on it.
    if (velocity == present.linear && present.angular == 0.0f) return;
    const auto outcome =
        toibox::apply(world_, command::SetVelocity{.body = walk.body, .linear = velocity, .angular = 0.0f});
    if (!outcome)
        script_errors_.push_back(fmt::format("walker at step {}: {}", state_.steps, outcome.error().message));
    walk.told = std::as_const(world_).find(walk.body)->velocity().linear;
}

void Run::move_walkers(double seconds) {
    if (scene_->walkers.empty()) return;
    state_.walks.resize(scene_->walkers.size());
    std::vector<char> walking;
    for (std::size_t i = 0; i < state_.walks.size(); ++i) {
        const auto found = std::as_const(world_).find(body(scene_->walkers[i].body));
        if (!found || found->info().type != BodyType::Kinematic) {
            state_.walks[i] = {};
            continue;
        }
        Walk& walk = state_.walks[i];
        // Who writes a velocity past apply() has given an order too.
        const Vec2 velocity = found->velocity().linear;
        if (walk.body != found->handle() || velocity != walk.told)
            walk = {found->handle(), velocity, velocity};
        if (walking.size() <= walk.body.index) walking.resize(walk.body.index + 1);
        walking[walk.body.index] = 1;
    }
    Traffic traffic;
    for (const BodyHandle handle : world_.bodies()) {
        const BodyView other = *std::as_const(world_).find(handle);
        const bool walks = handle.index < walking.size() && walking[handle.index] != 0;
        if (other.info().type == BodyType::Kinematic && !walks) traffic.add(world_, other);
    }
    for (std::size_t i = 0; i < state_.walks.size(); ++i) {
        Walk& walk = state_.walks[i];
        const auto found = std::as_const(world_).find(walk.body);
        if (!found) continue;
        const Vec2d way =
            slid({world_, traffic, *found, scene_->walkers[i], seconds}, seconds * widen(walk.wish));
        tell(walk, narrow((1.0 / seconds) * way));
        traffic.add(world_, *std::as_const(world_).find(walk.body));
    }
}

}  // namespace toibox::scene
