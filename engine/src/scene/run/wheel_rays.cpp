// SPDX-License-Identifier: MIT
// Wheel rays. Spring and damper of a ray are implicit in the velocity at the end of the step, so that no
// stiffness adds energy. Rays of one body share its mass, so they are solved together, by sequential impulses
// on a copy of the velocities; the results are applied as forces. Let s be the compression along the ray and
// α the angle between ray and normal; then ds/dt = −n·v / cos α at the hit point. So a spring of force F
// along s pushes the body there along n with F / cos α, which conserves energy when a car rolls over a slope.
// Source: anonymous lecture slides "Detekcija trkov" ("Collision Detection"), "Collision detection with
// rays"; E. Catto, "Soft Constraints", GDC 2011 (the implicit spring as a soft row).

#include "toibox/dynamics/world_state.h"
#include "toibox/math/trig.h"
#include "toibox/scene/run.h"
#include "toibox/scene/tuning.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

/// A body in the solver of wheel rays; a body that is not dynamic has infinite mass.
struct WheelBody {
    BodyHandle handle;
    Vec2d center;
    Vec2d velocity;
    double spin = 0.0;
    double inv_mass = 0.0;
    double inv_inertia = 0.0;
    bool has_gravity = false;  ///< The velocity includes the gravity of this step.

    [[nodiscard]] Vec2d velocity_at(Vec2d point) const { return velocity + cross(spin, point - center); }
    /// Velocity change along `axis` at the point per unit impulse along `axis` at the point.
    [[nodiscard]] double response(Vec2d point, Vec2d axis) const {
        const double arm = cross(point - center, axis);
        return inv_mass + inv_inertia * arm * arm;
    }
    void push(Vec2d point, Vec2d impulse) {
        velocity += inv_mass * impulse;
        spin += inv_inertia * cross(point - center, impulse);
    }
};

/// A ray that hits something: a soft row along the normal, and a row along the surface.
struct Wheel {
    const WheelRayEntry* entry = nullptr;
    std::size_t body = 0;  ///< Index into WheelBodies::all.
    std::size_t ground = 0;
    bool is_ground_fixed = false;  ///< The ground's mass counts as infinite.
    Vec2d point;
    Vec2d normal;
    Vec2d tangent;
    double cosine = 1.0;
    double softness = 0.0;  ///< Of the row along the normal: velocity per unit impulse, 1/kg.
    double bias = 0.0;      ///< Normal velocity that the spring asks for, m/s.
    double normal_mass = 0.0;
    double tangent_mass = 0.0;
    double normal_impulse = 0.0;  ///< Accumulated, along the normal, N·s.
    double tangent_impulse = 0.0;
};

/// The bodies of all wheels in a step.
struct WheelBodies {
    const World& world;
    std::vector<WheelBody> all;
    std::vector<std::size_t> slots;  ///< By body index: 1 + the index in `all`, or 0.

    /// The index of the body in `all`, to which it is added if necessary.
    std::size_t find(BodyHandle handle);
};

std::size_t WheelBodies::find(BodyHandle handle) {
    if (slots.size() <= handle.index) slots.resize(handle.index + 1);
    if (slots[handle.index] > 0) return slots[handle.index] - 1;
    const BodyView body = *world.find(handle);
    WheelBody wheel_body{.handle = handle,
                         .center = widen(body.center()),
                         .velocity = widen(body.velocity().linear),
                         .spin = static_cast<double>(body.velocity().angular)};
    if (body.info().type == BodyType::Dynamic) {
        wheel_body.inv_mass = static_cast<double>(body.mass().inv_mass);
        wheel_body.inv_inertia = static_cast<double>(body.mass().inv_inertia);
    }
    all.push_back(wheel_body);
    slots[handle.index] = all.size();
    return all.size() - 1;
}

/// Adds the velocity that gravity adds in this step; without it the spring would carry the weight one step
/// late. It is not added to the ground, which may rest on something.
void apply_gravity(WheelBody& wheel_body, const World& world, double dt) {
    if (wheel_body.has_gravity) return;
    wheel_body.has_gravity = true;
    const double scale = static_cast<double>(world.find(wheel_body.handle)->info().gravity_scale);
    wheel_body.velocity += dt * scale * widen(world.settings().gravity);
}

