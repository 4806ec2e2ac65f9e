// SPDX-License-Identifier: MIT
// Wheel rays at work. Spring and damper of a ray are implicit in the velocity that the step will end with, so
// no stiffness makes them gain energy; rays of one body share its mass, so their equations are solved
// together, by sequential impulses on a copy of the velocities. What comes of it is applied as forces. With s
// the way that the spring is pressed in along the ray and α the angle of ray and normal, ds/dt = −n·v / cos α
// at the point that is hit, so a spring of s alone pushes there along n by 1 / cos α of its force: this is
// what keeps energy while a car rolls over a slope. Source: lecture 003, "Collision detection with rays"; E.
// Catto, "Soft Constraints", GDC 2011 (the implicit spring as a soft row).

#include "toibox/dynamics/world_state.h"
#include "toibox/math/trig.h"
#include "toibox/scene/run.h"
#include "toibox/scene/tuning.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

/// A body as its wheel rays see it; of one that is not dynamic only the velocity counts.
struct Rider {
    BodyHandle handle;
    Vec2d center;
    Vec2d velocity;
    double spin = 0.0;
    double inv_mass = 0.0;
    double inv_inertia = 0.0;
    bool falls = false;  ///< Gravity is in its velocity.

    [[nodiscard]] Vec2d velocity_at(Vec2d point) const { return velocity + cross(spin, point - center); }
    /// What a unit impulse along `axis` at the point changes of the velocity along it there.
    [[nodiscard]] double response(Vec2d point, Vec2d axis) const {
        const double arm = cross(point - center, axis);
        return inv_mass + inv_inertia * arm * arm;
    }
    void push(Vec2d point, Vec2d impulse) {
        velocity += inv_mass * impulse;
        spin += inv_inertia * cross(point - center, impulse);
    }
};

/// A ray that ends in something: a soft row along the normal, and one along the surface.
struct Wheel {
    const WheelRayEntry* entry = nullptr;
    std::size_t body = 0;  ///< Riders.
    std::size_t ground = 0;
    bool ground_stands = false;  ///< It does not give way.
    Vec2d point;
    Vec2d normal;
    Vec2d tangent;
    double cosine = 1.0;
    double softness = 0.0;  ///< Velocity that a unit impulse along the ray yields, 1/kg.
    double bias = 0.0;      ///< Velocity out of the ground that the spring asks for, m/s.
    double normal_mass = 0.0;
    double tangent_mass = 0.0;
    double normal_impulse = 0.0;  ///< Accumulated, along the normal, N·s.
    double tangent_impulse = 0.0;
};

std::size_t rider_of(std::vector<Rider>& riders, const World& world, BodyHandle handle) {
    for (std::size_t i = 0; i < riders.size(); ++i) {
        if (riders[i].handle == handle) return i;
    }
    const BodyView body = *world.find(handle);
    Rider rider{.handle = handle,
                .center = widen(body.center()),
                .velocity = widen(body.velocity().linear),
                .spin = static_cast<double>(body.velocity().angular)};
    if (body.info().type == BodyType::Dynamic) {
        rider.inv_mass = static_cast<double>(body.mass().inv_mass);
        rider.inv_inertia = static_cast<double>(body.mass().inv_inertia);
    }
    riders.push_back(rider);
    return riders.size() - 1;
}

/// What the step will add to the body's velocity is known: with it the spring bears the weight at rest, and
/// not a step late. Not so of what is met, which may lie on something.
void let_fall(Rider& rider, const World& world, double dt) {
    if (rider.falls) return;
    rider.falls = true;
    const double scale = static_cast<double>(world.find(rider.handle)->info().gravity_scale);
    rider.velocity += dt * scale * widen(world.settings().gravity);
}

