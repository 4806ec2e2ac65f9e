// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/engine.h"
#include "app/bench/scene.h"

#include <array>
#include <memory>
#include <vector>

class b2Body;
class b2World;

namespace toibox::bench {

/// Runs a bench world in Box2D 2.4.1 with 8 velocity and 3 position iterations, one thread and default
/// settings.
///
/// Differences from toibox: capsules become octagons; rounded boxes become boxes of the same extents; other
/// rounded polygons lose their rounded corners; revolute joints have no springs. Box2D's polygons have a skin
/// of 1 cm, which WorldStats::penetration includes, as Box2D's solver does.
class Box2dEngine final : public Engine {
public:
    explicit Box2dEngine(const Scene& scene);
    ~Box2dEngine() override;

    BodyHandle create_body(const BodyDef& def) override;
    void attach(BodyHandle body, const Shape& shape, const ShapeDef& def) override;
    void create_joint(const RevoluteJointDef& def) override;
    void destroy(BodyHandle body) override;
    void set_velocity(BodyHandle body, Vec2 linear, float angular) override;
    [[nodiscard]] Vec2 position(BodyHandle body) const override;

    bool step() override;
    [[nodiscard]] WorldStats stats() const override;
    [[nodiscard]] std::span<const std::string_view> stage_names() const override;
    [[nodiscard]] std::span<const double> stage_times() const override { return stage_times_; }

private:
    static constexpr std::size_t stages = 4;

    std::unique_ptr<b2World> world_;
    std::vector<b2Body*> bodies_;  ///< Indexed by BodyHandle::index; null after the body was destroyed.
    std::array<double, stages> stage_times_{};
};

}  // namespace toibox::bench
