// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/command.h"

#include <functional>
#include <optional>

namespace toibox::app {

/// Finds the counterparts of things in another world, whose handles may differ. Null handles for things that
/// the other world does not have.
struct Counterparts {
    std::function<BodyHandle(BodyHandle)> body;
    std::function<ShapeHandle(ShapeHandle)> shape;
    std::function<JointHandle(JointHandle)> joint;
    std::function<WorldSettings(const WorldSettings&)> settings;
};

/// The command for another world; nullopt if that world does not have the body, shape or joint.
std::optional<Command> mirrored(const Command& command, const Counterparts& to, const World& other);

}  // namespace toibox::app