void solve(Wheel& wheel, WheelBody& body, WheelBody& ground, double dt) {
    const auto relative_velocity = [&](Vec2d axis) {
        return dot(body.velocity_at(wheel.point) - ground.velocity_at(wheel.point), axis);
    };
    const auto push = [&](Vec2d impulse) {
        body.push(wheel.point, impulse);
        if (!wheel.is_ground_fixed) ground.push(wheel.point, -impulse);
    };
    const double old_normal = wheel.normal_impulse;
    const double lambda =
        wheel.normal_mass * (wheel.bias - relative_velocity(wheel.normal) - wheel.softness * old_normal);
    wheel.normal_impulse = std::max(0.0, old_normal + lambda);
    push((wheel.normal_impulse - old_normal) * wheel.normal);

    const JointMotor& motor = wheel.entry->motor;
    if (!motor.enabled) return;
    const double friction_limit = static_cast<double>(wheel.entry->friction) * wheel.normal_impulse;
    const double max_impulse = std::min(dt * static_cast<double>(motor.max_force), friction_limit);
    const double old_tangent = wheel.tangent_impulse;
    const double wanted = old_tangent + wheel.tangent_mass * (static_cast<double>(motor.speed) -
                                                              relative_velocity(wheel.tangent));
    wheel.tangent_impulse = std::clamp(wanted, -max_impulse, max_impulse);
    push((wheel.tangent_impulse - old_tangent) * wheel.tangent);
}

/// Whether the ray hits a one-way shape from its open side.
bool is_open_side(const World& world, const ShapeView& shape, const RayCastHit& hit) {
    if (shape.one_way == Vec2{}) return false;
    const Rotd turn = widen(world.find(shape.body)->transform().q);
    return !(dot(hit.hit.normal, rotate(turn, widen(shape.one_way))) > 0.0);
}

/// The first shape on the ray that the body can collide with, according to the filter of the body's first
/// shape that is not a sensor.
std::optional<RayCastHit> find_ground(const World& world, const BodyView& body, const Ray& ray) {
    const std::vector<ShapeHandle> shapes = body.shapes();
    const auto solid = std::find_if(shapes.begin(), shapes.end(),
                                    [&](ShapeHandle shape) { return !world.find(shape)->sensor; });
    std::optional<Filter> own;
    if (solid != shapes.end()) own = world.find(*solid)->filter;
    std::optional<RayCastHit> ground_hit;
    world.ray_cast_all(ray, [&](const RayCastHit& hit) {
        const ShapeView shape = *world.find(hit.shape);
        if (shape.body == body.handle() || shape.sensor || is_open_side(world, shape, hit)) return true;
        if (own && !may_collide(*own, shape.filter)) return true;
        ground_hit = hit;
        return false;
    });
    return ground_hit;
}

/// Casts a ray that is `extension` metres longer than its spring.
WheelRayState cast_wheel_ray(const World& world, const WheelRayEntry& entry, const BodyView& body,
                             double extension) {
    const Transformd frame = widen(body.transform());
    const Vec2d from = transform_point(frame, widen(entry.at));
    const Vec2d along =
        (static_cast<double>(entry.length) + extension) * rotate(frame.q, widen(entry.direction));
    const Ray ray{from, from + along};
    return {body.handle(), ray, find_ground(world, body, ray)};
}

/// How far the ray's end may move in a step of dt. Ground that the ray reaches within the step must carry the
/// body at the end of the step: one step later, a stiff spring would throw the body off, again and again.
double max_extension(const World& world, const WheelRayEntry& entry, const BodyView& body, double dt) {
    const Transformd frame = widen(body.transform());
    const Vec2d arm = transform_point(frame, widen(entry.at)) - widen(body.center());
    const BodyVelocity velocity = body.velocity();
    const double gravity =
        static_cast<double>(body.info().gravity_scale) * length(widen(world.settings().gravity));
    const double speed = length(widen(velocity.linear) + cross(static_cast<double>(velocity.angular), arm)) +
                         std::abs(static_cast<double>(velocity.angular)) * static_cast<double>(entry.length);
    return dt * (speed + dt * std::abs(gravity));
}

/// Converts spring and damper of a compressed ray to softness and bias of a row. The damper acts for
/// `fraction` of the step.
void set_softness(Wheel& wheel, double compression, double fraction, double mass, double dt) {
    const double omega = 2.0 * pi * static_cast<double>(wheel.entry->frequency);
    const double stiffness = mass * omega * omega;
    const double damping = fraction * 2.0 * mass * omega * static_cast<double>(wheel.entry->damping_ratio);
    const double total = damping + dt * stiffness;
    // Along the ray, with velocity w, the row is λ = dt (stiffness (compression − dt w) − damping w). Along
    // the normal, velocities are smaller by the factor cosine, and impulses larger.
    const double cosine = wheel.cosine;
    wheel.softness = cosine * cosine / (dt * total);
    wheel.bias = cosine * stiffness * compression / total;
}

