// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include "app/bench/engine.h"
#include "app/bench/scene.h"

#include <array>
#include <cstdint>
#include <optional>

namespace toibox::bench {

/// The default settings with the gravity and sleeping of the scene.
WorldSettings settings_of(const Scene& scene);

/// The instruction set with this name ("scalar", "sse2", "avx2"); nullopt if there is none.
std::optional<Isa> isa_named(std::string_view name);

/// A toibox world as a benchmark engine.
class ToiboxEngine final : public Engine {
public:
    explicit ToiboxEngine(const WorldSettings& settings, const Execution& execution = {});

    BodyHandle create_body(const BodyDef& def) override { return world_.create_body(def); }
    void attach(BodyHandle body, const Shape& shape, const ShapeDef& def) override;
    void create_joint(const RevoluteJointDef& def) override { world_.create_joint(def); }
    void destroy(BodyHandle body) override { world_.destroy(body); }
    void destroy_all(std::span<const BodyHandle> bodies) override { world_.destroy(bodies); }
    void set_velocity(BodyHandle body, Vec2 linear, float angular) override;
    [[nodiscard]] Vec2 position(BodyHandle body) const override;

    bool step() override;
    [[nodiscard]] WorldStats stats() const override;
    [[nodiscard]] std::span<const std::string_view> stage_names() const override { return stage_names_; }
    [[nodiscard]] std::span<const double> stage_times() const override { return stage_times_; }

    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] std::uint64_t hash() const { return world_.hash(); }
    [[nodiscard]] const StepReport& last_report() const { return report_; }

private:
    [[nodiscard]] double gap_of(JointHandle joint) const;

    World world_;
    StepReport report_;
    std::array<std::string_view, stage_count> stage_names_{};
    std::array<double, stage_count> stage_times_{};
};

}  // namespace toibox::bench
