// SPDX-License-Identifier: MIT
// Collide and slide: a walker casts its shapes along its displacement, stops one skin before the first
// obstacle, removes the part of the displacement that points into the surface, and continues with the rest.
// If two surfaces at rest block it, it stops: in 2D no direction is parallel to both. The motion of kinematic
// bodies is known, so casts against them are made in their frames; thus a piston pushes the walker, and two
// surfaces of which one moves push it out of their corner. On ground the desired displacement is relative to
// the ground. Source: anonymous lecture slides "Detekcija trkov" ("Collision Detection"), "Collision
// Response"; K. Fauerby, "Improved Collision detection and Response", 2003 (which continues between two
// surfaces, and jitters in sharp corners).
#include "toibox/geometry/bounds.h"
#include "toibox/scene/tuning.h"

#include "scene/run/walker.h"

#include <algorithm>
#include <iterator>

namespace toibox::scene {

namespace {

/// Progress of a walker within the step.
struct SlideState {
    Vec2d displacement;  ///< Since the start of the step, metres.
    Vec2d remaining_displacement;
    double remaining_time;  ///< Seconds.
};

struct Obstruction {
    ShapeCastHit hit;
    Vec2d velocity;  ///< Of the hit surface.
};

/// Keeps the earlier of `first` and the cast's first hit on an obstacle for which is_accepted(shape, hit).
template <class IsAccepted>
void update_first_hit(const Walker& walker, const ShapeView& own, const ShapeCast& cast, Vec2d velocity,
                      std::optional<Obstruction>& first, IsAccepted&& is_accepted) {
    walker.world.shape_cast_all(own.geometry, cast, [&](const ShapeCastHit& hit) {
        const ShapeView other = *walker.world.find(hit.shape);
        if (!is_obstacle(walker, own, other) || !is_accepted(other, hit)) return true;
        if (!first || hit.fraction < first->hit.fraction) first = Obstruction{hit, velocity};
        return false;
    });
}

/// Casts against a moving body in the frame of that body. The body is taken to translate like its point at
/// the walker's centre.
void update_first_hit(const Walker& walker, const ShapeView& own, const SlideState& slide,
                      const KinematicMotion& kinematic, std::optional<Obstruction>& first) {
    const Vec2d velocity =
        kinematic.motion.mean_velocity_at(widen(walker.body.center()) + slide.displacement);
    const double elapsed = walker.seconds - slide.remaining_time;
    const ShapeCast cast{
        .from = pose_at(walker, slide.displacement - elapsed * velocity),
        .translation = narrow(slide.remaining_displacement - slide.remaining_time * velocity),
        .gap = walker.entry.skin};
    const Aabb start = compute_aabb(own.geometry, cast.from);
    const Aabb swept = merged(start, Aabb{start.lower + cast.translation, start.upper + cast.translation});
    if (!overlaps(fattened(swept, 2.0f * cast.gap), kinematic.box)) return;
    update_first_hit(walker, own, cast, velocity, first, [&](const ShapeView& other, const ShapeCastHit&) {
        return other.body == kinematic.body;
    });
}

/// The first obstruction of any of the walker's shapes.
std::optional<Obstruction> first_obstruction(const Walker& walker, const SlideState& slide) {
    std::optional<Obstruction> first;
    for_each_solid(walker, [&](const ShapeView& own) {
        const ShapeCast cast{.from = pose_at(walker, slide.displacement),
                             .translation = narrow(slide.remaining_displacement),
                             .gap = walker.entry.skin};
        update_first_hit(walker, own, cast, {}, first, [&](const ShapeView& other, const ShapeCastHit&) {
            return !walker.kinematics.contains(other.body);
        });
        for (const KinematicMotion& kinematic : walker.kinematics.motions)
            update_first_hit(walker, own, slide, kinematic, first);
    });
    return first;
}

/// The nearest static or kinematic body that is so near that the walker is pushed away; nullopt if none is.
std::optional<ShapeDistance> closest_contact(const Walker& walker, Vec2d displacement) {
    std::optional<ShapeDistance> closest;
    const double max_distance = tuning::skin_recovery_fraction * static_cast<double>(walker.entry.skin);
    const Transform pose = pose_at(walker, displacement);
    for_each_solid(walker, [&](const ShapeView& own) {
        const Aabb around = fattened(compute_aabb(own.geometry, pose), walker.entry.skin);
        walker.world.query_aabb(around, [&](ShapeHandle handle) {
            const ShapeView other = *walker.world.find(handle);
            const BodyView body = *walker.world.find(other.body);
            if (body.info().type == BodyType::Dynamic || !is_obstacle(walker, own, other)) return true;
            const ShapeDistance found = distance_to(walker, displacement, own, other);
            if (found.distance < max_distance && (!closest || found.distance < closest->distance))
                closest = found;
            return true;
        });
    });
    return closest;
}

/// The fraction of a push that the walker can make before it meets a shape that it did not touch before.
double unobstructed_fraction(const Walker& walker, Vec2d displacement, Vec2d push) {
    std::optional<Obstruction> first;
    for_each_solid(walker, [&](const ShapeView& own) {
        update_first_hit(walker, own, {.from = pose_at(walker, displacement), .translation = narrow(push)},
                         {}, first,
                         [](const ShapeView&, const ShapeCastHit& hit) { return hit.fraction > 0.0; });
    });
    return first ? first->hit.fraction : 1.0;
}

/// The displacement that pushes a walker out of bodies that came too close, by rotation or an initial
/// overlap.
Vec2d recovery_displacement(const Walker& walker) {
    Vec2d displacement;
    double remaining_distance = tuning::recovery_speed * walker.seconds;
    for (int i = 0; i < tuning::recovery_pushes && remaining_distance > 0.0; ++i) {
        const auto contact = closest_contact(walker, displacement);
        if (!contact) break;
        const double distance =
            std::min(remaining_distance, static_cast<double>(walker.entry.skin) - contact->distance);
        const Vec2d push = distance * contact->normal;
        displacement += unobstructed_fraction(walker, displacement, push) * push;
        remaining_distance -= distance;
    }
    return displacement;
}

/// A surface that the walker hit in this step.
struct Surface {
    Vec2d normal;
    Vec2d velocity;
};

/// How far a displacement in `time` seconds leads into the surface, metres; 0 within the tolerance.
double depth_into(const Surface& surface, Vec2d displacement, double time) {
    const double slack = tuning::carry_tolerance * time * length(surface.velocity);
    const double away = dot(displacement - time * surface.velocity, surface.normal);
    return away < -slack ? -away : 0.0;
}

/// The displacement that keeps the walker in contact with both moving surfaces; zero if the corner is too
/// sharp.
Vec2d solve_corner(const Surface& a, const Surface& b, double time) {
    const double sine = cross(a.normal, b.normal);
    if (!(sine * sine > tuning::min_corner_sine * tuning::min_corner_sine)) return {};
    const double along_a = dot(a.velocity, a.normal);
    const double along_b = dot(b.velocity, b.normal);
    const Vec2d solved = right_perp(b.normal) * along_a - right_perp(a.normal) * along_b;
    return (time / sine) * solved;
}

/// The remaining displacement without the part that points into the surface; on ground also without the part
/// that slides down.
Vec2d slide_along(const Walker& walker, const Surface& surface, const SlideState& slide) {
    Vec2d displacement = slide.remaining_displacement;
    if (is_ground(walker, surface.normal)) {
        const Vec2d carry = slide.remaining_time * surface.velocity;
        displacement = turned_along_ground(walker, surface.normal, displacement - carry) + carry;
    }
    return displacement + depth_into(surface, displacement, slide.remaining_time) * surface.normal;
}

/// Turns the remaining displacement so that it does not lead into earlier surfaces, either. False if there is
/// no such direction.
bool avoid_earlier(const std::vector<Surface>& surfaces, const Surface& current, SlideState& slide) {
    const auto is_blocked = [&](const Surface& earlier) {
        return depth_into(earlier, slide.remaining_displacement, slide.remaining_time) > 0.0;
    };
    const auto blocking = std::find_if(surfaces.begin(), surfaces.end(), is_blocked);
    if (blocking == surfaces.end()) return true;
    slide.remaining_displacement = solve_corner(*blocking, current, slide.remaining_time);
    return slide.remaining_displacement != Vec2d{} && std::none_of(surfaces.begin(), blocking, is_blocked) &&
           std::none_of(std::next(blocking), surfaces.end(), is_blocked);
}

/// Displacement of a walker that stands on ground. If the ground carries the walker, `desired` is relative to
/// the ground.
Vec2d displacement_on_ground(const Walker& walker, const Footing& footing, Vec2d desired) {
    const Vec2d carry = walker.seconds * footing.velocity;
    const Vec2d relative = walker.entry.carried ? desired : desired - carry;
    Vec2d displacement = turned_along_ground(walker, footing.normal, relative) + carry;
    const double skin = static_cast<double>(walker.entry.skin);
    const double rise = dot(relative, walker.up);
    if (rise < 0.0 && footing.gap > tuning::settled_skin * skin)
        displacement += std::max(rise, skin - footing.gap) * footing.normal;
    if (!walker.entry.carried) return displacement;
    return displacement + walker.seconds * footing.tangent_speed * right_perp(footing.normal);
}

}  // namespace

Vec2d collide_and_slide(const Walker& walker, Vec2d desired) {
    const Vec2d start = recovery_displacement(walker);
    const std::optional<Footing> footing = find_footing(walker, start);
    if (footing) desired = displacement_on_ground(walker, *footing, desired);
    SlideState slide{start, desired, walker.seconds};
    std::vector<Surface> surfaces;
    bool was_pushed = false;  // by a moving surface, perhaps backwards
    for (int i = 0; i <= walker.entry.slides + tuning::max_carry_slides && slide.remaining_time > 0.0; ++i) {
        const auto obstruction = first_obstruction(walker, slide);
        if (!obstruction) return slide.displacement + slide.remaining_displacement;
        const double fraction = obstruction->hit.fraction;
        const double remaining_fraction = 1.0 - fraction;
        slide = {slide.displacement + fraction * slide.remaining_displacement,
                 remaining_fraction * slide.remaining_displacement,
                 remaining_fraction * slide.remaining_time};
        const Surface surface{obstruction->hit.normal, obstruction->velocity};
        const double carry = dot(surface.velocity, surface.normal);
        was_pushed = was_pushed || carry > 0.0;
        if (i < walker.entry.slides) {
            slide.remaining_displacement = slide_along(walker, surface, slide);
        } else {
            slide.remaining_displacement = std::max(0.0, slide.remaining_time * carry) * surface.normal;
        }
        if (!avoid_earlier(surfaces, surface, slide)) return slide.displacement;
        // A walker slides backwards only if a surface pushes it.
        if (!was_pushed && !(dot(slide.remaining_displacement, desired) > 0.0)) return slide.displacement;
        surfaces.push_back(surface);
    }
    return slide.displacement;
}

}  // namespace toibox::scene