/// Fraction of the step in which a ray is compressed. `at_end`: compression at the end of the step without
/// forces. Negative compression is the distance of the ray's end from the ground.
double compressed_fraction(double compression, double at_end) {
    if (compression >= 0.0) return 1.0;
    return at_end > 0.0 ? at_end / (at_end - compression) : 0.0;
}

bool is_asleep(const World& world, BodyHandle body) {
    return world.state().bodies.sleep[body.index].island != null_index;
}

/// Whether the speed of the centre and the speed of the rim due to rotation are below the sleep speed.
bool is_slow(const World& world, BodyHandle handle) {
    const BodyView body = *world.find(handle);
    const double rim = static_cast<double>(body.velocity().angular * body.mass().max_extent);
    const double limit = static_cast<double>(world.settings().sleep_speed);
    return length(widen(body.velocity().linear)) < limit && std::abs(rim) < limit;
}

bool is_still(const World& world, BodyHandle ground) {
    const BodyView body = *world.find(ground);
    if (body.info().type == BodyType::Static) return true;
    if (body.info().type == BodyType::Kinematic)
        return body.velocity().linear == Vec2{} && body.velocity().angular == 0.0f;
    return is_asleep(world, ground) || is_slow(world, ground);
}

/// Whether a sleeping body may stay asleep: its ray hits ground that does not move. If the ray hits nothing,
/// the body may have lost its ground.
bool can_stay_asleep(const World& world, const WheelRayState& state) {
    return is_asleep(world, state.body) && state.hit && is_still(world, world.find(state.hit->shape)->body);
}

/// What supports each body, by contacts and joints.
class SupportMap {
public:
    explicit SupportMap(const World& world);
    /// Whether something other than the wheel's body supports the ground: a crate on a floor, a plank of a
    /// bridge. Such ground is as firm as its support. If the ground were treated as a free body, light ground
    /// could not carry more than its own mass.
    [[nodiscard]] bool is_supported_by_other(BodyHandle ground, BodyHandle wheel_body) const {
        const Support& support = supports_[ground.index];
        return support.has_several || (support.body != null_index && support.body != wheel_body.index);
    }

private:
    struct Support {
        std::uint32_t body = null_index;
        bool has_several = false;
    };
    void add(std::uint32_t body, std::uint32_t other) {
        Support& support = supports_[body];
        if (support.body == null_index) support.body = other;
        support.has_several = support.has_several || support.body != other;
    }

    std::vector<Support> supports_;  ///< By body index.
};

SupportMap::SupportMap(const World& world) : supports_(world.state().bodies.info.size()) {
    const auto add_pair = [&](std::uint32_t a, std::uint32_t b) {
        add(a, b);
        add(b, a);
    };
    for (const Contact& contact : world.contacts()) {
        if (contact.touching) add_pair(contact.body_a, contact.body_b);
    }
    for (const JointHandle handle : world.joints()) {
        const JointBase& joint = base_of(*world.find(handle));
        add_pair(joint.body_a, joint.body_b);
    }
}

/// The row of a ray; nullopt if the ray's spring does not reach the ground in this step. `mass`: the ray's
/// part of the body's mass, kg.
std::optional<Wheel> make_wheel_row(const WheelRayEntry& entry, const WheelRayState& state,
                                    const WheelBody& body, const WheelBody& ground, double mass, double dt) {
    const RayHit& hit = state.hit->hit;
    const Vec2d along = state.ray.to - state.ray.from;
    Wheel wheel{.entry = &entry, .point = hit.point, .normal = hit.normal, .tangent = right_perp(hit.normal)};
    wheel.cosine = std::max(tuning::min_ray_cosine, -dot(hit.normal, normalized(along)));
    const double compression = static_cast<double>(entry.length) - hit.fraction * length(along);
    const Vec2d relative_velocity = body.velocity_at(hit.point) - ground.velocity_at(hit.point);
    const double fraction = compressed_fraction(
        compression, compression - dt * dot(relative_velocity, hit.normal) / wheel.cosine);
    if (fraction == 0.0) return std::nullopt;
    set_softness(wheel, compression, fraction, mass, dt);
    return wheel;
}