void solve(Wheel& wheel, Rider& body, Rider& ground, double dt) {
    const auto apart = [&](Vec2d axis) {
        return dot(body.velocity_at(wheel.point) - ground.velocity_at(wheel.point), axis);
    };
    const auto push = [&](Vec2d impulse) {
        body.push(wheel.point, impulse);
        if (!wheel.ground_stands) ground.push(wheel.point, -impulse);
    };
    const double old_normal = wheel.normal_impulse;
    const double lambda =
        wheel.normal_mass * (wheel.bias - apart(wheel.normal) - wheel.softness * old_normal);
    wheel.normal_impulse = std::max(0.0, old_normal + lambda);
    push((wheel.normal_impulse - old_normal) * wheel.normal);

    const JointMotor& motor = wheel.entry->motor;
    if (!motor.enabled) return;
    const double grip = static_cast<double>(wheel.entry->friction) * wheel.normal_impulse;
    const double most = std::min(dt * static_cast<double>(motor.max_force), grip);
    const double old_tangent = wheel.tangent_impulse;
    const double wanted =
        old_tangent + wheel.tangent_mass * (static_cast<double>(motor.speed) - apart(wheel.tangent));
    wheel.tangent_impulse = std::clamp(wanted, -most, most);
    push((wheel.tangent_impulse - old_tangent) * wheel.tangent);
}

/// The first shape on the ray that is not the body's own and that the body could touch.
std::optional<RayHitShape> met_by(const World& world, const BodyView& body, const Ray& ray) {
    std::optional<Filter> own;
    if (const std::vector<ShapeHandle> shapes = body.shapes(); !shapes.empty())
        own = world.find(shapes.front())->filter;
    std::optional<RayHitShape> met;
    world.ray_cast_all(ray, [&](const RayHitShape& hit) {
        const ShapeView shape = *world.find(hit.shape);
        if (shape.body == body.handle() || shape.sensor) return true;
        if (own && !may_collide(*own, shape.filter)) return true;
        met = hit;
        return false;
    });
    return met;
}

WheelRayState state_of(const World& world, const WheelRayEntry& entry, const BodyView& body) {
    const Transformd frame = widen(body.transform());
    const Vec2d from = transform_point(frame, widen(entry.at));
    const Vec2d way = static_cast<double>(entry.length) * rotate(frame.q, widen(entry.direction));
    const Ray ray{from, from + way};
    return {body.handle(), ray, met_by(world, body, ray)};
}

/// Spring and damper of a ray that is pressed in by `pressed` metres, as a row with softness and bias.
void soften(Wheel& wheel, double pressed, double mass, double dt) {
    const double omega = 2.0 * pi * static_cast<double>(wheel.entry->frequency);
    const double stiffness = mass * omega * omega;
    const double damping = 2.0 * mass * omega * static_cast<double>(wheel.entry->damping_ratio);
    const double total = damping + dt * stiffness;
    // Along the ray the row is λ = dt (stiffness (pressed − dt w) − damping w); along the normal velocities
    // are less by the cosine and impulses more.
    const double cosine = wheel.cosine;
    wheel.softness = cosine * cosine / (dt * total);
    wheel.bias = cosine * stiffness * pressed / total;
}

bool sleeps(const World& world, BodyHandle body) {
    return world.state().bodies.sleep[body.index].island != null_index;
}

/// Whether the ray has nothing to do for a body that sleeps: what bears it lies as it lay. A ray that ends in
/// nothing may have lost what bore it.
bool may_sleep_on(const World& world, const WheelRayState& state) {
    if (!sleeps(world, state.body) || !state.hit) return false;
    const BodyHandle ground = world.find(state.hit->shape)->body;
    return world.find(ground)->info().type == BodyType::Static || sleeps(world, ground);
}

/// Whether a body is held by something else than the one that rides on it: a crate on a floor, a plank of a
/// bridge. To its rider it is as firm as what it lies on; taken as free, a light one would bear no more than
/// its own mass.
bool is_held(const World& world, BodyHandle ground, BodyHandle rider) {
    const auto holds = [&](std::uint32_t a, std::uint32_t b) {
        return (a == ground.index && b != rider.index) || (b == ground.index && a != rider.index);
    };
    const auto contacts = world.contacts();
    if (std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
            return contact.touching && holds(contact.body_a, contact.body_b);
        })) {
        return true;
    }
    const std::vector<JointHandle> joints = world.joints();
    return std::any_of(joints.begin(), joints.end(), [&](JointHandle handle) {
        const JointBase& joint = base_of(*world.find(handle));
        return holds(joint.body_a, joint.body_b);
    });
}

