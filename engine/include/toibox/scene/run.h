// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/command.h"
#include "toibox/dynamics/world.h"
#include "toibox/scene/scene.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace toibox::scene {

/// A scene at work: its world, its script's cursor and its claims. State k is the world after k steps.
/// A value: a copy goes on bit-identically.
class Run {
public:
    /// Errors: a definition that the engine refuses (place and reason).
    static Result<Run, Diagnostics> start(Scene scene);

    [[nodiscard]] const Scene& scene() const { return *scene_; }
    [[nodiscard]] World& world() { return world_; }
    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] std::int64_t steps() const { return steps_; }
    [[nodiscard]] double time() const;

    /// Applies the events of the present state, then advances the world one step and looks at the claims.
    /// With stop_at_each_impact a call may return half-way (report.complete false); the next call goes on.
    StepReport step();
    /// Events that do not change the simulation, as they come up (camera, annotate, pause, slow motion).
    void on_presentation(std::function<void(const Event&)> listener) { listener_ = std::move(listener); }

    [[nodiscard]] BodyHandle body(const std::string& id) const;  ///< Null if there is none (now).
    [[nodiscard]] std::string id_of(BodyHandle body) const;      ///< Empty if the scene did not name it.
    [[nodiscard]] std::optional<std::uint32_t> color_of(ShapeHandle shape) const;

    /// Claims of the scene in order; decided ones keep their outcome. After `finish`, none is Pending.
    [[nodiscard]] const std::vector<ClaimOutcome>& outcomes() const { return outcomes_; }
    void finish();  ///< Decides always/never/eventually; what lies beyond the steps run becomes NotReached.

    /// A quantity as claims name it ("ball.x", "world.energy", "toi.calls") at the present state; nullopt if
    /// unknown.
    [[nodiscard]] std::optional<double> quantity(const std::string& name) const;
    [[nodiscard]] const StepReport& last_report() const { return last_report_; }

private:
    explicit Run(Scene scene);
    std::shared_ptr<const Scene> scene_;
    World world_;
    std::int64_t steps_ = 0;
    std::size_t cursor_ = 0;
    std::vector<ClaimOutcome> outcomes_;
    StepReport last_report_;
    std::function<void(const Event&)> listener_;
    // The scene helper adds the rest (ids, histories, probes).
};

}  // namespace toibox::scene