void solve_wheels(std::vector<Wheel>& wheels, std::vector<WheelBody>& wheel_bodies, double dt) {
    for (Wheel& wheel : wheels) {
        const auto mass_along = [&](Vec2d axis, double softness) {
            const double ground_response =
                wheel.is_ground_fixed ? 0.0 : wheel_bodies[wheel.ground].response(wheel.point, axis);
            return 1.0 / (wheel_bodies[wheel.body].response(wheel.point, axis) + ground_response + softness);
        };
        wheel.normal_mass = mass_along(wheel.normal, wheel.softness);
        wheel.tangent_mass = mass_along(wheel.tangent, 0.0);
    }
    for (int i = 0; i < tuning::wheel_iterations; ++i) {
        for (Wheel& wheel : wheels)
            solve(wheel, wheel_bodies[wheel.body], wheel_bodies[wheel.ground], dt);
    }
}

}  // namespace

std::vector<WheelRayState> Run::wheel_rays() const {
    std::vector<WheelRayState> out;
    for (const WheelRayEntry& entry : scene_->wheel_rays) {
        if (const auto found = world_.find(body(entry.body)))
            out.push_back(cast_wheel_ray(world_, entry, *found, 0.0));
    }
    return out;
}

void Run::apply_wheel_rays(double seconds) {
    if (scene_->wheel_rays.empty()) return;
    const auto push = [&](BodyHandle handle, std::optional<Vec2> point, Vec2d force) {
        const auto outcome = toibox::apply(
            world_, command::ApplyForce{.body = handle, .force = narrow(force), .point = point});
        if (!outcome)
            script_errors_.push_back(
                fmt::format("wheel ray at step {}: {}", state_.steps, outcome.error().message));
    };
    std::vector<BodyHandle> bodies;  // by ray
    std::vector<int> ray_count(world_.state().bodies.info.size());
    for (const WheelRayEntry& entry : scene_->wheel_rays) {
        bodies.push_back(body(entry.body));
        if (world_.find(bodies.back())) ++ray_count[bodies.back().index];
    }
    WheelBodies wheel_bodies{.world = world_, .all = {}, .slots = {}};
    std::vector<Wheel> wheels;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto found = std::as_const(world_).find(bodies[i]);
        if (!found || found->info().type != BodyType::Dynamic) continue;
        const WheelRayEntry& entry = scene_->wheel_rays[i];
        const WheelRayState state =
            cast_wheel_ray(world_, entry, *found, max_extension(world_, entry, *found, seconds));
        if (can_stay_asleep(world_, state)) continue;
        if (!state.hit) {
            if (is_asleep(world_, state.body)) push(state.body, std::nullopt, {});  // wakes it
            continue;
        }
        const double sprung_mass = static_cast<double>(found->mass().mass) / ray_count[bodies[i].index];
        const std::size_t wheel_body = wheel_bodies.find(bodies[i]);
        const std::size_t ground = wheel_bodies.find(world_.find(state.hit->shape)->body);
        apply_gravity(wheel_bodies.all[wheel_body], world_, seconds);
        auto wheel = make_wheel_row(entry, state, wheel_bodies.all[wheel_body], wheel_bodies.all[ground],
                                    sprung_mass, seconds);
        if (!wheel) continue;
        wheel->body = wheel_body;
        wheel->ground = ground;
        wheels.push_back(*wheel);
    }
    if (wheels.empty()) return;
    const SupportMap supports(world_);
    for (Wheel& wheel : wheels) {
        const WheelBody& ground = wheel_bodies.all[wheel.ground];
        wheel.is_ground_fixed =
            ground.inv_mass == 0.0 ||
            supports.is_supported_by_other(ground.handle, wheel_bodies.all[wheel.body].handle);
    }
    solve_wheels(wheels, wheel_bodies.all, seconds);
    for (const Wheel& wheel : wheels) {
        const Vec2d impulse = wheel.normal_impulse * wheel.normal + wheel.tangent_impulse * wheel.tangent;
        if (impulse == Vec2d{}) continue;
        const WheelBody& wheel_body = wheel_bodies.all[wheel.body];
        const WheelBody& ground = wheel_bodies.all[wheel.ground];
        push(wheel_body.handle, narrow(wheel.point), (1.0 / seconds) * impulse);
        // Sleeping ground already carries a body that is about to fall asleep, so the ground need not wake.
        const bool may_ground_sleep = is_asleep(world_, ground.handle) && is_slow(world_, wheel_body.handle);
        if (ground.inv_mass > 0.0 && !may_ground_sleep)
            push(ground.handle, narrow(wheel.point), (-1.0 / seconds) * impulse);
    }
}

}  // namespace toibox::scene
