// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/defs.h"

#include <span>

namespace toibox::bench {

/// What a scene is built into: toibox's world, or another engine's in a comparison. One description of a
/// scene then serves all, and the vocabulary is toibox's. Handles are the target's own.
class BenchWorld {
public:
    BenchWorld() = default;
    BenchWorld(const BenchWorld&) = delete;
    BenchWorld& operator=(const BenchWorld&) = delete;
    virtual ~BenchWorld() = default;

    virtual BodyHandle create_body(const BodyDef& def) = 0;
    virtual void attach(BodyHandle body, const Shape& shape, const ShapeDef& def) = 0;
    virtual void create_joint(const RevoluteJointDef& def) = 0;
    virtual void destroy(BodyHandle body) = 0;  ///< With its shapes and joints.
    /// All of them, by whatever serves that best.
    virtual void destroy_all(std::span<const BodyHandle> bodies) {
        for (const BodyHandle body : bodies)
            destroy(body);
    }
    virtual void set_velocity(BodyHandle body, Vec2 linear, float angular) = 0;
    [[nodiscard]] virtual Vec2 position(BodyHandle body) const = 0;  ///< Of the body's origin, world.
};

}  // namespace toibox::bench
