// SPDX-License-Identifier: MIT
#include "toibox/dynamics/world.h"

#include "dynamics/islands/end_contacts.h"
#include "dynamics/islands/islands.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/def_check.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/wake.h"

namespace toibox {
namespace {

/// Ends all contacts of the body; the next step searches its pairs again.
void reset_contacts(WorldState& state, std::uint32_t body) {
    end_contacts(state, [&state, body](const ProxyPair& pair) {
        return state.shapes.body[pair.a] == body || state.shapes.body[pair.b] == body;
    });
    update_outgrown_fat_boxes(state, body);
    mark_body_moved(state, body);
}

/// Moves the body, wakes it and its old neighbours, and ends its contacts.
void teleport(WorldState& state, std::uint32_t body, const Transform& frame) {
    wake(state, body);
    wake_neighbours(state, body);
    place_body(state, body, frame);
    forget_path(state, body);
    reset_contacts(state, body);
}

}  // namespace

BodyHandle BodyView::handle() const {
    return world_->body_at(index_);
}
const BodyInfo& BodyView::info() const {
    return world_->state().bodies.info[index_];
}
const BodyMass& BodyView::mass() const {
    return world_->state().bodies.mass[index_];
}
BodyPose BodyView::pose() const {
    return world_->state().bodies.pose[index_];
}
BodyVelocity BodyView::velocity() const {
    return world_->state().bodies.velocity[index_];
}
BodyMotion BodyView::motion() const {
    return world_->state().bodies.motion[index_];
}
Transform BodyView::transform() const {
    return body_transform(world_->state(), index_);
}
Vec2 BodyView::position() const {
    return transform().p;
}
Vec2 BodyView::center() const {
    return pose().center;
}
double BodyView::angle() const {
    return motion().angle;
}
bool BodyView::is_awake() const {
    return toibox::is_awake(world_->state(), index_);
}
float BodyView::kinetic_energy() const {
    const BodyVelocity v = velocity();
    const BodyMass& m = mass();
    return 0.5f * (m.mass * length_squared(v.linear) + m.inertia * v.angular * v.angular);
}
Sweep BodyView::last_sweep() const {
    return body_sweep(motion(), pose().center, mass().local_center);
}
std::vector<ShapeHandle> BodyView::shapes() const {
    std::vector<ShapeHandle> handles;
    for_each_shape(world_->state(), index_,
                   [&](std::uint32_t shape) { handles.push_back(world_->shape_at(shape)); });
    return handles;
}
ContinuousOverride BodyView::continuous() const {
    const BodyContinuousOverride* stored = find_override(world_->state(), index_);
    ContinuousOverride choice;
    if (stored != nullptr && stored->has_policy) choice.policy = stored->policy;
    if (stored != nullptr && stored->has_toi) choice.toi = stored->toi;
    return choice;
}
ContinuousPolicy BodyView::continuous_policy() const {
    return body_policy(world_->state(), policy_from_settings(world_->state()), index_);
}
ToiMethod BodyView::toi_method() const {
    return toi_method_of(world_->state(), index_);
}

void BodyView::apply_force(Vec2 force, Vec2 point_world) {
    TOIBOX_ASSERT(is_finite(point_world));
    apply_force(force);
    apply_torque(cross(point_world - center(), force));
}
void BodyView::apply_force(Vec2 force) {
    TOIBOX_ASSERT(is_finite(force));
    wake(world_->state(), index_);
    world_->state().bodies.force[index_].force += force;
}
void BodyView::apply_torque(float torque) {
    TOIBOX_ASSERT(std::isfinite(torque));
    wake(world_->state(), index_);
    world_->state().bodies.force[index_].torque += torque;
}
void BodyView::apply_impulse(Vec2 impulse, Vec2 point_world) {
    TOIBOX_ASSERT(is_finite(point_world));
    apply_impulse(impulse);
    apply_angular_impulse(cross(point_world - center(), impulse));
}
void BodyView::apply_impulse(Vec2 impulse) {
    TOIBOX_ASSERT(is_finite(impulse));
    wake(world_->state(), index_);
    const Vec2 inv_mass = inv_mass_by_axis(mass(), info());
    world_->state().bodies.velocity[index_].linear += Vec2{inv_mass.x * impulse.x, inv_mass.y * impulse.y};
}
void BodyView::apply_angular_impulse(float impulse) {
    TOIBOX_ASSERT(std::isfinite(impulse));
    wake(world_->state(), index_);
    world_->state().bodies.velocity[index_].angular += mass().inv_inertia * impulse;
}

void BodyView::set_velocity(Vec2 linear, float angular) {
    TOIBOX_ASSERT(is_finite(linear) && std::isfinite(angular));
    if (info().type == BodyType::Static) return;
    WorldState& state = world_->state();
    BodyVelocity& current = state.bodies.velocity[index_];
    // Bodies in contact with a moving kinematic body are awake already, so they need to be woken only when
    // the kinematic body starts to move.
    const bool was_stationary = current.linear == Vec2{} && current.angular == 0.0f;
    if (info().type == BodyType::Kinematic && was_stationary) wake_neighbours(state, index_);
    wake(state, index_);
    current = apply_locks({linear, angular}, info());
}
void BodyView::set_transform(Vec2 position, float angle) {
    TOIBOX_ASSERT(is_finite(position) && std::isfinite(angle));
    teleport(world_->state(), index_, {position, make_rot(angle)});
    world_->state().bodies.motion[index_].angle = static_cast<double>(angle);
}
void BodyView::set_position(Vec2 position) {
    TOIBOX_ASSERT(is_finite(position));
    teleport(world_->state(), index_, {position, pose().rotation});
}
void BodyView::set_bullet(bool bullet) {
    world_->state().bodies.info[index_].bullet = bullet;
}
void BodyView::set_gravity_scale(float scale) {
    TOIBOX_ASSERT(std::isfinite(scale));
    wake(world_->state(), index_);
    world_->state().bodies.info[index_].gravity_scale = scale;
}
void BodyView::set_damping(float linear, float angular) {
    TOIBOX_ASSERT(std::isfinite(linear) && linear >= 0.0f && std::isfinite(angular) && angular >= 0.0f);
    world_->state().bodies.info[index_].linear_damping = linear;
    world_->state().bodies.info[index_].angular_damping = angular;
}
void BodyView::set_type(BodyType type) {
    WorldState& state = world_->state();
    if (state.bodies.info[index_].type == type) return;
    wake(state, index_);
    wake_jointed(state, index_);
    state.bodies.info[index_].type = type;
    if (type == BodyType::Static) state.bodies.velocity[index_] = {};
    state.bodies.force[index_] = {};
    update_mass(state, index_);
    reset_contacts(state, index_);
}
void BodyView::set_fixed_rotation(bool fixed) {
    WorldState& state = world_->state();
    if (state.bodies.info[index_].fixed_rotation == fixed) return;
    wake(state, index_);
    state.bodies.info[index_].fixed_rotation = fixed;
    state.bodies.velocity[index_] = apply_locks(state.bodies.velocity[index_], state.bodies.info[index_]);
    update_mass(state, index_);
}
void BodyView::set_locks(bool x, bool y) {
    WorldState& state = world_->state();
    wake(state, index_);
    state.bodies.info[index_].lock_x = x;
    state.bodies.info[index_].lock_y = y;
    state.bodies.velocity[index_] = apply_locks(state.bodies.velocity[index_], state.bodies.info[index_]);
}
void BodyView::set_allow_sleep(bool allow) {
    if (!allow) wake(world_->state(), index_);
    world_->state().bodies.info[index_].allow_sleep = allow;
}
void BodyView::set_continuous(const ContinuousOverride& choice) {
    TOIBOX_ASSERT(!check(choice));
    if (continuous() == choice) return;
    set_override(world_->state(), index_, choice);
}

}  // namespace toibox
