// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/defs.h"

#include <span>

namespace toibox::bench {

/// The world in which a benchmark scene is built, implemented by toibox and by the engines compared with it.
/// All engines share the scene descriptions, which use toibox's types. Handles returned by one BenchWorld are
/// valid only in it.
class BenchWorld {
public:
    BenchWorld() = default;
    BenchWorld(const BenchWorld&) = delete;
    BenchWorld& operator=(const BenchWorld&) = delete;
    virtual ~BenchWorld() = default;

    virtual BodyHandle create_body(const BodyDef& def) = 0;
    virtual void attach(BodyHandle body, const Shape& shape, const ShapeDef& def) = 0;
    virtual void create_joint(const RevoluteJointDef& def) = 0;
    virtual void destroy(BodyHandle body) = 0;  ///< Destroys the body, its shapes and its joints.
    /// Destroys several bodies. Engines with a faster bulk operation override this.
    virtual void destroy_all(std::span<const BodyHandle> bodies) {
        for (const BodyHandle body : bodies)
            destroy(body);
    }
    virtual void set_velocity(BodyHandle body, Vec2 linear, float angular) = 0;
    /// Of the body's origin; world frame, metres.
    [[nodiscard]] virtual Vec2 position(BodyHandle body) const = 0;
};

}  // namespace toibox::bench
