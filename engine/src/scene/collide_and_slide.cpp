// SPDX-License-Identifier: MIT
// Collide and slide: a walker casts its shapes along the way of the step, stops at its skin before what they
// meet, takes the part of the rest that goes into the surface away, and goes on with what is left. Between
// two surfaces that both stand in the way nothing of it is left: in the plane no direction is along both. Of
// kinematic bodies the step's motion is known: they are met in their frame, so that a piston pushes. On the
// ground the wish is relative to the ground.
// Source: lecture 003, "Collision Response"; K. Fauerby, "Improved Collision detection and Response", 2003
// (he goes on without the second case, and trembles in sharp corners).
#include "toibox/geometry/bounds.h"
#include "toibox/scene/tuning.h"

#include "walker.h"

#include <algorithm>
#include <iterator>

namespace toibox::scene {

namespace {

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
void meet(const Walker& walker, const ShapeView& own, const Leg& leg, const KinematicMotion& goer,
          std::optional<Met>& first) {
    const Vec2d velocity = goer.motion.mean_velocity_at(widen(walker.body.center()) + leg.done);
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
        for (const KinematicMotion& goer : walker.traffic.goers)
            meet(walker, own, leg, goer, first);
    });
    return first;
}

/// That in whose skin the walker lies deepest, of what does not give way itself.
std::optional<ShapeDistance> deepest_contact(const Walker& walker, Vec2d done) {
    std::optional<ShapeDistance> deepest;
    const double bound = tuning::skin_recovery_fraction * static_cast<double>(walker.entry.skin);
    const Transform pose = pose_at(walker, done);
    for_each_solid(walker, [&](const ShapeView& own) {
        const Aabb around = fattened(compute_aabb(own.geometry, pose), walker.entry.skin);
        walker.world.query_aabb(around, [&](ShapeHandle handle) {
            const ShapeView other = *walker.world.find(handle);
            const BodyView body = *walker.world.find(other.body);
            if (body.info().type == BodyType::Dynamic || !is_obstacle(walker, own, other)) return true;
            const ShapeDistance found = distance_to(walker, done, own, other);
            if (found.distance < bound && (!deepest || found.distance < deepest->distance)) deepest = found;
            return true;
        });
    });
    return deepest;
}

/// The part of a push that leads into nothing it was out of.
double unobstructed_fraction(const Walker& walker, Vec2d done, Vec2d push) {
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
        const auto pressed = deepest_contact(walker, done);
        if (!pressed) break;
        const double way = std::min(left, static_cast<double>(walker.entry.skin) - pressed->distance);
        const Vec2d push = way * pressed->normal;
        done += unobstructed_fraction(walker, done, push) * push;
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
    const double slack = tuning::carry_tolerance * time * length(surface.velocity);
    const double away = dot(way - time * surface.velocity, surface.normal);
    return away < -slack ? -away : 0.0;
}

/// The way that keeps up with both surfaces; none if they shut it in.
Vec2d solve_corner(const Surface& a, const Surface& b, double time) {
    const double sine = cross(a.normal, b.normal);
    if (!(sine * sine > tuning::min_corner_sine * tuning::min_corner_sine)) return {};
    const double along_a = dot(a.velocity, a.normal);
    const double along_b = dot(b.velocity, b.normal);
    const Vec2d solved = right_perp(b.normal) * along_a - right_perp(a.normal) * along_b;
    return (time / sine) * solved;
}

/// The way without what leads into the surface, and on ground without what only leads down.
Vec2d way_along(const Walker& walker, const Surface& surface, const Leg& leg) {
    Vec2d way = leg.way;
    if (is_ground(walker, surface.normal)) {
        const Vec2d carry = leg.time * surface.velocity;
        way = turned_along_ground(walker, surface.normal, way - carry) + carry;
    }
    return way + into(surface, way, leg.time) * surface.normal;
}

/// Turns the way along `met` so that it leads into no surface met earlier; false if there is none.
bool fits(const std::vector<Surface>& surfaces, const Surface& met, Leg& leg) {
    const auto is_blocked = [&](const Surface& earlier) { return into(earlier, leg.way, leg.time) > 0.0; };
    const auto blocking = std::find_if(surfaces.begin(), surfaces.end(), is_blocked);
    if (blocking == surfaces.end()) return true;
    leg.way = solve_corner(*blocking, met, leg.time);
    return leg.way != Vec2d{} && std::none_of(surfaces.begin(), blocking, is_blocked) &&
           std::none_of(std::next(blocking), surfaces.end(), is_blocked);
}

/// The way of one that stands: on ground that carries it, its wish is relative to the ground.
Vec2d way_on_ground(const Walker& walker, const Footing& footing, Vec2d wish) {
    const Vec2d carry = walker.seconds * footing.velocity;
    const Vec2d relative = walker.entry.carried ? wish : wish - carry;
    Vec2d way = turned_along_ground(walker, footing.normal, relative) + carry;
    const double skin = static_cast<double>(walker.entry.skin);
    const double rise = dot(relative, walker.up);
    if (rise < 0.0 && footing.gap > tuning::settled_skin * skin)
        way += std::max(rise, skin - footing.gap) * footing.normal;
    if (!walker.entry.carried) return way;
    return way + walker.seconds * footing.tangent_speed * right_perp(footing.normal);
}

}  // namespace

Vec2d collide_and_slide(const Walker& walker, Vec2d wish) {
    const Vec2d start = recovered(walker);
    const std::optional<Footing> footing = find_footing(walker, start);
    if (footing) wish = way_on_ground(walker, *footing, wish);
    Leg leg{start, wish, walker.seconds};
    std::vector<Surface> surfaces;
    bool carried = false;  // by a surface that moves: its way may lead back
    for (int i = 0; i <= walker.entry.slides + tuning::max_carry_slides && leg.time > 0.0; ++i) {
        const auto met = first_met(walker, leg);
        if (!met) return leg.done + leg.way;
        const double rest = 1.0 - met->hit.fraction;
        leg = {leg.done + met->hit.fraction * leg.way, rest * leg.way, rest * leg.time};
        const Surface surface{met->hit.normal, met->velocity};
        const double carry = dot(surface.velocity, surface.normal);
        carried = carried || carry > 0.0;
        if (i < walker.entry.slides) {
            leg.way = way_along(walker, surface, leg);
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

}  // namespace toibox::scene