/// The row of a ray that ends in something.
Wheel wheel_of(const WheelRayEntry& entry, const WheelRayState& state, double mass, double dt) {
    const RayHit& hit = state.hit->hit;
    Wheel wheel{.entry = &entry, .point = hit.point, .normal = hit.normal, .tangent = right_perp(hit.normal)};
    wheel.cosine =
        std::max(tuning::least_ray_cosine, -dot(hit.normal, normalized(state.ray.to - state.ray.from)));
    soften(wheel, (1.0 - hit.fraction) * static_cast<double>(entry.length), mass, dt);
    return wheel;
}

void solve_together(std::vector<Wheel>& wheels, std::vector<Rider>& riders, double dt) {
    for (Wheel& wheel : wheels) {
        const auto mass_along = [&](Vec2d axis, double softness) {
            const double yielding =
                wheel.ground_stands ? 0.0 : riders[wheel.ground].response(wheel.point, axis);
            return 1.0 / (riders[wheel.body].response(wheel.point, axis) + yielding + softness);
        };
        wheel.normal_mass = mass_along(wheel.normal, wheel.softness);
        wheel.tangent_mass = mass_along(wheel.tangent, 0.0);
    }
    for (int sweep = 0; sweep < tuning::wheel_sweeps; ++sweep) {
        for (Wheel& wheel : wheels)
            solve(wheel, riders[wheel.body], riders[wheel.ground], dt);
    }
}

}  // namespace

std::vector<WheelRayState> Run::wheel_rays() const {
    std::vector<WheelRayState> out;
    for (const WheelRayEntry& entry : scene_->wheel_rays) {
        if (const auto found = world_.find(body(entry.body))) out.push_back(state_of(world_, entry, *found));
    }
    return out;
}

void Run::apply_wheel_rays(double seconds) {
    const auto push = [&](BodyHandle handle, std::optional<Vec2> point, Vec2d force) {
        const auto outcome = toibox::apply(
            world_, command::ApplyForce{.body = handle, .force = narrow(force), .point = point});
        if (!outcome)
            script_errors_.push_back(
                fmt::format("wheel ray at step {}: {}", steps_, outcome.error().message));
    };
    std::vector<Rider> riders;
    std::vector<Wheel> wheels;
    for (const WheelRayEntry& entry : scene_->wheel_rays) {
        const auto found = std::as_const(world_).find(body(entry.body));
        if (!found || found->info().type != BodyType::Dynamic) continue;
        const WheelRayState state = state_of(world_, entry, *found);
        if (may_sleep_on(world_, state)) continue;
        if (!state.hit) {
            if (sleeps(world_, state.body)) push(state.body, std::nullopt, {});  // wakes it
            continue;
        }
        const auto sharing =
            std::count_if(scene_->wheel_rays.begin(), scene_->wheel_rays.end(),
                          [&](const WheelRayEntry& other) { return other.body == entry.body; });
        wheels.push_back(wheel_of(
            entry, state, static_cast<double>(found->mass().mass) / static_cast<double>(sharing), seconds));
        wheels.back().body = rider_of(riders, world_, found->handle());
        let_fall(riders[wheels.back().body], world_, seconds);
        const BodyHandle ground = world_.find(state.hit->shape)->body;
        wheels.back().ground = rider_of(riders, world_, ground);
        wheels.back().ground_stands =
            riders[wheels.back().ground].inv_mass == 0.0 || is_held(world_, ground, found->handle());
    }
    solve_together(wheels, riders, seconds);
    for (const Wheel& wheel : wheels) {
        const Vec2d impulse = wheel.normal_impulse * wheel.normal + wheel.tangent_impulse * wheel.tangent;
        if (impulse == Vec2d{}) continue;
        for (const auto& [rider, sign] :
             {std::pair{&riders[wheel.body], 1.0}, std::pair{&riders[wheel.ground], -1.0}}) {
            if (rider->inv_mass > 0.0) push(rider->handle, narrow(wheel.point), (sign / seconds) * impulse);
        }
    }
}

}  // namespace toibox::scene
