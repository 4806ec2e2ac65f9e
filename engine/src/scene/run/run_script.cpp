// SPDX-License-Identifier: MIT
// Executes the timeline: each event becomes a command. Events that only affect the display are ignored here.

#include "toibox/scene/run.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

std::optional<std::string> error_text(const Result<CommandOutcome, CommandError>& outcome) {
    return outcome ? std::nullopt : std::optional(outcome.error().message);
}

}  // namespace

void Run::apply_events() {
    script_errors_.clear();
    const std::vector<Event>& timeline = scene_->timeline;
    for (; state_.cursor < timeline.size() && timeline[state_.cursor].step <= state_.steps; ++state_.cursor) {
        if (const std::optional<std::string> error = apply_action(timeline[state_.cursor])) {
            script_errors_.push_back(fmt::format("event at step {}: {}", state_.steps, *error));
        }
    }
}

std::optional<std::string> Run::apply_action(const Event& event) {
    struct ActionVisitor {
        Run& run;

        std::optional<std::string> operator()(const action::Spawn& a) const { return run.create(a.body); }
        std::optional<std::string> operator()(const action::Remove& a) const {
            return error_text(toibox::apply(run.world_, command::DestroyBody{run.body(a.body)}));
        }
        std::optional<std::string> operator()(const action::Impulse& a) const {
            return error_text(toibox::apply(
                run.world_,
                command::ApplyImpulse{
                    .body = run.body(a.body), .impulse = a.impulse, .point = a.point, .angular = a.angular}));
        }
        std::optional<std::string> operator()(const action::Force& a) const {
            const BodyHandle handle = run.body(a.body);
            const std::optional<const BodyView> body = std::as_const(run.world_).find(handle);
            if (!body) return fmt::format("body \"{}\" does not exist", a.body);
            LastingForce force{handle, a.force, std::nullopt, a.torque, a.for_steps};
            if (a.point) force.local_point = inv_transform_point(body->transform(), *a.point);
            run.state_.forces.push_back(force);
            return std::nullopt;
        }
        std::optional<std::string> operator()(const action::SetVelocity& a) const {
            return error_text(run.apply(command::SetVelocity{run.body(a.body), a.linear, a.angular}));
        }
        std::optional<std::string> operator()(const action::Teleport& a) const {
            const BodyHandle handle = run.body(a.body);
            const std::optional<const BodyView> body = std::as_const(run.world_).find(handle);
            if (!body) return fmt::format("body \"{}\" does not exist", a.body);
            const Vec2 position = a.position.value_or(body->position());
            if (!a.angle) return error_text(run.apply(command::SetPosition{handle, position}));
            return error_text(run.apply(command::SetTransform{handle, position, *a.angle}));
        }
        std::optional<std::string> operator()(const action::SetJoint& a) const {
            const JointHandle handle = run.joint(a.joint);
            if (handle.is_null()) return fmt::format("joint \"{}\" does not exist", a.joint);
            const std::optional<std::string> error =
                error_text(run.apply(command::SetJoint{handle, a.change}));
            return error ? std::optional(fmt::format("joint \"{}\": {}", a.joint, *error)) : std::nullopt;
        }
        std::optional<std::string> operator()(const action::Explode& a) const {
            return error_text(toibox::apply(run.world_, command::Explode{a.def}));
        }
        std::optional<std::string> operator()(const action::SetSettings& a) const {
            return error_text(toibox::apply(run.world_, command::SetSettings{a.settings}));
        }
        // Claims, and events that only affect the display.
        std::optional<std::string> operator()(const action::Assert&) const { return std::nullopt; }
        std::optional<std::string> operator()(const action::Camera&) const { return std::nullopt; }
        std::optional<std::string> operator()(const action::Annotate&) const { return std::nullopt; }
        std::optional<std::string> operator()(const action::SlowMotion&) const { return std::nullopt; }
        std::optional<std::string> operator()(const action::Pause&) const { return std::nullopt; }
    };
    return std::visit(ActionVisitor{*this}, event.action);
}

void Run::apply_forces() {
    for (LastingForce& force : state_.forces) {
        const std::optional<const BodyView> body = std::as_const(world_).find(force.body);
        if (!body) {
            force.steps_left = 0;
            continue;
        }
        std::optional<Vec2> point;
        if (force.local_point) point = transform_point(body->transform(), *force.local_point);
        const auto outcome = toibox::apply(
            world_, command::ApplyForce{
                        .body = force.body, .force = force.force, .point = point, .torque = force.torque});
        if (!outcome)
            script_errors_.push_back(
                fmt::format("force at step {}: {}", state_.steps, outcome.error().message));
        --force.steps_left;
    }
    std::erase_if(state_.forces, [](const LastingForce& force) { return force.steps_left <= 0; });
}

}  // namespace toibox::scene
