// SPDX-License-Identifier: MIT
// Commands: one overload of run() per command. Each overload checks all values before it changes anything.
#include "toibox/dynamics/command.h"

#include "dynamics/state/def_check.h"

#include <initializer_list>

namespace toibox {
namespace {

using Outcome = Result<CommandOutcome, CommandError>;
using OptionalError = std::optional<DefError>;

Err<CommandError> make_error(const DefError& error) {
    return Err{CommandError{error.field + " " + error.message}};
}
Err<CommandError> stale_handle_error(const char* object) {
    return Err{CommandError{std::string(object) + " is not alive"}};
}

template <class T, class CheckFunction>
OptionalError if_given(const std::optional<T>& value, const char* field, CheckFunction check) {
    return value ? check(field, *value) : std::nullopt;
}

Outcome run(World& world, const command::CreateBody& create) {
    if (const OptionalError bad = check(create.body)) return make_error(*bad);
    if (create.parts.size() > command::max_parts)
        return Err{CommandError{"parts has more than " + std::to_string(command::max_parts) + " entries"}};
    for (const command::CreateBody::Part& part : create.parts) {
        if (const OptionalError bad = first_of({check(part.shape), check(part.def)})) return make_error(*bad);
    }
    const BodyHandle body = world.create_body(create.body);
    for (const command::CreateBody::Part& part : create.parts)
        world.attach(body, part.shape, part.def);
    return CommandOutcome{.body = body, .joint = {}};
}

Outcome run(World& world, const command::DestroyBody& destroy) {
    if (!world.destroy(destroy.body)) return stale_handle_error("body");
    return CommandOutcome{};
}

Outcome run(World& world, const command::ApplyImpulse& apply) {
    std::optional<BodyView> body = world.find(apply.body);
    if (!body) return stale_handle_error("body");
    if (const OptionalError bad =
            first_of({check_vector("impulse", apply.impulse), if_given(apply.point, "point", check_vector),
                      check_number("angular", apply.angular)})) {
        return make_error(*bad);
    }
    body->apply_impulse(apply.impulse, apply.point.value_or(body->center()));
    body->apply_angular_impulse(apply.angular);
    return CommandOutcome{};
}

Outcome run(World& world, const command::ApplyForce& apply) {
    std::optional<BodyView> body = world.find(apply.body);
    if (!body) return stale_handle_error("body");
    if (const OptionalError bad =
            first_of({check_vector("force", apply.force), if_given(apply.point, "point", check_vector),
                      check_number("torque", apply.torque)})) {
        return make_error(*bad);
    }
    body->apply_force(apply.force, apply.point.value_or(body->center()));
    body->apply_torque(apply.torque);
    return CommandOutcome{};
}

Outcome run(World& world, const command::SetVelocity& set) {
    std::optional<BodyView> body = world.find(set.body);
    if (!body) return stale_handle_error("body");
    if (const OptionalError bad = first_of(
            {if_given(set.linear, "linear", check_vector), if_given(set.angular, "angular", check_number)})) {
        return make_error(*bad);
    }
    const BodyVelocity current = body->velocity();
    body->set_velocity(set.linear.value_or(current.linear), set.angular.value_or(current.angular));
    return CommandOutcome{};
}

Outcome run(World& world, const command::SetTransform& set) {
    std::optional<BodyView> body = world.find(set.body);
    if (!body) return stale_handle_error("body");
    if (const OptionalError bad =
            first_of({check_vector("position", set.position), check_number("angle", set.angle)})) {
        return make_error(*bad);
    }
    body->set_transform(set.position, set.angle);
    return CommandOutcome{};
}

Outcome run(World& world, const command::SetPosition& set) {
    std::optional<BodyView> body = world.find(set.body);
    if (!body) return stale_handle_error("body");
    if (const OptionalError bad = check_vector("position", set.position)) return make_error(*bad);
    body->set_position(set.position);
    return CommandOutcome{};
}

Outcome run(World& world, const command::SetBody& set) {
    std::optional<BodyView> body = world.find(set.body);
    if (!body) return stale_handle_error("body");
    if (const OptionalError bad =
            first_of({set.type ? check_body_type(*set.type) : std::nullopt,
                      if_given(set.gravity_scale, "gravity_scale", check_number),
                      if_given(set.linear_damping, "linear_damping", check_not_negative),
                      if_given(set.angular_damping, "angular_damping", check_not_negative),
                      set.continuous ? check(*set.continuous) : std::nullopt})) {
        return make_error(*bad);
    }
    if (set.bullet) body->set_bullet(*set.bullet);
    if (set.fixed_rotation) body->set_fixed_rotation(*set.fixed_rotation);
    if (set.lock_x || set.lock_y) {
        const BodyInfo& current = body->info();
        body->set_locks(set.lock_x.value_or(current.lock_x), set.lock_y.value_or(current.lock_y));
    }
    if (set.allow_sleep) body->set_allow_sleep(*set.allow_sleep);
    if (set.type) body->set_type(*set.type);
    if (set.gravity_scale) body->set_gravity_scale(*set.gravity_scale);
    if (set.continuous) body->set_continuous(*set.continuous);
    const BodyInfo& info = body->info();
    body->set_damping(set.linear_damping.value_or(info.linear_damping),
                      set.angular_damping.value_or(info.angular_damping));
    return CommandOutcome{};
}

Outcome run(World& world, const command::SetMaterial& set) {
    if (!world.find(set.shape)) return stale_handle_error("shape");
    if (const OptionalError bad = check(set.material)) return make_error(*bad);
    world.set_material(set.shape, set.material);
    return CommandOutcome{};
}

Outcome run(World& world, const command::SetFilter& set) {
    if (!world.set_filter(set.shape, set.filter)) return stale_handle_error("shape");
    return CommandOutcome{};
}

Outcome run(World& world, const command::Explode& explode) {
    if (const OptionalError bad = check(explode.def)) return make_error(*bad);
    world.explode(explode.def);
    return CommandOutcome{};
}

Outcome run(World& world, const command::SetSettings& set) {
    const Result<Unit, SettingsError> result = world.set_settings(set.settings);
    if (!result) return Err{CommandError{result.error().field + " " + result.error().message}};
    return CommandOutcome{};
}

Outcome run(World& world, const command::CreateJoint& create) {
    const Result<JointHandle, DefError> joint = world.try_create_joint(create.def);
    if (!joint) return make_error(joint.error());
    return CommandOutcome{.body = {}, .joint = *joint};
}

Outcome run(World& world, const command::SetJoint& set) {
    const Result<Unit, DefError> result = world.set_joint(set.joint, set.to);
    if (!result) return make_error(result.error());
    return CommandOutcome{};
}

Outcome run(World& world, const command::SetMouseTarget& set) {
    if (const OptionalError bad = check_vector("target", set.target)) return make_error(*bad);
    if (!world.set_mouse_target(set.joint, set.target)) {
        return Err{CommandError{"joint is not a live mouse joint"}};
    }
    return CommandOutcome{};
}

Outcome run(World& world, const command::DestroyJoint& destroy) {
    if (!world.destroy(destroy.joint)) return stale_handle_error("joint");
    return CommandOutcome{};
}

}  // namespace

Result<CommandOutcome, CommandError> apply(World& world, const Command& command) {
    return std::visit([&world](const auto& alternative) { return run(world, alternative); }, command);
}

}  // namespace toibox
