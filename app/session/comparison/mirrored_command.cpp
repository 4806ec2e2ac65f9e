// SPDX-License-Identifier: MIT
#include "app/session/comparison/mirrored_command.h"

#include "app/session/selection.h"

#include <type_traits>

namespace toibox::app {

namespace {

/// Replaces a handle; false if it has no counterpart. A null handle stands for itself.
template <class AnyHandle>
bool replace(AnyHandle& handle, const std::function<AnyHandle(AnyHandle)>& counterpart) {
    if (handle.is_null()) return true;
    handle = counterpart(handle);
    return !handle.is_null();
}

bool replace_bodies(JointDef& def, const Counterparts& to) {
    return std::visit(
        [&](auto& joint) {
            if constexpr (requires { joint.body_a; }) {
                return replace(joint.body_a, to.body) && replace(joint.body_b, to.body);
            } else {
                return replace(joint.body, to.body);
            }
        },
        def);
}

/// Replaces all handles of a command; false if one has no counterpart.
template <class AnyCommand>
bool replace_handles(AnyCommand& command, const Counterparts& to) {
    if constexpr (requires { command.shape; }) {
        return replace(command.shape, to.shape);
    } else if constexpr (requires { command.joint; }) {
        return replace(command.joint, to.joint);
    } else if constexpr (std::is_same_v<AnyCommand, command::CreateJoint>) {
        return replace_bodies(command.def, to);
    } else if constexpr (requires { command.body.is_null(); }) {
        return replace(command.body, to.body);
    } else {
        return true;
    }
}

}  // namespace

std::optional<Command> mirrored(const Command& command, const Counterparts& to, const World& other) {
    Command copy = command;
    if (!std::visit([&](auto& any) { return replace_handles(any, to); }, copy)) return std::nullopt;
    if (auto* set = std::get_if<command::SetSettings>(&copy)) set->settings = to.settings(set->settings);
    if (auto* create = std::get_if<command::CreateJoint>(&copy)) {
        if (auto* mouse = std::get_if<MouseJointDef>(&create->def))
            mouse->point = grab_point(other, mouse->body, mouse->point);
    }
    return copy;
}

}  // namespace toibox::app
